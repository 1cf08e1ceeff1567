"""Propagation as in `chains`, for very long rows: a row, and what is known, are bits of an integer.

    row                  bits of its literals: bit x for x, bit n + x for not x
    true, false          bits of the literals that hold, and of those that do not
    what the row says    how many bits it shares with each: two ANDs, whether it has five literals or five hundred

A placement of a pentomino on a board of 60 cells stands in six rows and excludes hundreds of others, all of them by one
of those six rows. So literals are made true a row at a time, and remember the row's mask together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from backends.reasons.row_table import COUNT, RowTable, Values

LONG = 24  # literals of a row on average, from which on bits beat lists


@dataclass(frozen=True, slots=True)
class BitsetRow:
    """A row: its literals and their variables as bits, how many they are, how many may hold."""

    literals: int
    variables: int
    length: int
    lo: int
    hi: int


class BitsetPropagator:
    """The rows of a table as bits. n: the bit of "not 0"."""

    def __init__(self, rows: RowTable) -> None:
        self.table, self.n = rows, len(rows.answer)
        self.low = (1 << self.n) - 1
        self.rows = [self._row(*row) for row in zip(rows.literals, rows.lo, rows.hi, strict=True)]

    def _row(self, literals: list[int], lo: int, hi: int) -> BitsetRow:
        bits = self.bits(literals)
        return BitsetRow(bits, self.variables(bits), len(literals), lo, hi)

    def bits(self, literals: Iterable[int]) -> int:
        """A set of literals."""
        flags = bytearray(2 * self.n)
        for x in literals:
            flags[x if x > 0 else self.n - x] = 1
        return int("".join(map(str, reversed(flags))), 2)

    def bit(self, x: int) -> int:
        """The set of one literal."""
        return 1 << (x if x > 0 else self.n - x)

    def negate(self, bits: int) -> int:
        """Each literal negated."""
        return (bits & self.low) << self.n | bits >> self.n

    def variables(self, bits: int) -> int:
        """Their variables, as bits below n."""
        return (bits | bits >> self.n) & self.low

    def literals(self, bits: int) -> list[int]:
        """The literals of a set."""
        digits = bin(bits)[:1:-1]
        literals, at = [], digits.find("1")
        while at >= 0:
            literals.append(at if at < self.n else self.n - at)
            at = digits.find("1", at + 1)
        return literals

    def true_literals(self, values: Values) -> int:
        """The literals that hold."""
        return self.bits(x if values[x] > 0 else -x for x in range(1, self.n) if values[x])

    def find_conflict(self, facts: int, opposite: int, bound: int) -> int | None:
        """As `chains.find_conflict`, where all that is known are facts (bits), and no row says more because of them."""
        return self._propagate(facts, opposite, bound, range(len(self.rows)), self.variables(self.bit(opposite)))

    def refutes(self, facts: int, opposite: int, only: Iterable[int]) -> bool:
        """Do these rows by themselves refute it, one after the other?"""
        return self._propagate(facts, opposite, len(self.rows) + 1, only, self.low) is not None

    def _propagate(self, facts: int, opposite: int, bound: int, only: Iterable[int], changed: int) -> int | None:
        """The mask of a conflict, if there is one. changed: the variables whose rows are to be asked."""
        assumed = self.bit(opposite)
        true = facts | assumed
        false = self.negate(true)
        derived: list[tuple[int, int]] = [(assumed, 0)]  # literals that came to hold together, and on what they rest
        queue, weight = list(only), self.table.weight
        while changed:
            before = true
            for r in queue:
                row = self.rows[r]
                if not row.variables & changed:
                    continue
                literals, lo, hi = row.literals, row.lo, row.hi
                hold = (literals & true).bit_count()
                possible = row.length - (literals & false).bit_count()
                if (lo < possible and hold < hi) or (hold == possible and lo <= hold <= hi):
                    continue  # it says nothing, or nothing new
                full = hold >= hi
                if hold > hi:
                    mask = self._smallest_reason(literals & true, hi + 1, derived, facts)
                else:
                    mask = self._reason_mask(literals & true if full else self.negate(literals & false), derived, facts)
                mask |= 1 << r
                if weight(mask) >= bound:
                    continue
                if hold > hi or possible < lo:
                    return mask
                free = literals & ~(true | false)
                free = self.negate(free) if full else free
                derived.append((free, mask))
                true, false = true | free, false | self.negate(free)
                changed |= self.variables(free)
            changed = self.variables(true ^ before)
        return None

    def _reason_mask(self, because: int, derived: list[tuple[int, int]], facts: int) -> int:
        """On what these literals rest."""
        used = because & facts
        mask = self.variables(used) << len(self.rows)
        because ^= used
        for together, on in derived:
            if together & because:
                mask |= on
                because &= ~together
                if not because:
                    break
        return mask

    def _smallest_reason(self, because: int, enough: int, derived: list[tuple[int, int]], facts: int) -> int:
        """On what the `enough` of these that rest on the least do."""
        each = sorted(
            (self._reason_mask(self.bit(x), derived, facts) for x in self.literals(because)), key=int.bit_count
        )
        mask = 0
        for reason in each[:enough]:
            mask |= reason
        return mask


def has_only_long_counts(rows: RowTable) -> bool:
    """Are the rows long counts of the answer, and nothing else?"""
    literals = sum(map(len, rows.literals))
    return literals >= LONG * len(rows) > 0 and all(kind == COUNT for kind in rows.kinds) and all(rows.answer[1:])
