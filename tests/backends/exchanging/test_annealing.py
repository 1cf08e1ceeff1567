"""The annealing against its definitions: after any number of chains, its tables are those of its assignment."""

from __future__ import annotations

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.exchanging.annealing import WEIGHT, Annealing
from backends.exchanging.problem import exchange_problem, kept_rows
from backends.lowering.canonical import canonical_rules
from backends.registry import backend_named
from models.neutral import Model, evaluate
from models.puzzles.registry import puzzle


def tents_model(size: tuple[int, int], seed: int) -> Model:
    board, _ = puzzle("tents").generate(size, seed)
    return puzzle("tents").formulations["default"](board)


def deviations_of(model: Model, values: np.ndarray) -> list[list[int]]:
    """Of the clues in order, rule by rule, from the rules as stated."""
    return [
        [
            int((values[np.abs(row)] == (row > 0)).sum()) - int(clue)
            for row, clue in zip(block.rows, block.lo, strict=True)
        ]
        for block in model.blocks
        if block.sentence in ("row counts", "column counts")
    ]


@pytest.mark.parametrize(("chains", "temperature"), [(1, 2.0), (1_000, 0.5), (30_000, 2.0), (30_000, 6.0)])
def test_tables_follow_the_assignment(chains, temperature):
    """Short rows hold; sums, deviations and the energy, with the prefix sums of its definition, are counted anew."""
    model = tents_model((40, 40), 0)  # at 40 the search is far from 0
    rules = canonical_rules(model)
    problem, short = exchange_problem(rules, model.variables, 12), kept_rows(model, rules, 12)
    start = backend_named("cnf").solve(short, Limits(), Options()).values
    annealing = Annealing(problem, start[1:], 0)
    annealing.try_chains(chains, temperature)
    values = np.append(0, annealing.values)
    assert evaluate(short, values) == []
    by_rule = deviations_of(model, values)
    energy = sum(d * d for rule in by_rule for d in rule)
    energy += WEIGHT * sum(int(p) ** 2 for rule in by_rule for p in np.cumsum(rule))
    assert annealing.energy == energy
    assert annealing.off == sum(d != 0 for rule in by_rule for d in rule)
    assert (chains == 1) or annealing.exchanges[1] > 0


def test_a_start_that_breaks_short_rows_is_refused():
    model = tents_model((14, 14), 0)
    problem = exchange_problem(canonical_rules(model), model.variables, 12)
    with pytest.raises(ValueError, match=r"expected an assignment that keeps the short rows, found \d+ broken"):
        Annealing(problem, np.zeros(model.variables, np.int64), 0)


def test_prefix_sums_end_where_rows_are_left_out():
    """Rows of unknown clues are not counted, and no prefix sum reaches over them."""
    model = Model("gaps")
    x = model.bools("x", (6, 14))
    model.exactly(np.full(6, 7), "rows", x, where=np.array([1, 1, 0, 1, 0, 1], bool))
    model.exactly(3, "columns", x.T[:2, :6])
    problem = exchange_problem(canonical_rules(model), model.variables, 12)
    assert (problem.rows.kept, problem.counted) == (2, 4)
    assert problem.rows.segment_ends[problem.rows.kept :].tolist() == [4, 4, 5, 6]
