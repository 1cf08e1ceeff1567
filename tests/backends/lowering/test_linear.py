"""Linear rows allow what the model allows, with guarded rows as big-M rows and with their guards beside them."""

from __future__ import annotations

import random
from itertools import product

import pytest

from backends.contract import Limits
from backends.lowering.linear import LinearProgram, to_linear
from models.neutral import Model, evaluate
from tests.support.random_models import random_model

SEEDS = 400


def allows(program: LinearProgram, values: list[int]) -> bool:
    """Whether the rows can hold with these values of the model's variables, whatever the slacks are. No row has two."""
    rows: list[dict[int, int]] = [{} for _ in program.table.lo]
    for row, column, coef in zip(program.table.owner, program.table.columns, program.table.coefs, strict=True):
        assert column not in rows[row], "each column once per row"
        rows[row][int(column)] = int(coef)
    by_slack: dict[int, list[int]] = {}
    for row, terms in enumerate(rows):
        slack = max(terms, default=-1)
        by_slack.setdefault(slack if slack >= len(values) else -1, []).append(row)

    def holds(row: int, slack: int, z: int) -> bool:
        guard = int(program.when[row])
        if guard and values[abs(guard) - 1] != (guard > 0):
            return True
        total = sum(coef * (z if column == slack else values[column]) for column, coef in rows[row].items())
        return bool(program.table.lo[row] <= total <= program.table.hi[row])

    return all(
        any(
            all(holds(row, slack, z) for row in members)
            for z in (range(program.lower[slack], program.upper[slack] + 1) if slack >= 0 else (0,))
        )
        for slack, members in by_slack.items()
    )


@pytest.mark.parametrize("as_stated", [False, True])
@pytest.mark.parametrize("guards", ["big_m", "kept"])
def test_the_rows_have_the_solutions_of_the_model(guards, as_stated):
    """All kinds of rows, guarded and not, over Booleans and an integer, by brute force."""
    seen = set()
    for seed in range(SEEDS):
        model = random_model(random.Random(seed).randint)
        program = to_linear(model, Limits(), as_stated, guards)
        ranges = [range(lo, hi + 1) for lo, hi in zip(model.lower[1:], model.upper[1:], strict=True)]
        for values in product(*map(list, ranges)):
            values = [int(value) for value in values]
            expected = not evaluate(model, [0, *values])
            assert allows(program, values) == expected, (seed, values)
            seen.add((expected, bool(program.when.any())))
    assert seen == {(held, guarded) for held in (True, False) for guarded in {False, guards == "kept"}}


def test_kept_guards_leave_one_row_for_each_that_is_stated():
    """In their order, with both sides, and with the guard of each, of either sign; parities get their slack."""
    model = Model("guards")
    x, w = model.bools("x", 5), model.ints("w", 1, -3, 7)
    model.linear(1, 4, "tie", [[w[0], x[0]], [w[0], x[1]]], [2, -1, 2, -1], when=[x[2], -x[3]])
    model.at_most(1, "few", [x[:3]])
    model.parity(1, "odd", [x[:3]], when=-x[4])
    program = to_linear(model, Limits(), guards="kept")
    assert program.when.tolist() == [int(x[2]), -int(x[3]), 0, -int(x[4])]
    assert program.table.lo.tolist() == [1, 1, 0, 1]
    assert program.table.hi.tolist()[:2] == [4, 4]
    assert program.rules.tolist() == [0, 0, 1, 2]
    assert program.numbers.tolist() == [0, 1, 0, 0]
    assert (program.size.variables, program.size.rows, program.size.literals) == (7, 4, 2 + 2 + 3 + 4)
    split = to_linear(model, Limits())
    assert split.when.tolist() == [0] * split.size.rows
    assert split.rules.tolist() == [1, 0, 0, 2, 0, 0, 2]
