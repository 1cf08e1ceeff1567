"""Totalizer: at least lo and at most hi of literals, or of weighted sums, by a binary tree of sorted sums.

A node has one literal `[sum >= v]` for each sum v that its literals can reach. For every sum a of the left child and b
of the right child (0 included, whose literal is always true and left out):

    for hi    [left >= a] and [right >= b]  imply  [node >= a + b]
    for lo    not [left > a] and not [right > b]  imply  not [node > a + b]
    always    [node >= v]  implies  [node >= u]   for the next smaller sum u

Sums beyond hi (or lo, if only that binds) count as one. The root is never written: its clauses are over its two
children, -[left >= a] or -[right >= b] for the smallest pairs with a + b > hi, and [left > a] or [right > b] for
the largest with a + b < lo. So a row of two terms, x - y <= d, costs a clause per step and no fresh variable.

    lo <= x1 + x2 + x3 + x4 <= hi          not written
                    /     \\
       [>=1] [>=2] of x1 x2   [>=1] [>=2] of x3 x4

Leaves are Booleans, or integers in order encoding (already sorted), times a positive coefficient. Unit
propagation is complete for plain counts and for weighted rows with one bound, but not with two (that is subset sum).
(Bailleux & Boufkhad 2003; weights: Joshi, Martins & Manquinho 2015)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from backends.encoding_templates.meanings import AtLeast, Fresh
from backends.encoding_templates.shape import COUNTING_FORMS, Leaf, Shape, linear_shape, shorter_side, side_literals
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

Node = list[tuple[int, int]]  # (v, the literal of "sum >= v"), v ascending, v > 0


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    row, x = shorter_side(shape), side_literals(shape)
    node_clauses: list[list[int]] = []
    nodes = _leaves(row, x)
    left, right = (_node(half, row, fresh, node_clauses) for half in _halves(nodes))
    yield from node_clauses
    if row.bounds_above:
        yield from _forbid_above(left, right, row.hi)
    if row.bounds_below:
        yield from _forbid_below(left, right, row.lo)


def _leaves(row: Shape, x: list[int]) -> list[Node]:
    """The leaf nodes: the sums each reaches, with their literals."""
    if row.form is not Form.LINEAR:
        return [[(1, literal)] for literal in x]
    nodes, start = [], 0
    for c, w in row.leaves:
        nodes.append([(c * (j + 1), x[start + j]) for j in range(w)])
        start += w
    return nodes


def _halves(nodes: list[Node]) -> tuple[list[Node], list[Node]]:
    return nodes[: len(nodes) // 2], nodes[len(nodes) // 2 :]


def _node(nodes: list[Node], row: Shape, fresh: Fresh, node_clauses: list[list[int]]) -> Node:
    """The node over these leaves; its clauses, and those of the nodes below, are added to `node_clauses`."""
    if len(nodes) <= 1:
        return nodes[0] if nodes else []
    left, right = (_node(half, row, fresh, node_clauses) for half in _halves(nodes))
    top = row.counts_to
    sums = sorted({min(a + b, top) for a in _sums(left) for b in _sums(right)} - {0})
    terms = tuple(_terms(nodes))
    node = [(v, fresh(AtLeast(terms, v))) for v in sums]
    node_clauses += [[-larger, smaller] for (_, smaller), (_, larger) in pairwise(node)]
    if row.bounds_above:
        node_clauses += _push_up(left, right, dict(node), top)
    if row.bounds_below:
        node_clauses += _hold_down(left, right, node)
    return node


def _terms(leaves: list[Node]) -> Iterator[tuple[int, int]]:
    """What the sum of the leaves counts: each literal by how much it adds to the one before it."""
    for leaf in leaves:
        for (before, _), (v, literal) in pairwise([(0, 0), *leaf]):
            yield v - before, literal


def _sums(node: Node) -> list[int]:
    return [0, *(v for v, _ in node)]


def _push_up(left: Node, right: Node, node: dict[int, int], top: int) -> Clauses:
    """[left >= a] and [right >= b] imply [node >= a + b]."""
    for a, p in [(0, 0), *left]:
        for b, q in [(0, 0), *right]:
            if a + b:
                yield [-literal for literal in (p, q) if literal] + [node[min(a + b, top)]]
            if a + b >= top:  # a larger b gives a weaker clause
                break


def _hold_down(left: Node, right: Node, node: Node) -> Clauses:
    """not [left > a] and not [right > b] imply not [node > a + b]."""
    sums = [v for v, _ in node]
    for a, p in _greater_literals(left):
        for b, q in _greater_literals(right):
            beyond = bisect_left(sums, a + b + 1)
            if beyond < len(sums):
                yield [literal for literal in (p, q) if literal] + [-node[beyond][1]]


def _greater_literals(node: Node) -> list[tuple[int, int]]:
    """Each sum with the literal of "greater than that"; 0 in place of a literal for the largest."""
    return list(zip(_sums(node), [*(literal for _, literal in node), 0], strict=True))


def _forbid_above(left: Node, right: Node, hi: int) -> Clauses:
    """No pair with a + b > hi: for each a the smallest such b, unless a smaller a has the same."""
    last = None
    for a, p in [(0, 0), *left]:
        above = [(b, q) for b, q in [(0, 0), *right] if a + b > hi][:1]
        if above and above[0][0] != last:
            last, q = above[0]
            yield [-literal for literal in (p, q) if literal]


def _forbid_below(left: Node, right: Node, lo: int) -> Clauses:
    """No pair with a + b < lo: for each a the largest such b, unless a larger a has the same."""
    last = None
    for a, p in reversed(_greater_literals(left)):
        below = [(b, q) for b, q in _greater_literals(right) if a + b < lo][-1:]
        if below and below[0][0] != last:
            last, q = below[0]
            yield [literal for literal in (p, q) if literal]


def size(shape: Shape) -> EncodingSize | None:
    """Of a plain count: each node by the pairs of sums below it, with at most two sizes of node per level."""
    if shape.form is Form.LINEAR:
        return None
    row = shorter_side(shape)
    top, sides = row.counts_to, (row.bounds_above, row.bounds_below)
    small, large = row.n // 2, row.n - row.n // 2
    total = _size(small, top, sides) + _size(large, top, sides)
    left, right = min(small, top), min(large, top)
    if row.bounds_above:
        pairs = range(max(0, row.hi + 1 - right), min(left, row.hi + 1) + 1)
        total += EncodingSize(0, len(pairs), 2 * len(pairs) - (0 in pairs) - (row.hi + 1 in pairs))
    if row.bounds_below:
        pairs = range(max(0, row.lo - 1 - right), min(left, row.lo - 1) + 1)
        total += EncodingSize(0, len(pairs), 2 * len(pairs) - (left in pairs) - (row.lo - 1 - right in pairs))
    return total


@cache
def _size(n: int, top: int, sides: tuple[bool, bool]) -> EncodingSize:
    """A node over n Booleans that counts up to `top`, with the nodes below it."""
    if n <= 1:
        return EncodingSize()
    small, large, m = n // 2, n - n // 2, min(n, top)
    left, right = min(small, top), min(large, top)
    total = _size(small, top, sides) + _size(large, top, sides) + EncodingSize(m, m - 1, 2 * (m - 1))
    up, down = sides
    if up:  # pairs (a, b) except (0, 0), up to a + b >= top; where a or b is 0, there are two literals
        pairs = sum(min(right, top - a) + 1 for a in range(left + 1)) - 1
        total += EncodingSize(0, pairs, 3 * pairs - left - right)
    if down:  # pairs with a + b < m; the largest a, and b, have no "greater than"
        pairs = sum(max(0, min(right, m - 1 - a) + 1) for a in range(left + 1))
        ends = max(0, m - left) + max(0, m - right)
        total += EncodingSize(0, pairs, 3 * pairs - ends)
    return total


def cost(shape: Shape) -> int:
    """Three literals per pair of sums and direction at every node, two per pair of neighbours."""
    row = shorter_side(shape)
    sides = row.bounds_above + row.bounds_below
    if row.form is Form.LINEAR:
        return _weighted_cost(row.leaves, row.counts_to, sides)[1] + 2
    return _counted_cost(row.n, row.counts_to, sides, {})


def _counted_cost(n: int, top: int, sides: int, costs: dict[int, int]) -> int:
    """The cost of a tree over n Booleans; a balanced tree has at most two sizes of node per level."""
    if n <= 1:
        return 0
    if n not in costs:
        small, large = n // 2, n - n // 2
        below = _counted_cost(small, top, sides, costs) + _counted_cost(large, top, sides, costs)
        pairs = (min(small, top) + 1) * (min(large, top) + 1)
        costs[n] = below + 3 * sides * pairs + 2 * min(n, top)
    return costs[n]


def _weighted_cost(leaves: tuple[Leaf, ...], top: int, sides: int) -> tuple[int, int]:
    """An upper bound on the sums that a tree over these leaves reaches, and its cost."""
    if len(leaves) <= 1:
        return (leaves[0][1] if leaves else 0), 0
    middle = len(leaves) // 2
    (m, left), (n, right) = (_weighted_cost(half, top, sides) for half in (leaves[:middle], leaves[middle:]))
    pairs = (m + 1) * (n + 1)
    sums = min(pairs - 1, sum(c * w for c, w in leaves), top)
    return sums, left + right + 3 * sides * pairs + 2 * sums


ENCODING = Encoding(
    "totalizer",
    COUNTING_FORMS | {Form.LINEAR},
    COUNTING_FORMS,
    frozenset({Form.EXACTLY_ONE}),
    "Bailleux & Boufkhad 2003; Joshi, Martins & Manquinho 2015",
    cost,
    clauses,
    size,
)

if __name__ == "__main__":
    print_clauses(ENCODING, linear_shape(((1, 3), (1, 3)), 2, 4))
