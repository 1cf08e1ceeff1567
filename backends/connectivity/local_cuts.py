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


def local_cuts(rule: GraphRule, model: Model) -> list[NDArray[np.int32]]:
    """Clauses that the rule implies in this model; none of a cycle, whose vertices have two edges each by rows."""
    if rule.cycle or rule.links.any():
        return []
    fixed = _fixed_literals(model)
    on, holds = rule.on.tolist(), [x == 0 or x in fixed for x in rule.on.tolist()]
    is_root = np.zeros(len(on), np.bool_) if rule.roots is None else rule.roots
    known = [] if rule.roots is not None else [v for v, there in enumerate(holds) if there]
    clauses = []
    for inside in _small_sets(rule, [-x in fixed for x in on], is_root):
        around = {w for v in inside for w in find_neighbours(rule).beside(v)} - inside
        if rule.roots is None and not any(b not in inside and b not in around for b in known[: 4 * LARGEST + 4]):
            continue
        if any(holds[w] for w in around):
            continue
        exits = sorted({on[w] for w in around if -on[w] not in fixed})
        clauses += [[-on[a], *exits] for a in inside if on[a]]
    return [np.unique(np.array(clause, np.int32)) for clause in clauses if not {-x for x in clause} & {*clause}]


def _small_sets(rule: GraphRule, is_gone: list[bool], is_root: NDArray[np.bool_]) -> Iterator[frozenset[int]]:
    """Connected sets without roots of vertices that may be there, small ones first, until there are too many."""
    near, count = find_neighbours(rule), 0
    level = {frozenset([v]) for v, gone in enumerate(is_gone) if not gone and not is_root[v]}
    for _ in range(LARGEST):
        count += len(level)
        if count > MOST_SETS:
            return
        yield from sorted(level, key=sorted)
        level = {
            s | {w}
            for s in level
            for v in s
            for w in near.beside(v)
            if w not in s and not is_gone[w] and not is_root[w]
        }


def _fixed_literals(model: Model) -> set[int]:
    """Those that hold by a row that says nothing else."""
    return {x for block in model.stated_blocks if block.when is None for x in _fixed_in_block(block)}


def _fixed_in_block(block: Block) -> Iterator[int]:
    if block.kind not in (Kind.CLAUSE, Kind.CARDINALITY):
        return
    lengths = block.rows.lengths
    for rows, sign in ((block.lo == lengths, 1), (block.hi == 0, -1)):
        yield from (sign * block.rows.take(rows).literals).tolist()
