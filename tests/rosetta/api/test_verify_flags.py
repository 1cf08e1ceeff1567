"""Each flag of `verify` has a keyword, and both say the same of answers, of solvers' results, of files of proofs."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import rosetta as rs
from rosetta.requests.options import options_of
from rosetta.verbs.verify import VerifyRequest
from tests.support.in_a_fork import rosetta
from tests.support.masked_documents import masked_document

RING, UNIQUE = "3x3:aaaaa,2,0,2,2,0,2", "4x4:cbaea,1,1,0,2,0,2,0,2"
RIGHT, WRONG = {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}, {"tents": [[0, 0], [0, 2], [2, 0]]}
COMPARED = {"answer", "proof", "time_limit", "formulation", "encodings"}  # in the tests below


def typed(*words):
    """What the command says: its exit code, and its document without the command."""
    completed = rosetta("verify", *words, "--json")
    document = json.loads(completed.stdout)
    del document["command"]
    return completed.returncode, document


def test_every_option_is_compared():
    assert {each.name for each in options_of(VerifyRequest)} - {"progress"} == COMPARED


@pytest.mark.parametrize("answer", [RIGHT, WRONG], ids=["right", "wrong"])
def test_an_answer_in_every_form(tmp_path, answer):
    """A mapping, a document with one, JSON, a file of it by name and by path, and what holds an answer."""
    ring, file = rs.load("tents", RING), tmp_path / "answer.json"
    file.write_text(json.dumps({"puzzle": "tents", "answer": answer}))
    code, document = typed("tents", RING, json.dumps(answer))
    assert code == (answer == WRONG)
    assert typed("tents", RING, str(file)) == (code, document)
    forms = [answer, {"answer": answer}, json.dumps(answer), f"\n {file.read_text()}", str(file), file]
    assert [rs.verify(ring, form) for form in forms] == [document["broken"]] * len(forms)
    assert bool(document["broken"]) == (answer == WRONG)
    solution = rs.solve(ring)
    assert rs.verify(ring, solution) == rs.verify(ring, solution.to_json()) == rs.verify(ring, answer=solution) == []


def test_an_answer_in_the_own_names():
    """Nodes of a graph, arrays of a model."""
    networkx = pytest.importorskip("networkx")
    board = rs.lights_out(networkx.path_graph([("a", 1), ("b", 2)]))
    solution = rs.solve(board)
    assert rs.verify(board, solution) == rs.verify(board, solution.answer) == []
    model = rs.Model("m")
    model.exactly(1, "one", model.bools("x", 2))
    assert (rs.verify(model, {"x": [0, 1]}), len(rs.verify(model, {"x": [1, 1]}))) == ([], 1)


def test_what_a_solver_said_of_a_file(tmp_path):
    """Read with the formulation and the encoding of the file, as lines and as a file; with others it is refused."""
    from pysat.solvers import Cadical153

    board, file = rs.load("tents", "6"), tmp_path / "result"

    def how(formulation, encoding):
        words = ("--formulation", formulation, "--encoding", f"cardinality={encoding}")
        return words, {"formulation": formulation, "encodings": {"cardinality": encoding}}

    words, keywords = how("default", "totalizer")
    lines = rs.convert(board, "dimacs", **keywords).splitlines()
    clauses = [list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
    with Cadical153(bootstrap_with=clauses) as solver:
        assert solver.solve()
        result = f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"
    file.write_text(result)
    assert rs.verify(board, result, **keywords) == rs.verify(board, file, **keywords) == []
    assert typed("tents", "6", str(file), *words)[1]["broken"] == []
    for words, keywords in (how("default", "sequential-counter"), how("borders", "totalizer")):
        refused = rosetta("verify", "tents", "6", str(file), *words).stderr
        with pytest.raises(ValueError, match=r"^answer: expected an answer as JSON .* variables up") as told:
            rs.verify(board, result, **keywords)
        assert refused == f"rosetta: {str(told.value).replace('answer', str(file), 1)}\n"


@pytest.fixture
def proofs(tmp_path):
    """A file of a claim, and one of numbers."""
    unique, total = tmp_path / "unique.zip", tmp_path / "count.zip"
    rs.solve(rs.load("tents", UNIQUE), unique=True, proof=unique)
    rs.count(rs.load("lightsout", 4), distinct=True, proof=total)
    return unique, total


def test_a_file_of_claims(proofs):
    """What it proves of its board, and that it proves nothing of another."""
    board, other = rs.load("tents", UNIQUE), rs.load("tents", RING)
    checked = rs.verify(board, proof=proofs[0])
    code, document = typed("tents", UNIQUE, "--proof", str(proofs[0]))
    assert masked_document(checked.to_json()) == masked_document(document)
    assert json.loads(json.dumps(checked.to_json())) == checked.to_json()
    assert (code, checked.holds, checked.is_open, checked.broken, checked.differing) == (0, True, False, (), ())
    assert checked.answers == (rs.solve(board).answer,)
    assert [(proof["claim"], proof["status"]) for proof in checked.proofs] == [("unique", "proved")]
    assert (checked.count, checked.distinct, repr(checked)) == (None, None, "<CheckedProofs: holds, unique>")
    shown = rosetta("verify", "tents", UNIQUE, "--proof", str(proofs[0])).stdout
    assert shown.startswith(str(board).splitlines()[0])
    assert str(checked).partition(" lemma")[0] == shown.partition(" lemma")[0]
    with pytest.raises(ValueError, match="values"):
        rs.verify(other, proof=proofs[0])
    with pytest.raises(ValueError, match="zip"):
        rs.verify(board, proof=__file__)


def test_a_file_of_numbers(proofs):
    """The numbers, also up to symmetry; of another board they are refused."""
    board = rs.load("lightsout", 4)
    checked = rs.verify(board, proof=str(proofs[1]))
    code, document = typed("lightsout", "4", "--proof", str(proofs[1]))
    assert masked_document(checked.to_json()) == masked_document(document)
    assert json.loads(json.dumps(checked.to_json())) == checked.to_json()
    total = rs.count(board, distinct=True)
    assert (code, checked.holds, checked.count, checked.distinct) == (0, True, total.count, total.distinct)
    assert (checked.answers, checked.broken, repr(checked)) == ((), (), "<CheckedProofs: holds, count, distinct>")
    other = rs.verify(rs.load("lightsout", 5), proof=proofs[1])
    assert (other.holds, other.is_open, other.count) == (False, False, None)
    assert repr(other).startswith("<CheckedProofs: does not hold, count")
    assert typed("lightsout", "5", "--proof", str(proofs[1]))[0] == 1


def test_a_limit_leaves_a_file_open(proofs):
    checked = rs.verify(rs.load("tents", UNIQUE), proof=proofs[0], time_limit=1e-6)
    code, document = typed("tents", UNIQUE, "--proof", str(proofs[0]), "--time-limit", "1e-6")
    assert (code, checked.holds, checked.is_open) == (3, False, True)
    assert masked_document(checked.to_json()) == masked_document(document)
    assert repr(checked) == "<CheckedProofs: not settled, unique>"


def test_a_file_that_says_something_else(proofs, tmp_path):
    """Each part that is not what follows from the rules is told."""
    changed = tmp_path / "changed.zip"
    with ZipFile(BytesIO(Path(proofs[0]).read_bytes())) as old, ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b"p cnf", b"c mine\np cnf") if name.endswith(".cnf") else content)
    checked = rs.verify(rs.load("tents", UNIQUE), proof=changed)
    code, document = typed("tents", UNIQUE, "--proof", str(changed))
    assert (code, checked.holds, checked.is_open, len(checked.differing)) == (1, False, False, 1)
    assert list(checked.differing) == checked.to_json()["differing"] == document["differing"]


@pytest.mark.parametrize(
    ("keywords", "says"),
    [
        ({}, "expected answer or proof; none was given"),
        ({"answer": RIGHT, "proof": "x"}, "proof: the file has the answer; expected no answer besides it"),
        ({"proof": "x", "formulation": "borders"}, "formulation, encodings: for a solver's output, not with proof"),
        ({"proof": "x", "encodings": {"cardinality": "totalizer"}}, "formulation, encodings: for a solver's output"),
        ({"proof": "no such file"}, "file no such file: cannot be read"),
        ({"proof": 3}, "proof: expected a path, found 3"),
        ({"proof": "x", "time_limit": 0}, "time_limit: expected a number of seconds above 0"),
        ({"answer": 3}, "answer: expected an answer as a mapping or a Solution, as a text, or a path, found 3"),
        ({"answer": "no such file"}, "the lines of a solver's result or an existing file, found 'no such file'"),
        ({"answer": "-"}, "the lines of a solver's result or an existing file, found '-'"),
        ({"answer": "{"}, "answer: expected an answer as JSON such as"),
        ({"answer": '{"tents": [], "tents": []}'}, "answer: "),
        ({"answer": "s UNSATISFIABLE\n"}, "or a solver's result: "),
    ],
)  # fmt: skip
def test_what_is_refused(keywords, says):
    with pytest.raises(ValueError, match=re.escape(says)) as told:
        rs.verify(rs.load("tents", RING), **keywords)
    assert "\n" not in str(told.value)


def test_what_does_not_go_together_is_told_before_any_work():
    for words, says in (
        (("{}", "--proof", "x"), "--proof: the file has the answer; expected no ANSWER besides it"),
        (("--proof", "x", "--formulation", "y"), "--formulation, --encoding: for a solver's output, not with --proof"),
    ):
        refused = rosetta("verify", "tents", "no such board", *words)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"rosetta: {says}")
        assert refused.stderr.count("\n") == 1
