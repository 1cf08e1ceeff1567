"""The judge: evaluation of an assignment, with the rows it breaks and its cost.

No solver and no lowering is involved: the rows are evaluated as they were stated. `values` is indexed by
variable number (entry 0 is not a variable and is ignored), so `values[x]` is the value of variable x, and
`values[board]` the values of a board of variables in its shape.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, assert_never

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.arguments import exact_integers
from models.neutral.blocks import Block, Kind, row_reach
from models.neutral.errors import ModelError
from models.neutral.model import Model
from models.neutral.rows import literal_values, row_pieces


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A broken row: its rule, its number, its value and the bounds it violates. least, most: what its value can be
    at all, None where that was not asked; a bound that cannot be violated is not told. alone: is it the only row of
    its rule? name: `row 7`, or by its own name. unit: what is counted, of a rule about a graph."""

    sentence: str
    row: int
    value: int
    lo: int
    hi: int
    least: int | None = field(default=None, compare=False)
    most: int | None = field(default=None, compare=False)
    alone: bool = field(default=False, compare=False)
    name: str = field(default="", compare=False)
    unit: str = field(default="", compare=False)

    def __str__(self) -> str:
        expected = f"{self.lo}" if self.lo == self.hi else f"{self.lo}..{self.hi}"
        if self.lo < self.hi and self.least is not None and self.lo <= self.least:
            expected = f"at most {self.hi}"
        elif self.lo < self.hi and self.most is not None and self.hi >= self.most:
            expected = f"at least {self.lo}"
        row = "" if self.alone else f", {self.name or f'row {self.row}'}"
        unit = f" {self.unit}" if self.unit else ""
        return f"rule '{self.sentence}'{row}: expected {expected}{unit}, found {self.value}"


def row_sums(block: Block, values: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """The value of each row under the assignment (for PARITY: modulo 2), shape (rows,)."""
    starts, sums = block.rows.starts, np.empty(len(block), np.int64)
    for first, last in row_pieces(starts):  # a running sum of all literals at once would leave the cache
        begin, end = starts[first], starts[last]
        terms = literal_values(values, block.rows.literals[begin:end])
        running = np.zeros(end - begin + 1, np.int64)
        np.cumsum(terms if block.coefs is None else terms * block.coefs[begin:end], out=running[1:])
        at = running[starts[first : last + 1] - begin]
        np.subtract(at[1:], at[:-1], out=sums[first:last])
    match block.kind:
        case Kind.PARITY:
            return sums % 2
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            return sums
        case _:
            assert_never(block.kind)


def evaluate(model: Model, values: ArrayLike) -> list[BrokenRow]:
    """Every row that the assignment breaks; empty if it satisfies the model. A guard that is false frees its row.

    values: integers, one per variable, shape (model.variables + 1,); entry 0 is unused.
    """
    assignment = _assignment(model, values, "evaluate")
    broken: list[BrokenRow] = []
    outside = np.flatnonzero((assignment < model.lower) | (assignment > model.upper))
    for x in map(int, outside[outside > 0]):
        broken.append(
            BrokenRow(
                f"bounds of {model.name_of(x)}",
                0,
                int(assignment[x]),
                int(model.lower[x]),
                int(model.upper[x]),
                alone=True,
            )
        )
    bits = assignment.min() >= 0 and assignment.max() <= 1  # bytes are looked up faster: more of them fit in the cache
    terms = assignment.astype(np.int8) if bits else assignment
    for block in model.stated_blocks:
        sums = row_sums(block, terms)
        bad = (sums < block.lo) | (sums > block.hi)
        if block.when is not None:
            bad &= literal_values(assignment, block.when) == 1
        for row in np.flatnonzero(bad):
            broken.append(
                BrokenRow(
                    block.sentence,
                    int(block.number[row]),
                    int(sums[row]),
                    int(block.lo[row]),
                    int(block.hi[row]),
                    *row_reach(block, int(row), model.lower, model.upper),
                    alone=len(block) == 1,
                    name=block.name_of_row(int(row)),
                )
            )
    for rule in model.global_rules:
        for fault in rule.complaints(assignment):
            name = rule.of.word(fault.row) if rule.of is not None and rule.rows > 1 else ""
            alone, expected = rule.rows == 1, fault.expected
            broken.append(
                BrokenRow(
                    rule.sentence, fault.row, fault.found, expected, expected, alone=alone, name=name, unit=fault.unit
                )
            )
    return broken


def objective_value(model: Model, values: ArrayLike) -> int | None:
    """The value of the objective; None if the model has none. `values` as for `evaluate`."""
    assignment = _assignment(model, values, "objective_value")
    if model.objective is None:
        return None
    return int((literal_values(assignment, model.objective.literals) * model.objective.coefs).sum())


def _assignment(model: Model, values: ArrayLike, judge: str) -> NDArray[np.int64]:
    """The values as integers; anything but one integer per variable is refused, and nothing is rounded."""
    assignment = exact_integers(values, judge)
    if assignment.shape != (model.variables + 1,):
        raise ModelError(
            f"{judge}: expected {model.variables + 1} values (entry 0 unused), found shape {assignment.shape}"
        )
    return assignment
