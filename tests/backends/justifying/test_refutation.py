"""Models proved to have no solution: as brute force says, and never where it finds one, whatever proof is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from backends.contract import Limits, Options
from backends.encoding_choice import catalogue
from backends.encodings import totalizer
from backends.formats.contract import FileError
from backends.justifying import refutation
from backends.justifying.origins import trace_clauses
from backends.justifying.refutation import ENCODINGS, RefutationStatus, check_refutation, refute
from backends.proofs.backward import BackwardCheck
from backends.proofs.columns import clauses_from_lists
from backends.proofs.drat_files import read_drat
from models.neutral import Model
from tests.support.brute_force import first_solution
from tests.support.proofs import prove
from tests.support.strategies import models

OPTIONS = Options(encodings=ENCODINGS)


def tight(k):
    """Twelve literals in three groups: k of them hold, at most one in each group; one solution kind for k = 3 only."""
    m = Model("groups")
    x = m.bools("x", (3, 4))
    m.at_most(1, "one in each group", x)
    m.at_least(k, "so many hold", x.ravel())
    return m


def drat_text(steps):
    """The steps as a solver would write them."""
    return "".join(f"{'d ' * deletes}{' '.join(map(str, [*clause, 0]))}\n" for deletes, clause in steps).encode()


def test_a_model_without_a_solution_is_proved():
    """In two children; the proof that it hands over is one by itself."""
    proved = refute(tight(4), Limits(60))
    assert (proved.status, proved.note) == (RefutationStatus.PROVED, "")
    assert check_refutation(tight(4), proved.proof, Limits(), OPTIONS).refusal is None
    assert refute(tight(3), Limits(60)).status is RefutationStatus.SATISFIABLE


def test_a_contradiction_in_one_row_needs_no_solver():
    """The empty clause follows from the row."""
    m = Model("row")
    m.at_least(3, "three of two", m.bools("x", 2))
    proved = refute(m, Limits(60))
    assert (proved.status, proved.proof) == (RefutationStatus.PROVED, b"")


def test_no_time_is_unknown():
    """A limit is no verdict."""
    assert refute(tight(4), Limits(0.0)).status is RefutationStatus.UNKNOWN


def test_a_proof_of_something_else_is_refused():
    """The proof for four of three is none for three of three, which has a solution."""
    proof = refute(tight(4), Limits(60)).proof
    assert check_refutation(tight(3), proof, Limits(), OPTIONS).refusal is not None
    assert check_refutation(tight(3), b"0\n", Limits(), OPTIONS).refusal is not None


@settings(max_examples=80, deadline=None)
@given(models(objective=False))
def test_proved_or_satisfiable_as_brute_force_says(model):
    """A proof is found where there is no solution, and only there."""
    traced = trace_clauses(model, Limits(), OPTIONS)
    lists = traced.clauses.lists()
    steps = [] if [] in lists else prove("cadical195", lists)
    assert (steps is None) == (first_solution(model) is not None)
    checked = check_refutation(model, drat_text(steps or [(False, [])]), Limits(), OPTIONS)
    assert (checked.refusal is None) == (steps is not None), checked.refusal


def test_a_clause_too_strong_is_not_believed(monkeypatch):
    """An encoding that forbids the last solution: the solver proves that there is none, and the clause is named."""
    m = Model("two")
    x = m.bools("x", 4)
    m.between(2, 3, "two or three", x)
    m.any("the first", [x[:1]])
    assert refute(m, Limits(60)).status is RefutationStatus.SATISFIABLE

    def too_strong(shape, fresh):
        yield from totalizer.clauses(shape, fresh)
        yield [-1]

    wrong = {**catalogue.encodings(), "totalizer": replace(totalizer.ENCODING, clauses=too_strong)}
    monkeypatch.setattr(catalogue, "encodings", lambda: wrong)
    proved = refute(m, Limits(60))
    assert proved.status is RefutationStatus.REFUSED
    assert "does not follow from rule 'two or three'" in proved.note


def test_what_the_backward_checker_says_was_used_is_not_believed(monkeypatch):
    """A clause that does not follow from the model, and a backward checker that keeps quiet about it."""
    m = Model("two")
    x = m.bools("x", 4)
    m.between(2, 3, "two or three", x)
    traced = trace_clauses(m, Limits(), OPTIONS)
    lists = [*traced.clauses.lists(), [1], [-1]]
    false = replace(traced, clauses=clauses_from_lists(lists), origins=np.append(traced.origins, [0, 0]))
    monkeypatch.setattr(refutation, "trace_clauses", lambda *_: false)
    assert check_refutation(m, b"0\n", Limits(), OPTIONS).refusal is not None
    monkeypatch.setattr(BackwardCheck, "core", property(lambda check: np.zeros(check._total, np.uint8)))
    assert check_refutation(m, b"0\n", Limits(), OPTIONS).refusal is not None


def test_a_proof_with_a_variable_far_away_takes_no_memory():
    """Lemmas may define new variables; the largest number that is one does not cost gigabytes."""
    steps = prove("cadical195", trace_clauses(tight(4), Limits(), OPTIONS).clauses.lists())
    proof = drat_text([(False, [2**30 - 1, 1]), (False, [-(2**29), 2**30 - 1]), *steps])
    assert check_refutation(tight(4), proof, Limits(), OPTIONS).refusal is None


def test_weighted_rows_integers_and_parities_are_proved():
    """One model with all kinds of rows, whose contradiction needs each of them."""
    m = Model("all kinds")
    x, z = m.bools("x", 6), m.ints("z", 1, 0, 5)
    m.parity(1, "odd", [x])
    m.linear(None, 5, "light", [np.append(x, z)], np.array([3, 3, 2, 2, 2, 2, 1]))
    m.linear(3, None, "the integer is large", [z], np.ones(1, np.int64))
    m.at_least(1, "one of the first", [x[:2]])
    assert first_solution(m) is None
    assert refute(m, Limits(60)).status is RefutationStatus.PROVED


@pytest.mark.parametrize("binary", [False, True])
def test_both_kinds_of_files(binary):
    """The same steps, read back."""
    steps = [(False, [1, -2]), (True, [1, 300_000]), (False, []), (True, []), (False, [-1])]
    content = drat_binary(steps) if binary else drat_text(steps)
    proof = read_drat(content)
    assert list(zip(proof.deletes.tolist(), proof.clauses.lists(), strict=True)) == steps
    assert len(read_drat(b"")) == 0


def drat_binary(steps):
    """Seven bits a byte."""
    content = bytearray()
    for deletes, clause in steps:
        content += b"d" if deletes else b"a"
        for x in clause:
            number = 2 * abs(x) + (x < 0)
            while number >= 128:
                content.append(number % 128 + 128)
                number //= 128
            content.append(number)
        content.append(0)
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"1 2", "line 1, column 4: expected a 0 at the end of the last clause"),
        (b"1 2 0\n1 d 2 0\n", "line 2, column 3: expected `d` only before"),
        (b"1 x 0\n", "line 1, column 3: expected a number or `d`"),
        (b"4000000000 0\n", "line 1, column 1: expected a variable up to"),
        (b"a\x02\x00x\x02\x00", "byte 4: expected `a` or `d`"),
        (b"a\x02\x00a\x02", "byte 6: expected a zero byte"),
        (b"a\x82\x00", "byte 3: expected more bytes of a literal"),
        (b"a\x82\x00a\x02\x00", "byte 3: expected more bytes of a literal"),
        (b"a\x01\x00", "byte 2: expected a literal of a variable"),
        (b"a\xff\xff\xff\xff\xff\xff\x01\x00", "byte 2: expected a literal of at most"),
    ],
)
def test_what_is_no_proof_is_refused_with_the_place(content, expected):
    """Line and column, or the offset."""
    with pytest.raises(FileError, match=re.escape(expected)):
        read_drat(content)
