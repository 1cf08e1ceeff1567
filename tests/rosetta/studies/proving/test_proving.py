"""Claims as models against brute force; what is proved of real boards; proof files that are spoilt."""

from __future__ import annotations

import json
import random
import re
import zipfile
from contextlib import suppress
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import assume, given, settings

from backends.contract import Limits, Options
from backends.justifying import refutation
from backends.justifying.refutation import RefutationStatus
from backends.proofs.backward import check_proof
from backends.proofs.columns import clauses_from_lists
from backends.proofs.drat_files import read_drat
from models.neutral import objective_value
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.proving.archives import MOST_DOCUMENT, MOST_MEMBERS, MOST_PROOF, open_archive, read_member
from rosetta.studies.proving.proof_file import _read_head, check_proof_file, write_proof_file
from rosetta.studies.proving.proved_answers import claims_to_prove, prove_answers, prove_unasked
from rosetta.studies.refuting import worthwhile
from rosetta.studies.refuting.claims_as_models import claim_of_no_better, claim_of_no_other, claim_of_none
from rosetta.studies.solving.answers import AnswerRequest, find_answers
from rosetta.studies.solving.solve import choose_entrants
from tests.support.archives import archive_of, members_of
from tests.support.brute_force import every_solution, first_solution
from tests.support.strategies import models

ONE = "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1"  # Tents with one solution
LIMITS = Limits(60)


