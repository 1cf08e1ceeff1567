"""A model whose rows count positive literals, read as items and options. Part of what a count rests on.

    exactly one of a, b, c         an exact item: exactly one option covers it
    at most one of a, b            a bounded item: 0 to 1 options cover it
    2 to 3 of a, b, c, d           a bounded item: 2 to 3 options cover it
    at least one of a, b           a bounded item: 1 to 2 options cover it
    not a                          the option a is left out

A variable is an option. Each must cover an exact item: an assignment is then what those options are that cover the
exact items, one after the other, and no two ways to choose them are the same assignment. Whatever else a model says is
refused. Of variables that have one name (`fixed_solutions`) an option is made; where a row counts it more often than
the row allows, it is left out. It is written to be read, and reads nothing but the model.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.contract import Unsupported
from backends.count_certificates.fixed_solutions import Names, keep_names
from models.neutral import Block, Kind, Model
from models.neutral.blocks import row_label

Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StatedCover:
    """options: the variables that may hold, ascending; exact: of each exact item, the options, as numbers from 0;
    bounded: the same of the others, which are covered least[i] to most[i] times, most[i] >= 1."""

    options: Column
    exact: tuple[Column, ...]
    bounded: tuple[Column, ...]
    least: Column
    most: Column


def read_cover(model: Model, names: Names | None = None) -> StatedCover:
    """The model as items and options, its variables by these names. Raises Unsupported, naming the first rule that does
    not fit."""
    if model.integer.any():
        raise Unsupported("the model has integers")
    names = keep_names(model.variables) if names is None else names
    rows = [
        (*np.unique(names[variables], return_counts=True), least, most, block.sentence)
        for block in model.blocks
        for variables, least, most in _read_block(block)
    ]
    possible = names == np.arange(len(names))
    possible[0] = False
    for variables, times, _, most, _ in rows:
        possible[variables[times > most]] = False
    exact: dict[tuple[int, ...], Column] = {}
    bounded: list[tuple[Column, int, int]] = []
    number = np.cumsum(possible) - 1
    for variables, times, least, most, sentence in rows:
        kept = possible[variables]
        if (times[kept] > 1).any():
            raise Unsupported(f"rule '{sentence}' counts a variable with its images more than once")
        options = number[variables[kept]]
        if least > most:
            raise Unsupported(f"rule '{sentence}' cannot hold")
        if least == most == 1:
            exact[tuple(options.tolist())] = options
        elif most > 0:
            bounded.append((options, least, most))
    covers = np.zeros(int(possible.sum()), np.bool_)
    for options in exact.values():
        covers[options] = True
    if not covers.all():
        lone = int(np.flatnonzero(possible)[np.flatnonzero(~covers)[0]])
        raise Unsupported(f"{model.name_of(lone)} is in no rule `exactly one`")
    return StatedCover(
        options=np.flatnonzero(possible),
        exact=tuple(exact.values()),
        bounded=tuple(options for options, _, _ in bounded),
        least=np.array([least for _, least, _ in bounded], np.int64),
        most=np.array([most for _, _, most in bounded], np.int64),
    )


def _read_block(block: Block) -> list[tuple[Column, int, int]]:
    """Each row as variables of which that many hold, at least and at most."""
    if block.when is not None or block.kind not in (Kind.CLAUSE, Kind.CARDINALITY):
        raise Unsupported(f"rule '{block.sentence}' is no number of literals")
    rows = []
    for at in range(len(block)):
        literals = block.rows[at].astype(np.int64)
        size = len(literals)
        least = 1 if block.kind is Kind.CLAUSE else max(int(block.lo[at]), 0)
        most = size if block.kind is Kind.CLAUSE else min(int(block.hi[at]), size)
        if size == 1 and literals[0] < 0:  # not x: 1 - (not x)
            literals, least, most = -literals, 1 - most, 1 - least
        if (literals < 0).any():
            raise Unsupported(f"{row_label(block, at)} has negated literals")
        rows.append((literals, least, most))
    return rows
