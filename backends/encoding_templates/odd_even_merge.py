"""Batcher's odd-even merge sort as clauses: literals go in, and come out sorted, the true ones first.

    sort(x)      = merge(sort(first half), sort(second half))
    merge(a, b)  = v_1, compare(w_1, v_2), compare(w_2, v_3), ..., what is left over
                   with v = merge(a_1 a_3 .., b_1 b_3 ..) and w = merge(a_2 a_4 .., b_2 b_4 ..)

    compare(a, b) = (a or b, a and b)       up:    -a or high,  -b or high,  -a or -b or low
                                            down:  -high or a or b,  -low or a,  -low or b

The clauses `up` make outputs true, which an upper bound needs; `down` make them false, for a lower bound. If only the
first `top` outputs are needed, no sort and no merge keeps more, and only the comparisons for these are written.
The merge works for lists of any two lengths.   (Batcher 1968; Knuth, TAOCP 3, 5.3.4; as clauses: Een & Sorensson 2006;
cut off at `top`: Asin, Nieuwenhuis, Oliveras & Rodriguez-Carbonell 2011; of any length: Abio et al. 2013)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import zip_longest
from typing import TypeVar

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape, shorter_side, side_literals
from backends.encoding_templates.template import Clauses, EncodingSize

Wire = TypeVar("Wire")
Compare = Callable[[Wire, Wire, bool], list[Wire]]  # two wires in; high, and low if asked for, out


def network_clauses(shape: Shape, fresh: Fresh, top: int) -> Clauses:
    """The clauses of a row over the first `top` outputs of a network: the sorting, and a unit clause per bound."""
    row, x = shorter_side(shape), side_literals(shape)
    clauses: list[list[int]] = []
    outputs = sort_wires(x, top, partial(_compare, fresh, clauses, row.bounds_above, row.bounds_below))
    yield from clauses
    if row.bounds_above:
        yield [-outputs[row.hi]]
    if row.bounds_below:
        yield [outputs[row.lo - 1]]


def sort_wires(x: list[Wire], top: int, compare: Compare[Wire]) -> list[Wire]:
    """The first `top` of the sorted wires."""
    if len(x) <= 1:
        return x[:top]
    middle = len(x) // 2
    return _merge(sort_wires(x[:middle], top, compare), sort_wires(x[middle:], top, compare), top, compare)


def _merge(a: list[Wire], b: list[Wire], top: int, compare: Compare[Wire]) -> list[Wire]:
    """The first `top` of two sorted lists together."""
    if not a or not b:
        return (a or b)[:top]
    if len(a) == len(b) == 1:
        return compare(a[0], b[0], top > 1)
    # Outputs 2j and 2j + 1 (from 1) compare w_j with v_{j+1}: top // 2 of w are enough, and one more of v.
    first, *odd = _merge(a[::2], b[::2], top // 2 + 1, compare)
    even = _merge(a[1::2], b[1::2], top // 2, compare)
    outputs = [first]
    for w, v in zip_longest(even, odd):
        if len(outputs) >= top:
            break
        outputs += compare(w, v, len(outputs) + 1 < top) if w is not None and v is not None else [w if v is None else v]
    return outputs


def _compare(
    fresh: Fresh, clauses: list[list[int]], up: bool, down: bool, a: int, b: int, wants_low: bool
) -> list[int]:
    """Fresh literals for both (or only the first) of `a or b` and `a and b`; their clauses are added to `clauses`."""
    high = fresh(None)
    clauses += _clauses_if(up, ([-a, high], [-b, high])) + _clauses_if(down, ([-high, a, b],))
    if not wants_low:
        return [high]
    low = fresh(None)
    clauses += _clauses_if(up, ([-a, -b, low],)) + _clauses_if(down, ([-low, a], [-low, b]))
    return [high, low]


def _clauses_if(condition: bool, clauses: Iterable[list[int]]) -> list[list[int]]:
    return list(clauses) if condition else []


def network_size(shape: Shape, top: int) -> EncodingSize:
    """What `network_clauses` writes: each comparison's clauses for the sides that bind, and a unit clause per bound."""
    row = shorter_side(shape)
    whole, halved = count_comparisons(row.n, top)
    up, down = row.bounds_above, row.bounds_below
    size = EncodingSize(2 * whole + halved, up + down, up + down)
    size += up * EncodingSize(0, 3 * whole + 2 * halved, 7 * whole + 4 * halved)
    return size + down * EncodingSize(0, 3 * whole + halved, 7 * whole + 3 * halved)


@cache
def count_comparisons(n: int, top: int) -> tuple[int, int]:
    """How many comparisons `sort_wires` makes of n wires: those with both outputs, and those with the high one only."""
    if n <= 1:
        return 0, 0
    small, large = n // 2, n - n // 2
    halves = count_comparisons(small, top), count_comparisons(large, top)
    return _add_counts(*halves, _count_merge(min(small, top), min(large, top), top))


@cache
def _count_merge(m: int, n: int, top: int) -> tuple[int, int]:
    """The comparisons of a merge of m and n sorted wires."""
    if not m or not n:
        return 0, 0
    if m == n == 1:
        return (1, 0) if top > 1 else (0, 1)
    v, w = (-(-m // 2), -(-n // 2), top // 2 + 1), (m // 2, n // 2, top // 2)
    pairs = min(min(v[0] + v[1], v[2]) - 1, min(w[0] + w[1], w[2]), top // 2)
    halved = int(2 * pairs == top)  # the last pair's high output is the last one needed
    return _add_counts(_count_merge(*v), _count_merge(*w), (pairs - halved, halved))


def _add_counts(*counts: tuple[int, int]) -> tuple[int, int]:
    return sum(whole for whole, _ in counts), sum(halved for _, halved in counts)
