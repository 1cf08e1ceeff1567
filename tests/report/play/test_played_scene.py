"""A board with what a person has put on it looks as Python shows the answer that this is, on the way to a solution."""

from __future__ import annotations

import json
import random
from collections import Counter

import numpy as np
import pytest

from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from report.play.page import join_modules
from tests.support.browser import run_javascript
from tests.support.puzzle_boards import boards
from tests.support.scripts import script_json

EMPTY = "known to be empty"
TOLD_EMPTY = (EMPTY, "kept")
PLAYED = [name for name in names() if puzzle(name).extras.scene is not None]


def as_tuples(place):
    return tuple(map(as_tuples, place)) if isinstance(place, list) else place


def places_of(clicks):
    return clicks.get("pieces") or [*clicks.get("cells", []), *clicks.get("lines", [])]


def random_plays(name, seed=0):
    """(board, its scene, steps) with few pieces, with many, and with something at every place."""
    stream = random.Random(f"{name} {seed}")
    record = puzzle(name)
    for p, _ in boards(name):
        scene = scene_document(record.extras.scene(p, View()))
        if scene["clicks"] is None:
            continue
        places = places_of(scene["clicks"])
        for share in (0, 0.2, 0.7, 1):
            chosen = [
                stream.choice(fitting_steps(scene["clicks"], place)) if stream.random() < share else 0
                for place in places
            ]
            yield p, scene, apart(scene["clicks"], chosen)


def fitting_steps(clicks, place):
    """The steps that may lie at a place."""
    kind = "pieces" if isinstance(place, dict) else "lines" if isinstance(place[0], list) else "cells"
    return [number for number, step in enumerate(clicks["steps"]) if step.get("on", kind) == kind]


def apart(clicks, steps):
    """The steps without pieces that lie on others: a picture shows the later one of these, in its own order."""
    taken, kept = set(), list(steps)
    for place, step in enumerate(steps) if "pieces" in clicks else ():
        cells = set(map(tuple, clicks["pieces"][place]["cells"])) if clicks["steps"][step]["answer"] else set()
        kept[place] = 0 if cells & taken else step
        taken |= cells if kept[place] else set()
    return kept


def known_empty(scene, steps):
    """The places of which it is known that nothing lies there, as a view has them: cells and lines, since a piece that
    is ruled out says nothing of its cells."""
    clicks = scene["clicks"]
    if "pieces" in clicks:
        return []
    laid = zip(places_of(clicks), steps, strict=True)
    at = [place for place, step in laid if step and not clicks["steps"][step]["answer"]]
    return [scene["names"][place[0]] if scene["names"] else as_tuples(place) for place in at]


def listed(document, part, worded):
    """What is to be seen of a board, from the bottom up: what is drawn in which state, and where.

    worded: cells in which it does not count how it is told that they are empty: puzzles differ where a word stands.
    """
    found = []
    for layer in document[part]:
        glyph = document["line_glyphs" if "lines" in layer else "glyphs"].get(layer["glyph"], {})
        if layer["glyph"] and glyph.get("parts") == [] and layer["state"] == "plain":
            continue  # it is for text
        words = (glyph.get("parts") and layer.get("words")) or [""] * len(layer.get("cells", ()))
        if "lines" in layer:
            where = {json.dumps([line, layer["count"], layer["lane"], layer["lanes"]]) for line in layer["lines"]}
        else:
            at = [(cell, word) for cell, word in zip(layer["cells"], words, strict=True)]
            where = {json.dumps(each) for each in at if layer["state"] not in TOLD_EMPTY or each[0] not in worded}
        drawn = [glyph.get("parts") or glyph.get("style"), layer["state"]]
        if found and found[-1][0] == drawn:
            found[-1][1].update(where)
        elif where:
            found.append((drawn, where))
    return found


def cells_with_words(document):
    """Those in which a word stands at the beginning."""
    return [cell for layer in document["layers"] if "words" in layer for cell in layer["cells"]]


@pytest.fixture(scope="module")
def plays():
    """By puzzle: (board, scene, steps) of random plays."""
    return {name: list(random_plays(name)) for name in PLAYED}


@pytest.fixture(scope="module")
def shown(plays, tmp_path_factory):
    """By puzzle the answer that each play is, and its scene; all by one browser."""
    asked = {name: [[scene, steps] for _, scene, steps in every] for name, every in plays.items()}
    return run_page("[answerOf(...each), playedScene(...each)]", asked, tmp_path_factory.mktemp("plays"))


def run_page(expression, asked, folder):
    """The expression of `each`, by name."""
    body = join_modules("played_scene.js") + join_modules("board_state.js").replace('"use strict";', "")
    entries = f"Object.entries({script_json(asked)}).map(([name, all]) => [name, all.map((each) => {expression})])"
    return run_javascript(f"{body}\n//RESULT Object.fromEntries({entries})", folder)


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", PLAYED)
def test_what_a_person_puts_looks_as_the_answer_that_it_is(name, plays, shown):
    """Of random steps, with many of them impossible; but for what is wrong, which a page learns elsewhere."""
    record = puzzle(name)
    for (p, scene, steps), (answer, played) in zip(plays[name], shown[name], strict=True):
        view = View(record.answer_from_json(p, answer), empty=known_empty(scene, steps))
        document = json.loads(json.dumps(scene_document(record.extras.scene(p, view))))
        hidden = {glyph for each in scene["follows"] or () if each["modulo"] for glyph in each["glyphs"]}
        for part in ("ground", "layers"):
            one, other = (without(each, hidden, part) for each in (played, document))
            assert listed(one, part, cells_with_words(scene)) == listed(other, part, cells_with_words(scene)), part
        assert drawn_areas(played) == drawn_areas(document)


