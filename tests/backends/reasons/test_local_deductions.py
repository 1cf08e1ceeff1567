"""One clue and what the other rules say of its cells: against all assignments, and on the corners that people know."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from backends.reasons.failed_literals import measure_reach
from backends.reasons.knowledge import Knowledge
from backends.reasons.local_deductions import clue_rows, deduce_locally
from backends.reasons.row_table import row_table
from models.neutral import Model
from tests.support.every_case import each_seed


def open_after(m):
    """How many decisions one clue at a time leaves open."""
    rows = row_table(m, m.boolean_variables)
    return measure_reach(rows, clue_rows(m, rows), most=0).undecided


@each_seed(60)
def test_one_clue_and_which_of_its_cells_need_others(seed):
    """Of one clue with literals that are there only if others are (second bridges), what is common to all assignments
    is found, and nothing else."""
    rng, n = random.Random(seed), 7
    needs = [(a, b) for a, b in itertools.combinations(range(n), 2) if rng.random() < 0.2]
    count = rng.randrange(n + 1)
    good = [v for v in itertools.product((0, 1), repeat=n) if sum(v) == count and all(v[a] <= v[b] for a, b in needs)]
    m = Model("clue")
    x = m.bools("x", n)
    m.exactly(count, "clue", x.reshape(1, n), clue=True)
    if needs:
        m.any("needs", np.array([(-x[a], x[b]) for a, b in needs]))
    assert open_after(m) == sum(len({v[i] for v in good}) == 2 for i in range(n))


@each_seed(60)
def test_nothing_is_concluded_that_does_not_follow(seed):
    """Of clues and other rows of all sizes: in every assignment, all that one clue at a time shows holds."""
    rng, n = random.Random(seed), 7
    planted = [rng.randrange(2) for _ in range(n)]
    m = Model("clues")
    x = m.bools("x", n)
    rows = []
    for _ in range(6):
        some = rng.sample(range(n), rng.randrange(2, 6))
        held = sum(planted[i] for i in some)
        lo, hi = held - rng.randrange(2), held + rng.randrange(2)
        clue = rng.choice([True, False])
        lo, hi = (held, held) if clue else (max(lo, 0), hi)
        m.at_least(lo, "at least", x[some].reshape(1, -1), clue=clue)
        m.at_most(hi, "at most", x[some].reshape(1, -1), clue=clue)
        rows.append((some, lo, hi))
    good = [
        v
        for v in itertools.product((0, 1), repeat=n)
        if all(lo <= sum(v[i] for i in some) <= hi for some, lo, hi in rows)
    ]
    table = row_table(m, m.boolean_variables)
    knowledge = Knowledge(table)
    deduce_locally(table, knowledge, frozenset(clue_rows(m, table)))
    assert all((v[abs(fact) - 1] == 1) == (fact > 0) for fact in knowledge.facts() for v in good)


@pytest.mark.parametrize(("count", "still_open"), [(1, 2), (2, 4), (3, 2)])
def test_a_clue_in_a_corner(count, still_open):
    """Of a and b both are there or neither is: a 3 has both, a 1 has neither; a 2 shows nothing."""
    m = Model("corner")
    a, b, c, d = m.bools("line", 4).tolist()
    m.any("a line goes on", [[-a, b], [-b, a]])
    m.exactly(count, "clue", [[a, b, c, d]], clue=True)
    assert open_after(m) == still_open


def test_a_line_that_comes_to_a_dot_of_a_clue():
    """Of a and b at most one goes on from the line that comes; so a 3 has c and d."""
    m = Model("line")
    a, b, c, d, line = m.bools("line", 5).tolist()
    m.at_most(2, "dot", [[a, b, line]])
    m.exactly(3, "clue", [[a, b, c, d]], clue=True)
    assert open_after(m) == 5
    m.true("line", [[line]])
    assert open_after(m) == 2
