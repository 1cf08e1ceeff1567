"""The bounds of the variables of an LP file: what Bounds, Generals and Binaries say together, in any order.

Bounds  x <= 0   Binaries  x        0..0: a binary variable is in 0..1, and within its bounds
Bounds  x <= 5   Binaries  x        0..1, and a note: to some solvers it is 0..5
Bounds  x <= 5   x <= 3             0..3: of several bounds on a side, the last one counts, as to all solvers
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.lp.parsed_columns import ParsedFile
from backends.formats.lp.parsing_loops import BINARY, BOTH, CONTINUOUS, LOWER, OPEN_END, UPPER
from backends.formats.text.decimals import OPEN, whole_bounds
from backends.formats.text.implied_integers import are_whole_by_bounds
from backends.formats.text.scanning import error_at

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
BARE_FREE = "`free` of a variable that has no bounds yet; solvers differ on which of them it lifts"


@dataclass(frozen=True, slots=True, eq=False)
class LpBounds:
    """By variable: lower and upper bounds, made whole, -OPEN and OPEN where there are none; is it whole, by declaration
    or by its bounds; the offset at which its bounds stand, else that of its first mention. cut: the first variable
    whose bounds go beyond 0..1, though it is binary, -1 for none."""

    lower: Column
    upper: Column
    whole: Truth
    places: NDArray[Any]
    cut: int


def read_bounds(content: bytes, parsed: ParsedFile) -> LpBounds:
    """What the sections say together. Raises FileError."""
    variable, which, infinite = parsed.bounded, parsed.bounds & ~OPEN_END, (parsed.bounds & OPEN_END) != 0
    lower, upper = np.zeros(len(parsed.firsts), np.int64), np.full(len(parsed.firsts), OPEN)
    fractional, places = np.zeros(len(lower), np.bool_), parsed.firsts.copy()
    for target, side, upwards in ((lower, LOWER, True), (upper, UPPER, False)):
        here = (which == side) | (which == BOTH)
        values = np.where(infinite, -OPEN if upwards else OPEN, whole_bounds(parsed.limits, upwards=upwards))
        target[variable[here]] = values[here]
        fractional[variable[here]] |= parsed.limits.exponents[here] < 0
    places[variable] = parsed.limit_places
    _check_free(content, parsed, np.flatnonzero(infinite & (which == BOTH)))
    binary, cut = parsed.declared == BINARY, -1
    if binary.any():
        beyond = np.flatnonzero(binary & ((lower < 0) | ((upper > 1) & (upper < OPEN))))
        cut = int(beyond[0]) if len(beyond) else -1
        lower, upper = np.where(binary, np.maximum(lower, 0), lower), np.where(binary, np.minimum(upper, 1), upper)
    whole = (parsed.declared != CONTINUOUS) | are_whole_by_bounds(lower, upper, fractional)
    return LpBounds(lower, upper, whole, places, cut)


def _check_free(content: bytes, parsed: ParsedFile, free: NDArray[np.intp]) -> None:
    """Raise FileError for a variable that is called free after a bound. free: which limits say so."""
    if not len(free):
        return
    firsts = np.full(len(parsed.firsts), len(parsed.bounded))
    np.minimum.at(firsts, parsed.bounded, np.arange(len(parsed.bounded)))
    late = free[firsts[parsed.bounded[free]] < free]
    if len(late):
        raise error_at(content, int(parsed.limit_places[late[0]]), BARE_FREE)
