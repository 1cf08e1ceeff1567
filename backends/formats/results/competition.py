"""Results in the formats of the SAT and PB competitions, and minisat's result file, read strictly.

    minisat's file     SAT               competition   c anything                 a comment
                       1 -2 3 0                        s SATISFIABLE              or UNSATISFIABLE, UNKNOWN, ...
                       or UNSAT, INDET                 o 12                       a cost, PB only
                                                       v 1 -2                     CNF: literals, a 0 after the last one
                                                       v 3 0
                                                       v x1 -x2 x3                PB: names, no end mark

Variables that are not mentioned are false. Everything else is an error with its place: an answer that is cut off must
not be taken for a different one. A text that is too long to be an answer is refused before it is read.
(Een & Sorensson 2003: MiniSat; Le Berre & Roussel: rules of the SAT and PB competitions)
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from backends.contract import Status
from models.neutral import Model
from rosetta.foundation.errors import Refusal

STATUSES = {
    b"SATISFIABLE": Status.SATISFIED,
    b"UNSATISFIABLE": Status.UNSATISFIABLE,
    b"UNKNOWN": Status.UNKNOWN,
    b"UNSUPPORTED": Status.UNKNOWN,
    b"OPTIMUM FOUND": Status.OPTIMAL,
}
MINISAT = {b"SAT": Status.SATISFIED, b"UNSAT": Status.UNSATISFIABLE, b"INDET": Status.UNKNOWN}
TOKEN = {"cnf": re.compile(rb"(?:0|-?[1-9][0-9]{0,9})"), "pb": re.compile(rb"-?x[1-9][0-9]{0,9}")}
LINE = {kind: re.compile(rb"(?:[ \t]+" + token.pattern + rb")*[ \t]*") for kind, token in TOKEN.items()}
COST = rb"[ \t]+[-+]?[0-9]{1,30}[ \t]*"
HEAD = {
    "cnf": re.compile(rb"[cv](?![^ \t])|s(?=[ \t])"),  # the letter of a line that belongs to a result
    "pb": re.compile(rb"[cv](?![^ \t])|s(?=[ \t])|o(?=" + COST + rb"\Z)"),
}


class ResultError(Refusal):
    """Not a result in the format that was expected; the message names line, column and what was expected."""


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A claimed result. true: by variable, shape (variables + 1,), entry 0 unused; None without an assignment."""

    status: Status
    true: NDArray[np.bool_] | None = None
    cost: int | None = None


def most_bytes(variables: int) -> int:
    """An upper bound on the length of a result about that many variables, with room for verbose comments."""
    return (1 << 23) + 32 * variables


def read_minisat(content: bytes, variables: int) -> Result:
    """A result from minisat's file. Raises ResultError."""
    _check_length(content, variables)
    first, _, rest = content.partition(b"\n")
    status = MINISAT.get(first.strip())
    if status is None:
        raise _error(1, 1, "SAT, UNSAT or INDET", first)
    if status is not Status.SATISFIED:
        if rest.strip():
            raise _error(2, 1, f"the end after {first.strip().decode()}", rest)
        return Result(status)
    lines = [(number, -1, b" " + line.rstrip(b"\r")) for number, line in enumerate(rest.split(b"\n"), 2)]
    return Result(status, _assignment(lines, "cnf", variables))


def read_competition(content: bytes, variables: int, kind: str = "cnf") -> Result:
    """A result from the text of a competition; kind: `cnf` or `pb`. Raises ResultError."""
    _check_length(content, variables)
    status: Status | None = None
    cost: int | None = None
    values: list[tuple[int, int, bytes]] = []
    lines = content.split(b"\n")
    for number, letter, rest in _statements(lines, kind):
        if letter == b"v":
            values.append((number, 1, rest))
        elif letter == b"o":
            cost = int(rest)
        elif status is None:
            status = _read_status(number, rest)
        else:
            raise _error(number, 1, "one status line, and this is the second", letter + rest)
    if status is None:
        raise _error(len(lines), 1, "a status line, as in `s SATISFIABLE`", b"")
    if status is Status.UNSATISFIABLE and values:
        raise _error(values[0][0], 1, "no values with UNSATISFIABLE", b"v" + values[0][2])
    if status not in (Status.SATISFIED, Status.OPTIMAL):
        return Result(status, None, cost)
    if not values:
        raise _error(len(lines), 1, "values, as in `v 1 -2 0`" if kind == "cnf" else "values, as in `v x1 -x2`", b"")
    if kind == "pb" and lines[-1].startswith(b"v"):  # the line may be cut off anywhere
        raise _error(len(lines), len(lines[-1]) + 1, "the end of the line of values", b"")
    return Result(status, _assignment(values, kind, variables), cost)


