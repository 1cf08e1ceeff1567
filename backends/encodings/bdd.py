"""Reduced decision diagram: at least lo and at most hi of weighted sums; a node is how much is still allowed.

    node (i, r) = "leaves i, i + 1, ... come to at most r".   Leaf i of coefficient c and literals l_1 >= .. >= l_w:

        -(i, r) or (i + 1, r)      -(i, r) or -l_j or (i + 1, r - c j)     j = 1 .. w

Equivalent nodes are merged: (i, r) and (i, r') are one if no sum of the leaves from i on lies between r and r'. So a
node stands for an interval of r, computed from those of its two (or w + 1) children: the diagram is reduced from the
start, and only the sums of weights matter. A child that always holds is left out; one that never holds ends the clause.
The largest coefficients come first. `lo` is an upper bound on the negations, in a diagram of its own. With one bound
unit propagation finds every forced literal, with two it does not. The diagram of n weights of 1 has
(hi + 1) (n - hi) nodes; one with many different weights may have 2^(n/2) and more: then its size is refused, and
`adder` is the alternative.
(Een & Sorensson 2006; intervals and two clauses per node: Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell &
Mayer-Eichberger 2012; integers in order encoding: Abio & Stuckey 2014)
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from backends.encoding_templates.meanings import AtLeast, Fresh
from backends.encoding_templates.shape import Leaf, Shape, linear_shape, negated_literals, negated_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.LINEAR})


@dataclass(frozen=True, slots=True, order=True)
class BddNode:
    """One node for all r from low to high. literal: its variable; True or False if it always or never holds."""

    low: float
    high: float
    literal: int | bool


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    if shape.bounds_above:
        yield from _at_most(shape.hi, shape.leaves, list(range(1, shape.n + 1)), fresh)
    if shape.bounds_below:
        other = negated_shape(shape)
        yield from _at_most(other.hi, shape.leaves, negated_literals(shape), fresh)


def _at_most(hi: int, leaves: tuple[Leaf, ...], x: list[int], fresh: Fresh) -> Clauses:
    """The clauses of `the leaves, over the literals x, sum to at most hi`."""
    edge_clauses: list[list[int]] = []
    root = _diagram(hi, _sorted_leaves(leaves, x), fresh, edge_clauses)
    yield from edge_clauses
    if not isinstance(root.literal, bool):
        yield [root.literal]
    elif not root.literal:
        yield []


def _sorted_leaves(leaves: tuple[Leaf, ...], x: list[int]) -> list[tuple[int, list[int]]]:
    """Each leaf's coefficient and literals, the largest coefficients first."""
    parts, start = [], 0
    for c, w in leaves:
        parts.append((c, x[start : start + w]))
        start += w
    return sorted(parts, key=lambda part: -part[0])


def _diagram(hi: int, parts: list[tuple[int, list[int]]], fresh: Fresh, edge_clauses: list[list[int]]) -> BddNode:
    """The root. Children are built before parents, with a stack: the diagram is as deep as the row is long."""
    reach = [0]
    for c, literals in reversed(parts):
        reach.append(reach[-1] + c * len(literals))
    reach.reverse()  # of the leaves from i on
    levels: list[list[BddNode]] = [[BddNode(-inf, -1, False), BddNode(most, inf, True)] for most in reach]
    waiting = [(0, hi)]
    while waiting:
        i, r = waiting[-1]
        if _find_node(levels[i], r) is not None:
            waiting.pop()
            continue
        c, literals = parts[i]
        children = [_find_node(levels[i + 1], r - c * j) for j in range(len(literals) + 1)]
        unknown = [(i + 1, r - c * j) for j, child in enumerate(children) if child is None]
        if unknown:
            waiting.append(unknown[0])
            continue
        insort(levels[i], _parent(parts[i:], [child for child in children if child], fresh, edge_clauses))
        waiting.pop()
    root = _find_node(levels[0], hi)
    assert root is not None
    return root


def _find_node(level: list[BddNode], r: int) -> BddNode | None:
    """The node of the level whose interval contains r."""
    at = bisect_right(level, float(r), key=lambda node: node.low) - 1
    return level[at] if level[at].high >= r else None


def _parent(
    parts: list[tuple[int, list[int]]], children: list[BddNode], fresh: Fresh, edge_clauses: list[list[int]]
) -> BddNode:
    """The parent: its interval is the r for which every r - c j lies in the interval of child j."""
    c = parts[0][0]
    low = max(child.low + c * j for j, child in enumerate(children))
    high = min(child.high + c * j for j, child in enumerate(children))
    if len({child.literal for child in children}) == 1:  # the leaf does not matter here
        return BddNode(low, high, children[0].literal)
    failing = tuple((of, -x) for of, xs in parts for x in xs)  # a sum of at most r: so much of it fails
    literal = fresh(AtLeast(failing, sum(of for of, _ in failing) - int(high)))
    edge_clauses += _edges(literal, parts[0][1], children)
    return BddNode(low, high, literal)


def _edges(literal: int, literals: list[int], children: list[BddNode]) -> Iterator[list[int]]:
    """The clauses from a node to its children; the more of a leaf holds, the stronger the child."""
    last_literal: int | bool = True
    for steps, child in zip([[], *([-x] for x in literals)], children, strict=True):
        if child.literal is not last_literal and child.literal != last_literal:
            yield [-literal, *steps] + ([] if child.literal is False else [child.literal])
        last_literal = child.literal
        if last_literal is False:  # more is not allowed either, and follows by the order of the literals
            return


def size(shape: Shape) -> EncodingSize | None:
    """Of a plain count, where a node is its path's number of true and false literals: up to hi and up to n - hi - 1."""
    if any(leaf != (1, 1) for leaf in shape.leaves):
        return None
    total = EncodingSize()
    for hi in [shape.hi] * shape.bounds_above + [shape.n - shape.lo] * shape.bounds_below:
        ones, zeros = hi + 1, shape.n - hi
        nodes, last = ones * zeros, zeros
        two, three = ones * (zeros - 1) + last, nodes - last
        total += EncodingSize(nodes, two + three + 1, 2 * two + 3 * three + 1)
    return total


def cost(shape: Shape) -> int:
    """A level has at most as many nodes as the leaves before it have sums, or the leaves from it on."""
    sides = [shape.hi] * shape.bounds_above + [shape.reach - shape.lo] * shape.bounds_below
    parts = sorted(shape.leaves, reverse=True)
    before = _count_sums(parts)
    after = _count_sums(parts[::-1])[::-1]
    return sum(
        (2 + 3 * w) * min(before[i], after[i + 1] * (w + 1), hi + 1) for hi in sides for i, (_, w) in enumerate(parts)
    ) + len(sides)


def _count_sums(parts: list[Leaf]) -> list[int]:
    """An upper bound on the number of sums of the first i leaves, i = 0 .. n; equal coefficients count together."""
    counts, of_others, alike, last = [1], 1, 0, 0
    for c, w in parts:
        of_others, alike = (of_others, alike) if c == last else (min(of_others * (alike + 1), MANY), 0)
        alike, last = alike + w, c
        counts.append(min(of_others * (alike + 1), MANY))
    return counts


MANY = 1 << 80  # numbers beyond are cut off: nothing depends on them
ENCODING = Encoding("bdd", FORMS, frozenset(), frozenset(), "Abio et al. 2012", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, linear_shape(((2, 1), (3, 1), (5, 1)), 0, 6))