@settings(max_examples=100, deadline=None)
@given(models(objective=False))
def test_no_other_answer(model):
    """The claim has a solution exactly where some solution has other values on the variables of the answer."""
    solutions = [values.copy() for values in every_solution(model)]
    assume(solutions)
    project = model.boolean_variables[::2]
    kept = solutions[: len(solutions) // 2 + 1]
    alike = {tuple(values[project]) for values in kept}
    claim = claim_of_no_other(model, project, kept)
    assert (first_solution(claim) is None) == all(tuple(values[project]) in alike for values in solutions)


@settings(max_examples=60, deadline=None)
@given(models(objective=True))
def test_none_is_better(model):
    """Of every cost that occurs, exactly the least is claimed rightly."""
    costs = sorted({objective_value(model, values) for values in every_solution(model)})
    assert (first_solution(claim_of_none(model)) is None) == (not costs)
    for cost in costs[:3]:
        assert (first_solution(claim_of_no_better(model, cost)) is None) == (cost == costs[0])


def find(name, what, unique=False, most=0):
    """One answer, or all, as `solve` finds them."""
    _, question = pose_question(puzzle(name), what, 0, {})
    entrants = choose_entrants(question, None, next(iter(question.puzzle.formulations)), Options())
    return find_answers(question, entrants, LIMITS, AnswerRequest(most, unique))


@pytest.mark.parametrize(("seconds", "proved"), [(4.9, []), (40.0, ["unique"]), (5.0, None)])
def test_after_long_solving_a_proof_is_tried_for_a_share_of_the_time(monkeypatch, seconds, proved):
    """None: with no time for it, what was found stays as it is."""
    found = find("tents", ONE, unique=True)
    monkeypatch.setattr(worthwhile, "SHARE", 1e-9 if proved is None else worthwhile.SHARE)
    slow = replace(found, run=replace(found.run, seconds={"solve": seconds}), witness=None, listing=None)
    after = prove_unasked(slow, LIMITS)
    assert [proof.claim for proof in after.proofs] == (proved or [])
    assert after is slow or proved


@pytest.mark.parametrize(
    ("name", "what", "claim"),
    [("tents", ONE, "unique"), ("lightsout", "5x5", "optimal"), ("lightsout", "petersen", "optimal")],
)
def test_what_a_solved_board_claims_is_proved(name, what, claim):
    """The label says so, and nothing is left to prove."""
    found = prove_answers(find(name, what, claim == "unique"), LIMITS)
    assert [(proof.claim, proof.is_proved) for proof in found.proofs] in ([(claim, True)], [])
    assert getattr(found.run.claims, claim) == "proved"
    assert claims_to_prove(found) == frozenset()


def test_no_solution_is_proved():
    """A board whose contradiction needs search."""
    lacking = find("tents", "3x3:aaaaa,2,0,2,2,0,1")
    assert lacking.run.status == "unsatisfiable"
    proved = prove_answers(lacking, LIMITS)
    assert (proved.run.verdict, proved.run.claims.answer) == ("correct", "proved")


def test_two_answers_are_not_proved_to_be_one():
    """Whoever claims it."""
    found = find("akari", "7", unique=True)
    assert found.run.unique is False
    assert claims_to_prove(found) == frozenset()
    liar = replace(found, run=replace(found.run, unique=True))
    proved = prove_answers(liar, LIMITS)
    assert not proved.proofs[0].is_proved
    assert (proved.run.verdict, proved.run.unique, proved.run.claims.unique) == ("wrong", False, None)
    assert "the solver finds a solution" in str(proved.proofs[0])


@pytest.mark.parametrize(("name", "what", "number"), [("lightsout", "4", 16), ("akari", "7", 180)])
def test_a_list_is_proved_to_be_complete(name, what, number):
    """16 of the kernel of dimension 4; and a board without uniqueness. One answer fewer is not believed to be all."""
    found = find(name, what, most=None)
    proved = prove_answers(found, LIMITS)
    assert len(found.answers) == number
    assert proved.run.claims.count == "proved"
    short = replace(found, listing=replace(found.listing, values=found.listing.values[1:]))
    assert prove_answers(short, LIMITS).run.claims.count != "proved"


@pytest.mark.parametrize("most", [None, 2])
def test_the_best_of_a_list_is_proved_to_be_the_best(most):
    """Whatever the order of the list; a short one may lack it."""
    found = find("lightsout", "4", most=most)
    assert found.run.claims.optimal != "proved"
    assert prove_answers(found, LIMITS).run.claims.optimal == "proved"


def test_too_many_answers_to_keep_are_told():
    """Nothing is proved, and it says why."""
    found = find("lightsout", "4", most=None)
    proved = prove_answers(replace(found, listing=replace(found.listing, values=None)), LIMITS)
    assert proved.proofs == ()
    assert "too many to keep: no answers but these" in proved.run.note


# ---- files -----------------------------------------------------------------------------------------------------


def prove_to_file(name, what, unique):
    """The question and its proof file, as bytes."""
    found = prove_answers(find(name, what, unique), LIMITS)
    file = BytesIO()
    write_proof_file(file, found.question, what, found.proofs, {})
    return found.question, file.getvalue()


@pytest.fixture(scope="module")
def proved_board():
    """A board with one solution."""
    return prove_to_file("tents", ONE, unique=True)


def with_head(members, **changed):
    """The archive with other entries in its document."""
    return archive_of(members | {"claims.json": json.dumps(json.loads(members["claims.json"]) | changed).encode()})


def test_a_proof_file_is_checked_again(proved_board):
    """From the rules of the puzzle on."""
    question, content = proved_board
    members = members_of(content)
    checked = check_proof_file(question, content, "file", LIMITS)
    assert (checked.broken, [proof.is_proved for proof in checked.proofs]) == ((), [True])
    answers = [question.puzzle.answer_json(answer) for answer in checked.answers]
    assert answers == json.loads(members["claims.json"])["answers"]
    assert checked.holds


def test_the_clauses_in_the_file_are_those_of_the_proof(proved_board):
    """Read by another parser and checked without our lowering: what an outside checker would do."""
    from pysat.formula import CNF

    members = members_of(proved_board[1])
    formula = clauses_from_lists(CNF(from_string=members["unique/clauses.cnf"].decode()).clauses)
    assert check_proof(formula, read_drat(members["unique/proof.drat"])).is_verified


def test_another_answer_is_not_believed(proved_board):
    """A file whose answer breaks a rule says which; and nothing is proved of it."""
    question, content = proved_board
    members = members_of(content)
    values = json.loads(members["claims.json"])["values"]
    values[0][0] = 1 - values[0][0]
    checked = check_proof_file(question, with_head(members, values=values), "file", LIMITS)
    assert checked.broken
    assert not checked.proofs[0].is_proved


@pytest.mark.parametrize("damage", [slice(0, 40), slice(0, 0), slice(-30, None)])
def test_a_damaged_proof_is_not_believed(damage):
    """Cut short, or empty; of a board whose proof needs its lemmas."""
    question, content = prove_to_file("lightsout", "5x5", unique=False)
    members = members_of(content)
    members["optimal/proof.drat"] = members["optimal/proof.drat"][damage]
    (proof,) = check_proof_file(question, archive_of(members), "file", LIMITS).proofs
    assert not proof.is_proved


def test_a_proof_is_of_its_claim_its_board_and_its_encodings_alone(proved_board):
    """Under the name of another claim, for another board, with other encodings than it was written for."""
    question, content = prove_to_file("lightsout", "5x5", unique=False)
    members = members_of(content)
    proof, (claim,) = members["optimal/proof.drat"], json.loads(members["claims.json"])["claims"]
    for folder in ("unique", "count", "answer"):
        exchanged = with_head({**members, f"{folder}/proof.drat": proof}, claims=[{**claim, "folder": folder}])
        assert not check_proof_file(question, exchanged, "file", LIMITS).proofs[0].is_proved
    other = with_head(members, claims=[{**claim, "encodings": claim["encodings"] | {"parity": "parity-tree"}}])
    assert not check_proof_file(question, other, "file", LIMITS).proofs[0].is_proved
    with pytest.raises(InputError, match="16 integers as values"):
        check_proof_file(find("lightsout", "4").question, content, "file", LIMITS)
    members["optimal/proof.drat"] = members_of(proved_board[1])["unique/proof.drat"]
    assert not check_proof_file(question, archive_of(members), "file", LIMITS).proofs[0].is_proved


def test_a_cost_that_is_made_up_is_not_believed():
    """A worse answer is not the best by its own proof."""
    question, content = prove_to_file("lightsout", "4", unique=False)
    members = members_of(content)
    every = find("lightsout", "4", most=None).values
    costs = [objective_value(question.model("native"), values) for values in every]
    assert min(costs) < max(costs)
    changed = with_head(members, values=[every[costs.index(max(costs))][1:].tolist()])
    assert not check_proof_file(question, changed, "file", LIMITS).proofs[0].is_proved


@pytest.mark.parametrize(
    "lie",
    [b"", b"0\n", b"1 0\n0\n", b"-1 0\n1 0\n0\n", b"999999 0\n-999999 0\n0\n", b"a\x02\x00a\x03\x00a\x00", b"no proof"],
)
def test_a_solver_that_lies_proves_nothing(monkeypatch, lie):
    """Two answers are never one, whatever is printed as a proof of it."""
    found = find("akari", "7", unique=True)
    liar = replace(found, run=replace(found.run, unique=True))

    def send_proof(send, *_):
        send("ready", False)
        send("found", lie)
        send("end", True)

    monkeypatch.setattr(refutation, "send_proof", send_proof)
    (proof,) = prove_answers(liar, LIMITS).proofs
    assert proof.refutation.status is RefutationStatus.REFUSED


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"puzzle": "akari"}, "expected proofs about tents, found 'akari'"),
        ({"schema": 2}, "expected a document with schema 1"),
        ({"claims": [{"folder": "../x"}]}, "claims among answer, optimal, unique, count"),
        ({"claims": 3}, "expected a formulation"),
        ({"claims": []}, "expected a formulation"),
        ({"formulation": "none"}, "formulation 'none' is unknown"),
        ({"values": [1, 0]}, "integers as values"),
        ({"values": []}, "needs an answer, or an objective"),
        ({"values": None}, "integers as values"),
        ({"claims": [{"folder": "unique", "encodings": {"cardinality": "magic"}}]}, "magic"),
    ],
)
def test_a_document_that_is_not_ours_is_refused(proved_board, changed, expected):
    """With what was expected."""
    question, content = proved_board
    with pytest.raises(InputError, match=re.escape(expected)):
        check_proof_file(question, with_head(members_of(content), **changed), "file", LIMITS)


