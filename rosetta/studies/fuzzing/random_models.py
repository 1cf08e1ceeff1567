"""Random small models, by profile:

    cnf       clauses of one to four literals
    pb        sums of literals with coefficients, cardinalities
    ilp       sums with integers, negative and large coefficients
    parity    exclusive-or rows, and clauses
    mixed     all of these, with guards

Half of the models have a planted assignment that keeps every row, so that "no solution" is refuted without a solver.
Bounds are *near*: a sum may be what it comes to under some assignment, or one less. There solvers go wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.neutral import Model, evaluate
from models.neutral.stating.calls import Scope

KINDS = {
    "cnf": ("any",),
    "pb": ("linear", "linear", "cardinality", "any"),
    "ilp": ("linear", "linear", "linear", "cardinality"),
    "parity": ("parity", "parity", "any"),
    "mixed": ("any", "linear", "cardinality", "parity"),
}
MOST_BOOLEANS, MOST_INTEGERS, MOST_ROWS = 12, 2, 14
LARGE = (1, 1, 1, 30, 10_000, 1_000_000)  # what coefficients are multiplied by


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """A row that was drawn. when: its guard, 0 without one; coefs: of a sum."""

    kind: str
    when: int
    literals: NDArray[np.int32]
    lo: int
    hi: int
    coefs: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))


def draw_model(profile: str, rng: Generator, name: str) -> tuple[Model, NDArray[np.int64] | None]:
    """A model of a profile of KINDS, and an assignment that keeps every row, shape (variables + 1,), None where none is
    planted."""
    model = Model(name)
    x = np.asarray(model.bools("x", int(rng.integers(2, MOST_BOOLEANS + 1))))
    integers = np.zeros(0, np.int32)
    if profile in ("ilp", "mixed") and rng.random() < 0.7:
        low = int(rng.integers(-3, 2))
        integers = np.asarray(
            model.ints("z", int(rng.integers(1, MOST_INTEGERS + 1)), low, low + int(rng.integers(1, 6)))
        )
    point = np.concatenate([[0], rng.integers(model.lower[1:], model.upper[1:] + 1)])
    is_planted = bool(rng.random() < 0.5)
    drawn = [
        _draw_row(rng, str(rng.choice(KINDS[profile])), x, integers, point, is_planted, profile == "mixed")
        for _ in range(int(rng.integers(1, MOST_ROWS + 1)))
    ]
    _state_rows(model, drawn)
    if profile != "cnf" and rng.random() < 0.5:
        terms = np.concatenate([_signed(rng, x, len(x)), integers])
        model.minimize("cost", terms, rng.integers(-9, 10, len(terms)) * int(rng.choice(LARGE[:4])))
    return model, point if is_planted and not evaluate(model, point) else None


def _signed(rng: Generator, x: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Some of the Booleans, each once, with a sign."""
    signed: NDArray[np.int32] = (rng.permutation(x)[:count] * rng.choice([-1, 1], count)).astype(np.int32)
    return signed


def _draw_row(
    rng: Generator,
    kind: str,
    x: NDArray[np.int32],
    integers: NDArray[np.int32],
    point: NDArray[np.int64],
    is_planted: bool,
    guarded: bool,
) -> _Row:
    """A row of that kind, which the point keeps where it is planted."""
    literals = _signed(rng, x, int(rng.integers(1, min(len(x), 5 if kind != "any" else 4) + 1)))
    values = np.where(literals > 0, point[np.abs(literals)], 1 - point[np.abs(literals)])
    when = int(_signed(rng, x, 1)[0]) if guarded and rng.random() < 0.3 else 0
    if kind == "any":
        if is_planted and not values.any():
            literals[0] = -literals[0]
        return _Row(kind, when, literals, 1, len(literals))
    if kind == "parity":
        odd = int(values.sum()) % 2 if is_planted else int(rng.integers(2))
        return _Row(kind, when, literals, odd, odd)
    if kind == "cardinality":
        return _Row(kind, when, literals, *_near_bounds(rng, int(values.sum()), len(literals), is_planted))
    terms = np.concatenate([literals, integers]) if len(integers) and rng.random() < 0.7 else literals
    coefs = rng.integers(-9, 10, len(terms)) * int(rng.choice(LARGE)) + rng.integers(-1, 2, len(terms))
    worth = np.concatenate([values, point[integers]]) if len(terms) > len(literals) else values
    bounds = _near_bounds(rng, int((coefs * worth).sum()), int(np.abs(coefs).sum()) + 1, is_planted)
    return _Row(kind, when, terms, *bounds, coefs)


def _state_rows(model: Model, drawn: list[_Row]) -> None:
    """State the rows: one rule for those of a kind, with and without guards."""
    for kind, guarded in dict.fromkeys((row.kind, row.when != 0) for row in drawn):
        rows = [row for row in drawn if (row.kind, row.when != 0) == (kind, guarded)]
        sentence = f"{kind} rows" + (" with guards" if guarded else "")
        literals, lo, hi = [row.literals for row in rows], [row.lo for row in rows], [row.hi for row in rows]
        scope: Scope = {"when": [row.when for row in rows]} if guarded else {}
        if kind == "any":
            model.any(sentence, literals, **scope)
        elif kind == "parity":
            model.parity(lo, sentence, literals, **scope)
        elif kind == "cardinality":
            model.between(lo, hi, sentence, literals, **scope)
        else:
            model.linear(lo, hi, sentence, literals, np.concatenate([row.coefs for row in rows]), **scope)


def _near_bounds(rng: Generator, value: int, most: int, is_planted: bool) -> tuple[int, int]:
    """Bounds at or beside a value that the sum can have; one side may be far away."""
    shift = 0 if is_planted else int(rng.integers(-2, 3))
    near, far = value + shift, int(rng.integers(0, max(most, 1) + 1))
    way = int(rng.integers(3))
    return (near, near) if way == 0 else (near, near + far) if way == 1 else (near - far, near)
