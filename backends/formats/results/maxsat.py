"""Results of MaxSAT programs, read strictly.

    c anything           a comment
    o 12                 the weight of the broken soft clauses, better each time
    s OPTIMUM FOUND      or UNSATISFIABLE, SATISFIABLE, UNKNOWN, which may go with the best values that were found
    v 0110               since 2022: a digit for each variable
    v 1 -2 3             before: literals of all variables, or of some and a 0 at the end

(MaxSAT Evaluations: rules until 2021, and since 2022)
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Status
from backends.formats.results.competition import STATUSES, Result, ResultError, most_bytes

LINE = re.compile(rb"([csov])(?![^ \t])[ \t]*([^\r\n]*?)[ \t\r]*")
DIGITS = re.compile(rb"[01]*")
LITERAL = re.compile(rb"0|-?[1-9][0-9]{0,9}")
COST = re.compile(rb"[0-9]{1,30}")
COST_LINE = b"\no "
Line: TypeAlias = tuple[int, bytes]  # number, and what follows the letter


def last_answer(content: bytes) -> bytes:
    """The output from the last but one cost on: all answers before the last whole one are left out."""
    last = content.rfind(COST_LINE)
    before = content.rfind(COST_LINE, 0, max(last, 0))
    return content if before < 0 else content[before + 1 :]


def read_maxsat(content: bytes, highest: int, variables: int, was_stopped: bool) -> Result | None:
    """The result about a file with so many variables, of which the highest that occurs is known. Where there are
    several answers, before and after costs, the last one counts. was_stopped: the program did not end by itself, so the
    last whole answer counts, and no cost, for it may be of another one; None where there is none. Raises ResultError.
    """
    content = last_answer(content)
    if len(content) > most_bytes(variables):
        raise ResultError(f"{len(content):,} bytes are too many for a result about {variables:,} variables")
    status, cost, answers = _read_lines(content, was_stopped)
    if status is Status.UNSATISFIABLE:
        if answers:
            raise ResultError(f"line {answers[0][0][0]}: expected no values with UNSATISFIABLE")
        return Result(status)
    if was_stopped:
        for lines in reversed(answers):
            with suppress(ResultError):
                true = _assignment(lines, highest, variables)
                is_best = status is Status.OPTIMAL and lines is answers[-1]
                return Result(Status.OPTIMAL if is_best else Status.SATISFIED, true, cost if is_best else None)
        return None
    if status is None:
        raise ResultError("expected a status line, as in `s OPTIMUM FOUND`")
    if not answers:
        if status is not Status.UNKNOWN:
            raise ResultError("expected values, as in `v 0110`")
        return Result(status, None, cost)
    true = _assignment(answers[-1], highest, variables)
    return Result(Status.OPTIMAL if status is Status.OPTIMAL else Status.SATISFIED, true, cost)


def _read_lines(content: bytes, was_stopped: bool) -> tuple[Status | None, int | None, list[list[Line]]]:
    """The status, the last cost, and the lines of values, those between two costs together."""
    status: Status | None = None
    cost: int | None = None
    answers: list[list[Line]] = []
    lines, is_new = content.split(b"\n"), True
    rest = lines.pop()  # after the last line end
    if rest and not was_stopped:
        raise ResultError(f"line {len(lines) + 1}: expected the end of the line, found {_excerpt(rest)} and no more")
    for number, line in enumerate(lines, 1):
        found = LINE.fullmatch(line)
        if found is None:
            if line.strip():
                expected = "a line that begins with c, s, o or v"
                raise ResultError(f"line {number}: expected {expected}, found {_excerpt(line)}")
            continue
        letter, text = found[1], found[2]
        if letter == b"v":
            if is_new:
                answers.append([])
            answers[-1].append((number, text))
            is_new = False
        elif letter == b"o":
            if not COST.fullmatch(text):
                raise ResultError(f"line {number}: expected a cost, as in `o 12`, found {_excerpt(text)}")
            cost, is_new = int(text), True
        elif letter == b"s":
            if status is not None:
                raise ResultError(f"line {number}: expected one status line, and this is the second")
            status = STATUSES.get(text)
            if status is None:
                expected = "OPTIMUM FOUND, UNSATISFIABLE, SATISFIABLE or UNKNOWN"
                raise ResultError(f"line {number}: expected {expected}, found {_excerpt(text)}")
    return status, cost, answers


def _assignment(lines: list[Line], highest: int, variables: int) -> NDArray[np.bool_]:
    """The variables that hold, shape (variables + 1,)."""
    true = np.zeros(variables + 1, np.bool_)
    number, text = lines[-1]
    if len(lines) == 1 and DIGITS.fullmatch(text) and highest <= len(text) <= variables:
        true[1 : len(text) + 1] = np.frombuffer(text, np.uint8) == ord("1")
        return true
    words = [(number, word) for number, text in lines for word in text.split()]
    for number, word in words:
        if not LITERAL.fullmatch(word):
            raise ResultError(f"line {number}: expected {highest} digits, or literals, found {_excerpt(word)}")
    literals = np.array([int(word) for _, word in words], np.int64)
    ends = np.flatnonzero(literals == 0)
    if len(ends) and ends[0] != len(literals) - 1:
        raise ResultError(f"line {number}: expected the end after the 0")
    named = np.abs(literals[literals != 0])
    if named.max(initial=0) > variables:
        raise ResultError(f"line {number}: expected variables up to {variables}, found {named.max()}")
    if len(np.unique(named)) < len(named):
        raise ResultError(f"line {number}: expected one value of each variable")
    if not len(ends) and len(named[named <= highest]) < highest:
        raise ResultError(f"line {number}: expected a value of each of {highest} variables, or a 0 at the end")
    true[literals[literals > 0]] = True
    return true


def _excerpt(text: bytes) -> str:
    return repr(text[:40].decode("utf-8", "replace"))
