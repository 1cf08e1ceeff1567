"""Binairo: IDs of Unruly to the letter, rows that may be alike, both colours in pictures and by clicks."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

from instances.formats.contract import formats
from instances.resolve import resolve
from models.puzzles.genres.binairo import PUZZLE, Binairo
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import models, solutions

UNRULY = shutil.which("sgt-unruly") or shutil.which("sgt-unruly", path="/usr/games")
IDS = {  # printed by sgt-unruly 20230122 for what stands before
    "8x8dt": "8x8:aFCbBiaeebGCHahb",
    "10x6": "10x6:CBDafEAEAGcbAbBMc",
    "6x6u": "6x6u:DABIAgBBDe",
    "8x10u": "8x10u:aACABbaJAEibbBGEfBcBaEh",
    "20x20dn": "20x20:BBedeBEdAeEBCFABjDRECBABfGBFbFbccccnjaBcGAaDbGcaLBChaDccBdgbeaBIEKbdFbaCBAxDbdachBbajefdaaBdjd",
}


def read(text):
    return resolve("binairo", text).instance


def answers(p):
    _, model, project = next(models("binairo", p, ()))
    return [PUZZLE.decode(p, model, values) for values in solutions(model, project, 3)]


@pytest.mark.parametrize("requested", IDS)
def test_ids_of_unruly_have_one_answer_and_are_written_to_the_letter(requested):
    p = read(IDS[requested])
    assert p.different == ("u" in requested)
    assert formats()["tatham"].write("binairo", p) == IDS[requested]
    (answer,) = answers(p)
    assert PUZZLE.verify(p, answer) == []


@pytest.mark.skipif(UNRULY is None, reason="sgt-unruly is not installed")
def test_boards_that_unruly_makes_today_are_read():
    made = subprocess.run(
        [UNRULY, "--generate", "1", "6x8u"], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert formats()["tatham"].write("binairo", read(made)) == made
    assert len(answers(read(made))) == 1


def test_an_id_says_whether_rows_may_be_alike():
    """The letters on the difficulty say nothing; small letters are white."""
    for letters, different in (("", 0), ("u", 1), ("de", 0), ("udn", 1)):
        p = read(f"8x8{letters}:aFCbBiaeebGCHahb")
        assert p.different == different
        assert p.discs[0].tolist() == [1, 0, 0, 0, 0, 0, 2, 0]
    with pytest.raises(InputError, match="expected a size such as 8x8 or 8x8u, found 'q3' behind it"):
        read("8x8q3:aFCbBiaeebGCHahb")


def test_runs_of_25_cells_have_letters_of_their_own():
    """As Unruly writes them: in the size of the letter that ends the run, small at the end of the board."""
    discs = np.zeros((6, 10), int)
    discs[3, 0] = 2
    text = formats()["tatham"].write("binairo", Binairo(discs, 0))
    assert text == "10x6:ZFze"
    assert read(text) == Binairo(discs, 0)


def test_alike_rows_are_found_where_they_are_not_allowed():
    p = PUZZLE.parse("4 4\no x o x\no x o x\nx o x o\nx o x o\n")
    answer = tuple((r, c) for r, c in np.argwhere(p.discs == 2).tolist())
    assert PUZZLE.verify(p, answer) == [
        "row 2 is like row 1",
        "row 4 is like row 3",
        "column 3 is like column 1",
        "column 4 is like column 2",
    ]
    assert answers(p) == []
    assert answers(Binairo(p.discs, 0)) == [answer]
    assert PUZZLE.extras.caption(Binairo(p.discs, 0)) == "rows may be alike, and columns"


def test_boards_of_puzzlekit_say_1_for_white_and_allow_rows_that_are_alike():
    assert read("2 2\n1 -\n- 2\n") == PUZZLE.parse("2 2 0\no .\n. x\n")


def test_both_colours_are_drawn_and_clicked():
    """Given discs are capitals in text, cannot be clicked, and belong to an answer."""
    p = PUZZLE.parse("2 2\no x\n. .\n")
    assert PUZZLE.draw_text(p).split() == ["O", "X", ".", "."]
    assert PUZZLE.draw_text(p, ((0, 1), (1, 0))).split() == ["O", "X", "x", "o"]
    assert PUZZLE.draw_text(p, (), empty=frozenset({(1, 1)})).split() == ["O", "X", ".", "o"]
    clicks = scene_document(PUZZLE.extras.scene(p, View()))["clicks"]
    assert clicks["cells"] == [[1, 0], [1, 1]]
    assert clicks["given"] == [[0, 1]]
    assert [(step["glyph"], step["answer"]) for step in clicks["steps"]] == [
        ("", ""), ("black disc", "black_discs"), ("white disc", "")
    ]  # fmt: skip


def test_words_name_both_colours():
    model = next(iter(PUZZLE.formulations.values()))(PUZZLE.parse("2 2\n. .\n. .\n"))
    assert [PUZZLE.extras.piece, model.says["black_disc"].word(1), model.says["black_disc"].word(1, False)] == [
        "black disc", "a black disc at R1C2", "a white disc at R1C2"
    ]  # fmt: skip
