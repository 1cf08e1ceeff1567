"""Decimal numbers of LP and MPS files, exactly, and rows of them made whole.

-2.50    ->  -25 * 10^-1          a mantissa and a power of ten: no float is between the file and the model
1e3      ->  1 * 10^3
0.5 x + 0.25 y <= 1   ->   2 x + y <= 4, times 4       the least number that makes a row whole
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.scanning import choose_loops, is_plain, text_for
from backends.formats.text.scanning_loops import DIGITS, INFINITE, NO_NUMBER, TOO_PRECISE
from models.neutral.errors import EXACT

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
OPEN = 2**62  # marks an open side or a missing bound
INFINITE_EXPONENT = 20  # solvers read 1e20 and beyond as infinite
POWERS = 10 ** np.arange(DIGITS + 1, dtype=np.int64)
REASONS = {
    NO_NUMBER: "a number",
    TOO_PRECISE: f"a number of at most {DIGITS} digits",
    INFINITE: "a number below 2^53",
}


@dataclass(frozen=True, slots=True, eq=False)
class Decimals:
    """mantissas * 10^exponents, shapes (numbers,); a mantissa has at most 18 digits and does not end with a 0; kinds:
    `WHOLE`, or why a word is no such number, as in `REASONS`."""

    mantissas: Column
    exponents: Column
    kinds: NDArray[np.uint8]

    def take(self, chosen: Column | Truth | slice) -> Decimals:
        """The chosen numbers."""
        return Decimals(self.mantissas[chosen], self.exponents[chosen], self.kinds[chosen])

    def negate(self, chosen: Truth) -> Decimals:
        """The same with the signs of the chosen numbers turned."""
        return Decimals(np.where(chosen, -self.mantissas, self.mantissas), self.exponents, self.kinds)

    @property
    def beyond(self) -> Truth:
        """Which of them are 2^53 or more, in absolute value."""
        if not len(self.mantissas) or (self.exponents.max() <= 0 and greatest(self.mantissas) < EXACT):
            return np.zeros(len(self.mantissas), np.bool_)
        scales = np.power(10.0, np.clip(self.exponents, -400, 300))
        beyond: Truth = np.abs(self.mantissas) * scales >= EXACT
        return beyond

    @property
    def infinite(self) -> Truth:
        """Which of them solvers read as infinite."""
        infinite: Truth = self.kinds == INFINITE
        if len(self.mantissas) and self.exponents.max() > INFINITE_EXPONENT - DIGITS:
            digits = np.searchsorted(POWERS, np.abs(self.mantissas), side="right")  # of each mantissa
            infinite |= (self.mantissas != 0) & (digits + self.exponents > INFINITE_EXPONENT)
        return infinite


def greatest(values: Column) -> int:
    """The greatest absolute value, 0 of none; without a column of them."""
    return max(int(values.max()), -int(values.min())) if len(values) else 0


def read_decimals(content: bytes, starts: Column, ends: Column) -> Decimals:
    """The words from `starts` to `ends` as decimals."""
    loops = choose_loops(len(content))
    text = text_for(loops, content)
    mantissas, exponents = np.empty((2, len(starts)), np.int64)
    kinds = np.empty(len(starts), np.uint8)
    words = [starts, ends] if not is_plain(loops) else [starts.tolist(), ends.tolist()]
    loops.parse_decimals(text, *words, mantissas, exponents, kinds)
    return Decimals(mantissas, exponents, kinds)


def write_out(numbers: Decimals) -> Decimals:
    """The same numbers, changed in place: those that are whole and below 2^53 without an exponent."""
    raised = np.flatnonzero((numbers.exponents > 0) & (numbers.exponents <= DIGITS))
    mantissas, exponents = numbers.mantissas[raised], numbers.exponents[raised]
    small = np.abs(mantissas) <= (EXACT - 1) // POWERS[exponents]
    raised, whole = raised[small], mantissas[small] * POWERS[exponents[small]]
    numbers.mantissas[raised], numbers.exponents[raised] = whole, 0
    return numbers


def join_decimals(*parts: Decimals) -> Decimals:
    """The numbers of all parts, one part after the other."""
    return Decimals(
        np.concatenate([part.mantissas for part in parts]),
        _join_columns([part.exponents for part in parts]),
        _join_columns([part.kinds for part in parts]),
    )


def _join_columns(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """One after the other; if all are zeros, as in nearly every file, read-only and without memory of its own."""
    if any(part.any() for part in parts):
        return np.concatenate(parts)
    return np.broadcast_to(parts[0].dtype.type(0), sum(map(len, parts)))


def whole_bounds(numbers: Decimals, *, upwards: bool) -> Column:
    """Lower bounds of integers (upwards) or upper ones, rounded to whole numbers; -OPEN, OPEN for those beyond 2^53."""
    sign = -1 if upwards else 1
    mantissas, exponents = sign * numbers.mantissas, numbers.exponents
    tiny = np.where(exponents < -DIGITS, np.minimum(np.sign(mantissas), 0), 0)
    shrunk = np.where(exponents < -DIGITS, tiny, mantissas // POWERS[np.clip(-exponents, 0, DIGITS)])
    is_large = numbers.infinite | numbers.beyond
    grown = np.where(is_large, 0, mantissas) * POWERS[np.clip(np.where(is_large, 0, exponents), 0, DIGITS)]
    rounded = sign * np.where(exponents < 0, shrunk, grown)
    return np.where(is_large, -OPEN if upwards else OPEN, rounded)


@dataclass(frozen=True, slots=True, eq=False)
class ScaledRows:
    """values: whole numbers below 2^53, those of row i times divisors[i]; wrong: the index of a number because of which
    that cannot be, -1 for none; power: the power of ten that would make its row whole."""

    values: Column
    divisors: Column
    wrong: int = -1
    power: int = 0


def scale_rows(owner: Column, numbers: Decimals, rows: int) -> ScaledRows:
    """Each row times the least number that makes it whole. owner: the row of each number."""
    if not numbers.exponents.any() and greatest(numbers.mantissas) < EXACT:
        return ScaledRows(numbers.mantissas, np.ones(rows, np.int64))
    if numbers.exponents.min(initial=0) >= 0 and not numbers.beyond.any():
        return ScaledRows(numbers.mantissas * POWERS[numbers.exponents], np.ones(rows, np.int64))
    least = np.zeros(rows, np.int64)
    np.minimum.at(least, owner, numbers.exponents)
    shifts = numbers.exponents - least[owner]
    zero = numbers.mantissas == 0
    shifts[zero] = 0
    fits = (shifts <= DIGITS) & (np.abs(numbers.mantissas) <= (2**63 - 1) // POWERS[np.minimum(shifts, DIGITS)])
    fits &= least[owner] >= -DIGITS
    values = np.where(fits, numbers.mantissas, 0) * POWERS[np.where(fits, shifts, 0)]
    divisors = POWERS[np.minimum(-least, DIGITS)].copy()
    fractional = least < 0
    if fractional.any():
        common = divisors.copy()
        here = fractional[owner]
        np.gcd.at(common, owner[here], values[here])
        divisors //= common
        values //= common[owner]
    hard = np.zeros(rows, np.bool_)
    hard[owner[~fits]] = True
    scaled = ScaledRows(values, divisors)
    return _check_scaled(
        owner, numbers, least, _scale_hard_rows(owner, numbers, hard, scaled) if hard.any() else scaled
    )


def _scale_hard_rows(owner: Column, numbers: Decimals, hard: Truth, scaled: ScaledRows) -> ScaledRows:
    """Scale the rows whose numbers times a power of ten do not fit into 64 bits; up to the first that cannot be."""
    places = np.flatnonzero(hard[owner])
    places = places[np.argsort(owner[places], kind="stable")]
    firsts = np.flatnonzero(np.diff(owner[places], prepend=-1))
    for begin, end in zip(firsts.tolist(), [*firsts[1:].tolist(), len(places)], strict=True):
        here = places[begin:end]
        fractions = [
            Fraction(mantissa) * Fraction(10) ** exponent
            for mantissa, exponent in zip(
                numbers.mantissas[here].tolist(), numbers.exponents[here].tolist(), strict=True
            )
        ]
        divisor = math.lcm(*(fraction.denominator for fraction in fractions))
        whole = [int(fraction * divisor) for fraction in fractions]
        if divisor >= EXACT or max(map(abs, whole)) >= EXACT:
            scaled.values[here] = EXACT  # which the check refuses
            break
        scaled.values[here] = whole
        scaled.divisors[owner[here[0]]] = divisor
    return scaled


def _check_scaled(owner: Column, numbers: Decimals, least: Column, scaled: ScaledRows) -> ScaledRows:
    """The rows, or the first number in the way: of a row that is too large as a whole, the one with most decimals."""
    wrong = np.flatnonzero((np.abs(scaled.values) >= EXACT) | (scaled.divisors[owner] >= EXACT))
    if not len(wrong):
        return scaled
    first = int(wrong[0])
    row = owner[first]
    if least[row] == 0:
        return ScaledRows(scaled.values, scaled.divisors, first)
    place = int(np.argmax((owner == row) & (numbers.exponents == least[row])))
    return ScaledRows(scaled.values, scaled.divisors, place, -int(least[row]))


def scaling_reason(scaled: ScaledRows, row: str) -> str:
    """What was expected where `scaled.wrong` is. row: its name, for the message."""
    if scaled.power == 0:
        return "a number below 2^53"
    return f"numbers in {row} that are whole and below 2^53 once multiplied by 10^{scaled.power}"
