"""A model in words, for people.

tents: 9 variables: tent[3,3]
rule 'row counts' (cardinality)
  row 0: tent[0,0] + tent[0,1] + tent[0,2] = 1
"""

from __future__ import annotations

from typing import Any, Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind, Objective, row_reach
from models.neutral.global_rules.contract import GlobalRule
from models.neutral.variables import VariableTable


class ReadableModel(VariableTable, Protocol):
    """What is needed of a model to describe it."""

    name: str
    arrays: dict[str, NDArray[np.int32]]
    objective: Objective | None

    @property
    def open_rules(self) -> list[GlobalRule]: ...

    @property
    def stated_blocks(self) -> list[Block]: ...


def describe_model(model: ReadableModel) -> str:
    """Every rule and row of the model, one per line."""
    arrays = ", ".join(f"{name}{list(array.shape)}" for name, array in model.arrays.items())
    lines = [f"{model.name}: {model.variables} variable{'' if model.variables == 1 else 's'}: {arrays}"]
    if model.integer.any():
        lines += [
            f"  {model.lower[x]} <= {model.name_of(int(x))} <= {model.upper[x]}" for x in np.flatnonzero(model.integer)
        ]
    lines += [f"rule '{rule.sentence}' ({rule.kind}, no rows): {rule.extent}" for rule in model.open_rules]
    for block in model.stated_blocks:
        lines.append(f"rule '{block.sentence}' ({block.kind.value})")
        lines += [f"  {block.name_of_row(row)}: {describe_row(model, block, row)}" for row in range(len(block))]
    if model.objective is not None:
        objective = model.objective
        sense = objective.sense
        terms = _describe_sum(model, objective.literals, objective.coefs * sense.sign)
        divided = "" if sense.divisor == 1 else f", divided by {sense.divisor}"
        more = "" if not sense.constant else f", plus {sense.constant}"
        does = "maximise" if sense.sign < 0 else "minimise"
        lines.append(f"{does} '{objective.sentence}': {terms}{divided}{more}")
    return "\n".join(lines)


def describe_row(model: ReadableModel, block: Block, row: int) -> str:
    """One row: `1 <= 3 x + (not y) <= 2  when b`. A bound that every assignment keeps is left out."""
    literals = block.rows[row]
    match block.kind:
        case Kind.CLAUSE:
            text = " or ".join(model.name_of(int(x)) for x in literals) or "false"
        case Kind.PARITY:
            text = f"{' xor '.join(model.name_of(int(x)) for x in literals) or 'false'} = {block.lo[row]}"
        case Kind.CARDINALITY | Kind.LINEAR:
            coefs = None if block.coefs is None else block.coefs[block.rows.starts[row] : block.rows.starts[row + 1]]
            text = _describe_bounds(model, block, row, _describe_sum(model, literals, coefs))
        case _:
            assert_never(block.kind)
    return text if block.when is None else f"{text}  when {model.name_of(int(block.when[row]))}"


def _describe_bounds(model: ReadableModel, block: Block, row: int, text: str) -> str:
    """`x + y = 1`, `2 x - y <= 3`. text: the sum."""
    lo, hi = int(block.lo[row]), int(block.hi[row])
    if lo == hi:
        return f"{text} = {lo}"
    least, most = row_reach(block, row, model.lower, model.upper)
    below, above = "" if lo <= least else f"{lo} <= ", "" if hi >= most else f" <= {hi}"
    if below and not above:
        return f"{text} >= {lo}"
    return f"{below}{text}{above}" if above else f"{lo} <= {text} <= {hi}"


def _describe_sum(model: ReadableModel, literals: Any, coefs: Any) -> str:
    """`2 x - y + 3 (not z)`."""
    text = ""
    for literal, coef in zip(literals.tolist(), [1] * len(literals) if coefs is None else coefs.tolist(), strict=True):
        name = model.name_of(literal) if literal > 0 else f"({model.name_of(literal)})"
        sign = ("- " if text else "-") if coef < 0 else "+ " if text else ""
        text += f"{' ' if text else ''}{sign}{'' if abs(coef) == 1 else f'{abs(coef)} '}{name}"
    return text or "0"
