"""Numbers of answers, proved; and wrong ones, which are not."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest

from backends.contract import Limits, Options, Unsupported
from backends.count_certificates.count_proof import CountProof, CountStatus
from backends.justifying.refutation import Refutation, RefutationStatus
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.counting.count import Total, count_answers
from rosetta.studies.proving import proved_total
from rosetta.studies.proving.certified_total import NumberProof, prove_number, state_total
from rosetta.studies.proving.count_file import check_count_file, is_count_file, write_count_file
from rosetta.studies.proving.proved_total import prove_total, prove_total_where_cheap
from rosetta.studies.refuting import prove, worthwhile
from rosetta.studies.solving.solve import choose_entrants
from tests.support.archives import archive_of, members_of

LIMITS = Limits(60)


@cache
def count(name, what, distinct=False):
    """The question, its formulation, and the total."""
    _, question = pose_question(puzzle(name), what, 0, {})
    formulation = next(iter(question.puzzle.formulations))
    entrants = choose_entrants(question, None, formulation, Options())
    return question, formulation, count_answers(question, entrants, LIMITS, distinct=distinct)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "what", "number"),
    [
        ("lightsout", "4", 16),
        ("akari", "7", 180),
        ("tents", "3x3:aaaaa,2,0,2,2,0,1", 0),
        ("tents", "3x3:aaaaa,2,0,2,2,0,2", 1),
    ],
)
def test_a_number_is_proved(name, what, number):
    """By a certificate, by a list and a refutation, or by a refutation alone."""
    question, formulation, total = count(name, what)
    assert (total.number, total.claims.count) == (number, "cross-checked")
    proved = prove_total(question, formulation, total, LIMITS)
    assert (proved.number, proved.claims.count, proved.verdict) == (number, "proved", "correct")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "what", "number", "fault"),
    [
        ("lightsout", "4", 16, "counts {}; it is proved that there are 16"),
        ("akari", "7", 180, "counts {}; 180 different ones were verified"),
    ],
)
@pytest.mark.parametrize("more", [-1, 1])
def test_a_wrong_number_is_refuted(name, what, number, fault, more):
    """One too few, one too many; though a second engine confirms it."""
    question, formulation, total = count(name, what)
    lie = prove_total(question, formulation, replace(total, number=number + more), LIMITS)
    assert (lie.verdict, lie.claims.count) == ("wrong", None)
    assert lie.broken == (f"{total.backend} {fault.format(number + more)}",)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "what", "number", "distinct"),
    [("lightsout", "5x5", 4, 1), ("lightsout", "4", 16, 5), ("tiling", "soma", 11520, 240), ("akari", "cross", 2, 1)],
)
def test_the_number_up_to_symmetry_is_proved(name, what, number, distinct):
    """By what each symmetry leaves as it is, or by the list. Another one is wrong."""
    question, formulation, total = count(name, what, distinct=True)
    proved = prove_total(question, formulation, total, LIMITS)
    assert (proved.number, proved.distinct, proved.claims.count) == (number, distinct, "proved")
    for wrong in (distinct - 1, distinct + 1):
        lie = prove_total(question, formulation, replace(total, distinct=wrong), LIMITS)
        assert lie.verdict == "wrong"
        assert f"counts {wrong} up to symmetry" in lie.broken[0]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("what", "number", "distinct"), [("6x10", 9356, 2339), ("5x12", 4040, 1010)])
def test_published_numbers_of_pentominoes(what, number, distinct):
    """Haselgrove 1960, Miller 1960."""
    question = pose_question(puzzle("tiling"), what, 0, {})[1]
    total = Total(number, "exactcover", "published", 0.0, 0, distinct=distinct)
    proved = prove_total(question, "cells", total, LIMITS)
    assert (proved.broken, proved.is_proved, len(proved.proofs)) == ((), True, 2)


def test_the_least_number_of_a_list_becomes_the_proved_one():
    """A limit ended the list after 3; of more than are proved there are none."""
    question, formulation, total = count("lightsout", "4")
    cut = replace(total, number=3, witness="", by_listing=True)
    proved = prove_total(question, formulation, cut, LIMITS)
    assert (proved.number, proved.verdict) == (16, "correct")
    assert prove_total(question, formulation, replace(cut, number=17), LIMITS).verdict == "wrong"


def test_a_certificate_that_is_not_finished_in_time_leaves_the_list():
    """Of few answers."""
    question, formulation, total = count("lightsout", "4")
    (proof,) = prove_total(question, formulation, total, LIMITS).proofs
    assert isinstance(proof, NumberProof)
    stated = state_total(question, formulation)
    late = prove_number(stated, Limits(0.0))
    assert (late.is_proved, late.number) == (False, None)


@pytest.mark.sample(0.125)
def test_a_file_of_numbers_is_checked_again():
    """Whatever is changed in it: another number, another certificate, one missing, another board."""
    question, formulation, total = count("tiling", "soma", distinct=True)
    proved = prove_total(question, formulation, total, LIMITS)
    content = BytesIO()
    write_count_file(content, question, "soma", proved.proofs, {})
    members = members_of(content.getvalue())
    assert [proof.number for proof in check(question, members)] == [11520, 240]
    head = json.loads(members["count.json"])
    for numbers in ({"count": "11521"}, {"count": "11520", "distinct": "241"}):
        lie = {**members, "count.json": json.dumps({**head, "numbers": numbers}).encode()}
        assert check(question, lie)[-1].proof.status is CountStatus.REFUSED
    exchanged = {**members, "count/1": members["count/2"], "count/2": members["count/1"]}
    assert check(question, exchanged)[0].proof.status is CountStatus.REFUSED
    assert check(question, {**members, "count/1": b"[]"})[0].proof.status is CountStatus.REFUSED
    for changed in ({"numbers": {"distinct": "240"}}, {"schema": 2}, {"puzzle": "tents"}, {"numbers": {"count": 1}}):
        with pytest.raises(InputError):
            check(question, {**members, "count.json": json.dumps({**head, **changed}).encode()})
    with pytest.raises(InputError, match="has no count/2"):
        check(question, {name: each for name, each in members.items() if name != "count/2"})
    other = pose_question(puzzle("tiling"), "3x20", 0, {})[1]
    with pytest.raises(InputError, match="the archive has no"):
        check(other, {name: each for name, each in members.items() if name != "count/1"})
    assert check(other, members)[0].proof.status is CountStatus.REFUSED


def check(question, members):
    """What an archive of these members proves."""
    content = archive_of(members)
    assert is_count_file(content, "file")
    return check_count_file(question, content, "file", LIMITS).proofs


def test_nothing_is_not_a_number_of_answers_that_exist():
    """0 of a board that has one: the solver finds it."""
    question, formulation, total = count("tents", "3x3:aaaaa,2,0,2,2,0,2")
    lie = prove_total(question, formulation, replace(total, number=0), LIMITS)
    assert (lie.verdict, lie.claims.count) == ("wrong", None)


def test_a_number_that_nobody_confirmed_is_that_of_the_list():
    """A limit ended the count after 3."""
    question, formulation, total = count("akari", "7")
    cut = replace(total, number=3, witness="", by_listing=True)
    proved = prove_total(question, formulation, cut, LIMITS)
    assert (proved.number, proved.claims.count, proved.exact) == (180, "proved", True)


def test_a_list_that_a_limit_ended_is_not_claimed_to_be_complete(monkeypatch):
    """Neither is proved nor wrong: there are more answers, and nobody said that there are not."""
    question, formulation, total = count("akari", "7")
    cut = replace(total, number=3, witness="", by_listing=True, checked=3)

    def list_five(*words):
        return replace(listing, answers=listing.answers[:5], values=listing.values[:5], witness="", ended=False)

    entrant = resolve_entrant(question, "cpsat", formulation)
    listing = proved_total.list_answers(question, entrant, LIMITS)
    monkeypatch.setattr(proved_total, "list_answers", list_five)
    left = prove_total(question, formulation, cut, LIMITS)
    assert (left.verdict, left.proofs, left.number) == ("unproved", (), 3)
    assert left.note.endswith("; 5 of the answers were listed; a limit")
    monkeypatch.setattr(proved_total, "LISTED", 4)
    assert prove_total(question, formulation, cut, LIMITS).note.endswith("; of more than 4 answers no list is made")


def test_why_there_is_no_certificate_is_said_where_the_list_is_not_proved_either(monkeypatch):
    """The second failure does not hide the first, which a longer limit may mend."""
    question, formulation, total = count("lightsout", "5x5")
    unknown = Refutation(RefutationStatus.UNKNOWN, "time limit of 1 s", Options())
    monkeypatch.setattr(prove, "refute", lambda *_, **__: unknown)
    stopped = CountProof(CountStatus.UNKNOWN, note="time limit of 2 s")
    monkeypatch.setattr(proved_total, "prove_number", lambda stated, *_: NumberProof(stated, stopped))
    left = prove_total(question, formulation, total, LIMITS)
    assert left.note == "no certificate: time limit of 2 s"
    assert [str(proof) for proof in left.proofs] == ["no answers but these: not proved: time limit of 1 s"]


def test_a_number_that_is_too_large_says_so(monkeypatch):
    """It stays cross-checked."""
    question, formulation, total = count("akari", "7")
    monkeypatch.setattr(proved_total, "LISTED", 10)
    left = prove_total(question, formulation, total, LIMITS)
    assert left.claims.count == "cross-checked"
    assert left.note.startswith("not proved: no certificate: ")
    assert left.note.endswith("; of more than 10 answers no list is made")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "what", "seconds", "label"),
    [
        ("lightsout", "4", 4.9, "cross-checked"),
        ("lightsout", "4", 40.0, "proved"),  # by a certificate
        ("akari", "7", 400.0, "proved"),  # by a list
    ],
)
def test_after_long_counting_a_proof_is_tried_for_a_share_of_the_time(monkeypatch, name, what, seconds, label):
    """And with no time for it, the total stays as it is."""
    question, formulation, total = count(name, what)
    slow = replace(total, seconds=seconds / 2, witness_seconds=seconds / 2)
    assert prove_total_where_cheap(question, formulation, slow, LIMITS).claims.count == label
    monkeypatch.setattr(worthwhile, "SHARE", 1e-9)
    assert prove_total_where_cheap(question, formulation, slow, LIMITS) is slow


def test_a_wrong_number_that_took_long_is_refuted_unasked():
    """By a certificate; nobody else has counted."""
    question, formulation, total = count("lightsout", "4")
    lie = replace(total, number=17, seconds=40.0)
    assert prove_total_where_cheap(question, formulation, lie, LIMITS).verdict == "wrong"


@pytest.mark.parametrize(("name", "what", "steps"), [("akari", "7", 3), ("tiling", "6x10", 1)])
def test_all_steps_to_an_unasked_proof_share_its_time(monkeypatch, name, what, steps):
    """A quarter of what the counting took: a list can take as long as a certificate and a refutation besides."""
    _, question = pose_question(puzzle(name), what, 0, {})
    given = []

    def prove_nothing(_question, _formulation, total, limits, _progress):
        given.append(limits.seconds)
        return total

    monkeypatch.setattr(proved_total, "prove_total", prove_nothing)
    total = Total(180 if steps > 1 else 10**6, "engine", "", 30.0, 0, witness_seconds=10.0)
    prove_total_where_cheap(question, "cells", total, LIMITS)
    assert given == [10.0 / steps]


def test_a_number_up_to_symmetry_without_a_proof_is_not_called_proved(monkeypatch):
    def refuse(*arguments):
        raise Unsupported("the symmetries have no certificate")

    monkeypatch.setattr(proved_total, "state_distinct", refuse)
    question, formulation, total = count("lightsout", "4", distinct=True)
    walked = prove_total(question, formulation, total, LIMITS)
    assert (len(walked.proofs), walked.is_proved, walked.distinct) == (1, True, total.distinct)
    assert "no certificate of its own" in walked.note
    monkeypatch.setattr(proved_total, "count_affine_orbits", lambda *_: None)
    listed = prove_total(question, formulation, total, LIMITS)
    assert (len(listed.proofs), listed.is_proved, listed.distinct) == (1, True, total.distinct)
    monkeypatch.setattr(proved_total, "LISTED", total.number - 1)
    proved = prove_total(question, formulation, total, LIMITS)
    assert (len(proved.proofs), proved.is_proved, proved.claims.count) == (1, False, "cross-checked")
    assert "only the first is proved: the symmetries have no certificate" in proved.note


def test_a_certificate_gives_the_number_up_to_symmetry_that_nobody_counted():
    """No fault: what was not counted contradicts nothing."""
    question, formulation, total = count("lightsout", "4", distinct=True)
    proved = prove_total(question, formulation, replace(total, distinct=None), LIMITS)
    assert (proved.broken, proved.distinct, proved.is_proved) == ((), total.distinct, True)


def test_a_number_that_was_walked_says_so():
    """It is in no file, unlike one with a certificate."""
    for name, size, is_walked in (("hitori", "4", True), ("lightsout", "4", False)):
        question, formulation, total = count(name, size, distinct=True)
        proved = prove_total(question, formulation, total, LIMITS)
        assert (proved.is_proved, "no certificate of its own" in proved.note) == (True, is_walked)
