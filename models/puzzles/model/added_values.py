"""Values of variables that were added to those of the author, found by bounds propagation and, at need, by trying.

m >= 3, m >= 5, and t or u, where t: m <= 3, -t: m >= 4, u: m <= 5, -u: m >= 6
bounds: m >= 5, so t does not hold, so u does, so m = 5

Rows are made linear: coefficients * variables within lo..hi, with a guard or none; of a parity row, the sum is two
times a new variable, and 1 where it is odd. What bounds leave open is tried, halves of intervals first; values that
others determine (as those of `rosetta.from_cpmpy`) need few trials. Whatever is found is judged by the model's rows
afterwards: a mistake here cannot make an answer right that breaks them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind

Numbers = NDArray[np.int64]
MOST_TRIALS, MOST_SWEEPS, MOST_LEFT_OUT, MOST_PARTS, MOST_REPAIRS = 1000, 10_000, 100, 1000, 100
UNGUARDED = -1


@dataclass(frozen=True, slots=True)
class OpenRows:
    """Rows in which a value is open. owners, places, coefs: by term; lo, hi, guards (the place of a variable, or
    UNGUARDED), wanted (the value of the guard that makes the row count): by row."""

    owners: NDArray[np.int64]
    places: NDArray[np.int64]
    coefs: Numbers
    lo: Numbers
    hi: Numbers
    guards: NDArray[np.int64]
    wanted: Numbers

    def take(self, chosen: NDArray[np.int64]) -> OpenRows:
        """The chosen rows, by number, ascending."""
        new = np.full(len(self.lo), -1)
        new[chosen] = np.arange(len(chosen))
        terms = new[self.owners] >= 0
        return OpenRows(
            new[self.owners[terms]],
            self.places[terms],
            self.coefs[terms],
            *(column[chosen] for column in (self.lo, self.hi, self.guards, self.wanted)),
        )

    def uses(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows are about one of the chosen variables, or have it as a guard."""
        is_term = np.bincount(self.owners, chosen[self.places], minlength=len(self.lo)) > 0
        return np.asarray(is_term | ((self.guards != UNGUARDED) & chosen[self.guards]), np.bool_)


def join_rows(several: Sequence[OpenRows]) -> OpenRows:
    """All these rows, one after the other."""
    before = np.cumsum([0, *(len(rows.lo) for rows in several)])
    owners = [rows.owners + first for rows, first in zip(several, before, strict=False)]
    others = ([getattr(rows, each.name) for rows in several] for each in fields(OpenRows)[1:])
    return OpenRows(np.concatenate(owners), *map(np.concatenate, others))


def find_values(
    blocks: Sequence[Block], lower: Numbers, upper: Numbers, values: Numbers, known: NDArray[np.bool_]
) -> None:
    """Set the values that are not known so that the rows hold, in place, if such are found; where none are, so that all
    hold but one, of those that share such variables: a late one, as what defines variables is stated before what they
    are for. Else they are values within bounds. All are by variable number, shape (variables + 1,); entry 0 known."""
    low, high = np.where(known, values, lower), np.where(known, values, upper)
    values[~known] = np.clip(0, lower[~known], upper[~known])
    rows, low, high = _collect_rows(blocks, low, high, known)
    rows = rows.take(np.flatnonzero(_ValueSearch(rows, 0).may_break(low, high)))
    found = _ValueSearch(rows, MOST_TRIALS).run(low.copy(), high.copy())
    if found is not None:
        _take_values(values, found, rows, known)
        return
    parts = _split_rows(rows, low < high)
    for part in np.unique(parts)[:MOST_PARTS]:
        own = rows.take(np.flatnonzero(parts == part))
        if (found := _search_nearly(own, low, high)) is not None:
            _take_values(values, found, own, known)


