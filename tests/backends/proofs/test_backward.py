"""The checker of DRAT proofs against definitions in plain Python, real proofs, and proofs that are spoilt."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from backends.proofs import lrat
from backends.proofs.backward import check_proof
from backends.proofs.columns import clauses_from_lists, clauses_from_zeros, proof_from_lists
from rosetta.foundation.limits import LimitReached, TooLarge
from tests.support.naive_proofs import is_drat_proof, is_lrat_proof, is_satisfiable
from tests.support.proofs import SOLVERS, pigeonhole, prove, random_formula, spoil

SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def check(formula, steps, **limits):
    """The verdict on lists."""
    return check_proof(clauses_from_lists(formula), proof_from_lists(steps), **limits)


def lrat_steps(lrat):
    """An LRAT proof as the oracle takes it."""
    names = [None if deletes else int(name) for deletes, name in zip(lrat.deletes, lrat.ids, strict=True)]
    hints = np.split(lrat.hints, lrat.hint_starts[1:-1])
    return [(name, lrat.clauses.clause(i), hints[i].tolist()) for i, name in enumerate(names)]


def check_with_oracle(formula, steps):
    """The verdict; what is verified must hold by the oracle's rules, and the core must have no solution."""
    verdict = check(formula, steps)
    if verdict.is_verified:
        assert is_lrat_proof(formula, lrat_steps(verdict.lrat))
    else:
        assert not is_drat_proof(formula, steps), verdict.refusal
    return verdict


@pytest.mark.parametrize("solver", SOLVERS)
def test_pigeons(solver):
    """The proofs of five solvers are verified, and every clause of the formula is needed."""
    formula = pigeonhole(4)
    steps = prove(solver, formula)
    verdict = check_with_oracle(formula, steps)
    assert verdict.is_verified
    assert len(verdict.core) == len(formula)
    assert not any(steps[i][0] for i in verdict.lemmas)


@pytest.mark.parametrize("solver", SOLVERS)
def test_random_formulas(solver):
    """Random formulas of up to 16 variables: proofs are verified, and the core has no solution either."""
    random = Random(solver)
    proved = 0
    for _ in range(40):
        formula = random_formula(random, random.randint(5, 16), random.randint(60, 110))
        steps = prove(solver, formula)
        if steps is not None:
            proved += 1
            verdict = check_with_oracle(formula, steps)
            assert verdict.is_verified, verdict.refusal
            assert prove("glucose4", [formula[i] for i in verdict.core]) is not None
    assert proved > 10


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.exhaustive)])
def test_spoilt_proofs(count):
    """A spoilt proof is verified only where what is left is a proof by the definition."""
    random = Random(count)
    refused = spoilt = 0
    while spoilt < count:
        formula = random_formula(random, 10, 55)
        steps = prove(random.choice(SOLVERS), formula)
        if steps is not None:
            spoilt += 1
            refused += not check_with_oracle(formula, spoil(random, steps, 10)).is_verified
    assert refused > count // 100


def test_hints_are_numbered_by_pieces(monkeypatch):
    """The LRAT proof of a large proof is read so; where a piece ends changes nothing."""
    formula = pigeonhole(4)
    whole = check(formula, prove("cadical195", formula))
    for piece in (1, 7):
        monkeypatch.setattr(lrat, "PIECE", piece)
        verdict = lrat.check_lrat(clauses_from_lists(formula), whole.lrat)
        assert verdict.is_verified
        assert verdict.core.tolist() == whole.core.tolist()
        hints = whole.lrat.hints.copy()
        hints[-1] = 10**9  # the ID of nothing
        refused = lrat.check_lrat(clauses_from_lists(formula), replace(whole.lrat, hints=hints))
        assert not refused.is_verified


def test_formulas_with_a_solution():
    """A formula with a solution has no proof: neither the one of the same formula with one more clause, nor a spoilt
    one, nor random steps."""
    random = Random(2)
    met = 0
    while met < 150:
        formula = random_formula(random, 8, 44)
        steps = prove("cadical195", formula)
        if steps is None:
            continue
        core = [formula[i] for i in check(formula, steps).core]
        for i in range(len(core)):
            rest = core[:i] + core[i + 1 :]
            if is_satisfiable(rest):
                met += 1
                assert not check(rest, steps).is_verified
                assert not check(rest, spoil(random, steps, 8)).is_verified
                assert not check(rest, [(random.random() < 0.3, random.choice(formula)) for _ in range(20)]).is_verified


