"""Pictures drawn by the page's script, from the JSON of a scene alone, are those that Python draws: the same elements,
attributes and texts, in the same order, so that every browser shows the same."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.scene import (
    NO_LINE,
    NOTHING,
    Between,
    Glyph,
    Lettering,
    LineGlyph,
    LineLayer,
    Margin,
    Outline,
    Scene,
    SceneLayer,
    SceneState,
    Strip,
)
from models.puzzles.scenes.svg import draw_svg
from models.puzzles.scenes.view import View
from report.play.page import join_modules
from tests.models.puzzles.scenes.test_document import is_pair, largest_board, views
from tests.support.browser import run_javascript
from tests.support.puzzle_boards import boards
from tests.support.scripts import script_json

DRAWN = [name for name in names() if puzzle(name).extras.scene is not None]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
GRAPHS = ("petersen", "hex:3x4", "torus:3x4", "digraph")
DIGRAPH = 'digraph { a [lit=1]; a -> b; b -> b; b -> a; b -> "a very long name <&>" }'
SIGN = Glyph(
    "sign",
    parts=(
        Strip(7, {"fill": "#123456"}),
        Strip(8, {"fill": "#654321"}, down=True),
        Outline("m1.5 1h3v3z", {"fill": "#abcdef"}, detail=True),
        Outline("m2 2h3v3z", {"fill": "#fedcba", "stroke": "#33373f"}),
        Lettering({"font_size": 14, "fill": "#33373f"}, x=7.1, wrong="#ff8787", room=20),
    ),
)


def scenes():
    """Many scenes by name: of each puzzle boards as they are, solved, with another answer, wrong, and on the way."""
    for name in DRAWN:
        record = puzzle(name)
        p, answer = largest_board(name)
        for what, view in views(record, p, answer).items():
            yield f"{name}, {what}", record.extras.scene(p, view)
        for number, (p, answer) in enumerate(boards(name)):
            begun = tuple(part[1:] for part in answer) if is_pair(record, p) else answer[1:]
            for view in (View(), View(answer), View(answer, begun), View(begun)):
                yield f"{name} {number}, {view}", record.extras.scene(p, view)
    for what in GRAPHS:
        for colours in (2, 3):
            yield from graph_scenes(what, colours)
    yield from scenes_of_our_own()


def graph_scenes(what, colours):
    """A graph with two answers, marks, and what is known."""
    record = puzzle("lightsout")
    if what == "digraph":
        p = record.extras.adapt(format_named("dot").read(DIGRAPH, "lightsout")[1], 0, colours=colours)[0]
    else:
        p = resolve("lightsout", what, options={"colours": colours, "target": "all"}).instance
    vertices = p.vertices(np.arange(3))
    one, other = (
        tuple(vertices[i] if colours == 2 else (vertices[i], n) for i, n in each)
        for each in ([(0, 1), (1, 2)], [(0, 2)])
    )
    shown = (View(), View(one), View(one, other), View(one, mark=vertices[:1], empty=vertices[1:], fresh=vertices[2:]))
    for number, view in enumerate(shown):
        yield f"{what} in {colours} colours, {number}", record.extras.scene(p, view)


def scenes_of_our_own():
    """What no puzzle shows: every state of things and of lines, strips on boards side by side, a large board."""
    flat = np.array([[0, 0], [0, 1], [1, 1], [2, 1], [2, 3]])
    deep = np.array([[0, 0, 0], [0, 0, 1], [0, 2, 1], [1, 0, 0], [1, 1, 0], [1, 1, 2]])
    words = ("1", "22", "a very long word", "<&>", "\U0001f600")
    line = LineGlyph("line", {"stroke": "#123456", "stroke_width": 2}, apart=3.7, arrow=2.5)
    ends = np.array([[[0, 0], [0, 2]], [[0, 1], [2, 1]], [[2, 0], [0, 3]]])
    for state in SceneState:
        things = (SceneLayer(SIGN, flat, state, words), SceneLayer(NOTHING, flat[:2], state))
        lines = tuple(
            LineLayer(glyph, ends, between, state, 2, 1, 5) for glyph in (line, NO_LINE) for between in Between
        )
        margin = Margin(("1", "?", "a very long word"), (state, SceneState.PLAIN, SceneState.UNKNOWN))
        yield (
            f"in state {state}",
            Scene((3, 4), "t", (*things, *lines), left=margin, top=margin, lines="", dots="#33373f"),
        )
        yield (
            f"boards in state {state}",
            Scene((2, 3, 3), "<t>", (SceneLayer(SIGN, deep, state),), areas=np.zeros((2, 3, 3), int)),
        )
    yield "large", Scene((201, 200), "large", (SceneLayer(SIGN, flat, SceneState.WRONG, words),), dots="#33373f")


def tree_of(element):
    """An element with everything inside it; numbers as numbers, since both may write them in their own way."""
    attributes = {name: parts_of(value) for name, value in element.attrib.items()}
    return element.tag, attributes, element.text or "", [tree_of(child) for child in element]


def parts_of(text):
    """The numbers of a text, to ten digits, and what stands between them."""
    return NUMBER.split(text), [round(float(number), 9) for number in NUMBER.findall(text)]


def test_the_pictures_of_the_script_are_those_of_python(tmp_path):
    """Element by element: outlines, words, groups, attributes; also where one is drawn into another one's place."""
    shown = dict(scenes())
    assert len(shown) > 300
    documents = script_json([scene_document(scene) for scene in shown.values()])
    draw = f"""
const shown = {documents}, textOf = (picture) => new XMLSerializer().serializeToString(picture);
const pictures = shown.map((scene) => textOf(drawScene(scene, document))), picture = drawScene(shown[0], document);
const changed = shown.filter((scene, i) => (redrawScene(picture, scene), textOf(picture) !== pictures[i]));
//RESULT [pictures, changed.map((scene) => scene.title)]"""
    pictures, changed = run_javascript(join_modules("scene_drawing.js") + draw, tmp_path)
    assert changed == []
    for (what, scene), picture in zip(shown.items(), pictures, strict=True):
        mine, other = tree_of(ElementTree.fromstring(picture)), tree_of(ElementTree.fromstring(draw_svg(scene)))
        assert mine == other, what


def test_words_that_stay_are_not_laid_out_again(tmp_path):
    """Their elements stay where a thing is put below, beside or above them, also in a group of which one word goes."""
    at, words = np.array([[0, 0], [0, 1], [0, 2]]), ("1", "2", "3")
    word, thing = Glyph("word", parts=(Lettering({"font_size": 9}),)), Glyph("thing", parts=(Outline("h1v1z", {}),))
    put = [SceneLayer(thing, at[:1]), SceneLayer(word, at, words=words), SceneLayer(thing, at[1:], SceneState.WRONG)]
    less = SceneLayer(word, at[[0, 2]], words=("1", "3"))
    ways = [[put[1]], put[:2], put, [put[0], less]]
    documents = script_json([scene_document(Scene((1, 3), "words", tuple(layers))) for layers in ways])
    draw = f"""
const shown = {documents}, picture = drawScene(shown[0], document), words = () => [...picture.querySelectorAll("text")];
const first = words(), places = () => first.map((each) => words().indexOf(each));
//RESULT shown.map((scene) => (redrawScene(picture, scene), places()))"""
    assert run_javascript(join_modules("scene_drawing.js") + draw, tmp_path) == [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1, 2],
        [0, -1, 1],
    ]
