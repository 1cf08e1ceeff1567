"""Drawings of two tilings of a board: each can be read from it."""

from __future__ import annotations

import re
from collections import Counter

from models.puzzles.registry import puzzle

PUZZLE = puzzle("tiling")
BOARD = "2 3\n...\n...\n\npiece L\nXX\nX.\n\npiece M\nXX\nX.\n"
SHARED = "1 4\n....\n\npiece I\nXX\n\npiece J\nX\n\npiece K\nX\n"
CELLS = {"one": [("L", [[0, 0], [0, 1], [1, 0]]), ("M", [[0, 2], [1, 1], [1, 2]])]}
CELLS["other"] = [("M", [[0, 0], [0, 1], [1, 0]]), ("L", [[0, 2], [1, 1], [1, 2]])]


def answer_of(placed) -> tuple:
    return tuple((name, tuple(map(tuple, cells))) for name, cells in placed)


def letters(lines: list[str]) -> list[str]:
    """What stands in the cells, row by row, with the sign behind it."""
    return [
        "".join(line[i : i + 2].strip() for i in range(2, len(line), 4))
        for line in lines
        if line.startswith("| ") and line[2] != " "
    ]


def test_both_tilings_are_drawn():
    """All placements differ, so that all cells are marked; the second drawing is that of the other tiling."""
    p = PUZZLE.parse(BOARD)
    first, second = answer_of(CELLS["one"]), answer_of(CELLS["other"])
    assert PUZZLE.verify(p, first) == PUZZLE.verify(p, second) == []
    lines = PUZZLE.draw_text(p, first, second=second).splitlines()
    cut = lines.index("and the other:")
    assert letters(lines[:cut]) == ["L<L<M<", "L<M<M<"]
    assert letters(lines[cut + 1 :]) == ["M<M<L<", "M<L<L<"]
    assert lines[-1].startswith("(<: ")


def test_a_placement_that_both_have_is_not_marked():
    """Only what differs is; without a second tiling, or with the same one, there is one board and no legend."""
    p = PUZZLE.parse(SHARED)
    first = answer_of([("I", [[0, 0], [0, 1]]), ("J", [[0, 2]]), ("K", [[0, 3]])])
    second = answer_of([("I", [[0, 0], [0, 1]]), ("J", [[0, 3]]), ("K", [[0, 2]])])
    lines = PUZZLE.draw_text(p, first, second=second).splitlines()
    assert letters(lines) == ["IIJ<K<", "IIK<J<"]
    assert PUZZLE.draw_text(p, first, second=first) == PUZZLE.draw_text(p, first)
    assert letters(PUZZLE.draw_text(p, first).splitlines()) == ["IIJK"]


def test_pieces_that_overlap_are_marked_and_open_cells_are_not():
    """Also where pieces are only given: then the other cells are open."""
    p = PUZZLE.parse(SHARED)
    overlapping = answer_of([("I", [[0, 0], [0, 1]]), ("J", [[0, 1]])])
    assert letters(PUZZLE.draw_text(p, overlapping).splitlines()) == ["I!J!.."]
    assert letters(PUZZLE.draw_text(p, overlapping[:1]).splitlines()) == ["II.."]


def test_pieces_that_are_not_laid_stand_below_the_board():
    """Their letters, `2x` before two copies; none below a whole answer, or where the picture points at cells."""
    board, answer = PUZZLE.generate((5, 8), 0, pieces="random")
    assert any(piece.copies > 1 for piece in board.pieces)
    for laid in ((), answer[:2]):
        texts = Counter(re.findall(r">(\w+)</text>", PUZZLE.draw_svg(board, laid)))
        left = Counter({piece.name: piece.copies for piece in board.pieces}) - Counter(name for name, _ in laid)
        shown = list(left) + [f"{n}x" for n in left.values() if n > 1] + [name for name, _ in laid]
        assert texts == Counter(shown)
    whole = PUZZLE.draw_svg(board, answer)
    assert Counter(re.findall(r">(\w+)</text>", whole)) == Counter(name for name, _ in answer)
    height = [float(re.search(r'height="(\d+)', svg)[1]) for svg in (whole, PUZZLE.draw_svg(board))]
    assert height[0] < height[1]
    assert "scale(" not in PUZZLE.draw_svg(board, mark=[(0, 0)])


def test_pieces_that_overlap_in_a_box_are_marked():
    """Layers side by side; the cells of both pieces that cover one cell."""
    p = PUZZLE.extras.named("soma")()[0]
    laid = answer_of([("V", [[0, 0, 0], [0, 0, 1], [0, 1, 1]]), ("L", [[0, 0, 1], [0, 0, 2], [0, 1, 2], [0, 2, 2]])])
    rows = [line for line in PUZZLE.draw_text(p, laid).splitlines() if line.startswith("| ") and line[2] != " "]
    assert rows[0].startswith("| V!| L!  L!|   | .   .   . |   | .")
    assert "".join(rows).count("!") == 6
