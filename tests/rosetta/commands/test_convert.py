"""The verb `convert`, and `verify` of what a solver said: as a person calls them."""

from __future__ import annotations

import io
import sys

import pytest

from backends.formats import MODULES
from instances.formats.contract import formats
from models.puzzles.registry import names, puzzle
from rosetta.commands.main import run_verb

BOARD = "4x4:cbaea,1,1,0,2,0,2,0,2"


@pytest.fixture
def call_verb(monkeypatch, capsysbinary):
    """`call_verb(verb, ...)` gives exit code, stdout as bytes, stderr as text."""
    monkeypatch.setattr("rosetta.commands.main._heed_signals", lambda: None)

    def call(verb: str, *words: str, stdin: str = "") -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = run_verb(verb, list(words))
        captured = capsysbinary.readouterr()
        return code, captured.out, captured.err.decode()

    return call


def solved(call_verb, path) -> str:
    """A full assignment of the file, from python-sat."""
    from pysat.formula import CNF
    from pysat.solvers import Glucose42

    with Glucose42(bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve()
        return " ".join(map(str, solver.get_model()))


@pytest.mark.sample(2, each="kind")
@pytest.mark.parametrize("kind", names())
@pytest.mark.parametrize("name", MODULES)
def test_every_puzzle_becomes_every_file(call_verb, kind, name):
    """By default and without a word on stderr, but for an objective that is left out."""
    code, content, stderr = call_verb("convert", kind, "slothouber-graatsma" if kind == "tiling" else "4", "--to", name)
    assert code == 0
    assert len(content) > 300
    assert all(line.startswith("note: ") for line in stderr.splitlines())
    assert kind.encode() in content


PAIRS = [(kind, name) for kind in names() for name in formats()]


@pytest.mark.sample(2, each="kind")
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, name in PAIRS if kind in formats()[name].puzzles])
def test_every_puzzle_becomes_every_exchange_format_that_knows_it(call_verb, kind, name):
    """And comes back. (Boards that a format cannot say are refused.)"""
    form = formats()[name]
    code, content, stderr = call_verb("convert", kind, "slothouber-graatsma" if kind == "tiling" else "4", "--to", name)
    if code == 0:
        text = content.decode()
        assert form.read(text.rstrip("\n") if form.one_line else text, kind)[0] == puzzle(kind).name
    else:
        assert (code, content) == (2, b"")
        assert "a format for" not in stderr


@pytest.mark.sample(1, each="kind")
@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, name in PAIRS if kind not in formats()[name].puzzles]
)
def test_a_format_that_does_not_know_a_puzzle_says_so(call_verb, kind, name):
    code, content, stderr = call_verb("convert", kind, "slothouber-graatsma" if kind == "tiling" else "4", "--to", name)
    assert (code, content) == (2, b"")
    assert "a format for" in stderr


@pytest.mark.parametrize("form", ["minisat", "competition"])
def test_a_result_is_drawn_and_checked(call_verb, tmp_path, form):
    """With the formulation and the encoding it was written with; another answer breaks rules."""
    path, result = tmp_path / "board.cnf", tmp_path / "result"
    how = ("--formulation", "source-cnf") if form == "minisat" else ("--encoding", "exactly-one=ladder")
    assert call_verb("convert", "tents", BOARD, "--to", "dimacs", "-o", str(path), *how)[0] == 0
    values = solved(call_verb, path)
    results = {"minisat": f"SAT\n{values} 0\n", "competition": f"c hi\ns SATISFIABLE\nv {values} 0\n"}
    result.write_text(results[form])
    code, picture, _ = call_verb("verify", "tents", BOARD, str(result), *how)
    assert code == 0
    assert picture.decode().splitlines()[-1] == "keeps all rules"
    assert call_verb("verify", "tents", BOARD, "-", *how, stdin=results[form])[:2] == (0, picture)
    code, picture, _ = call_verb("verify", "tents", BOARD, "-", *how, stdin="SAT\n0\n")  # no tents at all
    assert code == 1
    assert "expected" in picture.decode()


