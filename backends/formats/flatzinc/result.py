"""FlatZinc output, read strictly: solutions, each ended by ten dashes, and how the search ended.

    tent_0_0 = true;        an assignment; the last solution, which is the best, is taken
    objective = 5;
    ----------
    ==========              the search is complete; also =====UNSATISFIABLE=====, =====UNKNOWN=====, =====ERROR=====

(The MiniZinc Handbook, FlatZinc: output.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backends.contract import Status, Values
from backends.formats.flatzinc.writing import objective_of
from backends.formats.results.competition import ResultError
from backends.formats.results.integer_values import IntegerResult, minimised_cost
from backends.formats.results.named_values import check_length, values_of
from models.neutral import Model

END = re.compile(rb"^-{10}[ \t]*\r?$", re.MULTILINE)
STATUS = re.compile(rb"^=====[ \t]*([A-Za-z_]+)[ \t]*=====[ \t]*\r?$", re.MULTILINE)
COMPLETE = re.compile(rb"^={10}[ \t]*\r?$", re.MULTILINE)
SEPARATOR = b"\n----------"
LINE = re.compile(rb"[ \t]*([A-Za-z_][A-Za-z0-9_]{0,254})[ \t]*=[ \t]*([^;\n]{1,40}?)[ \t]*;[ \t]*\r?")
MOST_SOLUTIONS = 64  # a bound on the output: as long as this many solutions
TRUTH = {b"true": b"1", b"false": b"0"}


def is_flatzinc(content: bytes) -> bool:
    """Is there the end of a solution, or a status between equals signs?"""
    return bool(END.search(content) or STATUS.search(content))


def last_solution(content: bytes) -> bytes:
    """The output without all solutions before the last whole one."""
    last = content.rfind(SEPARATOR)
    before = content.rfind(SEPARATOR, 0, max(last, 0))
    return content if before < 0 else content[before + len(SEPARATOR) :].lstrip(b" \t\r")


def read_claim(model: Model, content: bytes, was_stopped: bool) -> IntegerResult | None:
    """What a solver claims that was asked for one solution, or for the best. was_stopped: the output may be cut off
    anywhere; its last whole solution counts, None where there is none. Raises ResultError."""
    content = last_solution(content)  # first, for there may be thousands
    content = content[: content.rfind(b"\n") + 1] if was_stopped else content
    check_length(model, content, 2)
    ends, status = list(END.finditer(content)), STATUS.search(content)
    complete = COMPLETE.search(content)
    word = b"" if status is None else status[1]
    if not was_stopped:
        _check_ending(content, [*ends, *filter(None, (status, complete))])
    if word == b"UNSATISFIABLE":
        if ends or complete:
            raise ResultError("expected no solution with UNSATISFIABLE")
        return IntegerResult(Status.UNSATISFIABLE)
    if word not in (b"", b"UNKNOWN"):
        raise ResultError(f"expected UNSATISFIABLE or UNKNOWN, found {word.decode()}")
    if not ends:
        if complete or not (word or was_stopped):
            raise ResultError("expected a solution, ended by ----------, or a status")
        return IntegerResult(Status.UNKNOWN) if word else None
    return _claimed_solution(model, content, [end.span() for end in ends], complete is not None)


def _claimed_solution(model: Model, content: bytes, ends: list[tuple[int, int]], is_complete: bool) -> IntegerResult:
    """The last of the solutions, which end there. is_complete: none is better. Raises ResultError."""
    first = ends[-2][1] if len(ends) > 1 else 0  # of a solution that has no values, as of a model without variables
    entries = list(_read_values(content, first, ends[-1][0]))
    values = values_of(model, entries, complete=True, within_bounds=False)
    written = objective_of(model)
    costs = [minimised_cost(model, line, text, written) for line, name, text in entries if name == b"objective"]
    is_best = is_complete and model.objective is not None
    if is_best and not costs:
        raise ResultError("expected the value of `objective` with ==========")
    return IntegerResult(Status.OPTIMAL if is_best else Status.SATISFIED, values, costs[0] if costs else None)


def _check_ending(content: bytes, marks: list[re.Match[bytes]]) -> None:
    """Raises ResultError for text after the last mark, cut off: of a solver that ended by itself."""
    last = max((mark.end() for mark in marks), default=0)
    for line in content[last:].splitlines():
        if line.strip() and not line.lstrip().startswith(b"%"):
            quoted = repr(line[:60].decode("utf-8", "replace"))
            raise ResultError(f"expected ---------- or a status at the end, found {quoted}")


def read_flatzinc(model: Model, content: bytes) -> Values:
    """The assignment of the last solution. Raises ResultError where there is none."""
    check_length(model, content, MOST_SOLUTIONS)
    ends = [end.start() for end in END.finditer(content)]
    if not ends:
        status = STATUS.search(content)
        ending = "nothing" if status is None else status[1].decode()
        raise ResultError(f"expected a solution, ended by ----------, found {ending}; nothing to check")
    first = END.search(content, ends[-2]).end() if len(ends) > 1 else 0  # type: ignore[union-attr]
    return values_of(model, _read_values(content, first, ends[-1]), complete=True)


def _read_values(content: bytes, first: int, last: int) -> Iterator[tuple[int, bytes, bytes]]:
    """Line, name and value; Booleans as 1 and 0."""
    number = 1 + content.count(b"\n", 0, first)
    for i, line in enumerate(content[first:last].split(b"\n")):
        if line.strip() and not line.lstrip().startswith(b"%"):
            match = LINE.fullmatch(line)
            if match is None:
                quoted = repr(line[:60].decode("utf-8", "replace"))
                raise ResultError(f"line {number + i}: expected a value, as in `x = true;`, found {quoted}")
            yield number + i, match[1], TRUTH.get(match[2], match[2])
