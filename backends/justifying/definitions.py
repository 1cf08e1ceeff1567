"""What every fresh variable of a lowering stands for, over the model's variables: sums of at least k, and parities.

    template    y_1: at least 2 of the row's literals 1, 2, 3      y_2: y_1 or 4
    row a -b c d, its fresh variables 90 and 91
    90          a - b + c >= 1
    91          not told: only an "or" of "or"s is taken apart

Nobody needs to trust it (see `justifying`). Definitions are made for a template, and stamped over its rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from backends.encoding_templates.meanings import AtLeast, IsOdd, Meaning
from backends.encoding_templates.template import Template
from backends.lowering.clause_plan import ClausePlan, EncodedRows
from rosetta.foundation.limits import TooLarge

Column = NDArray[np.int64]
UNKNOWN, SUM, PARITY = 0, 1, 2  # kinds of definitions
MOST_TERMS = 50_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Definitions:
    """Variable first + i stands for "the sum of coefs * variables is at least k[i]" where kind[i] is SUM, for "the sum
    is k[i] modulo 2" where it is PARITY. Its terms are those from starts[i] to starts[i + 1]."""

    first: int
    kind: NDArray[np.int8]
    k: Column
    starts: Column
    variables: Column
    coefs: Column

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class _Definition:
    """Over the literals of a row: the sum is at least k, or odd (k = 1) or even."""

    kind: int = UNKNOWN
    terms: tuple[tuple[int, int], ...] = ()
    k: int = 0


def definitions(plan: ClausePlan) -> Definitions:
    """Of all fresh variables. Raises TooLarge where they have too many terms."""
    steps = [step for step in plan.steps if isinstance(step, EncodedRows) and step.template.fresh]
    parts = [_template_definitions(step.template) for step in steps]
    terms = sum(len(part.variables) * len(step.group.rows) for part, step in zip(parts, steps, strict=True))
    if terms > MOST_TERMS:
        raise TooLarge(f"what fresh variables stand for needs {terms:,} terms, at most {MOST_TERMS:,}")
    stamped = [_stamp(part, step) for part, step in zip(parts, steps, strict=True)]
    lengths = _join([np.diff(part.starts) for part in stamped])
    return Definitions(
        plan.first_fresh,
        _join([part.kind for part in stamped]).astype(np.int8),
        _join([part.k for part in stamped]),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        _join([part.variables for part in stamped]),
        _join([part.coefs for part in stamped]),
    )


def _join(columns: Sequence[Column] | Sequence[NDArray[np.int8]]) -> Column:
    return np.concatenate([np.zeros(0, np.int64), *columns])


# ---- over the literals of a row --------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def _template_definitions(template: Template) -> Definitions:
    """Those of a row; `variables` are the row's literals 1..n, or their negations."""
    made: dict[int, _Definition] = {}
    for place, meaning in enumerate(template.meanings, template.n + 1):
        made[place] = _expand(meaning, template.n, made)
    each = list(made.values())
    return Definitions(
        template.n + 1,
        np.array([definition.kind for definition in each], np.int8),
        np.array([definition.k for definition in each], np.int64),
        np.concatenate([[0], np.cumsum([len(definition.terms) for definition in each])]).astype(np.int64),
        np.array([x for definition in each for _, x in definition.terms], np.int64),
        np.array([c for definition in each for c, _ in definition.terms], np.int64),
    )


def _expand(meaning: Meaning | None, n: int, known: dict[int, _Definition]) -> _Definition:
    """A meaning without fresh variables in it, UNKNOWN where that cannot be said."""
    match meaning:
        case AtLeast(terms, k) if all(abs(x) <= n for _, x in terms):
            return _Definition(SUM, terms, k)
        case AtLeast(terms, 1) if all(c == 1 for c, _ in terms):
            parts = [[(1, x)] if abs(x) <= n else _some_of_terms(known.get(x)) for _, x in terms]
            whole = [part for part in parts if part is not None]
            return (
                _Definition(SUM, tuple(sorted(set().union(*whole))), 1) if len(whole) == len(parts) else _Definition()
            )
        case IsOdd(literals):
            return _expand_parity(literals, n, known)
    return _Definition()


def _some_of_terms(definition: _Definition | None) -> list[tuple[int, int]] | None:
    """The terms of "at least one of these literals"; None for anything else."""
    if definition is None or definition.kind != SUM or definition.k != 1 or any(c != 1 for c, _ in definition.terms):
        return None
    return list(definition.terms)


def _expand_parity(literals: Sequence[int], n: int, known: dict[int, _Definition]) -> _Definition:
    odd, counts = 1, Counter[int]()
    for literal in literals:
        x = abs(literal)
        odd ^= literal < 0
        if x <= n:
            counts[x] += 1
            continue
        part = known.get(x, _Definition())
        if part.kind != PARITY:
            return _Definition()
        odd ^= 1 - part.k  # "even" is 1 more than "odd"
        counts.update(abs(y) for _, y in part.terms)
    return _Definition(PARITY, tuple((1, x) for x, count in sorted(counts.items()) if count % 2), odd)


# ---- over the variables of the model -----------------------------------------------------------------------------


def _stamp(part: Definitions, step: EncodedRows) -> Definitions:
    """The definitions of every row, one row after the other."""
    rows, places = len(step.group.rows), np.abs(part.variables)
    literals = step.group.literals[:, places - 1].astype(np.int64) * np.sign(part.variables)
    negated = literals < 0
    coefs = np.where(negated, -part.coefs, part.coefs)
    shift = np.zeros((rows, len(places) + 1), np.int64)
    np.cumsum(np.where(negated, part.coefs, 0), axis=1, out=shift[:, 1:])
    k = part.k - (shift[:, part.starts[1:]] - shift[:, part.starts[:-1]])
    k = np.where(part.kind == PARITY, k % 2, k)
    return Definitions(
        0,
        np.tile(part.kind, rows),
        k.ravel(),
        np.concatenate([[0], np.cumsum(np.tile(np.diff(part.starts), rows))]).astype(np.int64),
        np.abs(literals).ravel(),
        coefs.ravel(),
    )
