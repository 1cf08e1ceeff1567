"""At least lo and at most hi, of weighted sums: a decision diagram that remembers how much is still allowed.

    node (i, r) = "leaves i, i + 1, ... come to at most r".   Leaf i of coefficient c and literals l_1 >= .. >= l_w:

        -(i, r) or (i + 1, r)      -(i, r) or -l_j or (i + 1, r - c j)     j = 1 .. w

Nodes that say the same are one: (i, r) and (i, r') are, if no sum of the leaves from i on lies between. So a node
stands for an interval of r, found from those of its two (or w + 1) children: the diagram is reduced from the start, and
weights only matter in how they add up. A child that cannot fail is left out, one that must is the end of the clause.
The largest coefficients come first. `lo` is an upper bound on the negations, in a diagram of its own; with one bound
unit propagation finds all that is forced, with two it does not. The diagram of n ones has (hi + 1) (n - hi) nodes, one
with many unlike weights may have 2^(n/2) and more: then its size is refused, and there is `adder`.
(Een & Sorensson 2006; intervals and two clauses per node: Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell &
Mayer-Eichberger 2012; integers in order encoding: Abio & Stuckey 2014)
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from backends.templates.shape import Leaf, Shape, linear_shape, negated_literals, negated_shape
from backends.templates.template import Clauses, Encoding, EncodingSize, Fresh, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.LINEAR})


@dataclass(frozen=True, slots=True, order=True)
class BddNode:
    """All r from low to high are one node. literal: its variable, or whether it holds without one."""

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
    """The clauses of `leaves over the literals x come to at most hi`."""
    made: list[list[int]] = []
    root = _diagram(hi, _sorted_leaves(leaves, x), fresh, made)
    yield from made
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


def _diagram(hi: int, parts: list[tuple[int, list[int]]], fresh: Fresh, made: list[list[int]]) -> BddNode:
    """The root. Children are made before their parents, with a stack: a diagram is as deep as the row is long."""
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
        insort(levels[i], _parent(c, literals, [child for child in children if child], fresh, made))
        waiting.pop()
    root = _find_node(levels[0], hi)
    assert root is not None
    return root


def _find_node(level: list[BddNode], r: int) -> BddNode | None:
    """The node of the level whose interval r lies in."""
    at = bisect_right(level, float(r), key=lambda node: node.low) - 1
    return level[at] if level[at].high >= r else None


def _parent(c: int, literals: list[int], children: list[BddNode], fresh: Fresh, made: list[list[int]]) -> BddNode:
    """The node above: r such that every r - c j lies in the interval of its child."""
    low = max(child.low + c * j for j, child in enumerate(children))
    high = min(child.high + c * j for j, child in enumerate(children))
    if len({child.literal for child in children}) == 1:  # the leaf does not matter here
        return BddNode(low, high, children[0].literal)
    literal = fresh()
    made += _edges(literal, literals, children)
    return BddNode(low, high, literal)


def _edges(literal: int, literals: list[int], children: list[BddNode]) -> Iterator[list[int]]:
    """From the node to its children; more of a leaf leads to a node that says more."""
    told: int | bool = True
    for steps, child in zip([[], *([-x] for x in literals)], children, strict=True):
        if child.literal is not told and child.literal != told:
            yield [-literal, *steps] + ([] if child.literal is False else [child.literal])
        told = child.literal
        if told is False:  # more is not allowed either, and follows by the order of the literals
            return


def size(shape: Shape) -> EncodingSize | None:
    """Of a plain count, where a node is what a path has taken and left out: up to hi taken, up to n - hi - 1 left."""
    if any(leaf != (1, 1) for leaf in shape.leaves):
        return None
    made = EncodingSize()
    for hi in [shape.hi] * shape.bounds_above + [shape.n - shape.lo] * shape.bounds_below:
        taken, left = hi + 1, shape.n - hi
        nodes, last = taken * left, left
        two, three = taken * (left - 1) + last, nodes - last
        made += EncodingSize(nodes, two + three + 1, 2 * two + 3 * three + 1)
    return made


def cost(shape: Shape) -> int:
    """The nodes before a leaf are no more than the sums of the leaves before it, or of those from it on."""
    sides = [shape.hi] * shape.bounds_above + [shape.reach - shape.lo] * shape.bounds_below
    parts = sorted(shape.leaves, reverse=True)
    before = _count_sums(parts)
    after = _count_sums(parts[::-1])[::-1]
    return sum(
        (2 + 3 * w) * min(before[i], after[i + 1] * (w + 1), hi + 1) for hi in sides for i, (_, w) in enumerate(parts)
    ) + len(sides)


def _count_sums(parts: list[Leaf]) -> list[int]:
    """How many sums the first i leaves have at most, i = 0 .. n; leaves of one coefficient only count together."""
    found, of_others, alike, last = [1], 1, 0, 0
    for c, w in parts:
        of_others, alike = (of_others, alike) if c == last else (min(of_others * (alike + 1), MANY), 0)
        alike, last = alike + w, c
        found.append(min(of_others * (alike + 1), MANY))
    return found


MANY = 1 << 80  # beyond, the exact number matters to nobody
ENCODING = Encoding("bdd", FORMS, frozenset(), frozenset(), "Abio et al. 2012", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, linear_shape(((2, 1), (3, 1), (5, 1)), 0, 6))
