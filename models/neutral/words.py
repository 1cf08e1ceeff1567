"""A model in words, for people.

tents: 9 variables: tent[3,3]
rule 'row counts' (cardinality)
  row 0: 1 <= tent[0,0] + tent[0,1] + tent[0,2] <= 1
"""

from __future__ import annotations

from typing import Any, Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind, Objective
from models.neutral.variables import VariableTable


class ReadableModel(VariableTable, Protocol):
    """What is needed of a model to describe it."""

    name: str
    arrays: dict[str, NDArray[np.int32]]
    blocks: list[Block]
    objective: Objective | None


def describe_model(model: ReadableModel) -> str:
    """Every rule and row of the model, one per line."""
    arrays = ", ".join(f"{name}{list(array.shape)}" for name, array in model.arrays.items())
    lines = [f"{model.name}: {model.variables} variables: {arrays}"]
    if model.integer.any():
        lines += [
            f"  {model.lower[x]} <= {model.name_of(int(x))} <= {model.upper[x]}" for x in np.flatnonzero(model.integer)
        ]
    for block in model.blocks:
        lines.append(f"rule '{block.sentence}' ({block.kind.value})")
        lines += [f"  row {block.number[row]}: {describe_row(model, block, row)}" for row in range(len(block))]
    if model.objective is not None:
        objective = model.objective
        terms = _describe_sum(model, objective.literals, objective.coefs)
        lines.append(f"minimise '{objective.sentence}': {terms}")
    return "\n".join(lines)


def describe_row(model: ReadableModel, block: Block, row: int) -> str:
    """One row: `1 <= a[0] + not a[1] <= 2  when b`."""
    literals = block.rows[row]
    match block.kind:
        case Kind.CLAUSE:
            text = " or ".join(model.name_of(int(x)) for x in literals) or "false"
        case Kind.PARITY:
            text = f"{' xor '.join(model.name_of(int(x)) for x in literals) or 'false'} = {block.lo[row]}"
        case Kind.CARDINALITY | Kind.LINEAR:
            coefs = None if block.coefs is None else block.coefs[block.rows.starts[row] : block.rows.starts[row + 1]]
            text = f"{block.lo[row]} <= {_describe_sum(model, literals, coefs)} <= {block.hi[row]}"
        case _:
            assert_never(block.kind)
    return text if block.when is None else f"{text}  when {model.name_of(int(block.when[row]))}"


def _describe_sum(model: ReadableModel, literals: Any, coefs: Any) -> str:
    names = [model.name_of(int(x)) for x in literals]
    terms = names if coefs is None else [f"{c}*({name})" for c, name in zip(coefs, names, strict=True)]
    return " + ".join(terms) or "0"
