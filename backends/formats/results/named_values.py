"""Values by name, for files whose variables have the names of `text.variable_names` (lp, mps, fzn).

tent_0_0 1          a variable of the model        extra_1, constant, r1: of the file only, ignored
tent_0_1 0.9999999  an integer, as floating point has it
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from backends.contract import Values
from backends.formats.results.competition import ResultError, most_bytes
from backends.formats.text.variable_names import names
from models.neutral import Model
from models.neutral.completion import complete_values

OF_THE_FILE = re.compile(rb"constant|objective|extra_[0-9]+|r[0-9]+(?:_lo|_hi)?")  # added by a lowering, and rows
LONGEST_LINE = 320  # bytes per variable, on top of what results of Booleans take
TOLERANCE = 1e-5  # how far from an integer a value may be; most solvers say 1e-6


def check_length(model: Model, content: bytes, solutions: int = 1) -> None:
    """Raises ResultError for a text too long for that many solutions of the model, before it is read."""
    if len(content) > solutions * (most_bytes(model.variables) + LONGEST_LINE * model.variables):
        raise ResultError(f"{len(content):,} bytes are too many for a result about {model.variables:,} variables")


def values_of(
    model: Model,
    entries: Iterable[tuple[int, bytes, bytes]],
    complete: bool,
    within_bounds: bool = True,
    of_its_file: bool = False,
) -> Values:
    """The assignment, shape (variables + 1,), from (line, name, value). complete: every variable must occur; else
    missing ones are 0; within_bounds: a value outside its bounds is refused; of_its_file: the names are those of the
    file that the model was read from, so that the variables that reading added have none: their values follow from the
    rows. Raises ResultError."""
    number = _numbers_by_name(model, of_its_file)
    values, assigned = np.zeros(model.variables + 1, np.int64), np.zeros(model.variables + 1, np.bool_)
    assigned[0], foreign = True, False
    for line, name, text in entries:
        x = number.get(name)
        if x is None:
            foreign |= not OF_THE_FILE.fullmatch(name)
            continue
        if assigned[x]:
            raise ResultError(f"line {line}: {_excerpt(name)} has a value already")
        assigned[x], values[x] = True, whole_number(line, name, text)
    if not assigned[1:].any() and number and (complete or foreign):
        raise ResultError(f"no variable of the model, such as {_excerpt(next(iter(number)))}, has a value")
    if complete:
        _check_complete(number, assigned)
    if of_its_file:
        complete_values(model.blocks, values, assigned)
    if within_bounds:
        _check_bounds(model, values)
    return values


def _numbers_by_name(model: Model, of_its_file: bool) -> dict[bytes, int]:
    if of_its_file:
        return {label.encode("utf-8", "surrogateescape"): x for x, label in enumerate(model.labels, 1)}
    return {bytes(name[name != 0]): x for x, name in enumerate(names(model)) if x}


def _check_complete(number: dict[bytes, int], assigned: NDArray[np.bool_]) -> None:
    """Raises ResultError unless every variable with a name has a value."""
    has_value = assigned[list(number.values())]
    if not has_value.all():
        missing = _excerpt(next(name for name, x in number.items() if not assigned[x]))
        raise ResultError(f"{missing} has no value; {int((~has_value).sum())} of {len(number)} are missing")


def whole_number(line: int, name: bytes, text: bytes) -> int:
    """The integer that the text is, up to TOLERANCE."""
    try:
        number = float(text[:40])
    except ValueError:
        number = np.nan
    if not (abs(number) < 2**53 and abs(number - round(number)) <= TOLERANCE):
        raise ResultError(f"line {line}: expected a whole number for {_excerpt(name)}, found {_excerpt(text)!r}")
    return round(number)


def _excerpt(content: bytes) -> str:
    """A name or a value for a message, whatever bytes it is made of."""
    return content[:40].decode("utf-8", "replace")


def _check_bounds(model: Model, values: Values) -> None:
    lower, upper = np.where(model.integer, model.lower, 0), np.where(model.integer, model.upper, 1)
    outside = np.flatnonzero(((values < lower) | (values > upper))[1:]) + 1
    if len(outside):
        x = int(outside[0])
        raise ResultError(f"variable {x} is {values[x]}, which is not from {lower[x]} to {upper[x]}")
