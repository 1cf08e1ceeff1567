"""Certificates for the least cost of parity rows: by brute force on random models, and spoilt in many ways."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from models.neutral import Model, evaluate, objective_value
from models.puzzles.lightsout import rules
from rosetta.studies.refuting import coset_certificate
from rosetta.studies.refuting.coset_certificate import CosetCertificate, check_certificate, find_certificate


def random_model(rng: np.random.Generator, variables: int = 6) -> Model:
    """Parities of literals with both signs; often a clause besides; an objective over some of the variables."""
    m = Model("parities")
    x = m.bools("x", variables)
    for number in range(rng.integers(1, 7)):
        chosen = rng.permutation(x)[: rng.integers(1, variables)]
        m.parity(
            int(rng.integers(2)), f"row {number}", [np.where(rng.choice([-1, 1], len(chosen)) > 0, chosen, -chosen)]
        )
    if rng.random() < 0.5:
        m.any("a clause", [rng.permutation(x)[:3]])
    m.minimize("ones", rng.permutation(x)[: rng.integers(1, variables + 1)])
    return m


def costs(m: Model) -> list[int]:
    """Of all solutions, by trying all assignments."""
    each = (np.array((0, *bits), np.int64) for bits in product((0, 1), repeat=m.variables))
    return [objective_value(m, values) or 0 for values in each if not evaluate(m, values)]


@pytest.mark.sample(0.125)
def test_what_is_accepted_is_true_and_the_least_cost_is_accepted():
    """The least cost of the parity rows alone: with a clause besides, less may be proved, never more."""
    rng = np.random.default_rng(1)
    exact = 0
    for _ in range(150):
        m = random_model(rng)
        certificate, found = find_certificate(m), costs(m)
        least = min(found, default=99)
        accepted = [cost for cost in range(10) if check_certificate(m, certificate, cost).refusal is None]
        assert max(accepted) <= least
        if found and all(block.sentence != "a clause" for block in m.blocks):
            assert max(accepted) == least
            exact += 1
    assert exact > 20


@pytest.mark.sample(0.125)
def test_spoilt_certificates_prove_nothing_that_is_false():
    """Bits turned, pivots exchanged, repeated or left out: refused, or still true."""
    rng, refused = np.random.default_rng(2), 0
    for _ in range(300):
        m = random_model(rng)
        right, solved = find_certificate(m), costs(m)
        if not solved:
            continue
        combine, pivots = right.combine.copy(), right.pivots.copy()
        match rng.integers(4):
            case 0:
                combine[rng.integers(len(combine)), rng.integers(combine.shape[1])] ^= True
            case 1:
                pivots[rng.integers(len(pivots))] = rng.integers(-2, m.variables + 2)
            case 2:
                combine, pivots = combine[1:], pivots[1:]
            case _:
                combine, pivots = np.concatenate([combine, combine[:1]]), np.append(pivots, pivots[0])
        spoilt = CosetCertificate(combine, pivots)
        refused += check_certificate(m, spoilt, 0).refusal is not None
        assert check_certificate(m, spoilt, min(solved) + 1).refusal is not None
    assert refused > 100


@pytest.mark.parametrize("side_by_side", [0, 2, 12])
def test_boards_with_a_kernel_are_proved_and_one_more_is_not(monkeypatch, side_by_side):
    """Known numbers (OEIS A075462): 4 x 4 takes 4 presses, 5 x 5 15, 9 x 9 25; however the candidates are tried."""
    monkeypatch.setattr(coset_certificate, "SIDE_BY_SIDE", side_by_side)
    for side, presses, free in ((4, 4, 4), (5, 15, 2), (9, 25, 8)):
        m = rules.model(rules.generate((side, side))[0])
        checked = check_certificate(m, find_certificate(m), presses)
        assert (checked.refusal, checked.candidates) == (None, 1 << free)
        assert check_certificate(m, find_certificate(m), presses + 1).refusal is not None


def test_what_the_check_does_not_know_is_refused(monkeypatch):
    m = Model("three")
    x = m.bools("x", 3)
    m.parity(1, "odd", [x])
    assert "objective" in (check_certificate(m, find_certificate(m), 0).refusal or "")
    m.minimize("weighted", x, [1, 2, 1])
    assert "counts" in (check_certificate(m, find_certificate(m), 0).refusal or "")
    m.objective = replace(m.objective, coefs=np.ones(3, np.int64))
    assert check_certificate(m, find_certificate(m), 1).refusal is None
    wrong = CosetCertificate(np.zeros((1, 2), np.bool_), np.array([0]))
    assert "sums" in (check_certificate(m, wrong, 0).refusal or "")
    monkeypatch.setattr(coset_certificate, "MOST_FREE", 1)
    assert "more than 1" in (check_certificate(m, find_certificate(m), 0).refusal or "")


def test_rows_with_a_guard_are_left_out():
    """They hold only sometimes."""
    m = Model("guarded")
    x = m.bools("x", 2)
    m.parity(1, "odd", [x[:1]], when=[int(x[1])])
    m.minimize("ones", x[:1])
    assert min(costs(m)) == 0
    assert check_certificate(m, find_certificate(m), 1).refusal is not None
