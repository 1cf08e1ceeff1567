"""The JSON of a scene says all that a picture shows: another renderer, of the document alone, draws the same picture.

It follows docs/scenes.md step by step, and shares no code with `models.puzzles.scenes.svg`.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from xml.etree import ElementTree

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.boards import SIDES
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.scene import (
    NO_LINE,
    Between,
    BothClicks,
    LineClicks,
    LineGlyph,
    LineLayer,
    Scene,
    SceneState,
)
from models.puzzles.scenes.svg import draw_svg
from models.puzzles.scenes.view import View
from tests.support.puzzle_boards import boards

DRAWN = [name for name in names() if puzzle(name).extras.scene is not None]
PAIR = ("only in this answer", "only in the other answer")
SVG = "{http://www.w3.org/2000/svg}"


def drawn_from(document):
    """What there is to draw, from the bottom up: (outline, attributes) of paths, (x, y, word, attributes) of words."""
    if document["points"] is not None:
        for layer in (*document["ground"], *document["layers"]):
            yield from drawn_layer(document, layer)
    else:
        yield from drawn_board(document)
    key = document["key"]
    for entry in key["entries"] if key else ():
        for part in document["glyphs"][entry["glyph"]]["parts"] if entry["glyph"] else ():
            if part["kind"] == "words":
                style = {**part["style"], "text-anchor": "middle"}
                yield entry["x"] + part["x"], entry["y"] + part["y"], entry["word"] or part["text"], style
            else:
                yield f"M{entry['x']:g} {entry['y']:g}{part['path']}", part["style"]
    for entry in key["entries"] if key else ():
        yield entry["x"] + key["x"], entry["y"] + key["y"], entry["text"], {**key["style"], "class": "key"}


def drawn_board(document):
    unit, (height, width) = document["unit"], document["shape"]
    yield rectangle(0, 0, unit * width, unit * height), document["floor"]
    for layer in document["ground"]:
        yield from drawn_layer(document, layer)
    grid = [f"M0 {unit * r}h{unit * width}" for r in range(height + 1)]
    if document["lines"] is not None:
        yield "".join(grid + [f"M{unit * c} 0v{unit * height}" for c in range(width + 1)]), document["lines"]
    if document["areas"] is not None:
        yield "".join(borders(document, document["areas"])), document["borders"]
    for layer in document["layers"]:
        yield from drawn_layer(document, layer)
    if document["other_areas"] is not None:
        yield "".join(borders(document, document["other_areas"])), document["other_borders"]
    if document["dots"] is not None and document["detailed"]:
        corners = [(r, c) for r in range(height + 1) for c in range(width + 1)]
        yield cells_outline(document, document["dots"], corners), document["dots"]["style"]
    for name in SIDES:
        margin = document[name]
        for i, (words, state) in enumerate(
            zip(*(margin[key] for key in ("words", "states")), strict=True) if margin else ()
        ):
            changed, (right, down) = document["states"][state]["words"], margin["step"]
            style = {**margin["style"], **({"fill": margin["wrong"], **changed} if changed else {})}
            several = words.split(" ") if margin["stack"] else [words]
            first = margin["y"] - margin["stack"] * (len(several) - 1 if name == "top" else 0)
            for k, word in enumerate(several):
                yield margin["x"] + i * right, first + i * down + k * margin["stack"], word, style
    if document["below"] is not None:
        place = f"translate(0,{unit * height + unit // 2}) scale({document['below']['scale']:g})"
        for *what, attributes in drawn_from(document["below"]):
            yield *what, {**attributes, "transform": place}


def rectangle(x, y, wide, tall):
    return f"M{x} {y}h{wide}v{tall}h{-wide}z"


def borders(document, areas):
    unit, (height, width) = document["unit"], document["shape"]

    def area(r, c):
        return areas[r][c] if 0 <= r < height and 0 <= c < width else -2

    for r in range(height + 1):
        for c in range(width + 1):
            if r < height and area(r, c) != area(r, c - 1):
                yield f"M{unit * c} {unit * r}v{unit}"
            if c < width and area(r, c) != area(r - 1, c):
                yield f"M{unit * c} {unit * r}h{unit}"


def drawn_lines(document, layer):
    unit, state = document["unit"], document["line_states"][layer["state"]]
    glyph = document["line_glyphs"].get(layer["glyph"])
    points = unit * np.array(layer["lines"], float) + (unit / 2 if layer["between"] == "cells" else 0)
    if document["points"] is not None:
        points = np.array(document["points"])[np.array(layer["lines"])[:, :, 0]][:, :, ::-1]
    outline = ""
    for (y, x), (y2, x2) in points.tolist():
        far = max(np.hypot(x2 - x, y2 - y), 1)
        for lane in range(layer["lane"], layer["lane"] + layer["count"]):
            right = (glyph["apart"] if glyph else 5) * (lane - (layer["lanes"] - 1) / 2)
            begin = x - right * (y2 - y) / far, y + right * (x2 - x) / far
            outline += f"M{begin[0]:g} {begin[1]:g}l{x2 - x:g} {y2 - y:g}"
    if state["below"]:
        yield outline, state["below"]
    if glyph:
        style = state["style"] if state["bare"] else {**glyph["style"], **state["style"]}
        yield outline, style
        if glyph["arrow"]:
            yield "".join(arrow_head(*ends, glyph["arrow"]) for ends in points[:, :, ::-1]), {"fill": style["stroke"]}
    corners = (points.mean(axis=1) / unit - 0.5).tolist()
    for part in state["parts"]:
        if part["kind"] == "words":
            yield from words(document, part, {"cells": corners}, part["style"])
        else:
            yield cells_outline(document, part, corners), part["style"]


def arrow_head(begin, end, before):
    """A triangle of length 8 and width 8, whose tip is so far before the end."""
    ahead = (end - begin) / np.hypot(*(end - begin))
    tip, aside = end - before * ahead, 4 * ahead[::-1] * (-1, 1)
    corners = np.round([tip, tip - 8 * ahead + aside, tip - 8 * ahead - aside], 1) + 0.0
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners.tolist()) + "z"


def corner_of(document, cell):
    """The upper left corner of a cell, or of the square around a vertex."""
    unit = document["unit"]
    if document["points"] is None:
        return unit * cell[1], unit * cell[0]
    x, y = document["points"][np.ravel_multi_index(cell, document["shape"])]
    return x - unit / 2, y - unit / 2


def drawn_layer(document, layer):
    if "lines" in layer:
        yield from drawn_lines(document, layer)
        return
    state = document["states"][layer["state"]]
    parts = document["glyphs"][layer["glyph"]]["parts"] if layer["glyph"] else []
    outline = next((part for part in parts if part["kind"] == "outline" and not part["detail"]), None)
    if state["bare"] and outline:
        yield cells_outline(document, outline, layer["cells"]), state["style"]
    else:
        for part in parts:
            if part["kind"] == "words":
                changed = state["words"]
                style = {**part["style"], **({"fill": part["wrong"], **changed} if changed else {})}
                yield from words(document, part, layer, style)
            elif document["detailed"] or not part.get("detail"):
                style = {**part["style"], **(state["style"] if part is outline else {})}
                yield cells_outline(document, part, layer["cells"]), style
    for part in state["parts"]:
        if part["kind"] == "words":
            yield from words(document, part, layer, part["style"])
        else:
            yield cells_outline(document, part, layer["cells"]), part["style"]


def words(document, part, layer, style):
    for i, cell in enumerate(layer["cells"]):
        word, fitted = part["text"], {}
        if "words" in layer and not word:
            word = layer["words"][i]
            most = 1.6 * part["room"] / max(len(word), 1)
            fitted = {"font-size": f"{most:g}"} if most < float(style["font-size"]) else {}
        x, y = corner_of(document, cell)
        yield x + part["x"], y + part["y"], word, {**style, **fitted, "text-anchor": "middle"}


def cells_outline(document, part, cells):
    unit = document["unit"]
    if part["kind"] == "outline":
        corners = [corner_of(document, cell) for cell in cells]
        return "".join(f"M{x:g} {y:g}{part['path']}" for x, y in corners)
    aside, thick = (unit - part["thick"]) // 2, part["thick"]
    lines = sorted((c, r) if part["down"] else (r, c) for r, c in cells)
    strips = []
    for (line, _), run in groupby(enumerate(lines), lambda pair: (pair[1][0], pair[1][1] - pair[0])):
        places = [place for _, (_, place) in run]
        along, far = unit * places[0], unit * len(places)
        across = unit * line + aside
        strips.append(rectangle(across, along, thick, far) if part["down"] else rectangle(along, across, far, thick))
    return "".join(strips)


def drawn_in(picture):
    """The same of a picture: its paths and words with all their attributes, those of groups included."""
    yield from drawn_inside(ElementTree.fromstring(picture), {})


def drawn_inside(group, inherited):
    for element in group:
        own = {**inherited, **element.attrib}
        if element.tag == f"{SVG}path":
            yield own.pop("d"), own
        elif element.tag == f"{SVG}text":
            yield float(own.pop("x")), float(own.pop("y")), element.text, own
        elif element.tag == f"{SVG}g":
            yield from drawn_inside(element, own)


def comparable(drawn):
    """Each element with its outline in pieces, in any order, and its attributes as texts; empty outlines are left out,
    and so is the font, which nothing depends on."""
    elements = []
    for *what, attributes in drawn:
        if what != [""]:
            pieces = sorted(re.findall("M[^M]*", what[0])) if len(what) == 1 else [*np.round(what[:2], 6), *what[2:]]
            style = {name: str(value) for name, value in attributes.items() if name != "font-family"}
            elements.append((pieces, style))
    return elements


def largest_board(name):
    """The largest of some small boards, and the answer planted in it."""
    return max((pair for pair in boards(name) if pair[1]), key=lambda pair: np.prod(puzzle(name).size(pair[0])))


def other_answers(record, p, answer):
    """A wrong answer, and the beginning of this one."""
    if is_numbered(record, p):
        changed = tuple((row[0] % len(row) + 1, *row[1:]) for row in answer)
        return changed, (*answer[:2], *((0,) * len(row) for row in answer[2:]))
    if is_pair(record, p):
        (cells, lines), free = answer, map(tuple, record.extras.scene(p, View()).clicks.cells.at.tolist())
        return ((*cells[1:], next(cell for cell in free if cell not in cells)), lines[1:]), (cells[:2], lines[:2])
    if isinstance(answer[0][0], str):  # pieces, each with its cells
        return (*answer[1:], (answer[0][0], answer[1][1])), answer[:2]
    pieces = np.ndindex(record.size(p))
    clicks = record.extras.scene(p, View()).clicks
    if isinstance(clicks, LineClicks):
        lines = (as_tuples(line) for line in clicks.ends.tolist())
        pieces = ((*line, 1) if clicks.is_numbered else line for line in lines)
    return (*answer[1:], next(piece for piece in pieces if piece not in answer)), answer[:2]


def is_numbered(record, p):
    """Is an answer a grid of numbers?"""
    return getattr(record.extras.scene(p, View()).clicks, "numbers", None) is not None


def is_pair(record, p):
    """Is an answer cells and lines?"""
    return isinstance(record.extras.scene(p, View()).clicks, BothClicks)


def views(record, p, answer):
    """Boards as they are, solved, with another answer, wrong, and on the way to the answer."""
    cells = list(np.ndindex(record.size(p)))
    moved, begun = other_answers(record, p, answer)
    clicks = record.extras.scene(p, View()).clicks
    clicks = clicks.lines if isinstance(clicks, BothClicks) else clicks
    places = list(map(as_tuples, clicks.ends.tolist())) if isinstance(clicks, LineClicks) else cells
    return {
        "board": View(),
        "answer": View(answer),
        "two answers": View(answer, moved),
        "wrong": View(moved),
        "on the way": View(begun, mark=[*cells[:3], *places[:3]], empty=places[4:9], fresh=places[4:5]),
    }


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_drawn_from_the_document_alone_is_the_same(name):
    """Outlines, words and their attributes, layer by layer, from the bottom up."""
    record = puzzle(name)
    p, answer = largest_board(name)
    for what, view in views(record, p, answer).items():
        document = json.loads(json.dumps(scene_document(record.extras.scene(p, view))))
        picture = record.draw_svg(p, view.answer, view.second, mark=view.mark, empty=view.empty, fresh=view.fresh)
        assert comparable(drawn_from(document)) == comparable(drawn_in(picture)), what
        assert document["title"] == ElementTree.fromstring(picture).find(f"{SVG}title").text
        assert " ".join(map(str, document["box"])) == ElementTree.fromstring(picture).get("viewBox")


@pytest.mark.parametrize("colours", [2, 3])
@pytest.mark.parametrize("what", ["petersen", "hex:3x4", "digraph"])
def test_a_graph_is_drawn_from_the_document_alone(what, colours):
    """Its edges with arrows, loops, names of any length, hexagons, and the key of more than two colours."""
    record, text = puzzle("lightsout"), 'digraph { a [lit=1]; a -> b; b -> b; b -> a; b -> "a very long name" }'
    if what == "digraph":
        p = record.extras.adapt(format_named("dot").read(text, "lightsout")[1], 0, colours=colours)[0]
    else:
        p = resolve("lightsout", what, options={"colours": colours, "target": "all"}).instance
    names = p.vertices(np.arange(3))
    one, other = (
        tuple(names[i] if colours == 2 else (names[i], n) for i, n in each) for each in ([(0, 1), (1, 2)], [(0, 2)])
    )
    for view in (View(), View(one), View(one, other), View(one, mark=names[:1], empty=names[1:], fresh=names[2:])):
        document = json.loads(json.dumps(scene_document(record.extras.scene(p, view))))
        picture = record.draw_svg(p, view.answer, view.second, mark=view.mark, empty=view.empty, fresh=view.fresh)
        assert comparable(drawn_from(document)) == comparable(drawn_in(picture))
        assert document["names"] == (None if p.layout else json.loads(json.dumps(p.vertices(np.arange(len(p))))))


@pytest.mark.parametrize("between", list(Between))
def test_lines_are_drawn_from_the_document_alone(between):
    """In every state, side by side, in any direction; and dots."""
    glyph, ends = LineGlyph("line", {"stroke": "#123456", "stroke_width": 2}), [[[0, 0], [0, 2]], [[0, 1], [2, 1]]]
    layers = [LineLayer(glyph, np.array(ends), between, state, 2, 1, 5) for state in SceneState]
    layers += [LineLayer(NO_LINE, np.array([*ends, [[1, 0], [2, 2]]]), between, state) for state in SceneState]
    scene = Scene((3, 3), "lines", tuple(layers), lines="", dots="#33373f")
    document = json.loads(json.dumps(scene_document(scene)))
    assert comparable(drawn_from(document)) == comparable(drawn_in(draw_svg(scene)))


@pytest.mark.parametrize("name", DRAWN)
def test_a_puzzle_is_played_from_the_document_alone(name):
    """Clicks in the cells of the answer, as many as make them belong to it, give the answer in the JSON of verify."""
    record = puzzle(name)
    p, answer = largest_board(name)
    clicks = scene_document(record.extras.scene(p, View()))["clicks"]
    if "pieces" in clicks:
        lies = {(piece["piece"], as_tuples(piece["cells"])): piece for piece in clicks["pieces"]}
        laid = [lies[placement] for placement in answer]
        listed = [{"piece": piece["piece"], "cells": piece["cells"]} for piece in laid]
        assert record.verify(p, record.answer_from_json(p, {clicks["steps"][1]["answer"]: listed})) == []
        return
    if "numbers" in clicks:
        steps = {step["number"]: step["answer"] for step in clicks["steps"]}
        grid = np.array(clicks["numbers"])
        for cell in map(tuple, clicks["cells"]):
            grid[cell] = next(number for number in steps if number == answer[cell[0]][cell[1]])
        assert record.verify(p, record.answer_from_json(p, {steps[1]: grid.tolist()})) == []
        return
    taken = next(i for i, step in enumerate(clicks["steps"]) if step["answer"])
    is_numbered, places = clicks.get("numbered", False), [*clicks.get("cells", []), *clicks.get("lines", [])]
    clicked = {as_tuples(place): 0 for place in places}
    if is_pair(record, p):
        laid = {
            kind: next(i for i, step in enumerate(clicks["steps"]) if step.get("on") == kind)
            for kind in ("cells", "lines")
        }
        clicked |= {place: laid[kind] for kind, part in zip(laid, answer, strict=True) for place in part}
    given = set(map(as_tuples, clicks.get("given", ())))
    for piece in () if is_pair(record, p) else set(answer) - given:
        place, number = (piece[:2], piece[2]) if is_numbered else (piece, 1)
        clicked[place] = (clicked[place] + taken + number - 1) % len(clicks["steps"])
    lists = {step["answer"]: list(clicks.get("given", ())) for step in clicks["steps"] if step["answer"]}
    for place, at in clicked.items():
        step = clicks["steps"][at]
        if step["answer"]:
            lists[step["answer"]].append(json.loads(json.dumps([*place, step["count"]] if is_numbered else place)))
    assert record.verify(p, record.answer_from_json(p, lists)) == []


def as_tuples(place):
    return tuple(map(as_tuples, place)) if isinstance(place, list) else place


def letters_of(document):
    """In each cell, the letter of the topmost layer that has one; that of a line that passes it, if nothing else is
    there."""
    letters = np.full(document["shape"], document["blank"], object)
    passed = np.zeros(document["shape"], bool)
    for layer in (*document["ground"], *document["layers"]):
        if "lines" in layer:
            glyph = document["line_glyphs"].get(layer["glyph"])
            for (r, c), (r2, c2) in layer["lines"] if glyph and layer["between"] == "cells" else ():
                letter = glyph["across" if r == r2 else "down"][layer["count"] - 1]
                letter = dict(zip(PAIR, glyph["pair"], strict=True)).get(layer["state"], letter)
                for cell in [(at, c) for at in range(r + 1, r2)] + [(r, at) for at in range(c + 1, c2)]:
                    if letters[cell] == document["blank"] or passed[cell]:
                        letters[cell], passed[cell] = letter, True
            continue
        glyph = document["glyphs"].get(layer["glyph"], {"letter": "", "pair": ["", ""], "written": True})
        pair = dict(zip(PAIR, glyph["pair"], strict=True))
        for i, cell in enumerate(layer["cells"]):
            if "words" in layer and glyph["written"]:
                letters[tuple(cell)] = layer["words"][i] + glyph.get("behind", "")
            elif glyph["letter"] and glyph["written"]:
                letters[tuple(cell)] = pair.get(layer["state"], glyph["letter"])
    return letters.tolist()


def letters_in(text, document):
    """The letters of the cells in a text with a blank or a sign between them, or with borders."""
    lines = text.splitlines()
    beside = 1 + max(map(len, document["left"]["words"])) if document["left"] else 0
    above = max(len(word.split() or " ") for word in document["top"]["words"]) if document["top"] else 0
    if document["areas"] is not None or document["dots"] is not None:
        size = max(len(letter) for row in letters_of(document) for letter in row)
        begins = range(2, (size + 3) * document["shape"][1], size + 3)
        rows = [[line[at : at + size].strip() or " " for at in begins] for line in lines[1::2]]
    elif "cells" in (document["clicks"] or {}) and "lines" in document["clicks"]:  # both between rows and beside words
        wide = max(len(letter) for row in letters_of(document) for letter in row)
        padded = [line.ljust((wide + 1) * document["shape"][1]) for line in lines[::2]]
        words = [[line[at : at + wide].strip() for at in range(0, len(line), wide + 1)] for line in padded]
        rows = [[word if word[-1] in "^v<>" else word[-1] for word in row] for row in words]
    elif any(len(letter) > 1 for row in letters_of(document) for letter in row):
        rows = [line[beside:].split() for line in lines[above:]]
    elif (
        "lines" in (document["clicks"] or {}) and len(lines) >= 2 * document["shape"][0] - 1
    ):  # of what lies between rows
        rows = [line.ljust(2 * document["shape"][1] - 1)[::2] for line in lines[::2]]
    else:
        rows = [line[beside : beside + 2 * document["shape"][1] : 2] for line in lines[above:]]
    return [list(row) for row in rows[: document["shape"][0]]]


@pytest.mark.parametrize("name", DRAWN)
def test_the_letters_of_the_document_are_those_of_the_text(name):
    """Of a board, of one answer, of two."""
    record = puzzle(name)
    p, answer = largest_board(name)
    begun = other_answers(record, p, answer)[1] if is_numbered(record, p) or is_pair(record, p) else answer[1:]
    for view in (View(), View(answer), View(answer, begun)):
        document = scene_document(record.extras.scene(p, view))
        text = record.draw_text(p, view.answer, second=view.second)
        assert letters_in(text, document) == letters_of(document)
