"""Adder network: at least lo and at most hi of literals, or of weighted sums, added up in binary.

    bucket b holds the literals that count 2^b; a leaf (c, w) puts each of its w literals into every bucket of c's bits
    three of a bucket:  full adder   sum = x xor y xor z  stays,   carry = two of x y z  goes to bucket b + 1
    two of a bucket:    half adder   sum = x xor y        stays,   carry = x and y       goes to bucket b + 1
    one is left: bit b of the sum

The sum s is compared with hi and lo bit by bit: wherever hi has a 0, s has a 0 there too or a 0 above, at a 1 of hi.
Linear in the number of literals times the bits of the weights, whatever the weights; n weights of 1 take n - bits(n)
full adders. The literals determine the fresh variables; unit propagation misses forced literals.
(Warners 1998; Een & Sorensson 2006)
"""

from __future__ import annotations

from collections import deque

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, linear_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from backends.encodings.parity_direct import parity_clauses
from models.neutral import Form

FORMS = COUNTING_FORMS | {Form.LINEAR}
FULL, HALF = EncodingSize(2, 14, 50), EncodingSize(2, 7, 19)  # of an adder: the parity of its output, and the carry


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    buckets = _buckets(shape)
    bits = list[int | None]()  # None: a bit that is always 0
    b = 0
    while b < len(buckets):
        while len(buckets[b]) > 1:
            added = [buckets[b].popleft() for _ in range(min(3, len(buckets[b])))]
            total, carry = fresh(None), fresh(None)
            yield from parity_clauses([*added, total], 0)
            yield from _carry(added, carry)
            buckets[b].append(total)
            if b + 1 == len(buckets):
                buckets.append(deque())
            buckets[b + 1].append(carry)
        bits.append(buckets[b][0] if buckets[b] else None)
        b += 1
    if shape.bounds_above:
        yield from _at_most(shape.hi, bits)
    if shape.bounds_below:
        yield from _at_least(shape.lo, bits)


def _buckets(shape: Shape) -> list[deque[int]]:
    """The literals by the power of two that they count as."""
    leaves = shape.leaves if shape.form is Form.LINEAR else ((1, shape.n),)
    buckets = [deque[int]() for _ in range(max(c for c, _ in leaves).bit_length())]
    start = 1
    for c, w in leaves:
        for b in range(c.bit_length()):
            if c >> b & 1:
                buckets[b].extend(range(start, start + w))
        start += w
    return buckets


def _carry(added: list[int], carry: int) -> Clauses:
    """carry = at least two of the literals added."""
    if len(added) == 2:
        x, y = added
        yield from ([-x, -y, carry], [x, -carry], [y, -carry])
        return
    x, y, z = added
    for a, b in ((x, y), (x, z), (y, z)):
        yield [-a, -b, carry]
        yield [a, b, -carry]


def _at_most(hi: int, bits: list[int | None]) -> Clauses:
    """The sum is at most hi: a bit that holds where hi has none fails at a place above where hi has one."""
    for b, bit in enumerate(bits):
        if bit is not None and not hi >> b & 1:
            above = [(a, bits[a]) for a in range(b + 1, len(bits)) if hi >> a & 1]
            if all(other is not None for _, other in above):  # a bit that is always 0 is below hi there
                yield [-bit, *(-other for _, other in above if other is not None)]


def _at_least(lo: int, bits: list[int | None]) -> Clauses:
    """The sum is at least lo: a bit that fails where lo has one holds at a place above where lo has none."""
    for b, bit in enumerate(bits):
        if lo >> b & 1:
            above = [bits[a] for a in range(b + 1, len(bits)) if not lo >> a & 1]
            yield [other for other in (bit, *above) if other is not None]


def size(shape: Shape) -> EncodingSize | None:
    """Of a plain count: bucket b gets floor(n / 2^b) literals, and every bit of the sum may be 1."""
    if shape.form is Form.LINEAR:
        return None
    n, bits = shape.n, shape.n.bit_length()
    full, half = n - bits, bits - n.bit_count()
    total = full * FULL + half * HALF
    hi, lo = shape.hi, shape.lo
    if shape.bounds_above:
        total += _comparison_size([b for b in range(bits) if not hi >> b & 1], [b for b in range(bits) if hi >> b & 1])
    if shape.bounds_below:
        total += _comparison_size([b for b in range(bits) if lo >> b & 1], [b for b in range(bits) if not lo >> b & 1])
    return total


def _comparison_size(own: list[int], others: list[int]) -> EncodingSize:
    """A clause for each place of `own`: itself and the `others` above it."""
    return EncodingSize(0, len(own), sum(1 + sum(other > b for other in others) for b in own))


def cost(shape: Shape) -> int:
    """A full adder removes a literal; a half adder removes none, and there is at most one per bit of the sum."""
    leaves = shape.leaves if shape.form is Form.LINEAR else ((1, shape.n),)
    added, bits = sum(c.bit_count() * w for c, w in leaves), shape.reach.bit_length()
    return FULL.literals * added + HALF.literals * bits + bits * (bits + 1)


ENCODING = Encoding("adder", FORMS, frozenset(), FORMS, "Warners 1998; Een & Sorensson 2006", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, linear_shape(((1, 1), (2, 1), (3, 1)), 2, 4))