def test_a_result_of_a_pseudo_boolean_solver_is_drawn(call_verb):
    """Its names are those of the file; what is not mentioned is false."""
    code, _, _ = call_verb("verify", "lightsout", "1", "-", stdin="s OPTIMUM FOUND\no 1\nv x1\n")
    assert code == 0
    code, _, _ = call_verb("verify", "lightsout", "1", "-", stdin="s SATISFIABLE\nv -x1\n")
    assert code == 1


def test_a_result_of_a_maxsat_solver_is_drawn(call_verb):
    """Its values are digits or literals; not as many as there are variables are cut off."""
    for values in ("1", "1 0"):
        assert call_verb("verify", "lightsout", "1", "-", stdin=f"o 1\ns OPTIMUM FOUND\nv {values}\n")[0] == 0
    assert call_verb("verify", "lightsout", "1", "-", stdin="o 1\ns OPTIMUM FOUND\nv 0\n")[0] == 1
    code, _, error = call_verb("verify", "tents", BOARD, "-", stdin="o 1\ns OPTIMUM FOUND\nv 01\n")
    assert (code, "digits, or literals, found '01'" in error) == (2, True)


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("UNSAT\n", "says unsatisfiable and shows no assignment"),
        ("s UNKNOWN\n", "says unknown and shows no assignment"),
        ("SAT\n1 99999 0\n", "line 2, column 3: expected variables up to"),
        ("hello\n", "line 1, column 1: expected a line that begins with c, s or v; found 'hello'"),
    ],
)
def test_what_is_no_answer_is_refused(call_verb, result, reason):
    """One message, exit code 2."""
    code, out, error = call_verb("verify", "tents", BOARD, "-", stdin=result)
    assert (code, out) == (2, b"")
    assert reason in error


REFUSED = [
    (("tents", BOARD, "--to", "nothing"), "unknown format 'nothing'; for solvers: dimacs, wcnf"),
    (("tents", BOARD, "--to", "dimacs", "--formulation", "merged"), "made on the way to a solver"),
    (("tents", BOARD, "--to", "lp", "--encoding", "exactly-one=ladder"), "lp takes rows as they are"),
    (("tents", BOARD, "--to", "tatham", "--formulation", "default"), "holds the board, not a model"),
    (("tents", BOARD, "--to", "dimacs", "--encoding", "clause=x"), "--encoding: expected FORM=NAME"),
    (("tiling", "slothouber-graatsma", "--to", "tatham"), "a format for"),
    (("file", "nothing.txt", "--to", "dimacs"), "no such file: nothing.txt"),
    (("file", "nothing.cnf", "--to", "dimacs"), "rosetta: no such file: nothing.cnf"),
    (("file", "nothing.cnf", "--to", "dimacs", "--formulation", "default"), "no such file: nothing.cnf"),
    (("file", "nothing.cnf", "--to", "tatham"), "no such file: nothing.cnf"),
]


def test_a_result_that_breaks_rules_is_told_how_it_was_read(call_verb, tmp_path):
    """What was said of one formulation, read with another one: other numbers, so no fault of the solver."""
    path, result = tmp_path / "board.cnf", tmp_path / "result"
    assert call_verb("convert", "tents", BOARD, "--to", "dimacs", "-o", str(path))[0] == 0
    result.write_text(f"SAT\n{solved(call_verb, path)} 0\n")
    assert call_verb("verify", "tents", BOARD, str(result))[::2] == (0, "")
    code, _, stderr = call_verb("verify", "tents", BOARD, str(result), "--formulation", "source-cnf")
    assert (code, stderr) == (
        1,
        "note: the result was read as one about the file of `convert` with formulation source-cnf\n",
    )


