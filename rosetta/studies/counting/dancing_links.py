"""Exact covers counted by dancing links (Knuth): a second count where the puzzle's own counter gives up.

It reads the rows as stated: rows "exactly one of these variables" are items, variables are options, and a variable that
a row of its own makes false is no option. So it shares neither lowering nor search with `exactcover`. It is some eight
times slower.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Tell, Unsupported, Values, ignore_outcome
from backends.covering.dancing import prepare, run_dancing_links
from backends.outcomes import Stopwatch
from models.neutral import Block, Form, Kind, Model, Rows, group
from rosetta.foundation.jit import probe_compilation

ONLY_COUNTS = "dancing links counts covers, and shows none"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    raise Unsupported(ONLY_COUNTS)


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    raise Unsupported(ONLY_COUNTS)


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of covers. Raises LimitReached; Unsupported for other rows, a projection, a variable in no row."""
    watch = Stopwatch()
    table, items = options_and_items(model)
    if len(project) < model.variables:
        raise Unsupported("dancing links counts covers, not what some of their options have in common")
    return run_dancing_links(table, items, between=partial(watch.seconds_left, limits)).number


def options_and_items(model: Model) -> tuple[Rows, int]:
    """The items of each option, and how many items there are. Raises Unsupported."""
    kinds = [_kind(block) for block in model.blocks]
    if None in kinds or model.integer.any():
        raise Unsupported("dancing links takes rows of exactly one variable, and variables that fail")
    out = np.zeros(model.variables + 1, np.bool_)
    variables, items, number = [np.zeros(0, np.int32)], [np.zeros(0, np.int64)], 0
    for block, kind in zip(model.blocks, kinds, strict=True):
        if kind == "fails":
            out[-block.rows.literals] = True
        else:
            variables.append(block.rows.literals)
            items.append(block.rows.owners + number)
            number += len(block)
    options, covered = np.concatenate(variables), np.concatenate(items)
    if not np.isin(np.arange(1, model.variables + 1), np.append(options, np.flatnonzero(out))).all():
        raise Unsupported("dancing links: a variable stands in no row, so the rows do not decide it")
    possible = ~out[options]
    owners = np.unique(options[possible], return_inverse=True)[1]
    return group(covered[possible].astype(np.int32), by=owners), number


def _kind(block: Block) -> str | None:
    """ "one": exactly one variable per row; "fails": rows of one negated literal; None for anything else."""
    if block.when is not None:
        return None
    positive, single = bool((block.rows.literals > 0).all()), bool((block.rows.lengths == 1).all())
    counts = block.kind is Kind.CARDINALITY or (block.coefs is not None and bool((block.coefs == 1).all()))
    if counts and positive and (block.lo == 1).all() and (block.hi == 1).all():
        return "one"
    return "fails" if block.kind is Kind.CLAUSE and single and bool((block.rows.literals < 0).all()) else None


DANCING_LINKS = Backend(
    name="dancing links",
    kind="exact cover",
    takes=frozenset({Form.CLAUSE, Form.EXACTLY_ONE}),
    probe=partial(probe_compilation, prepare),
    version=lambda: "",
    solve=solve,
    solutions=solutions,
    count=count,
)
