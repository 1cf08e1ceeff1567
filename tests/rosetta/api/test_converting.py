"""`rs.convert` and `rosetta convert`: one description of what they take, so the same file by both, and the same
refusals, each in the asker's words."""

from __future__ import annotations

import inspect
import re

import pytest

import rosetta as rs
from rosetta.api.converting import ConvertOptions
from rosetta.requests.options import keywords_of
from rosetta.verbs.convert import ConvertRequest
from tests.support.in_a_fork import rosetta

ID = "4x4:cbaea,1,1,0,2,0,2,0,2"
FORMULAS = ["--to", "dimacs"]

SAME = {
    "to": ({"to": "pzprv3"}, ["--to", "pzprv3"]),
    "alias": ({"to": "puzz.link"}, ["--to", "puzz.link"]),
    "ending": ({"to": "cnf"}, FORMULAS),
    "formulation": ({"to": "dimacs", "formulation": "source-cnf"}, [*FORMULAS, "--formulation", "source-cnf"]),
    "encodings": (
        {"to": "dimacs", "encodings": {"cardinality": "totalizer", "exactly-one": "ladder"}},
        [*FORMULAS, "--encoding", "cardinality=totalizer", "--encoding", "exactly-one=ladder"],
    ),
    "solution": ({"to": "svg", "solution": True}, ["--to", "svg", "--solution"]),
    "scene": ({"to": "scene", "solution": True}, ["--to", "scene", "--solution"]),
    "width": ({"to": "svg", "width": 321}, ["--to", "svg", "--width", "321"]),
}


@pytest.mark.parametrize("name", SAME)
def test_a_keyword_gives_what_its_flag_gives(name):
    """And something else than without it. A board that is a word has no line break in Python."""
    options, flags = SAME[name]
    text = rs.convert(rs.load("tents", ID), **options)
    printed = rosetta("convert", "tents", ID, *flags).stdout
    assert text == (printed.removesuffix("\n") if printed.count("\n") == 1 and name != "scene" else printed)
    assert set(SAME) >= {each.name for each in keywords_of(ConvertRequest)} - {"output", "progress", "seed"}
    if len(options) > 1:
        assert text != rs.convert(rs.load("tents", ID), options["to"])


@pytest.mark.parametrize("name", ["board.png", "board.pdf", "board.svg", "board.cnf"])
def test_a_file_holds_what_is_returned_without_it(tmp_path, name):
    """Its name says the format; the command line writes the same; what is there already stays."""
    board, ours, theirs = rs.load("tents", ID), tmp_path / name, tmp_path / f"command-{name}"
    more = {} if name == "board.cnf" else {"solution": True, "width": 120}
    flags = ["--solution", "--width", "120"] if more else []
    assert rs.convert(board, output=ours, **more) is None
    assert rosetta("convert", "tents", ID, "-o", str(theirs), *flags).returncode == 0
    content = rs.convert(board, name.rpartition(".")[2], **more)
    assert isinstance(content, bytes) == (name in ("board.png", "board.pdf"))
    assert ours.read_bytes() == theirs.read_bytes() == (content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError, match="exists already"):
        rs.convert(board, output=str(ours), **more)
    assert rs.convert(board, "plain", output=tmp_path / "board.other.png") is None
    assert (tmp_path / "board.other.png").read_text("utf-8").startswith("4 4\n")


REFUSED = [
    ({}, [], "{to}: expected a format"),
    ({"output": "x.jpg"}, ["-o", "x.jpg"], "only where {output} names a picture or a solver's file"),
    ({"to": "lp", "solution": True}, ["--to", "lp", "--solution"], "{solution}, {width}: for pictures"),
    ({"to": "tatham", "width": 3}, ["--to", "tatham", "--width", "3"], "{solution}, {width}: for pictures"),
    ({"to": "scene", "width": 3}, ["--to", "scene", "--width", "3"], "{width}: a scene has no pixels"),
    ({"to": "png", "formulation": "x"}, ["--to", "png", "--formulation", "x"], "{formulation}, {encodings}: png draws"),
    (
        {"to": "plain", "encodings": {"parity": "x"}},
        ["--to", "plain", "--encoding", "parity=x"],
        "{formulation}, {encodings}: plain holds the board",
    ),
    (
        {"to": "lp", "encodings": {"parity": "x"}},
        ["--to", "lp", "--encoding", "parity=x"],
        "{encodings}: lp takes rows as they are",
    ),
    (
        {"to": "cnf", "encodings": {"x": "y"}},
        ["--to", "cnf", "--encoding", "x=y"],
        "{encodings}: expected FORM=NAME",
    ),
    ({"to": "docx"}, ["--to", "docx"], "{to}: unknown format 'docx'"),
    ({"to": "png", "width": 0}, ["--to", "png", "--width", "0"], "{width}: expected a whole number from 1 on"),
]
KEYWORDS = {name: name for name in ("to", "output", "solution", "width", "formulation", "encodings")}
FLAGS = {name: f"--{name}" for name in KEYWORDS} | {"output": "-o", "encodings": "--encoding"}


@pytest.mark.parametrize(("options", "flags", "says"), REFUSED)
def test_what_does_not_go_together_is_told_before_any_work(options, flags, says):
    """The board of the command line is none, and that is not what is told."""
    with pytest.raises(ValueError, match=re.escape(says.format(**KEYWORDS))):
        rs.convert(rs.load("tents", ID), **options)
    run = rosetta("convert", "tents", "no-such-board", *flags)
    assert (run.returncode, run.stdout) == (2, "")
    assert says.format(**FLAGS) in run.stderr
    assert run.stderr.count("\n") == 1


def test_a_limit_on_the_solution_is_a_value_error(monkeypatch):
    """On the command line it is a note, and exit code 3."""
    from rosetta.foundation.limits import LimitReached

    def give_up(*_: object) -> None:
        raise LimitReached("no solution to draw was found: time")

    monkeypatch.setattr("rosetta.studies.solving.conversion.answer_to_draw", give_up)
    with pytest.raises(ValueError, match="no solution to draw was found"):
        rs.convert(rs.load("tents", ID), "svg", solution=True)
    run = rosetta("convert", "tents", ID, "--to", "svg", "--solution", here=True)
    assert (run.returncode, run.stdout, run.stderr) == (3, "", "note: no solution to draw was found: time\n")


def test_type_checkers_know_the_options():
    """Those of the request, with its types; what stands in the signature is named by itself."""
    parameters = inspect.signature(rs.convert).parameters
    described = {name: parameter.annotation for name, parameter in parameters.items()}
    own = {name: described[name] for name in ("board", "to", "output")}
    named = {name: each.__forward_arg__ for name, each in inspect.get_annotations(ConvertOptions).items()}
    assert own | named == described
