"""Masyu: all answers of small boards by trying every loop, IDs of others, what is drawn and clicked, words."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.genres.masyu import BLACK, LOOP, WHITE, Masyu, model
from models.puzzles.genres.masyu import PUZZLE as MASYU
from models.puzzles.parts.lines import lines_where
from models.puzzles.parts.loops import border_lines
from models.puzzles.randomness import Stream
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from models.puzzles.stated_words import name_literal, row_phrase
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import solutions


def directions(lines):
    """The ways in which lines go, from each cell."""
    ways = {}
    for (r, c), (r2, c2) in lines:
        ways.setdefault((r, c), set()).add((r2 - r, c2 - c))
        ways.setdefault((r2, c2), set()).add((r - r2, c - c2))
    return ways


def verify(p, lines):
    """In other words than the model, and than `verify`."""
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
            m = model(p, by="lazy")
            assert {MASYU.decode(p, m, values) for values in solutions(m, LOOP.variables(m), 1000)} == fitting
            assert {loop for loop in loops if not MASYU.verify(p, loop)} == fitting
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
    m = model(p, by="lazy")
    across, down = LOOP.variables(m)[[0, -1]].tolist()
    assert name_literal(MASYU, p, m, across) == "a line from R1C1 to R1C2"
    assert name_literal(MASYU, p, m, -down) == "no line from R2C3 to R3C3"
    named = {row_phrase(MASYU, p, m, block, 0).text for block in m.stated_blocks if block.of is not None and len(block)}
    assert named == {"the cell R1C1", "the pearl at R1C1", "the pearl at R2C3"}


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("mashu/7/7/i3i0i90990d90030i", "7x7:BcWaBeBbWeWbWeWWWWiWdB"),
        ("https://puzz.link/p?masyu/4/4/610320", "4x4:aBcWdWcBa"),
        ("pzprv3/mashu/2/2/. 1 /2 . /0 /0 /0 0 /", "2x2:aWBa"),
        ("pzprv3/mashu/2/2/. 1 /2 . /1 /-1 /0 1 /", "2x2:aWBa"),
    ],
)
def test_boards_of_pzpr_are_those_of_pearl(text, board):
    """The first one is by Tatham's generator, and was converted by hand."""
    assert resolve("masyu", text).instance == resolve("masyu", board).instance


def test_a_pearl_of_unknown_colour_is_refused():
    with pytest.raises(InputError, match="expected one of"):
        resolve("masyu", "pzprv3/mashu/2/2/. - /2 . /0 /0 /0 0 /")
