"""Pieces that are laid by clicks: what a page draws of them, by docs/scenes.md alone, is what the scene of the same
answer has."""

from __future__ import annotations

import json
import re
from collections import Counter

import numpy as np
import pytest

from instances.resolve import resolve
from models.neutral import Model, cell_groups, each
from models.puzzles.parts import Glyph, LaidPieces, View, laid_clicks
from models.puzzles.parts.laid_scenes import MOST_PLACES
from models.puzzles.randomness import Stream
from models.puzzles.registry import puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.scene import Scene

BOARDS = {
    "pentominoes": lambda: resolve("tiling", "rectangle-6x10").instance,
    "a hole": lambda: resolve("tiling", "8x8-centre").instance,
    "a box": lambda: resolve("tiling", "3x4x5").instance,
    "copies": lambda: puzzle("tiling").parse(
        "2 6\n......\n......\n\npiece L 2\nXX\nX.\n\npiece Z one-sided\nXX.\n.XX\n\npiece I\nXX\n"
    ),
    "random": lambda: puzzle("tiling").generate((6, 7), 3, pieces="random")[0],
}


def document_of(p, answer=None):
    return json.loads(json.dumps(scene_document(puzzle("tiling").extras.scene(p, View(answer)))))


def draw_played(document, steps):
    """The ground, the words, and the areas of the board with what lies on it; how many of each piece are left."""
    clicks, areas = document["clicks"], np.array(document["areas"])
    laid = [i for i, step in enumerate(steps) if clicks["steps"][step]["answer"]]
    covered = {tuple(cell) for i in laid for cell in clicks["pieces"][i]["cells"]}
    ground, words, left = {}, {}, dict(clicks["copies"])
    for layer in document["ground"]:
        kept = {tuple(cell) for cell in layer["cells"]} - (covered if layer["glyph"] == clicks["room"] else set())
        ground[layer["glyph"]] = kept
    for i in laid:
        piece = clicks["pieces"][i]
        cells = sorted(map(tuple, piece["cells"]))
        ground.setdefault(piece["glyph"], set()).update(cells)
        areas[tuple(np.array(cells).T)] = i
        for board in {cell[:-2] for cell in cells}:
            words[min(cell for cell in cells if cell[:-2] == board)] = piece["word"]
        left[piece["piece"]] -= 1
    return {glyph: cells for glyph, cells in ground.items() if cells}, words, areas, left


def same_borders(areas, others):
    """Do the same neighbours belong together, and is the same outside?"""
    ways = [(areas.flat[i], others.flat[i]) for i in range(areas.size)]
    return len(set(ways)) == len({one for one, _ in ways}) == len({other for _, other in ways}) and all(
        (one < 0) == (other < 0) and (one >= 0 or one == other) for one, other in ways
    )


def lay_at_random(document, stream):
    """Steps of places that overlap nowhere, each piece as often as it is there; some others are ruled out."""
    clicks = document["clicks"]
    left, covered, steps = Counter(clicks["copies"]), set(), [0] * len(clicks["pieces"])
    for i in stream.order(len(steps))[: 40 * stream.number_below(4)].tolist():
        piece = clicks["pieces"][i]
        cells = set(map(tuple, piece["cells"]))
        if left[piece["piece"]] and not cells & covered:
            steps[i], covered = 1, covered | cells
            left[piece["piece"]] -= 1
        else:
            steps[i] = 2
    return steps


