"""The backend `gf2` against brute force and published numbers."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from algebra.modulo2 import affine
from backends.contract import Ending, Limits, Options, Status, Unsupported
from backends.gf2 import BACKEND, kernel
from backends.oracle import BACKEND as ORACLE
from backends.running import preloading, supervisor
from models.neutral import Model, evaluate
from rosetta.foundation.limits import TooLarge
from tests.support.parity_models import grid, lights, sparse, system, torus
from tests.support.patience import answer_within_limit

LIMITS = Limits(seconds=60.0)
NULLITIES = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0]  # n x n boards, n = 1..20 (OEIS A159257)
FEWEST = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188]  # presses, n = 1..18 (OEIS A075464)


def solve(model: Model, limits: Limits = LIMITS):
    return BACKEND.solve(model, limits, Options())


def board(n: int, m: int | None = None) -> Model:
    return lights(grid(n, m or n), n * (m or n))


def random_models(number: int, seed: int):
    """Systems of up to 12 variables, some with unit clauses, guards, weights of either sign on negated literals."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        variables = int(rng.integers(1, 12))
        model = system(rng, int(rng.integers(0, 12)), variables, rng.choice([0.1, 0.3, 0.6]), rng.random() < 0.7)
        x = model.arrays["x"] * (rng.integers(0, 2, variables) * 2 - 1)
        if rng.random() < 0.3:
            model.exactly(len(x[:2]), "all of these", [x[:2]])
        if rng.random() < 0.2:
            model.at_most(0, "none", [x[-1:]])
        terms = x[rng.random(variables) < 0.8]
        if len(terms) and rng.random() < 0.7:
            model.minimize("cost", terms, rng.integers(-9, 10, len(terms)))
        yield model


@pytest.mark.sample(0.125)
def test_random_systems_agree_with_brute_force():
    """Status, minimum, count and list of the solutions on some of the variables."""
    tally = {Status.OPTIMAL: 0, Status.UNSATISFIABLE: 0, Status.SATISFIED: 0}
    for model in random_models(150, 1):
        truth, outcome = ORACLE.solve(model, LIMITS, Options()), solve(model)
        assert (outcome.status, outcome.objective) == (truth.status, truth.objective)
        tally[outcome.status] += 1
        if outcome.values is not None:
            assert evaluate(model, outcome.values) == []
            assert truth.objective is None or outcome.bound == truth.objective
        for project in (model.boolean_variables, model.boolean_variables[::2], model.boolean_variables[:0]):
            expected = {tuple(v[project]) for v in ORACLE.solutions(model, project, LIMITS, Options())}
            solutions = list(BACKEND.solutions(model, project, LIMITS, Options()))
            assert all(evaluate(model, values) == [] for values in solutions)
            assert sorted(tuple(v[project]) for v in solutions) == sorted(expected)
            assert BACKEND.count(model, project, LIMITS, Options()) == len(expected)
    assert min(tally.values()) > 10, "every ending occurs"


def test_boards_have_the_published_nullities_and_fewest_presses():
    """n x n boards, all lights to be turned."""
    for n, nullity in enumerate(NULLITIES, 1):
        assert BACKEND.count(board(n), board(n).boolean_variables, LIMITS, Options()) == 2**nullity
        assert solve(board(n)).stats["nullity"] == nullity
    for n, fewest in enumerate(FEWEST, 1):
        model = board(n)
        model.minimize("presses", model.boolean_variables)
        outcome = solve(model)
        assert (outcome.status, outcome.objective) == (Status.OPTIMAL, fewest), n


@pytest.mark.parametrize("n", [5, 7, 12])
def test_a_board_needs_as_many_guesses_as_it_is_wide(n):
    """The chase finds the "Spanish method" by itself: n unknowns on an n x m board, n <= m, whichever way it lies."""
    for m in (n, n + 1, 3 * n):
        assert solve(board(n, m)).stats["guessed"] == n
        assert solve(board(m, n)).stats["guessed"] == n


def test_presses_have_the_parity_of_the_rank():
    """Whatever solves an all-ones problem has |x| = rank(A) modulo 2: A is symmetric, with ones on its diagonal."""
    rng = np.random.default_rng(2)
    graphs = [(torus(5, 6), 30), (torus(4, 4), 16), *((sparse(40, edges, rng), 40) for edges in (20, 45, 80, 200))]
    for edges, vertices in graphs:
        model = lights(edges, vertices)
        model.minimize("presses", model.boolean_variables)
        outcome = solve(model)
        assert outcome.status is Status.OPTIMAL
        assert outcome.objective % 2 == outcome.stats["rank"] % 2
        for values in list_some(model, 20):
            assert values.sum() % 2 == outcome.stats["rank"] % 2


def list_some(model: Model, most: int):
    solutions = BACKEND.solutions(model, model.boolean_variables, LIMITS, Options())
    return [values for values, _ in zip(solutions, range(most), strict=False)]


def test_no_solution_comes_with_rows_that_say_so():
    """Taken alone, the rows of the certificate have no solution; without any one of them they have."""
    rng = np.random.default_rng(3)
    contradictions = 0
    for _ in range(40):
        model = system(rng, 12, 9, 0.3, False)
        outcome = solve(model)
        if outcome.status is not Status.UNSATISFIABLE:
            continue
        certificate = outcome.certificate
        assert set(certificate.blocks) == {0}
        rows = np.unique(certificate.rows)
        assert len(rows) == len(certificate)
        alone = model.copy()
        alone.blocks = [model.blocks[0].take(rows)]
        assert ORACLE.solve(alone, LIMITS, Options()).status is Status.UNSATISFIABLE
        assert "sum" in outcome.note
        contradictions += 1
    assert contradictions > 10