@pytest.mark.parametrize("content", [b"", b"PK\3\4 and no more", b"{}"])
def test_what_is_no_archive_is_refused(proved_board, content):
    """One message."""
    with pytest.raises(InputError, match="expected an archive that --proof wrote"):
        check_proof_file(proved_board[0], content, "file", LIMITS)


@pytest.mark.parametrize(
    ("member", "content", "expected"),
    [
        ("unique/proof.drat", bytes(MOST_PROOF + 1), "expected at most 100,000,000 bytes, unpacked, found more; drat"),
        ("claims.json", bytes(MOST_DOCUMENT + 1), "expected at most 30,000,000 bytes, unpacked, found more"),
        ("claims.json", b"[" * 1_000_000, "recursion"),
        ("claims.json", b"\0\0", "claims.json: "),
        ("claims.json", b"\xff\xfe\xff", "claims.json: "),
        ("claims.json", b'{"schema": 1e999999999}', "a document with schema 1"),
        ("claims.json", b'{"schema": ' + b"9" * 5000 + b"}", "claims.json: "),
        ("claims.json", b'{"schema": 1, "puzzle": ' + b"[" * 800 + b"]" * 800 + b"}", "found a list"),
    ],
)
def test_members_that_would_fill_the_memory_are_refused(proved_board, member, content, expected):
    """Packed, each is below a megabyte."""
    question, archive = proved_board
    packed = archive_of(members_of(archive) | {member: content})
    assert len(packed) < 1_100_000
    with pytest.raises(InputError, match=re.escape(expected)):
        check_proof_file(question, packed, "file", LIMITS)


