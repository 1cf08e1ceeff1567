"""What the first comments of a file say: words for variables, and a description."""

from __future__ import annotations

import pytest

from backends.formats.text.comments import MOST_LINES, read_comments
from rosetta.commands.main import run_verb


def test_words_and_description():
    """Variables by number or by name; what is no variable of the file is said of the model; rows end it."""
    lines = "a small shop", "var 2 = the left door", "x3 = the cat ", "", "var 9 = nobody", "rule: r"
    text = "".join(f"c {line}\n" for line in lines) + "p cnf 3 0\nc var 1 = too late\n"
    comments = read_comments(text.encode(), "c", ["x1", "x2", "x3"])
    assert comments.words == {"x2": "the left door", "x3": "the cat"}
    assert comments.description == ("a small shop", "var 9 = nobody")
    assert read_comments(b"* #variable= 2 #constraint= 1\n* y = why\n+1 y >= 1 ;\n", "*", ["y"]).words == {"y": "why"}


def test_long_descriptions_are_cut():
    lines = "".join(f"\\ line {number}\n" for number in range(9))
    description = read_comments(lines.encode() + b"min x\n", "\\", ["x"]).description
    assert description == (*(f"line {number}" for number in range(MOST_LINES - 1)), "...")


@pytest.mark.sample(1)
@pytest.mark.parametrize("form", ["dimacs", "opb", "lp", "mps"])
def test_the_words_of_a_puzzle_come_back(form, tmp_path, capsys):
    """A board as a solver's file is explained in the words of the board; its answer has the names of the file."""
    ending = {"dimacs": "cnf"}.get(form, form)
    file = tmp_path / f"board.{ending}"
    assert run_verb("convert", ["tents", "4", "--to", form, "-o", str(file)]) == 0
    assert run_verb("formulas", [str(file)]) == 0
    told = capsys.readouterr().out
    assert " tent at R" in told
    assert "\ntents 4x4:" in told
    assert run_verb("solve", [str(file), "--json"]) == 0
    assert "R1C" not in capsys.readouterr().out
