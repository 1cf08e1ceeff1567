"""Cuts for regions that follow from their sizes: the cells of a region have the number of its cells, as in a Fillomino.

    C  connected vertices, fewer than k      a vertex of C has not at least k, or one beside C has
    C  a region of fewer than n vertices     a vertex of C has not n, or one beside C has
    T  n + 1 connected vertices              not all of T have n

The first kind is the strongest, as one clause serves for all large sizes at once, and needs literals "at least k". They
are declared here, after the variables of the model, and only for the sizes that a vertex may still have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.local_cuts import fixed_literals
from backends.contract import Values
from models.neutral import Model
from models.neutral.global_rules.graphs import least_connected
from models.neutral.global_rules.regions.rule import LAZY, Regions
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import segment_indices

CLAUSES = "clauses"  # the formulation of rules in models that are explained
TIED = "what the literals of sizes say"
MOST_CLAUSES = 12  # for a region that is too small: one for each of its vertices
MOST_STARTS = 4  # of connected vertices that are looked for in a region that is too large


def lazy_regions(model: Model) -> list[Regions]:
    """The rules about regions that are kept by cuts."""
    return [rule for rule in model.open_rules if isinstance(rule, Regions) and rule.by == LAZY]


@dataclass(frozen=True, slots=True, eq=False)
class RegionCuts:
    """What is needed to cut off assignments that break a rule about regions.

    rule: the rule
    beside: of each vertex those that an edge joins with it
    sizes: of each vertex those that it may have, ascending
    is_: of each vertex the literals of these sizes; ALWAYS for one that is known
    at_least: of each vertex the literals that it has this size or a larger one; ALWAYS for the least; [] where there
        are none
    """

    rule: Regions
    beside: list[list[int]]
    sizes: list[list[int]]
    is_: list[list[int]]
    at_least: list[list[int]]

    def broken_cuts(self, values: Values) -> Iterator[NDArray[np.int32]]:
        """Clauses that the rule implies and the assignment breaks; none where it keeps the rule."""
        sizes, pairs = self.rule.sizes.value_of(values), self.rule.pairs
        region = least_connected(self.rule.vertices, pairs[sizes[pairs[:, 0]] == sizes[pairs[:, 1]]])
        counted = np.bincount(region, minlength=self.rule.vertices)[region]
        wrong = np.flatnonzero(counted != sizes)
        if any(self.find_literal(v, int(sizes[v])) == NEVER for v in wrong.tolist()):
            return  # a solver's nonsense, which breaks other rules: whoever judges the answer sees that
        order = wrong[np.argsort(region[wrong], kind="stable")]
        starts = np.flatnonzero(np.diff(region[order], prepend=-1))
        for members in np.split(order, starts[1:]) if len(order) else []:
            size, part = int(sizes[members[0]]), members.tolist()
            yield from self._cut_small(part, sizes, size) if len(part) < size else self._cut_large(part, size)

    def _cut_small(self, part: list[int], sizes: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int32]]:
        least = len(part) + 1
        for bound in sorted({least, (least + size) // 2, size}) if self.at_least else ():
            grown = self._grow(part, sizes, bound)
            if len(grown) < bound:
                around = [self._at_least(v, bound) for v in self._around(grown)]
                yield from (self._clause([-self._at_least(v, bound)], around) for v in grown[:MOST_CLAUSES])
                return
        around = [self.find_literal(v, size) for v in self._around(part)]
        yield from (self._clause([-self.find_literal(v, size)], around) for v in part[:MOST_CLAUSES])

    def _cut_large(self, part: list[int], size: int) -> Iterator[NDArray[np.int32]]:
        known = [v for v in part if self.find_literal(v, size) == ALWAYS][:MOST_STARTS]
        inside = set(part)
        for start in known or part[:1]:
            taken, waiting = set[int](), [(0, start)]
            while len(taken) <= size:
                _, v = heappop(waiting)
                if v not in taken:
                    taken.add(v)
                    for other in self.beside[v]:
                        if other in inside and other not in taken:
                            heappush(waiting, (self.find_literal(other, size) != ALWAYS, other))
            yield self._clause([-self.find_literal(v, size) for v in taken], [])

    def _grow(self, part: list[int], sizes: NDArray[np.int64], bound: int) -> list[int]:
        """The part, and what is connected with it by sizes of at least the bound; no more than `bound` vertices."""
        grown, known = list(part), set(part)
        for v in grown:
            if len(grown) >= bound:
                break
            for other in self.beside[v]:
                if sizes[other] >= bound and other not in known:
                    known.add(other)
                    grown.append(other)
        return grown

    def _around(self, part: list[int]) -> set[int]:
        return {other for v in part for other in self.beside[v]}.difference(part)

    def find_literal(self, v: int, size: int) -> int:
        """The literal that a vertex has a size; NEVER where it cannot have."""
        place = bisect_left(self.sizes[v], size)
        return self.is_[v][place] if place < len(self.sizes[v]) and self.sizes[v][place] == size else NEVER

    def _at_least(self, v: int, size: int) -> int:
        place = bisect_left(self.sizes[v], size)
        return self.at_least[v][place] if place < len(self.sizes[v]) else NEVER

    def _clause(self, *parts: list[int]) -> NDArray[np.int32]:
        """The literals without those that never hold; none of them always does, as the assignment breaks all."""
        return np.array(sorted({x for part in parts for x in part if x != NEVER}), np.int32)


def prepare_cuts(model: Model, ordered: bool = True) -> tuple[Model, list[RegionCuts]]:
    """A model with further variables and rows, which come last, and what cuts off its assignments that break rules
    about regions. ordered: with literals "at least"; else the model is as it was."""
    rules = [rule for rule in model.global_rules if isinstance(rule, Regions) and not rule.linked]
    twin = model.copy()
    return twin, [_prepare_rule(twin, rule, ordered) for rule in rules if rule.by in (LAZY, CLAUSES)]


def _prepare_rule(m: Model, rule: Regions, ordered: bool) -> RegionCuts:
    domains = m.domain_of(rule.sizes)
    signs = np.zeros(m.variables + 1, np.int8)
    fixed = fixed_literals(m)
    signs[np.abs(fixed)] = np.sign(fixed)
    is_, owners = domains.is_.copy(), domains.owners
    plain = np.abs(is_) != ALWAYS
    known = np.where(plain, signs[np.where(plain, np.abs(is_), 0)] * np.sign(is_), 1)
    decided = np.zeros(len(domains), np.bool_)
    decided[owners[known > 0]] = True
    kept = (known > 0) | ((known == 0) & ~decided[owners])
    is_[(known > 0) & ordered] = ALWAYS  # people see the literal of a given number
    is_, values, owners = is_[kept], domains.values[kept], owners[kept]
    lengths = np.bincount(owners, minlength=len(domains))
    ends = np.cumsum(lengths).tolist()
    at_least = _order_literals(m, is_, lengths) if ordered else None
    beside: list[list[int]] = [[] for _ in range(rule.vertices)]
    for a, b in rule.pairs.tolist():
        beside[a].append(b)
        beside[b].append(a)
    spans = list(zip([0, *ends], ends, strict=False))
    columns = ([] if column is None else [column[a:b].tolist() for a, b in spans] for column in (values, is_, at_least))
    return RegionCuts(rule, beside, *columns)


def _order_literals(m: Model, is_: NDArray[np.int32], lengths: NDArray[np.int64]) -> NDArray[np.int32]:
    """The literals "at least" for each size of each vertex, of which some are literals of sizes."""
    place, width = segment_indices(lengths), np.repeat(lengths, lengths)
    order = np.full(len(is_), ALWAYS, np.int32)
    second = np.flatnonzero(place == 1)
    order[second] = -is_[second - 1]
    last = (place == width - 1) & (place > 0)
    order[last] = is_[last]
    fresh = (place > 1) & ~last
    order[fresh] = m.bools(m.fresh_name("at least"), int(fresh.sum()))
    inner = np.flatnonzero((place > 0) & ~last & (width > 3))
    m.exactly(1, TIED, np.stack([is_[inner], -order[inner], order[inner + 1]], axis=1))
    return order
