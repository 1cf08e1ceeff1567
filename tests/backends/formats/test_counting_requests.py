"""Comments that ask for a projected or a weighted count: read, told, or refused with their place."""

from __future__ import annotations

import pytest

from backends.formats.contract import FileError, file_format
from instances.solver_files import read_solver_file
from models.puzzles.model.record import PUZZLE

CNF = "{top}p cnf 4 2\n{below}1 3 0\n-2 4 0\n{end}"


def cnf(top: str = "", below: str = "", end: str = "") -> bytes:
    return CNF.format(top=top, below=below, end=end).encode()


@pytest.mark.parametrize(
    ("name", "content", "projection", "asked"),
    [
        ("dimacs", cnf(below="c p show 1 2 0\n"), ("x1", "x2"), "c p show"),
        ("dimacs", cnf(end="c p  show 2 1 0\n"), ("x1", "x2"), "c p show"),
        ("dimacs", cnf(top="c ind 1 4 0\nc ind 3 0\n"), ("x1", "x3", "x4"), "c ind"),
        ("dimacs", cnf(top="c ind 2 1 0\n", end="  c\tp show 1 0\nc p show 2 0\n"), ("x1", "x2"), "c ind"),
        ("dimacs", cnf(top="c ind is a word\nc independent 1 0\nc p shown 1 0\nc a c ind 1 0\n"), (), ""),
        ("dimacs", cnf(), (), ""),
        ("xnf", b"p cnf 2 1\nc p show 2 0\nx1 2 0\n", ("x2",), "c p show"),
        ("opb", b"* #variable= 3 #constraint= 1\n* ind 1 3 0\n+1 x1 +1 x2 >= 1 ;\n", ("x1", "x3"), "* ind"),
        ("opb", b"+1 x0 +1 x1 >= 1 ;\n* ind 1 0\n", ("x1",), "* ind"),
    ],
)
def test_a_projection_is_read(name, content, projection, asked):
    """Wherever the comments stand; several of a kind are one set, as ApproxMC and Ganak have it."""
    read = file_format(name).load(content)
    assert (read.projection, read.projected_by, read.notes) == (projection, asked, ())


@pytest.mark.parametrize(
    ("comment", "asked"), [("c p weight 1 0.4 0", "c p weight"), ("c t wmc", "c t wmc"), ("c t  pwmc", "c t pwmc")]
)
def test_weights_are_told(comment, asked):
    (note,) = file_format("dimacs").load(cnf(below=f"c t mc\n{comment}\nc weight 1\n")).notes
    assert note == f"`{asked}`: weights are not read; solutions are counted, each as one, and not weighed"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (cnf(below="c p show 1 5 0\n"), "line 2, column 12: expected the number of a variable, up to 4; found '5'"),
        (cnf(below="c p show 1 -2 0\n"), "line 2, column 12: expected the number of a variable, up to 4; found '-2'"),
        (cnf(below="c p show x1 0\n"), "line 2, column 10: expected the number of a variable, up to 4; found 'x1'"),
        (cnf(below="c p show 0\n"), "line 2, column 10: expected the number of a variable, up to 4; found '0'"),
        (cnf(below="c ind 1 2\n"), "line 2, column 1: expected a 0 at the end of the comment, as in `c ind 1 2 0`"),
        (cnf("c ind 1 2 0\n", "c p show 1 0\n"), "line 3, column 1: expected the same variables as in the comments `c"),
    ],
)
def test_other_sets_are_refused(content, reason):
    with pytest.raises(FileError) as error:
        file_format("dimacs").load(content)
    assert reason in str(error.value)


def test_notes_tell_what_the_projection_changes():
    """Of the file, of the command line in its place, and of a set of all variables, which changes nothing."""
    notes = PUZZLE.extras.notes
    instance = read_solver_file(cnf(below="c p show 1 2 0\n").decode()).instance
    (note,) = notes(instance)
    assert note.startswith("`c p show`: solutions that agree on 2 variables of 4 are counted and listed as one")
    chosen, _ = PUZZLE.extras.adapt(instance, 0, project=("x3",))
    assert notes(chosen) == ("the projection asked for takes the place of `c p show`",)
    assert chosen.projected_variables().tolist() == [3]
    assert instance.description == ()
    assert notes(read_solver_file(cnf(below="c ind 4 3 2 1 0\n").decode()).instance) == ()
