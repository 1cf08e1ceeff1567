"""The lightest word of a coset whose cells fall into four classes, where 2^d words are too many to look at.

On each class k a word shows only part u_k of its d free bits (the rank of the basis there). When classes i and j
together show all d bits, and so do the other two, the words are exactly the pairs (u_i, u_j), and u_k, u_l follow:

    weight = W_i(u_i) + W_j(u_j) + W_k(u_k) + W_l(u_l)            W_c(u_c) >= m_c, the least weight on class c

Let e_c = W_c - m_c. A word lighter than the best one known has e_i + e_j + e_k + e_l <= E, E = best - 1 - (the sum of
the m_c). So one of the two pairs has e_i + e_j <= E/2, and if that sum is t, one of the others has e <= (E - t)/2:
go through the pairs by increasing t, look up u_k and u_l among the light words of their classes, weigh what is found
there. E shrinks with every better word. When 2 t > E nothing lighter is left: that is the proof of the lower bound.
Four tables of 2^(d/2) instead of one of 2^d.    (meet in the middle: Horowitz, Sahni 1974; Schroeppel, Shamir 1981)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.maps import LinearMap, coordinates, inverse, row_space
from algebra.modulo2.minimum.coset import Coset, LightWords, light_words

MOST_BITS = 33  # of a class: tables of 2^33 words take minutes
CHUNK = 1 << 20  # pairs looked up at a time
SAMPLE = 1000  # words of each list whose pairs give the first bound
FILTER_BITS = 22
CAPACITY = 1 << 21  # words of the first lists

Words = NDArray[np.uint64]


class SplitError(Exception):
    """The classes do not determine the words in pairs, or their tables are too large; the message says which."""


@dataclass(frozen=True, slots=True)
class ClassCoset:
    """A class: its coset, reduced to the bits it shows; from_all: what a basis vector of the whole adds to them."""

    coset: Coset
    from_all: list[int]
    weigh: Callable[[Words], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class LightestWord:
    """weight and vector of free bits (bit i = basis vector i) of a lightest word; floor: the sum of the classes' least
    weights; ranks and pairs (how many were looked at): what the search cost."""

    weight: int
    number: int
    floor: int
    ranks: tuple[int, ...]
    pairs: int


def lightest_by_split(coset: Coset, classes: Sequence[NDArray[np.intp]]) -> LightestWord:
    """Exact. classes: four disjoint lists of cells, together all. Raises DoesNotSplit, MemoryError."""
    parts = [_class_coset(coset, cells) for cells in classes]
    ranks = tuple(part.coset.dimension for part in parts)
    if max(ranks) > MOST_BITS:
        raise SplitError(f"a class shows {max(ranks)} of {coset.dimension} bits, more than {MOST_BITS}")
    sides = _sides(parts, coset.dimension)
    lists = [light_words(part.coset, CAPACITY) for part in parts]
    search = _SplitSearch(parts, lists)
    for side in sides:
        search.sample(side)
    # as far as these lists go: a better bound, and it may be all; then with lists as long as that bound wants them
    search.search_up_to(sides, 2 * search.reach + 1)
    if search.excess > 2 * search.reach + 1:
        search.extend_lists(search.excess // 2)
        search.search_up_to(sides, search.excess)
    return LightestWord(search.best, search.number, sum(search.least_weights), ranks, search.pair_count)


def _class_coset(coset: Coset, cells: NDArray[np.intp]) -> ClassCoset:
    basis = coset.basis[:, cells]
    packed = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(basis, axis=1, bitorder="little")]
    reduced, at = row_space(packed)
    from_all = coordinates(packed, at)
    words = len(cells) // 64 + 1
    rows = np.frombuffer(b"".join(row.to_bytes(8 * words, "little") for row in reduced), np.uint64).reshape(-1, words)
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")[:, : len(cells)].astype(np.bool_)
    word = coset.word[cells]
    word_of, start = LinearMap(rows), np.zeros(words, np.uint64)
    start.view(np.uint8)[: -(-len(cells) // 8)] = np.packbits(word, bitorder="little")

    def weigh(u: Words) -> NDArray[np.int64]:
        weight: NDArray[np.int64] = np.bitwise_count(word_of(u) ^ start).sum(axis=1, dtype=np.int64)
        return weight

    return ClassCoset(Coset(word, bits), from_all, weigh)


@dataclass(frozen=True, slots=True)
class _Side:
    """Classes i, j whose bits together are all, and the two others; to_all: the whole's bits from (u_i, u_j)."""

    i: int
    j: int
    others: tuple[int, int]
    to_all: list[int]
    maps: dict[tuple[int, int], LinearMap]  # (from i or j, to k or l): the share of u_i in u_k


def _sides(parts: list[ClassCoset], dimension: int) -> list[_Side]:
    """A partition of the four classes in two pairs, each of which determines the word."""
    for pair, other in (((0, 3), (1, 2)), ((0, 1), (2, 3)), ((0, 2), (1, 3))):
        first, second = _side(parts, dimension, pair, other), _side(parts, dimension, other, pair)
        if first and second:
            return [first, second]
    ranks = [part.coset.dimension for part in parts]
    raise SplitError(f"no two pairs of classes show all {dimension} bits once (they show {ranks})")


def _side(parts: list[ClassCoset], dimension: int, pair: tuple[int, int], others: tuple[int, int]) -> _Side | None:
    i, j = pair
    width = parts[i].coset.dimension
    if width + parts[j].coset.dimension != dimension:
        return None
    joint = [a | b << width for a, b in zip(parts[i].from_all, parts[j].from_all, strict=True)]
    to_all = inverse(joint)
    if to_all is None:
        return None
    maps = {}
    for source, rows in ((i, to_all[:width]), (j, to_all[width:])):
        for k in others:
            images = [_combination(parts[k].from_all, row) for row in rows]
            maps[source, k] = LinearMap(np.array(images, np.uint64).reshape(-1, 1))
    return _Side(i, j, others, to_all, maps)