def drawn_areas(document):
    """Where lines are drawn between areas, whatever numbers these have: of each cell the first one of its area."""
    if document["areas"] is None:
        return None
    areas = np.array(document["areas"]).ravel()
    return [int(np.argmax(areas == area)) for area in areas]


@pytest.mark.parametrize("name", PLAYED)
def test_what_follows_is_in_its_cells(name, plays, shown):
    """By docs/scenes.md: of each cell the glyph with the number that the steps on its places add up to."""
    for (_, scene, steps), (_, played) in zip(plays[name], shown[name], strict=True):
        kinds = [scene["clicks"]["steps"][step] for step in steps]
        counts = [kind.get("number", 1) if kind["answer"] else 0 for kind in kinds]
        for follows in scene["follows"] or ():
            layers = played["ground" if follows["ground"] else "layers"]
            lying = {glyph: cells_of(layers, glyph) for glyph in follows["glyphs"]}
            most = len(follows["glyphs"]) - 1
            for cell, places, start in zip(follows["cells"], follows["of"], follows["start"], strict=True):
                total = start + sum(counts[place] for place in places)
                number = total % follows["modulo"] if follows["modulo"] else min(total, most)
                found = [glyph for glyph in follows["glyphs"] if glyph and tuple(cell) in lying[glyph]]
                assert found == [glyph for glyph in follows["glyphs"][number : number + 1] if glyph]


def cells_of(layers, glyph):
    """Where a glyph lies."""
    return {tuple(cell) for layer in layers if layer["glyph"] == glyph for cell in layer["cells"]}


def without(document, glyphs, part):
    """The board without some glyphs: a picture of an answer shows lamps as they were, a played board as they are."""
    return {**document, part: [layer for layer in document[part] if layer["glyph"] not in glyphs]}


def random_said(scene, stream):
    """Some cells, lines, places and words beside the board, for each thing that can be said."""
    clicks, shape = scene["clicks"], scene["shape"]
    places = places_of(clicks)
    return {
        what: {
            "cells": [[stream.randrange(side) for side in shape] for _ in range(3)],
            "lines": clicks["lines"][-1:] if "lines" in clicks else [],
            "places": [stream.randrange(len(places)) for _ in range(2)],
            "margins": [[side, stream.randrange(len(scene[side]["words"]))] for side in ("left", "top") if scene[side]],
        }
        for what in ("wrong", "marked", "deduced")
    }


def things_of(document):
    """What lies where, without its state."""
    return sorted(
        json.dumps([layer["glyph"], place, layer.get("count"), *layer.get("words", [])[i : i + 1]])
        for layer in document["layers"]
        for i, place in enumerate(layer.get("lines") or layer["cells"])
        if layer["glyph"]
    )


def told_places(scene, where):
    """All cells and lines that are pointed at."""
    clicks = scene["clicks"]
    named = [places_of(clicks)[place] for place in where["places"]]
    cells = [cell for piece in named for cell in piece["cells"]] if "pieces" in clicks else named
    return {json.dumps(place) for place in (*where["cells"], *where["lines"], *cells)}


def in_state(document, state):
    """The places of the layers in a state."""
    layers = [layer for layer in document["layers"] if layer["state"] == state]
    return [json.dumps(place) for layer in layers for place in layer.get("lines") or layer["cells"]]


def test_what_is_said_of_places_is_told_once_and_hides_nothing(plays, tmp_path):
    """What is wrong, marked and deduced is in that state, each place once; all things lie where they lay."""
    stream = random.Random(0)
    asked = {
        name: [(scene, steps, random_said(scene, stream)) for _, scene, steps in every] for name, every in plays.items()
    }
    told = run_page("[playedScene(...each), playedScene(each[0], each[1])]", asked, tmp_path)
    for name, every in asked.items():
        for (scene, _, said), (shown, plain) in zip(every, told[name], strict=True):
            assert things_of(shown) == things_of(plain)
            for what in ("wrong", "marked", "deduced"):
                places = [place for place in in_state(shown, what) if place not in in_state(plain, what)]
                assert sorted(places) == sorted(told_places(scene, said[what])), what
            for side in ("left", "top"):
                for i, state in enumerate(shown[side]["states"] if shown[side] else ()):
                    of = [what for what in ("wrong", "marked", "deduced") if [side, i] in said[what]["margins"]]
                    assert state == (of[0] if of else plain[side]["states"][i])


def test_pieces_of_which_no_copy_is_left_are_no_longer_below_the_board(plays, shown):
    """And all others are; of these, no more than their square, their letter and their lines goes."""
    gone = 0
    for (_, scene, steps), (_, played) in zip(plays["tiling"], shown["tiling"], strict=True):
        if scene["below"] is None:
            continue
        clicks = scene["clicks"]
        laid = [piece for piece, step in zip(clicks["pieces"], steps, strict=True) if clicks["steps"][step]["answer"]]
        count = Counter(place["piece"] for place in laid)
        used = {place["glyph"] for place in laid if count[place["piece"]] >= clicks["copies"][place["piece"]]}
        below, after = scene["below"], played["below"]
        glyphs = {layer["glyph"] for layer in below["ground"]}
        assert {layer["glyph"] for layer in after["ground"]} == glyphs - used
        hidden = {cell for glyph in used for cell in cells_of(below["ground"], glyph)}
        areas, kept = np.array(after["areas"]), np.array(below["areas"])
        assert all(areas[cell] == (-2 if cell in hidden else kept[cell]) for cell in np.ndindex(areas.shape))
        gone += len(used)
    assert gone
