"""The clauses and proofs of `solve --proof`, before judges that are not ours: dratify (pure Python), and drat-trim.

The latter only where it is on the PATH."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import zipfile
from io import BytesIO

import pytest

from backends.contract import Limits, Options
from backends.proofs.backward import check_proof
from backends.proofs.columns import clauses_from_lists, proof_from_lists
from backends.proofs.drat_files import read_drat
from models.puzzles.registry import puzzle
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.proving.proof_file import write_proof_file
from rosetta.studies.proving.proved_answers import prove_answers
from rosetta.studies.solving.answers import AnswerRequest, find_answers
from rosetta.studies.solving.solve import choose_entrants
from tests.support.proofs import spoil

LIMITS = Limits(60)
BOARDS = [
    ("tents", "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1", True),
    ("tents", "3x3:aaaaa,2,0,2,2,0,1", False),
    ("akari", "source-4x4-mended", True),
    ("starbattle", "easy-6", True),
    ("starbattle", "tricky-8", True),
    ("lightsout", "5x5", False),
    ("lightsout", "petersen", False),
]


@pytest.fixture(scope="module", params=BOARDS, ids=lambda board: f"{board[0]} {board[1][:10]}")
def proof_parts(request):
    """DIMACS and steps of the first proof of a board's file."""
    name, what, unique = request.param
    _, question = pose_question(puzzle(name), what, 0, {})
    entrants = choose_entrants(question, None, next(iter(question.puzzle.formulations)), Options())
    found = prove_answers(find_answers(question, entrants, LIMITS, AnswerRequest(0, unique)), LIMITS, again=True)
    file = BytesIO()
    write_proof_file(file, question, what, found.proofs, {})
    with zipfile.ZipFile(file) as archive:
        folder = json.loads(archive.read("claims.json"))["claims"][0]["folder"]
        proof = read_drat(archive.read(f"{folder}/proof.drat"))
        dimacs = archive.read(f"{folder}/clauses.cnf").decode()
    return dimacs, list(zip(proof.deletes.tolist(), proof.clauses.lists(), strict=True))


def text_of(steps):
    """As dratify and drat-trim read it."""
    return "".join(f"{'d ' * deletes}{' '.join(map(str, [*clause, 0]))}\n" for deletes, clause in steps)


def clauses_of(dimacs):
    """By a reader that is as simple as can be."""
    lines = [line for line in dimacs.splitlines() if line and line[0] not in "cp"]
    clauses = " ".join(lines).split(" 0")
    return clauses_from_lists([int(word) for word in clause.split()] for clause in clauses if clause.strip())


def ended(steps):
    """With the empty clause, which a solver may leave out where it follows by unit propagation."""
    return steps if (False, []) in steps else [*steps, (False, [])]


@pytest.mark.sample(1)
def test_dratify_accepts_what_is_proved(proof_parts):
    """The whole proof."""
    dratify = pytest.importorskip("dratify", reason="the outside judge is not installed")
    dimacs, steps = proof_parts
    assert dratify.check_proof(dratify.parse_dimacs(dimacs), text_of(ended(steps)), engine="python").ok


def test_spoilt_proofs_are_refused_by_both(proof_parts):
    """Where ours refuses, so does dratify, which checks every lemma; ours looks at those that are used."""
    dratify = pytest.importorskip("dratify", reason="the outside judge is not installed")
    dimacs, steps = proof_parts
    formula, chance = clauses_of(dimacs), random.Random(4)
    variables = max(abs(int(x)) for x in formula.literals)
    for _ in range(10):
        spoilt = steps
        for _ in range(5):
            spoilt = spoil(chance, spoilt, variables)
        ours = check_proof(formula, proof_from_lists(ended(spoilt))).is_verified
        theirs = dratify.check_proof(dratify.parse_dimacs(dimacs), text_of(ended(spoilt)), engine="python").ok
        assert ours or not theirs


def test_a_formula_that_lacks_a_clause_is_refused_by_both(proof_parts):
    """Half of the clauses that the proof uses are left out."""
    dratify = pytest.importorskip("dratify", reason="the outside judge is not installed")
    dimacs, steps = proof_parts
    formula = clauses_of(dimacs)
    core = check_proof(formula, proof_from_lists(ended(steps))).core
    left = [clause for i, clause in enumerate(formula.lists()) if i not in set(core[::2].tolist())]
    rest = f"p cnf {max(abs(int(x)) for x in formula.literals)} {len(left)}\n" + text_of([(False, c) for c in left])
    ours = check_proof(clauses_from_lists(left), proof_from_lists(ended(steps))).is_verified
    theirs = dratify.check_proof(dratify.parse_dimacs(rest), text_of(ended(steps)), engine="python").ok
    assert (ours, theirs) == (False, False)


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="drat-trim is not on the PATH")
def test_drat_trim_accepts_what_is_proved(proof_parts, tmp_path):
    """The judge of the SAT competitions."""
    dimacs, steps = proof_parts
    (tmp_path / "clauses.cnf").write_text(dimacs)
    (tmp_path / "proof.drat").write_text(text_of(ended(steps)))
    run = subprocess.run(["drat-trim", "clauses.cnf", "proof.drat"], cwd=tmp_path, capture_output=True, text=True)
    assert "s VERIFIED" in run.stdout