def test_harmless_lemmas():
    """RAT: 5 as a new name for 1 is harmless on the first literal of each clause, and the rest of the proof uses it."""
    formula = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    names = [(False, [5, -1]), (False, [-5, 1])]
    verdict = check_with_oracle(formula, [*names, (False, [5, 2]), (False, [5]), (False, [-5, 2])])
    assert verdict.is_verified
    assert set(verdict.lemmas) == {0, 1, 2, 3, 4}
    assert (verdict.lrat.hints < 0).any()


def test_random_lemmas():
    """Random lemmas over few variables, many of them RAT, deletions between them: as the definitions say."""
    random = Random(3)
    verified = harmless = 0
    for _ in range(1500):
        formula = random_formula(random, 4, random.randint(8, 22))
        x = random.randint(1, 4)
        steps = [(False, clause) for clause in (*random_formula(random, 6, 6, 2), [5, -x], [-5, x], [-x, 5])]
        steps += [(True, random.choice(formula)) for _ in range(3)]
        random.shuffle(steps)
        verdict = check_with_oracle(formula, [*steps, (False, [])])
        verified += verdict.is_verified
        harmless += verdict.is_verified and (verdict.lrat.hints < 0).any()
        assert not (verdict.is_verified and is_satisfiable(formula))
    assert verified > 100
    assert harmless > 5


def test_a_harmless_lemma_is_checked_against_all_clauses():
    """`8` is harmless only where each clause that denies it holds otherwise."""
    free = [[1, 2, -8], [-1, 2, -8], [1, -2, -8], [-1, -2, -8]]
    assert check_with_oracle(free, [(False, [8]), (False, [2]), (False, [])]).refusal.startswith("step 1, lemma `8`")
    other = [[1, 2, -8], [-1, 2, -8], [1, -2, -8], [-1, -2, -8], [8, 9], [8, -9]]
    assert check_with_oracle(other, [(False, [8]), (False, [2]), (False, [])]).is_verified


def test_refusals_name_the_step():
    """What is wrong is told with the number of the step, from 1 on, and its clause."""
    assert check(SQUARE, [(False, [2]), (False, [])]).is_verified
    assert "the proof has no end" in check_with_oracle([[1, 2], [-1, 2]], [(False, [3, 4])]).refusal
    assert check([[1, 2]], [(True, [1, 2]), (False, [])]).refusal.startswith(
        "step 2, the empty clause, does not follow"
    )


def test_deletions():
    """What is deleted is gone, but for the reason of a literal that follows by unit propagation."""
    assert check_with_oracle(SQUARE, [(True, [2, 1]), (False, [2]), (False, [])]).refusal is not None
    chain = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, 5], [-3, -5]]
    assert check_with_oracle(chain, [(True, [-1, 2]), (True, [1]), (False, [3]), (False, [])]).is_verified
    assert check_with_oracle(SQUARE, [(True, [1, 2, 3]), (True, [7, 8]), (False, [2]), (False, [])]).is_verified
    twice = [*SQUARE, [2, 1]]
    assert check_with_oracle(twice, [(True, [1, 2]), (False, [2]), (False, [])]).is_verified
    assert not check_with_oracle(twice, [(True, [1, 2]), (True, [1, 2]), (False, [2]), (False, [])]).is_verified


def test_edges():
    """An empty clause, no clauses, a conflict of units, a literal twice, a clause with x and -x."""
    assert check([[]], []).is_verified
    assert check([[1], [-1]], []).is_verified
    assert list(check([[3, 4], [1], [-1]], []).core) == [1, 2]
    assert not check([], []).is_verified
    assert not check([], [(False, [])]).is_verified
    assert check_with_oracle([[1, 1, 2], [-1, 2, 2], [1, -2, 1], [-1, -2]], [(False, [2, 2]), (False, [])]).is_verified
    assert check_with_oracle([*SQUARE, [1, -1]], [(False, [3, -3]), (False, [2]), (False, [])]).is_verified
    with pytest.raises(ValueError, match="found a 0"):
        check([[0]], [])


def test_limits():
    """A limit of time or of hints ends the check with its exception."""
    formula = pigeonhole(6)
    steps = prove("cadical195", formula)
    with pytest.raises(LimitReached, match="took too long"):
        check(formula, steps, seconds=0)
    with pytest.raises(TooLarge, match="hints"):
        check(formula, steps, most_hints=10)


def test_clauses_with_zeros():
    """The columns of the lowering are read as they are."""
    import numpy as np

    assert clauses_from_zeros(np.array([1, -2, 0, 0, 3, 0], np.int32)).lists() == [[1, -2], [], [3]]