def _combination(rows: list[int], number: int) -> int:
    total = 0
    for bit, row in enumerate(rows):
        if number >> bit & 1:
            total ^= row
    return total


@dataclass(slots=True)
class _SplitSearch:
    """The best word so far, and how a pair of lists is gone through."""

    parts: list[ClassCoset]
    lists: list[LightWords]
    best: int = 0
    number: int = 0
    pair_count: int = 0
    least_weights: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.least_weights = [int(light.weights[0]) for light in self.lists]
        self.best = sum(part.coset.word.size for part in self.parts) + 1

    @property
    def excess(self) -> int:
        """What the classes together may have above their least weights in a word lighter than the best."""
        return self.best - 1 - sum(self.least_weights)

    def sample(self, side: _Side) -> None:
        """The pairs of the lightest words, for a first bound."""
        self._weigh(side, self.lists[side.i].numbers[:SAMPLE], self.lists[side.j].numbers[:SAMPLE], None)

    @property
    def reach(self) -> int:
        """Up to which e all lists are complete."""
        return min(light.most - least for light, least in zip(self.lists, self.least_weights, strict=True))

    def extend_lists(self, reach: int) -> None:
        """Lists that are complete up to that e."""
        for c, (part, light) in enumerate(zip(self.parts, self.lists, strict=True)):
            if light.most - self.least_weights[c] < reach:
                self.lists[c] = light_words(part.coset, most=self.least_weights[c] + reach)

    def search_up_to(self, sides: Sequence[_Side], total: int) -> None:
        """Afterwards no word is lighter than the best one and has e_i + e_j + e_k + e_l <= total (2 reach + 1)."""
        t = 0
        while 2 * t <= min(total, self.excess):
            for side in sides:
                self._pairs_of_excess(side, t, total)
            t += 1

    def _pairs_of_excess(self, side: _Side, t: int, total: int) -> None:
        """All pairs with e_i + e_j = t that can belong to a word lighter than the best one."""
        filters = None
        for share in range(t + 1):
            rest = self._group(side.j, t - share)
            group = self._group(side.i, share)
            if len(group) and len(rest):
                filters = filters or [self._filter(k, (min(total, self.excess) - t) // 2) for k in side.others]
                self._weigh(side, group, rest, filters)

    def _group(self, c: int, excess: int) -> Words:
        """The words of class c with e_c = excess."""
        return self.lists[c].numbers[self._count(c, excess, "left") : self._count(c, excess, "right")]

    def _count(self, c: int, excess: int, side: Literal["left", "right"]) -> int:
        """How many words of class c have e_c below (left) or up to (right) the excess; the list must go that far."""
        light, weight = self.lists[c], self.least_weights[c] + excess
        if weight > light.most:
            raise AssertionError("the list of light words ends too early: the search would not be a proof")
        return int(np.searchsorted(light.weights, weight, side))

    def _filter(self, k: int, excess: int) -> NDArray[np.bool_]:
        """Which hashes the words of class k with e_k <= excess have."""
        light, has_word = self.lists[k], np.zeros(1 << FILTER_BITS, np.bool_)
        has_word[_hash(light.numbers[: self._count(k, excess, "right")])] = True
        return has_word

    def _weigh(self, side: _Side, us: Words, vs: Words, filters: list[NDArray[np.bool_]] | None) -> None:
        (of_u, of_v) = (
            [side.maps[source, k](w)[:, 0] for k in side.others] for source, w in ((side.i, us), (side.j, vs))
        )
        for rows, columns in _chunks(len(us), len(vs)):
            other_bits = [(a[rows, None] ^ b[None, columns]).ravel() for a, b in zip(of_u, of_v, strict=True)]
            self.pair_count += other_bits[0].size
            where = np.arange(other_bits[0].size)
            if filters is not None:
                where = np.flatnonzero(filters[0][_hash(other_bits[0])] | filters[1][_hash(other_bits[1])])
            for part in range(0, len(where), CHUNK // 16):
                self._candidates(side, us[rows], vs[columns], where[part : part + CHUNK // 16], other_bits)

    def _candidates(self, side: _Side, us: Words, vs: Words, where: NDArray[np.intp], other_bits: list[Words]) -> None:
        u, v = us[where // len(vs)], vs[where % len(vs)]
        total = self.parts[side.i].weigh(u) + self.parts[side.j].weigh(v)
        for k, bits in zip(side.others, other_bits, strict=True):
            total += self.parts[k].weigh(bits[where])
        at = int(total.argmin())
        if total[at] < self.best:
            self.best = int(total[at])
            self.number = _combination(side.to_all, int(u[at]) | int(v[at]) << self.parts[side.i].coset.dimension)


def _hash(words: Words) -> NDArray[np.intp]:
    return ((words ^ words >> np.uint64(11)) & np.uint64((1 << FILTER_BITS) - 1)).astype(np.intp)


def _chunks(rows: int, columns: int) -> Iterator[tuple[slice, slice]]:
    """The pairs rows x columns in pieces of about CHUNK."""
    wide = max(1, min(columns, CHUNK))
    tall = max(1, CHUNK // wide)
    for i in range(0, rows, tall):
        for j in range(0, columns, wide):
            yield slice(i, i + tall), slice(j, j + wide)
