"""Local cuts: what a graph rule says of few vertices that lie together, before any answer breaks it.

    . s .       s   some connected vertices, up to three of them
    s a s       a   one of them
    . s .   b   b   a vertex elsewhere that is known to be there, by a row with nothing else

    not a, or something around s         (a way leads from a to b, and out of s)

Cuts are learnt from whole answers, so a solver may look for long in places where a few cells are shut in already. Of a
Nurikabe board of 20x36 cells these cuts halve the work (docs/connectivity.md). Where vertices have roots, each way
leads to one, and `b` is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.separators import find_neighbours
from models.neutral import Block, Kind, Model
from models.neutral.global_rules.connected.rule import GraphRule

LARGEST = 3  # vertices that lie together
MOST_SETS = 6000
SOME = 4 * LARGEST + 4  # vertices: more than a set has on a board with those beside it


def is_local(rule: GraphRule) -> bool:
    """Is it about vertices alone? Those of a cycle have two edges each, by rows; links are not looked at."""
    return not rule.cycle and not rule.links.any()


def local_cuts(rule: GraphRule, model: Model) -> list[NDArray[np.int32]]:
    """Clauses that the rule implies in this model; none of a cycle, whose vertices have two edges each by rows."""
    if not is_local(rule):
        return []
    fixed, on = {*fixed_literals(model).tolist()}, rule.on.tolist()
    there, gone = ({v for v, x in enumerate(on) if x == 0 or x in fixed}, {v for v, x in enumerate(on) if -x in fixed})
    some_there = sorted(there)[:SOME]
    clauses = []
    for inside in _small_sets(rule, gone):
        around = {w for v in inside for w in find_neighbours(rule).beside(v)} - inside
        must_leave = rule.roots is not None or not {*some_there} <= inside | around
        if must_leave and not around & there:
            exits = sorted({on[w] for w in around - gone})
            clauses += [[-on[a], *exits] for a in inside if on[a]]
    return [np.unique(np.array(clause, np.int32)) for clause in clauses if not {-x for x in clause} & {*clause}]


def _small_sets(rule: GraphRule, gone: set[int]) -> Iterator[frozenset[int]]:
    """Connected sets without roots of vertices that may be there, small ones first, until there are too many."""
    near, count = find_neighbours(rule), 0
    out = gone if rule.roots is None else gone | {*np.flatnonzero(rule.roots).tolist()}
    level = {frozenset([v]) for v in range(len(rule.on)) if v not in out}
    for _ in range(LARGEST):
        count += len(level)
        if count > MOST_SETS:
            return
        yield from sorted(level, key=sorted)
        level = {s | {w} for s in level for v in s for w in near.beside(v) if w not in s and w not in out}


def fixed_literals(model: Model) -> NDArray[np.int32]:
    """Those that hold by a row that says nothing else."""
    blocks = (block for block in model.stated_blocks if block.when is None)
    return np.concatenate([np.zeros(0, np.int32), *(part for block in blocks for part in _fixed_in_block(block))])


def _fixed_in_block(block: Block) -> Iterator[NDArray[np.int32]]:
    if block.kind not in (Kind.CLAUSE, Kind.CARDINALITY):
        return
    lengths = block.rows.lengths
    for rows, sign in ((block.lo == lengths, 1), (block.hi == 0, -1)):
        yield sign * block.rows.take(rows).literals