@pytest.mark.parametrize("what", BOARDS)
def test_laid_pieces_look_as_in_the_scene_of_the_answer(what):
    """Colours, letters, borders; the board below shows those that are left."""
    p, stream = BOARDS[what](), Stream("tiling", "clicks", what.replace(" ", "-"), 1)
    empty = document_of(p)
    clicks, seen = empty["clicks"], set()
    assert [step["state"] for step in clicks["steps"]] == ["plain", "plain", "known to be empty"]
    for _ in range(6):
        steps = lay_at_random(empty, stream)
        pieces = [piece for piece, step in zip(clicks["pieces"], steps, strict=True) if step == 1]
        listed = [{"piece": piece["piece"], "cells": piece["cells"]} for piece in pieces]
        answer = puzzle("tiling").answer_from_json(p, {clicks["steps"][1]["answer"]: listed})
        drawn = document_of(p, answer)
        ground, words, areas, left = draw_played(empty, steps)
        assert ground == {layer["glyph"]: set(map(tuple, layer["cells"])) for layer in drawn["ground"]}
        (lettered,) = [layer for layer in drawn["layers"] if layer["glyph"] == clicks["letter"]] or [None]
        told = dict(zip(map(tuple, lettered["cells"]), lettered["words"], strict=True)) if lettered else {}
        assert words == told
        assert same_borders(areas, np.array(drawn["areas"]))
        assert below_of(drawn) == {piece_glyph(clicks, name): n for name, n in left.items() if n}
        seen.add(len(pieces))
    assert len(seen) > 1


def piece_glyph(clicks, name):
    return next(piece["glyph"] for piece in clicks["pieces"] if piece["piece"] == name)


def below_of(document):
    """By its glyph how often each piece lies below the board: `2x` stands on its left."""
    below = document["below"] or {"ground": [], "layers": []}
    copies = {}
    for layer in below["layers"]:
        if layer["glyph"] == "number of copies":
            copies = {
                tuple(c): int(re.fullmatch(r"(\d+)x", w)[1])
                for c, w in zip(layer["cells"], layer["words"], strict=True)
            }
    found = {}
    for layer in below["ground"]:
        row, column = min(r for r, _ in layer["cells"]), min(c for _, c in layer["cells"])
        found[layer["glyph"]] = copies.get((row, column - 2), 1)
    return found


@pytest.mark.parametrize("what", BOARDS)
def test_places_are_those_of_the_model_in_its_order(what):
    """So the rows of the model judge what lies on the board."""
    p, record = BOARDS[what](), puzzle("tiling")
    pieces = document_of(p)["clicks"]["pieces"]
    for state in record.formulations.values():
        model = state(p)
        words = [model.says["place"].word(i) for i in range(model.arrays["place"].size)]
        told = [(word.partition(" on ")[0], word.partition(" on ")[2].split()) for word in words]
        named = [
            (
                piece["piece"],
                ["".join(f"{a}{i + 1}" for a, i in zip("LRC"[-len(c) :], c, strict=True)) for c in piece["cells"]],
            )
            for piece in pieces
        ]
        assert told == named


def dominoes(length):
    """A strip of cells, and every way to lay a domino on it."""
    m = Model("strip")
    rows = [[i, i + 1] for i in range(length - 1)]
    cells = cell_groups([[0, i] for i in range(length)], rows)
    m.bools("place", len(rows), says=each("{piece} on {cells}", piece=["D"] * len(rows), cells=cells))
    return m


def test_any_puzzle_of_pieces_has_such_clicks():
    """Where it is open how many lie there, and without letters; too many ways are not listed."""
    glyph = Glyph("domino", "D")

    def shown(length):
        clicks = laid_clicks(LaidPieces(), lambda: dominoes(length), {"D": glyph}, {"D": ""})
        return scene_document(Scene((1, length), "strip", (), clicks=clicks))

    clicks = shown(4)["clicks"]
    assert [piece["cells"] for piece in clicks["pieces"]] == [[[0, i], [0, i + 1]] for i in range(3)]
    assert (clicks["copies"], clicks["letter"], clicks["room"]) == (None, "", "")
    assert "domino" in shown(4)["glyphs"]
    assert shown(MOST_PLACES + 2)["clicks"] is None


def test_a_picture_lists_no_places():
    """They may be many, and are not seen."""
    asked = []
    clicks = laid_clicks(LaidPieces(), lambda: asked.append(1) or dominoes(3), {"D": Glyph("domino")}, {"D": ""})
    scene = Scene((1, 3), "strip", (), clicks=clicks)
    assert not asked
    assert clicks.list_places() is clicks.list_places()
    assert len(asked) == 1
    assert scene.line_places == ()


def test_a_large_tiling_is_not_played():
    p, _ = puzzle("tiling").generate((60, 60), 1, pieces="random")
    assert puzzle("tiling").extras.scene(p, View()).clicks is None