@pytest.mark.parametrize("number", [1.0, float("nan"), 1e300, 2**53, True, "1", [1], None])
def test_values_are_integers(proved_board, number):
    """Nothing that only looks like one."""
    question, content = proved_board
    members = members_of(content)
    values = json.loads(members["claims.json"])["values"]
    values[0][0] = number
    with pytest.raises(InputError, match="integers as values"):
        check_proof_file(question, with_head(members, values=values), "file", LIMITS)


def test_claims_are_different(proved_board):
    """Each takes a check: of a thousand alike, none is begun."""
    question, content = proved_board
    for claims in ([{"folder": "unique"}] * 2, [{"folder": "unique"}] * 1000, [{"folder": []}], [{}], [3]):
        with pytest.raises(InputError, match="different claims among"):
            check_proof_file(question, with_head(members_of(content), claims=claims), "file", LIMITS)


def test_directories_are_bounded_and_name_each_member_once(proved_board):
    """Two members of one name would be read as one by us, as the other by others."""
    question, content = proved_board
    members = members_of(content)
    many = archive_of(members | {str(i): b"" for i in range(MOST_MEMBERS)})
    with pytest.raises(InputError, match="at most 100 members, found more"):
        check_proof_file(question, many, "file", LIMITS)
    twice = BytesIO(content)
    with zipfile.ZipFile(twice, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("unique/proof.drat", b"")
    with pytest.raises(InputError, match="found two "):
        check_proof_file(question, twice.getvalue(), "file", LIMITS)


def test_damaged_archives_are_refused_or_proved(proved_board):
    """One byte of each is another: nothing else is raised, whatever is hit."""
    question, content = proved_board
    stream = random.Random(1)
    for _ in range(1000):
        place = stream.randrange(len(content))
        damaged = content[:place] + bytes([stream.randrange(256)]) + content[place + 1 :]
        with suppress(InputError), open_archive(damaged, "file") as archive:
            _read_head(archive, question, "file")
            read_member(archive, "unique/proof.drat", MOST_PROOF, "file")
