"""What a row says by itself, against all assignments of its variables."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from backends.reasons.row_table import GUARDED, propagate_row, row_table
from models.neutral import Model, evaluate


def random_row(draw: Random) -> Model:
    """One row over four Booleans, guarded by a fifth, or by its negation."""
    m = Model("row")
    m.bools("x", 5)
    literals = [x * draw.choice((1, -1)) for x in draw.sample(range(1, 5), draw.randint(0, 4))]
    guard, low = draw.choice((5, -5)), draw.randint(-1, 3)
    match draw.randint(0, 3):
        case 0:
            m.any("row", [literals], when=guard)
        case 1:
            m.between(low, low + draw.randint(0, 2), "row", [literals], when=guard)
        case 2:
            m.parity(draw.randint(0, 1), "row", [literals], when=guard)
        case _:
            coefs = [draw.choice((-2, -1, 1, 3)) for _ in literals]
            m.linear(low, low + draw.randint(0, 2), "row", [literals], coefs, when=guard)
    return m


@pytest.mark.parametrize("seed", range(60))
def test_a_guarded_row_says_only_what_follows_and_all_that_its_guard_allows(seed):
    """What it makes true holds in every solution with the values that it rests on; if the guard is open and no solution
    has it, it does not hold. A row that cannot be kept has no solution."""
    m = random_row(Random(seed))
    rows = row_table(m, np.arange(1, 6, dtype=np.int32))
    guard, _ = rows.guards[0]
    assert rows.kinds == [GUARDED]
    solutions = [each for each in product((-1, 1), repeat=5) if not evaluate(m, [0, *(v > 0 for v in each)])]
    for known in product((-1, 0, 1), repeat=5):
        values = rows.open_values()
        for x, value in enumerate(known, 1):
            values[x], values[-x] = value, -value
        broken, forced, because = propagate_row(rows, 0, values)
        assert all(values[x] > 0 for x in because)
        assert all(values[x] == 0 for x in forced)
        resting = [each for each in solutions if all(each[abs(x) - 1] == (1 if x > 0 else -1) for x in because)]
        for x in forced:
            assert all(each[abs(x) - 1] == (1 if x > 0 else -1) for each in resting)
        fitting = [each for each in solutions if all(k in (0, v) for k, v in zip(known, each, strict=True))]
        if broken:
            assert resting == []
        elif values[guard] == 0 and 0 not in [known[abs(x) - 1] for x in rows.literals[0]]:
            holds = [each for each in fitting if each[abs(guard) - 1] == (1 if guard > 0 else -1)]
            assert forced == ([] if holds else [-guard])
