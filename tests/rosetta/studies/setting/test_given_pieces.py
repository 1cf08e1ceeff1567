"""Tilings with pieces that lie there already: one way is left, and no piece could be taken up."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.randomness import Stream
from models.puzzles.setting.targets import Targets
from models.puzzles.tiling import rules
from models.puzzles.tiling import setting_givens as tiling_givens
from models.puzzles.tiling.record import PUZZLE
from rosetta.studies.setting.engines import BackendEngines
from tests.rosetta.studies.setting.test_every_puzzle import rosetta
from tests.support.second_looks import tiling_solutions
from tests.support.set_boards import set_up

GIVEN = {"given": True}
TEXT = "4 5\n.....\n.....\n.....\n.....\n\npiece L 2\nX.\nX.\nXX\n\npiece I 2\nXXXX\n\npiece O\nXX\nXX\n"


def laid_back(planted, whole):
    """Each instance that is left when one given piece is taken up, put together here from board and pieces."""
    for i in range(len(planted.givens)):
        board, pieces = whole.board.copy(), list(whole.pieces)
        for name, cells in planted.givens[:i] + planted.givens[i + 1 :]:
            for cell in cells:
                board[cell] = False
            at = next(k for k, piece in enumerate(pieces) if piece.name == name)
            copies = pieces[at].copies - 1
            pieces[at : at + 1] = [tiling_givens.replace(pieces[at], copies=copies)] if copies else []
        yield rules.Tiling(board, tuple(pieces))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("what", ["file", "5x5 random"])
def test_one_way_is_left_and_no_given_piece_can_be_missing(what, seed, tmp_path):
    """By trying every piece in every place. Given pieces and answer together cover the whole."""
    name, parameters = what.split()[0], {"pieces": "random"} if "random" in what else {}
    if name == "file":
        name = str(tmp_path / "board.txt")
        (tmp_path / "board.txt").write_text(TEXT)
    planted = set_up("tiling", name, seed, 0, Targets(unique=True, wishes=GIVEN, parameters=parameters))
    cut = frozenset((piece, frozenset(cells)) for piece, cells in planted.answer)
    assert list(islice(tiling_solutions(planted.instance), 2)) == [cut]
    assert planted.givens
    assert not rules.verify(planted.whole, (*planted.givens, *planted.answer))
    for other in laid_back(planted, planted.whole):
        assert len(list(islice(tiling_solutions(other), 2))) == 2


@pytest.mark.parametrize("what", ["6x10", "soma", "8x8-corners"])
def test_sets_with_names_keep_their_pieces(what, capsys):
    """The instance of the text has one solution, confirmed; with the given pieces it is one of the whole."""
    code, out, _ = rosetta(capsys, f"tiling {what} --given --json --seed 1")
    (document,) = json.loads(out)["instances"]
    assert (code, document["unique"], document["whole"]) == (0, True, what)
    whole, rest = resolve("tiling", what).instance, rules.parse(document["text"])
    givens, answer = (PUZZLE.answer_from_json(p, document[key]) for p, key in ((whole, "given"), (rest, "answer")))
    assert 0 < len(givens) < len(whole.pieces)
    assert not rules.verify(rest, answer)
    assert not rules.verify(whole, (*givens, *answer))


def test_planted_tilings_differ_by_seed_and_are_tilings():
    """Ten seeds, ten tilings of 6x10 that keep the rules; the same seed, the same tiling."""
    p = resolve("tiling", "6x10").instance
    tilings = [
        tiling_givens.planted_tiling(p, Stream("tiling", "test", "6x10", seed), BackendEngines())
        for seed in (*range(10), 0)
    ]
    assert all(not rules.verify(p, answer) for answer in tilings)
    assert len(set(tilings)) == 10
    assert tilings[0] == tilings[-1]


def test_the_drawing_shows_the_whole_board(capsys):
    """Given pieces are drawn where they lie, the rest is open; below, all pieces; in a pipe as comments."""
    code, out, _ = rosetta(capsys, "tiling 6x10 --given --show")
    assert code == 0
    comments = [line[2:] for line in out.splitlines() if line.startswith("#") and not line.startswith("# board: ")]
    board, solved = "\n".join(comments).split("\n\n")[:2]
    letters = [set(picture) & set("FILNPTUVWXYZ") for picture in (board, solved)]
    assert 0 < len(letters[0]) < 12
    assert len(letters[1]) == 12
    assert "." in board
    assert "." not in solved
    assert f"on 6x10 lie {', '.join(sorted(letters[0]))}: {len(letters[0])} of 12 pieces" in out


@pytest.mark.parametrize(
    ("line", "tells"),
    [
        ("tiling tetrominoes:4x5 --given", "do not cover it in any way: coloured like a chessboard"),
        ("tiling soma --unique", "expected --given"),
        ("tiling 3x3x4 --pieces random --unique", "--pieces is for sizes"),
        ("tents 6 --given", "--given: not for tents"),
    ],
)
def test_what_cannot_be_is_refused(line, tells, capsys):
    """One message, exit code 2."""
    code, out, err = rosetta(capsys, line)
    assert (code, out) == (2, "")
    assert tells in err


def test_a_board_that_is_covered_in_one_way_needs_no_piece():
    """One domino on two cells: nothing is given, and nothing has to be."""
    planted = set_up("tiling", "dominoes:1x2", 0, 0, Targets(unique=True))
    assert (planted.givens, len(planted.answer)) == ((), 1)
    planted = set_up("tiling", "dominoes:1x2", 0, 0, Targets(unique=True, wishes=GIVEN))
    assert (planted.givens, np.count_nonzero(planted.instance.board)) == ((), 2)
