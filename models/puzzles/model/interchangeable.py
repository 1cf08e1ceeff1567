"""Variables of a model that are interchangeable: swapping the values of two of them takes solutions to solutions.

    x + y + 2 z <= 3      x and y: the rows, with x and y renamed to each other, are the same rows
    x or y or not z       so are domains and costs

Whether two are interchangeable is decided exactly, on the rows that have one of them. It is an equivalence: if (x y)
and (y z) change nothing, neither does (x z) = (x y)(y z)(x y). So each class needs one comparison for each variable.
Which pairs are worth one says a hash of what each variable stands in. More general symmetries are not looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model

MOST_STEPS = 3_000_000  # literals that are looked at: some seconds; later variables then count as all different
MOST_CLASSES = 20  # of variables with one hash that a variable is compared with

Hashes = NDArray[np.uint64]


@dataclass(slots=True)
class _RowList:
    """All rows of a model, one after the other. starts: (rows + 1,); literals, coefs: of all; facts: kind, bounds and
    guard of each row, shape (rows, 4); entries: the rows that a variable stands in, by variable, from first[x] on."""

    starts: NDArray[np.int64]
    literals: NDArray[np.int64]
    coefs: NDArray[np.int64]
    facts: NDArray[np.int64]
    entries: NDArray[np.int64]
    first: NDArray[np.int64]
    steps: int = 0

    def rows_with(self, x: int) -> list[int]:
        rows: list[int] = self.entries[self.first[x] : self.first[x + 1]].tolist()
        return rows

    def key(self, row: int, x: int, y: int) -> Any:
        """What the row says, with x and y renamed to each other."""
        span = slice(self.starts[row], self.starts[row + 1])
        self.steps += int(self.starts[row + 1] - self.starts[row]) + 1
        literals, coefs = self.literals[span].tolist(), self.coefs[span].tolist()
        kind, lower, upper, guard = self.facts[row].tolist()
        terms = sorted((_swap(literal, x, y), coef) for literal, coef in zip(literals, coefs, strict=True))
        return kind, lower, upper, _swap(guard, x, y), tuple(terms)


def _swap(literal: int, x: int, y: int) -> int:
    variable = abs(literal)
    if variable not in (x, y):
        return literal
    other = y if variable == x else x
    return other if literal > 0 else -other


def interchangeable_variables(model: Model, told: NDArray[np.bool_]) -> list[list[int]]:
    """Classes of several variables, ascending, any two of which are interchangeable. told: which variables an answer
    tells, shape (variables + 1,); no others are looked at, nor those of a rule about a graph."""
    candidates = told.copy()
    for kept in model.global_rules:
        candidates[np.abs(kept.named)] = False
    for rule in model.graph_rules:
        for literals in (rule.on, rule.links, *(model.arrays[name] for name in rule.arrays)):
            candidates[np.abs(literals).ravel()] = False
    rows = _read_rows(model)
    classes = []
    for alike in _alike_variables(model, rows, np.flatnonzero(candidates)):
        found: list[list[int]] = []
        for x in alike:
            home = next((each for each in found[:MOST_CLASSES] if _is_interchangeable(rows, each[0], x)), None)
            if home is None:
                found.append([x])
            else:
                home.append(x)
        classes += [each for each in found if len(each) > 1]
    return sorted(classes)


def _is_interchangeable(rows: _RowList, x: int, y: int) -> bool:
    """Do the rows that have one of them say the same after renaming? No, where the steps are at an end."""
    if rows.steps > MOST_STEPS:
        return False
    concerned = sorted({*rows.rows_with(x), *rows.rows_with(y)})
    return Counter(rows.key(row, 0, 0) for row in concerned) == Counter(rows.key(row, x, y) for row in concerned)


def _read_rows(model: Model) -> _RowList:
    lengths, literals, coefs, facts = [], [], [], []
    for block in model.stated_blocks:
        lengths.append(block.rows.lengths)
        literals.append(block.rows.literals)
        coefs.append(np.ones(len(block.rows.literals), np.int64) if block.coefs is None else block.coefs)
        guard = np.zeros(len(block), np.int64) if block.when is None else block.when.astype(np.int64)
        is_clause = block.kind is Kind.CLAUSE  # whose bounds say nothing
        bounds = [np.zeros(len(block), np.int64)] * 2 if is_clause else [block.lo, block.hi]
        facts.append(np.column_stack([np.full(len(block), list(Kind).index(block.kind)), *bounds, guard]))
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(np.concatenate([*lengths, np.zeros(0, np.int64)]))])
    every = np.concatenate([*literals, np.zeros(0, np.int32)]).astype(np.int64)
    table = np.concatenate([*facts, np.zeros((0, 4), np.int64)])
    owners = np.repeat(np.arange(len(table)), np.diff(starts))
    guarded = np.flatnonzero(table[:, 3])
    variables = np.abs(np.concatenate([every, table[guarded, 3]]))
    order = np.argsort(variables, kind="stable")
    first = np.searchsorted(variables[order], np.arange(model.variables + 2))
    entries = np.concatenate([owners, guarded])[order]
    return _RowList(starts, every, np.concatenate([*coefs, np.zeros(0, np.int64)]), table, entries, first)


def _alike_variables(model: Model, rows: _RowList, candidates: NDArray[np.int64]) -> Iterator[list[int]]:
    """Candidates with the same domain, cost, and hash of the rows they stand in, where there are several."""
    costs = np.zeros(model.variables + 1, np.int64)
    if model.objective is not None:
        costs, _ = model.objective.variable_costs(model.variables)
    colours = _mix(model.lower, model.upper, model.integer.astype(np.int64), costs)
    for _ in range(2):
        colours = _mix(colours, _hash_places(rows, colours))
    order = candidates[np.argsort(colours[candidates], kind="stable")]
    ends = np.flatnonzero(np.diff(colours[order])) + 1
    yield from (part.tolist() for part in np.split(order, ends) if len(part) > 1)


def _hash_places(rows: _RowList, colours: Hashes) -> Hashes:
    """For each variable a hash of its places in rows: the order of rows, and of literals in a row, means nothing."""
    owners = np.repeat(np.arange(len(rows.facts)), np.diff(rows.starts))
    variable, sign = np.abs(rows.literals), np.sign(rows.literals)
    content, places = np.zeros(len(rows.facts), np.uint64), np.zeros(len(colours), np.uint64)
    np.add.at(content, owners, _mix(colours[variable], sign, rows.coefs))
    guard = rows.facts[:, 3]
    guard_colours = _mix(colours[np.abs(guard)], np.sign(guard))
    whole = _mix(content, guard_colours, *rows.facts[:, :3].T)
    np.add.at(places, variable, _mix(whole[owners], sign, rows.coefs))
    np.add.at(places, np.abs(guard), _mix(whole, np.sign(guard), np.full(len(guard), 7)))
    return places


def _mix(*columns: NDArray[Any]) -> Hashes:
    """A hash of each row of these columns (the finalizer of splitmix64; Steele, Lea, Flood 2014)."""
    mixed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        mixed = (mixed ^ column.astype(np.uint64)) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return mixed
