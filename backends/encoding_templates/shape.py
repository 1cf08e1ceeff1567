"""The shape of a row: what rows must have in common to share their clauses.

    lo <= x_1 + ... + x_n <= hi            at most one, exactly one, cardinality
    x_1 + ... + x_n = lo (= hi) mod 2      parity
    x_1 >= x_2 >= ... >= x_n               integer: its literals `value >= 1, ..., value >= n`
    lo <= sum of leaves <= hi              linear: leaf (c, w) is c times the number of its w literals that hold

The literals of a leaf are ordered, each implies the one before it: `value >= 1, value >= 2, ..., value >= w`. A
Boolean is a leaf of one literal. Coefficients of leaves are positive: c*x with c < 0 is |c| * (not x) + c.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.neutral import Form

COUNTING_FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY})
Leaf = tuple[int, int]  # coefficient, number of literals


@dataclass(frozen=True, slots=True)
class Shape:
    """One row over the literals 1..n. leaves: for LINEAR only, in the order of the literals."""

    form: Form
    n: int
    lo: int
    hi: int
    leaves: tuple[Leaf, ...] = ()

    @property
    def reach(self) -> int:
        """The largest value of the sum; the least is 0."""
        return sum(c * w for c, w in self.leaves) if self.form is Form.LINEAR else self.n

    @property
    def bounds_below(self) -> bool:
        """Does `lo` bind?"""
        return self.lo > 0

    @property
    def bounds_above(self) -> bool:
        """Does `hi` bind?"""
        return self.hi < self.reach

    @property
    def counts_to(self) -> int:
        """How far a counter must tell values apart: one beyond `hi`, or up to `lo` if only that binds."""
        return self.hi + 1 if self.bounds_above else self.lo


def counting_shape(n: int, lo: int, hi: int) -> Shape:
    """The shape of lo <= x_1 + ... + x_n <= hi."""
    form = Form.CARDINALITY
    if hi == 1 and n > 1:
        form = {0: Form.AT_MOST_ONE, 1: Form.EXACTLY_ONE}.get(max(lo, 0), form)
    return Shape(form, n, lo, hi)


def parity_shape(n: int, odd: int) -> Shape:
    """The shape of x_1 + ... + x_n = odd modulo 2."""
    return Shape(Form.PARITY, n, odd, odd)


def linear_shape(leaves: tuple[Leaf, ...], lo: int, hi: int) -> Shape:
    """The shape of lo <= sum of leaves <= hi."""
    return Shape(Form.LINEAR, sum(w for _, w in leaves), lo, hi, leaves)


def integer_shape(width: int) -> Shape:
    """The shape of an integer's own clauses, over its literals `value >= 1, ..., value >= width`."""
    return Shape(Form.INTEGER, width, 0, 0)


def negated_shape(shape: Shape) -> Shape:
    """The same row over the negations: at least 7 of 9 is at most 2 of the 9 negations."""
    return replace(shape, lo=shape.reach - shape.hi, hi=shape.reach - shape.lo)


def negated_literals(shape: Shape) -> list[int]:
    """The literals of `negated_shape(shape)`.

    Within a leaf, negation reverses the order: w - value >= 1 is not value >= w.
    """
    if shape.form is not Form.LINEAR:
        return list(range(-1, -shape.n - 1, -1))
    literals: list[int] = []
    for _, w in shape.leaves:
        start = len(literals) + 1
        literals += [-x for x in range(start + w - 1, start - 1, -1)]
    return literals


def shorter_side(shape: Shape) -> Shape:
    """The row over the literals or their negations, whichever counts less far; see `side_literals`."""
    other = negated_shape(shape)
    return other if other.counts_to < shape.counts_to else shape


def side_literals(shape: Shape) -> list[int]:
    """The literals of `shorter_side(shape)`: 1..n, or the negations."""
    return list(range(1, shape.n + 1)) if shorter_side(shape) is shape else negated_literals(shape)