def test_literals_that_must_hold_are_part_of_a_certificate():
    """x + y odd, both hold: the rule of each is named; one row that cannot hold is told as such."""
    model = Model("two")
    x = model.bools("x", 2)
    model.exactly(2, "both", [x])
    model.parity(1, "one of them", [x])
    outcome = solve(model)
    assert outcome.status is Status.UNSATISFIABLE
    assert not outcome.by_rule
    assert sorted(outcome.certificate.literals.tolist()) == [0, 1, 2]
    assert "rule 'both', row 0" in outcome.note
    assert "rule 'one of them', row 0" in outcome.note


def test_other_rows_are_refused_with_the_rule():
    """Clauses of two literals, guards, integers."""
    for state, kind in (
        (lambda m, x: m.any("either", [x]), "a clause row"),
        (lambda m, x: m.exactly(1, "either", [x]), "a cardinality row"),
        (lambda m, x: m.linear(1, 2, "either", [x], [1, 2]), "a linear row"),
        (lambda m, x: m.parity(1, "either", [x], when=x[0]), "a parity row with a guard"),
    ):
        model = Model("two")
        x = model.bools("x", 2)
        model.parity(0, "fine", [x])
        state(model, x)
        with pytest.raises(Unsupported, match=f"rule 'either', row 0: .*; this is {kind}$"):
            solve(model)


def test_a_model_that_it_does_not_take_is_refused_before_its_loops_are_loaded(monkeypatch):
    """In the words in which it is refused later; where one row cannot hold, that is the answer."""
    monkeypatch.setattr(preloading, "_keeps_solvers", False)  # whatever ran before in this process
    loads = replace(BACKEND, probe=lambda: pytest.fail("its loops are loaded"))
    model = Model("two")
    x = model.bools("x", 2)
    model.parity(0, "fine", [x])
    model.any("either", [x])
    with pytest.raises(Unsupported) as later:
        solve(model)
    outcome = supervisor.solve(loads, model, Limits())
    assert (outcome.status, outcome.note) == (Status.UNSUPPORTED, str(later.value))
    model.any("nothing", [[]])
    assert supervisor.solve(BACKEND, model, Limits()).ended is Ending.NOT_ASKED


def test_what_does_not_fit_is_refused():
    """The equations among the guesses, with their size."""
    rng = np.random.default_rng(4)
    model = system(rng, 3000, 3000, 0.3, True)
    with pytest.raises(TooLarge, match=r"MB"):
        solve(model, Limits(memory=1))


def test_a_minimum_out_of_reach_is_not_called_optimal(monkeypatch):
    """A torus of nullity 32 in no time: the best found is a solution, the bound is below the known minimum of 80."""
    model = lights(torus(20, 20), 400)
    model.minimize("presses", model.boolean_variables)
    outcome = answer_within_limit(lambda seconds: solve(model, Limits(seconds=seconds)))
    assert outcome.status is Status.SATISFIED
    assert evaluate(model, outcome.values) == []
    assert outcome.bound <= 80 <= outcome.objective == outcome.values.sum()


def test_components_are_minimised_one_by_one():
    """Forty boards of nullity 4 at once: a kernel of 160 dimensions, 4 presses each."""
    edges = np.concatenate([grid(4, 4) + 16 * i for i in range(40)])
    model = lights(edges, 640)
    model.minimize("presses", model.boolean_variables)
    outcome = solve(model)
    assert (outcome.status, outcome.objective, outcome.stats["nullity"]) == (Status.OPTIMAL, 160, 160)
    assert BACKEND.count(model, model.boolean_variables, LIMITS, Options()) == 2**160


def test_a_board_of_ten_thousand_lights_takes_no_time():
    """One that elimination alone would need seconds for, through the chase."""
    outcome = solve(board(100))
    assert outcome.status is Status.SATISFIED
    assert evaluate(board(100), outcome.values) == []
    assert "solved for" in outcome.note
    assert SimpleNamespace(**outcome.stats).rank == 10_000


def test_quiet_patterns_turn_no_light():
    """The kernel of a 5 x 5 board: two patterns, as published, each leaving every light as it was."""
    model = board(5)
    patterns = kernel(model)
    assert patterns.shape == (2, 26)
    quiet = lights(grid(5, 5), 25, 0)
    for values in (*patterns, patterns[0] ^ patterns[1]):
        assert values.any()
        assert evaluate(quiet, values.astype(np.int64)) == []
    assert not (patterns[0] == patterns[1]).all()
    assert kernel(board(6)).shape == (0, 37)


def test_a_row_that_cannot_be_kept_settles_other_models_too():
    """No solution, none listed, a count of 0, though the model has rows that are no equations."""
    model = Model("two")
    x = model.bools("x", 2)
    model.any("either", [x])
    model.at_least(3, "three of two", [x])
    outcome = solve(model)
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ending.NOT_ASKED)
    assert list(BACKEND.solutions(model, x, LIMITS, Options())) == []
    assert BACKEND.count(model, x, LIMITS, Options()) == 0


def test_a_wrong_solution_is_an_error(monkeypatch):
    """Whatever goes wrong inside, no answer leaves that the equations do not bear out."""
    honest = affine.solve

    def turned(*arguments, **named):
        space = honest(*arguments, **named)
        space.solution[0] ^= True
        return space

    monkeypatch.setattr(affine, "solve", turned)
    with pytest.raises(AssertionError, match="breaks equations"):
        solve(board(5))
