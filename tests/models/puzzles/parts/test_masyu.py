"""Masyu, made of parts: a loop through the middles of cells with pearls. Its answers, its drawings, its words."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from models.neutral import Model, each, union
from models.puzzles.parts import (
    Glyph,
    GridLines,
    LetterWords,
    Outline,
    Planting,
    array_record,
    compose_puzzle,
    draw_loop,
    line_scene,
    lines_through,
    mask_layer,
    text_of_grids,
)
from models.puzzles.parts.lines import lines_where
from models.puzzles.parts.loops import border_lines
from models.puzzles.randomness import Stream
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from models.puzzles.stated_words import name_literal, row_phrase
from tests.models.puzzles.parts.test_composition import solutions

NONE, WHITE, BLACK = 0, 1, 2
CIRCLE = "m5.5 12a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z"
INK = {"stroke": "#33373f", "stroke_width": 1.4}
PEARLS = {
    WHITE: Glyph("white pearl", "o", (Outline(CIRCLE, {**INK, "fill": "#ffffff"}),)),
    BLACK: Glyph("black pearl", "*", (Outline(CIRCLE, {**INK, "fill": "#33373f"}),)),
}
LOOP = GridLines(dots=False)


@array_record
class Masyu:
    """NONE, WHITE or BLACK, shape (rows, columns)."""

    pearls: np.ndarray


def model(p):
    m, shape = Model("masyu"), p.pearls.shape
    across, down = LOOP.declare(m, shape)
    cells, lines = np.ones(shape, bool), np.concatenate([across.ravel(), down.ravel()])
    cell = each("the cell {cell}", cell=cells)
    m.single_cycle("the lines form a single loop", lines, LOOP.point_edges(shape), by="lazy", of=cell)
    white, black, pearl = p.pearls == WHITE, p.pearls == BLACK, each("the pearl at {cell}", cell=cells)
    along, upright = lines_through(across, down)
    m.any("the loop visits every white pearl", union(along, upright), where=white, of=pearl)
    for ways in (along, upright):
        m.parity(0, "the loop goes straight on at a white pearl", ways, where=white, of=pearl)
        m.exactly(1, "the loop turns at a black pearl", ways, where=black, of=pearl)
    for lines, light, dark in ((across, white, black), (down.T, white.T, black.T)):
        straight = sliding_window_view(lines, min(4, lines.shape[1]), axis=1)[:, : max(lines.shape[1] - 3, 0)]
        turns = light[:, 2 : 2 + straight.shape[1]]
        m.any("the loop turns before a white pearl, or after it", -straight.reshape(-1, straight.shape[2]), where=turns)
        for ahead, at in ((lines, dark), (lines[:, ::-1], dark[:, ::-1])):
            goes_on = np.stack([-ahead[:, :-1], ahead[:, 1:]], axis=-1).reshape(-1, 2)
            m.any("the loop goes straight on before and after a black pearl", goes_on, where=at[:, :-2])
            m.any("after a black pearl there is room", -ahead[:, -1:], where=at[:, -2])
    return m


def directions(lines):
    """The ways in which lines go, from each cell."""
    ways = {}
    for (r, c), (r2, c2) in lines:
        ways.setdefault((r, c), set()).add((r2 - r, c2 - c))
        ways.setdefault((r2, c2), set()).add((r - r2, c - c2))
    return ways


def verify(p, lines):
    """In other words than the model."""
    ways, straight = directions(lines), ({(0, 1), (0, -1)}, {(1, 0), (-1, 0)})
    faults = [f"{cell}: {len(found)} lines" for cell, found in ways.items() if len(found) != 2]
    reached, waiting = set(), list(ways)[:1]
    while waiting:
        cell = waiting.pop()
        waiting += [] if cell in reached else [(cell[0] + y, cell[1] + x) for y, x in ways[cell]]
        reached.add(cell)
    faults += ["no single loop"] if not ways or reached != set(ways) else []
    for (r, c), kind in np.ndenumerate(p.pearls):
        found = ways.get((r, c), set())
        beside = [ways[r + y, c + x] in straight for y, x in found]
        if kind == WHITE and (found not in straight or all(beside)):
            faults.append(f"white pearl {r}:{c}")
        if kind == BLACK and (len(found) != 2 or found in straight or not all(beside)):
            faults.append(f"black pearl {r}:{c}")
    return faults


def read_clues(p, lines):
    ways, pearls = directions(lines), np.zeros(p.pearls.shape, int)
    for cell in ways:
        for kind in (WHITE, BLACK):
            alone = np.zeros(pearls.shape, int)
            alone[cell] = kind
            pearls[cell] = pearls[cell] if verify(Masyu(alone), lines) else kind
    return Masyu(pearls)


def scene(p, view):
    layers = (mask_layer(glyph, p.pearls == kind) for kind, glyph in PEARLS.items())
    return line_scene("Masyu", view, LOOP, layers, p.pearls.shape)


MASYU = compose_puzzle(
    "masyu", "Masyu", ("a loop through all pearls",), answer=LOOP, scene=scene, verify=verify,
    text=text_of_grids(Masyu, pearls=LetterWords({".": NONE, "o": WHITE, "*": BLACK})),
    formulations={"default": model},
    planting=Planting(
        lambda size, stream: Masyu(np.zeros(size, int)), read_clues, share=60,
        draw_answer=lambda p, stream: draw_loop(p.pearls.shape, stream),
    ),
)  # fmt: skip


def every_loop(height, width):
    """Of a board of cells: the borders of all insides between them that are one piece, as is what is around."""
    for chosen in product((False, True), repeat=(height - 1) * (width - 1)):
        lines = lines_where(*border_lines(np.array(chosen).reshape(height - 1, width - 1)))
        if not verify(Masyu(np.zeros((height, width), int)), lines):
            yield lines


def test_the_answers_are_the_loops_that_know_all_pearls():
    """On boards of 4x4 cells, of which there are 213 loops, and of 3x5."""
    stream = Stream("masyu", "test", "4x4", 0)
    for shape, number in (((4, 4), 213), ((3, 5), None)):
        loops = list(every_loop(*shape))
        assert number in (None, len(loops))
        counts = []
        for _ in range(12):
            pearls = np.array([max(0, stream.number_below(14) - 11) for _ in range(shape[0] * shape[1])])
            p = Masyu(pearls.reshape(shape))
            fitting = {loop for loop in loops if not verify(p, loop)}
            assert set(solutions(MASYU, p, 1000)) == fitting
            counts.append(len(fitting))
        assert min(counts) == 0
        assert max(counts) > 1


@pytest.mark.parametrize("seed", range(3))
def test_a_board_is_generated_drawn_and_played(seed):
    """Lines stand between cells, in text with labels, too; clicks on them give the answer."""
    p, answer = MASYU.generate((5, 6), seed)
    assert MASYU.verify(p, answer) == []
    assert MASYU.parse(MASYU.format(p)) == p
    text, size = MASYU.draw_text(p, answer).splitlines(), (9, 11)
    assert len(text) == size[0]
    for (r, c), (r2, c2) in answer:
        assert text[r + r2][c + c2] == ("-" if r == r2 else "|")
    assert "".join(text).count("-") + "".join(text).count("|") == len(answer)
    clicks = scene_document(MASYU.extras.scene(p, View()))["clicks"]
    assert clicks["steps"][1]["answer"] == "lines"
    assert all([list(a), list(b)] in clicks["lines"] for a, b in answer)


def test_its_words_name_lines_and_cells():
    p = MASYU.parse("3 3\no . .\n. . *\n. . .\n")
    m = model(p)
    across, down = LOOP.variables(m)[[0, -1]].tolist()
    assert name_literal(MASYU, p, m, across) == "a line from R1C1 to R1C2"
    assert name_literal(MASYU, p, m, -down) == "no line from R2C3 to R3C3"
    named = {row_phrase(MASYU, p, m, block, 0).text for block in m.stated_blocks if block.of is not None}
    assert named == {"the cell R1C1", "the pearl at R1C1", "the pearl at R2C3"}