def find_refuted(
    rules: Sequence[Block],
    claims: Sequence[Sequence[Block]],
    lower: Numbers,
    upper: Numbers,
    values: Numbers,
    known: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Which claims cannot hold with the rules, by themselves or one beside another, whatever the values are that are
    not known, as far as bounds show it. Rules that the known values break are left out. Arrays as in `find_values`; a
    row of a claim in which all is known is not looked at."""
    low, high = np.where(known, values, lower), np.where(known, values, upper)
    rows, low, high = _collect_rows(rules, low, high, known)
    rows, low, high = _settle_rows(rows, low, high)
    rows = rows.take(np.flatnonzero(_ValueSearch(rows, 0).may_break(low, high)))
    told = list[OpenRows]()
    for claim in claims:
        own, low, high = _collect_rows(claim, low, high, known)
        told.append(own)
    every, claim_of = join_rows(told), np.repeat(np.arange(len(told)), [len(own.lo) for own in told])
    parts, judge, refuted = _split_rows(rows, low < high), _ValueSearch(every, 0), np.zeros(len(claims), np.bool_)
    beside_it = dict[int, list[int]]()
    for i, own in enumerate(told):
        used = np.zeros(len(low), np.bool_)
        used[own.places] = used[own.guards[own.guards != UNGUARDED]] = True
        beside = rows.uses(used & (low < high))
        near = join_rows([own, rows.take(np.flatnonzero(np.isin(parts, parts[beside])))])
        search, least, most = _ValueSearch(near, 0), low.copy(), high.copy()
        refuted[i] = not search.propagate(least, most)
        if not refuted[i]:
            beside_it[i] = claim_of[judge.broken(least, most)].tolist()
    pairs = [(i, other) for i, others in beside_it.items() for other in others if not refuted[other]]
    refuted[[claim for pair in pairs for claim in pair]] = True
    return refuted


def _settle_rows(rows: OpenRows, low: Numbers, high: Numbers) -> tuple[OpenRows, Numbers, Numbers]:
    """The rows that do not contradict each other when all tighten bounds, and the tightened bounds: without those that
    break, and all others about their open variables, of which nobody can say what they are."""
    is_open = low < high
    for _ in range(MOST_REPAIRS):
        search, least, most = _ValueSearch(rows, 0), low.copy(), high.copy()
        if search.propagate(least, most):
            return rows, least, most
        broken, doubtful = search.broken(least, most), np.zeros(len(low), np.bool_)
        doubtful[rows.places[broken[rows.owners]]] = True
        rows = rows.take(np.flatnonzero(~broken & ~rows.uses(doubtful & is_open)))
    return rows.take(np.empty(0, np.int64)), low, high


def _take_values(values: Numbers, found: Numbers, rows: OpenRows, known: NDArray[np.bool_]) -> None:
    """Set the values that the rows need. Others stay 0: what no row needs is the cost of a clause that holds."""
    mine = np.zeros(len(found), np.bool_)
    mine[rows.places] = mine[rows.guards[rows.guards != UNGUARDED]] = True
    mine = mine[: len(values)] & ~known
    values[mine] = found[: len(values)][mine]


def _search_nearly(rows: OpenRows, low: Numbers, high: Numbers) -> Numbers | None:
    """Values with which all rows hold, else all but one; None if none were found."""
    found = _ValueSearch(rows, MOST_TRIALS).run(low.copy(), high.copy())
    for left_out in range(len(rows.lo) - 1, max(-1, len(rows.lo) - 1 - MOST_LEFT_OUT), -1):
        if found is not None:
            break
        others = np.flatnonzero(np.arange(len(rows.lo)) != left_out)
        found = _ValueSearch(rows.take(others), MOST_TRIALS // 10).run(low.copy(), high.copy())
    return found


def _split_rows(rows: OpenRows, is_open: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Of each row the number of its part: rows of different parts share no open variable."""
    guarded = np.flatnonzero(rows.guards != UNGUARDED)
    owners = np.concatenate([rows.owners, guarded])
    places = np.concatenate([rows.places, rows.guards[guarded]])
    owners, places = owners[is_open[places]], places[is_open[places]]
    parts, smallest = np.arange(len(rows.lo)), np.zeros(len(is_open), np.int64)
    while True:
        smallest[:] = len(parts)
        np.minimum.at(smallest, places, parts[owners])
        lower = parts.copy()
        np.minimum.at(lower, owners, smallest[places])
        if (lower == parts).all():
            return parts
        parts = lower


def _collect_rows(
    blocks: Sequence[Block], low: Numbers, high: Numbers, known: NDArray[np.bool_]
) -> tuple[OpenRows, Numbers, Numbers]:
    """The rows that are open, and the bounds of all variables, followed by those of the halves of parity rows."""
    columns: list[list[NDArray[np.int64]]] = [[] for _ in range(7)]
    rows = 0
    for block in blocks:
        lengths = block.rows.lengths
        owners = np.repeat(np.arange(len(block)), lengths)
        at = np.abs(block.rows.literals).astype(np.int64)
        is_open = np.bincount(owners[~known[at]], minlength=len(block)) > 0
        if block.when is not None:
            is_open |= ~known[np.abs(block.when)]
        if not is_open.any():
            continue
        chosen = block.take(is_open)
        owners = np.repeat(np.arange(len(chosen)), chosen.rows.lengths)
        literals = chosen.rows.literals.astype(np.int64)
        given = np.ones(len(literals), np.int64) if chosen.coefs is None else chosen.coefs
        coefs = np.where(literals > 0, given, -given)
        shift = np.zeros(len(chosen), np.int64)  # not x is 1 - x
        np.add.at(shift, owners, np.where(literals < 0, given, 0))
        lo, hi = chosen.lo - shift, chosen.hi - shift
        at = np.abs(literals)
        if chosen.kind is Kind.PARITY:
            halves = np.arange(len(chosen)) + len(low)
            low = np.concatenate([low, -chosen.rows.lengths.astype(np.int64)])
            high = np.concatenate([high, chosen.rows.lengths.astype(np.int64)])
            owners, at = np.concatenate([owners, np.arange(len(chosen))]), np.concatenate([at, halves])
            coefs = np.concatenate([coefs, np.full(len(chosen), -2)])
        guards = np.full(len(chosen), UNGUARDED) if chosen.when is None else np.abs(chosen.when).astype(np.int64)
        wanted = np.ones(len(chosen), np.int64) if chosen.when is None else (chosen.when > 0).astype(np.int64)
        for column, part in zip(columns, (owners + rows, at, coefs, lo, hi, guards, wanted), strict=True):
            column.append(part)
        rows += len(chosen)
    return OpenRows(*(np.concatenate([np.empty(0, np.int64), *column]) for column in columns)), low, high


@dataclass(slots=True)
class _ValueSearch:
    """Depth first; trials: how many values may still be tried."""

    rows: OpenRows
    trials: int

    def run(self, low: Numbers, high: Numbers) -> Numbers | None:
        """Values within the bounds that keep the rows, by variable; None where none were found."""
        stack = [(low, high)]
        while stack and self.trials >= 0:
            low, high = stack.pop()
            if not self.propagate(low, high):
                continue
            place = self._choose(low, high)
            if place is None:
                return low
            self.trials -= 1
            middle = (low[place] + high[place]) // 2
            upper_low, lower_high = low.copy(), high.copy()
            upper_low[place], lower_high[place] = middle + 1, middle
            stack += [(upper_low, high), (low, lower_high)]
        return None

    def _reach(self, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The least and the greatest that each term, and each row, can be."""
        rows = self.rows
        one, other = rows.coefs * low[rows.places], rows.coefs * high[rows.places]
        smaller, greater = np.minimum(one, other), np.maximum(one, other)
        least, most = np.zeros((2, len(rows.lo)), np.int64)
        np.add.at(least, rows.owners, smaller)
        np.add.at(most, rows.owners, greater)
        return smaller, greater, least, most

    def may_break(self, low: Numbers, high: Numbers) -> NDArray[np.bool_]:
        """Which rows some values within the bounds break, if they count."""
        _, _, least, most = self._reach(low, high)
        return (least < self.rows.lo) | (most > self.rows.hi)

    def _counts(self, low: Numbers, high: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which rows count, and of which that is open."""
        rows = self.rows
        is_free = rows.guards == UNGUARDED
        is_set = is_free | (low[rows.guards] == high[rows.guards])
        return is_free | (is_set & (low[rows.guards] == rows.wanted)), ~is_set

    def broken(self, low: Numbers, high: Numbers) -> NDArray[np.bool_]:
        """Which rows break within these bounds, or are about a variable that they leave no value."""
        _, _, least, most = self._reach(low, high)
        breaks = self._counts(low, high)[0] & ((least > self.rows.hi) | (most < self.rows.lo))
        crossed = (low > high)[self.rows.places]
        return np.asarray(breaks | (np.bincount(self.rows.owners, crossed, minlength=len(breaks)) > 0), np.bool_)

    def propagate(self, low: Numbers, high: Numbers) -> bool:
        """Tighten the bounds, in place; False if nothing is left."""
        rows = self.rows
        for _ in range(MOST_SWEEPS):
            before = low.copy(), high.copy()
            smaller, greater, least, most = self._reach(low, high)
            counts, is_open = self._counts(low, high)
            breaks = (least > rows.hi) | (most < rows.lo)
            if (counts & breaks).any():
                return False
            off = is_open & breaks
            low[rows.guards[off]] = high[rows.guards[off]] = 1 - rows.wanted[off]
            terms = np.flatnonzero(counts[rows.owners])
            places, coefs, owners = rows.places[terms], rows.coefs[terms], rows.owners[terms]
            at_most = rows.hi[owners] - least[owners] + smaller[terms]
            at_least = rows.lo[owners] - most[owners] + greater[terms]
            rises = coefs > 0
            np.minimum.at(high, places, np.where(rises, at_most, at_least) // coefs)
            np.maximum.at(low, places, -(np.where(rises, at_least, at_most) // -coefs))
            if (low > high).any():
                return False
            if (low == before[0]).all() and (high == before[1]).all():
                break
        return True

    def _choose(self, low: Numbers, high: Numbers) -> int | None:
        """The variable to try next: one of a row that counts and may still be broken, with the fewest values; else a
        guard of such a row; None if there is none."""
        rows = self.rows
        counts, is_open = self._counts(low, high)
        may_break = self.may_break(low, high)
        places = rows.places[(counts & may_break)[rows.owners]]
        places = places[low[places] < high[places]]
        if not len(places):
            places = rows.guards[is_open & may_break]
        return int(places[np.argmin(high[places] - low[places])]) if len(places) else None
