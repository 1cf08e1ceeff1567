"""Random models with several global rules over the same numbers: every solver finds what brute force finds.

The oracles are written here, from what the verbs are said to mean, and share nothing with judges and formulations.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from backends.connectivity.default_rows import stating_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model, evaluate
from models.neutral.global_rules.registry import formulation_names
from models.neutral.json import from_json, to_json
from models.neutral.numbers.arrays import NumberArray
from models.neutral.restating import restate_rules

Rule = tuple[Callable[[Model, NumberArray, str], None], Callable[[tuple[int, ...]], bool]]
BACKENDS = ("cnf", "cpsat", "cbc", "minicard")


def draw_rule(bits: np.random.Generator, size: int) -> tuple[str, Rule]:
    """A kind, how to state it over some of the numbers, and what it means for their values."""
    some = bits.permutation(size)[: int(bits.integers(2, size + 1))].tolist()
    shift = bits.integers(-1, 2, len(some)).tolist()
    values = sorted(set(bits.integers(0, 4, 2).tolist()))
    first, rest = some[0], some[1:]
    table = bits.integers(0, 4, (int(bits.integers(1, 9)), len(some)))
    constants = bits.integers(0, 4, 4).tolist()
    low = int(bits.integers(0, 2))
    moves = {
        (state, value): int(bits.integers(0, 3)) for state in range(3) for value in range(4) if bits.random() < 0.7
    }
    kinds: dict[str, Rule] = {
        "all_different": (
            lambda m, x, by: m.all_different("differ", x[some], plus=shift, excluding=values[:1], by=by),
            lambda v: differ([v[i] + s for i, s in zip(some, shift, strict=True) if v[i] + s != values[0]]),
        ),
        "element": (
            lambda m, x, by: m.element("the place has it", x[first], constants, x[some[1]], by=by),
            lambda v: 0 <= v[first] < 4 and constants[v[first]] == v[some[1]],
        ),
        "table": (
            lambda m, x, by: m.table("one of these", x[some], table, by=by),
            lambda v: [v[i] for i in some] in table.tolist(),
        ),
        "regular": (
            lambda m, x, by: m.regular("it is read", x[some], moves, 0, [0, 2], by=by),
            lambda v: read(moves, [v[i] for i in some]) in (0, 2),
        ),
        "maximum": (
            lambda m, x, by: m.maximum("the greatest", x[first], x[rest], plus=shift[1:], by=by),
            lambda v: v[first] == max(v[i] + s for i, s in zip(rest, shift[1:], strict=True)),
        ),
        "minimum": (
            lambda m, x, by: m.minimum("the least", x[first], x[rest], by=by),
            lambda v: v[first] == min(v[i] for i in rest),
        ),
        "count": (
            lambda m, x, by: m.count("so many", x[some], values, lo=low, hi=low + 1, by=by),
            lambda v: low <= sum(v[i] in values for i in some) <= low + 1,
        ),
        "lexicographic": (
            lambda m, x, by: m.lexicographic("in order", x[some], x[some[::-1]], by=by),
            lambda v: [v[i] for i in some] <= [v[i] for i in some[::-1]],
        ),
    }
    kind = sorted(kinds)[int(bits.integers(len(kinds)))]
    return kind, kinds[kind]


def differ(values: list[int]) -> bool:
    """No two are the same."""
    return len(set(values)) == len(values)


def read(moves: dict[tuple[int, int], int], values: list[int]) -> int:
    """The state in which an automaton ends, -1 where it is stuck."""
    state = 0
    for value in values:
        state = moves.get((state, value), -1)
    return state


def draw_model(seed: int) -> tuple[Model, NumberArray, set[tuple[int, ...]]]:
    """A model over four numbers with two or three rules, and the values that keep them."""
    bits = np.random.default_rng(seed)
    m = Model(f"random {seed}")
    domains = [sorted(set(bits.integers(0, 4, 3).tolist())), list(range(int(bits.integers(1, 4)) + 1))]
    chosen, counted = m.choices("c", 2, domains[0]), m.ints("n", 2, 0, domains[1][-1])
    x = np.concatenate([chosen, counted]) if bits.random() < 0.5 else np.concatenate([counted, chosen])
    ranges = [domains[0]] * 2 + [domains[1]] * 2 if int(x[0]) == int(chosen[0]) else [domains[1]] * 2 + [domains[0]] * 2
    holds = []
    for _ in range(int(bits.integers(1, 4))):
        kind, (state, means) = draw_rule(bits, 4)
        names = formulation_names(kind)
        state(m, x, names[int(bits.integers(len(names)))])
        holds.append(means)
    kept = {values for values in product(*ranges) if all(means(values) for means in holds)}
    return m, x, kept


def answers(m: Model, x: NumberArray, backend: str) -> set[tuple[int, ...]]:
    """The values of the numbers in all solutions, each judged."""
    m = m.copy()
    numbers = m.number_columns(np.asarray(x))
    project = np.unique(np.abs(m.domain_of(numbers).is_))
    found = set()
    for values in stating_backend(backend_named(backend)).solutions(m, project, Limits(seconds=600), Options()):
        assert evaluate(m, values) == []
        found.add(tuple(numbers.value_of(values).tolist()))
    return found


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(400))
def test_every_solver_finds_what_brute_force_finds(seed):
    """As stated, written and read, and with the rules stated by other formulations."""
    m, x, kept = draw_model(seed)
    assert answers(m, x, "cnf") == kept
    assert answers(from_json(to_json(m)), x, "cpsat") == kept
    kinds = {rule.kind for rule in m.global_rules}
    for turn in range(3):
        by = {kind: formulation_names(kind)[(seed + turn) % len(formulation_names(kind))] for kind in kinds}
        backend = BACKENDS[(seed + turn) % len(BACKENDS)]
        assert answers(restate_rules(m, by), x, backend) == kept, (by, backend)