def test_a_dash_is_standard_output(call_verb, tmp_path, monkeypatch):
    """As it is standard input elsewhere: no file of that name comes into being."""
    monkeypatch.chdir(tmp_path)
    output = call_verb("convert", "tents", BOARD, "--to", "tatham", "-o", "-")
    assert output == call_verb("convert", "tents", BOARD, "--to", "tatham") == (0, BOARD.encode() + b"\n", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("words", "reason"), REFUSED)
def test_what_cannot_be_converted_is_refused(call_verb, words, reason):
    """One message, exit code 2, nothing written."""
    code, out, error = call_verb("convert", *words)
    assert (code, out) == (2, b"")
    assert any(part in error for part in reason.split("|"))


def test_nothing_is_written_over(call_verb, tmp_path):
    """Not a file, not a link, not a folder; and no half of a file is left."""
    path = tmp_path / "board.cnf"
    assert call_verb("convert", "tents", BOARD, "--to", "dimacs", "-o", str(path))[0] == 0
    content = path.read_bytes()
    dangling = tmp_path / "link.cnf"
    dangling.symlink_to(tmp_path / "nowhere")
    for name in (path, dangling, tmp_path, tmp_path / "no" / "folder.cnf"):
        code, _, error = call_verb("convert", "tents", "5", "--to", "dimacs", "-o", str(name))
        assert code == 2
        assert "exists already" in error or "existing folder" in error
    assert path.read_bytes() == content
    assert call_verb("convert", "tents", BOARD, "--to", "dimacs")[1] == content
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["board.cnf", "link.cnf"]


def test_a_file_of_a_solver_becomes_another(call_verb, tmp_path):
    """DIMACS to OPB to MPS and back: the same solutions. (LP has no order of its variables, but their names.)"""
    from backends.formats.contract import file_format
    from tests.support.file_answers import costs_of

    path = tmp_path / "a.cnf"
    path.write_text("p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n")
    truth = costs_of(file_format("dimacs").read(path.read_bytes()))
    for step, name in enumerate(("opb", "mps", "wcnf-old", "xnf", "dimacs")):
        record = file_format(name)
        after = tmp_path / f"{step}.{record.extension}"
        code, _, error = call_verb("convert", "file", str(path), "--to", name, "-o", str(after))
        assert (code, error) == (0, "")
        answers = costs_of(record.read(after.read_bytes()))
        assert {point[:3] for point in answers} == {point[:3] for point in truth}
        path = after
    lp = file_format("lp").read(call_verb("convert", "file", str(path), "--to", "lp")[1])
    mine = [int(lp.arrays[f"x{place + 1}"]) - 1 for place in range(3)]
    assert {tuple(point[x] for x in mine) for point in costs_of(lp)} == {point[:3] for point in truth}
    path.write_text("p cnf 1 1\n2 0\n")
    code, _, error = call_verb("convert", "file", str(path), "--to", "opb")
    assert code == 2
    assert f"{path}: line 2, column 1: expected variables up to 1; found '2'" in error


@pytest.mark.parametrize(
    ("ending", "name"), [("cnf", "dimacs"), ("opb", "opb"), ("mps", "mps"), ("wcnf", "wcnf"), ("model.json", "json")]
)
def test_the_ending_of_a_solvers_file_is_enough(call_verb, tmp_path, ending, name):
    """Of the file to be written, or as the name of the format; what is written is the same."""
    expected = call_verb("convert", "tents", BOARD, "--to", name)[1]
    path = tmp_path / f"board.{ending}"
    assert call_verb("convert", "tents", BOARD, "-o", str(path))[0] == 0
    assert path.read_bytes() == expected
    assert call_verb("convert", "tents", BOARD, "--to", ending)[1] == expected


def test_another_ending_is_no_format(call_verb, tmp_path):
    code, _, told = call_verb("convert", "tents", BOARD, "-o", str(tmp_path / "board.txt"))
    assert code == 2
    assert "it may be left out only where -o names a picture or a solver's file" in told