def _statements(lines: list[bytes], kind: str) -> Iterator[tuple[int, bytes, bytes]]:
    """The lines that say something: (number, letter, what follows it). Raises ResultError."""
    head = HEAD[kind]
    for number, line in enumerate(lines, 1):
        line = line.rstrip(b"\r")
        letter = line[:1]
        if head.match(line):
            if letter != b"c":
                yield number, letter, line[1:]
        elif line.strip():
            letters = "c, s, o or v" if kind == "pb" else "c, s or v"
            raise _error(number, 1, f"a line that begins with {letters}", line)


def _read_status(number: int, rest: bytes) -> Status:
    status = STATUSES.get(rest.strip())
    if status is None:
        raise _error(number, 3, "SATISFIABLE, UNSATISFIABLE, UNKNOWN or OPTIMUM FOUND", rest.strip())
    return status


def check_no_cost(model: Model, cost: Fraction | int | None) -> None:
    """Raises ResultError for a cost other than 0 of an answer of a model that has no objective."""
    if cost and model.objective is None:
        raise ResultError(f"expected no cost, or `o 0`, as there is no objective; found {float(cost):.12g}")


# ---- values ------------------------------------------------------------------------------------------------------


def _assignment(lines: list[tuple[int, int, bytes]], kind: str, variables: int) -> NDArray[np.bool_]:
    """The variables that hold, from lines of values: (number, columns before the text, text with a blank first)."""
    for number, before, line in lines:
        if not LINE[kind].fullmatch(line):
            raise _token_error(number, before, line, kind)
    joined = b" ".join(line for _, _, line in lines).replace(b"x", b"")
    literals = _numbers(joined)
    if kind == "cnf":
        ends = np.flatnonzero(literals == 0)
        last, before, text = next((line for line in reversed(lines) if line[2].strip()), lines[-1])
        if not len(ends):
            raise _error(last, before + len(text) + 1, "a 0 at the end of the values", b"")
        if ends[0] != len(literals) - 1:
            raise _error(*_place(lines, int(ends[0]) + 1), "the end after the 0", b"%d" % literals[ends[0] + 1])
        literals = literals[:-1]
    unknown = np.flatnonzero(np.abs(literals) > variables)
    if len(unknown):
        at = int(unknown[0])
        raise _error(*_place(lines, at), f"variables up to {variables}", b"%d" % literals[at])
    has_sign = np.zeros((2, variables + 1), np.bool_)
    has_sign[0, literals[literals > 0]] = True
    has_sign[1, -literals[literals < 0]] = True
    both = np.flatnonzero(has_sign[0] & has_sign[1])
    if len(both):
        at = int(np.flatnonzero(np.abs(literals) == both[0])[-1])
        raise _error(*_place(lines, at), f"one value of variable {both[0]}, not both", b"%d" % literals[at])
    return np.asarray(has_sign[0])


def _numbers(joined: bytes) -> NDArray[np.int64]:
    """Numbers separated by blanks; the text has been checked before."""
    if not joined.strip():
        return np.zeros(0, np.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # numpy's way to say that a text is no list of numbers
        return np.fromstring(joined.decode("ascii"), np.int64, sep=" ")


# ---- errors ------------------------------------------------------------------------------------------------------


def _check_length(content: bytes, variables: int) -> None:
    if len(content) > most_bytes(variables):
        raise ResultError(f"{len(content):,} bytes are too many for a result about {variables:,} variables")


def _token_error(number: int, before: int, line: bytes, kind: str) -> ResultError:
    """The error at the first word of a line of values that is not a literal."""
    expected = "a literal, as in `-2`" if kind == "cnf" else "a literal, as in `-x2`"
    for word in re.finditer(rb"[^ \t]+", line):
        if not TOKEN[kind].fullmatch(word[0]):
            return _error(number, before + word.start() + 1, expected, word[0])
    return _error(number, before + 1, expected, line)


def _place(lines: list[tuple[int, int, bytes]], count: int) -> tuple[int, int]:
    """Line and column of the value with that number."""
    for number, before, line in lines:
        words = list(re.finditer(rb"[^ \t]+", line))
        if count < len(words):
            return number, before + words[count].start() + 1
        count -= len(words)
    return lines[-1][0], 1


def _error(line: int, column: int, expected: str, actual: bytes) -> ResultError:
    quoted = repr(actual[:40].decode("utf-8", "replace").split("\n")[0]) if actual.strip() else "nothing"
    return ResultError(f"line {line}, column {column}: expected {expected}; found {quoted}")
