"""What a FlatZinc solver prints: solutions, each ended by ten dashes, and how the search ended.

    tent_0_0 = true;        an assignment; of several solutions the last is taken, which is the best
    objective = 5;
    ----------
    ==========              the search is complete; also =====UNSATISFIABLE=====, =====UNKNOWN=====, =====ERROR=====

(The MiniZinc Handbook, FlatZinc: output.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backends.contract import Values
from backends.formats.results.competition import ResultError
from backends.formats.results.named_values import check_length, values_of
from models.neutral import Model

END = re.compile(rb"^-{10}[ \t]*\r?$", re.MULTILINE)
STATUS = re.compile(rb"^=====[ \t]*([A-Z_]+)[ \t]*=====[ \t]*\r?$", re.MULTILINE)
LINE = re.compile(rb"[ \t]*([A-Za-z_][A-Za-z0-9_]{0,254})[ \t]*=[ \t]*([^;\n]{1,40}?)[ \t]*;[ \t]*\r?")
MOST_SOLUTIONS = 64  # as long as these together may be what is printed on the way to the last one
TRUTH = {b"true": b"1", b"false": b"0"}


def is_flatzinc(said: bytes) -> bool:
    """Does a solution end in it, or does it tell its end by equals signs?"""
    return bool(END.search(said) or STATUS.search(said))


def read_flatzinc(model: Model, said: bytes) -> Values:
    """The assignment of the last solution. Raises ResultError where there is none."""
    check_length(model, said, MOST_SOLUTIONS)
    ends = [end.start() for end in END.finditer(said)]
    if not ends:
        status = STATUS.search(said)
        shown = "nothing" if status is None else status[1].decode()
        raise ResultError(f"expected a solution, ended by ----------, found {shown}; nothing to check")
    first = END.search(said, ends[-2]).end() if len(ends) > 1 else 0  # type: ignore[union-attr]
    return values_of(model, _read_values(said, first, ends[-1]), complete=True)


def _read_values(said: bytes, first: int, last: int) -> Iterator[tuple[int, bytes, bytes]]:
    """Line, name and value; Booleans as 1 and 0."""
    number = 1 + said.count(b"\n", 0, first)
    for i, text in enumerate(said[first:last].split(b"\n")):
        if text.strip() and not text.lstrip().startswith(b"%"):
            found = LINE.fullmatch(text)
            if found is None:
                shown = repr(text[:60].decode("utf-8", "replace"))
                raise ResultError(f"line {number + i}: expected a value, as in `x = true;`, found {shown}")
            yield number + i, found[1], TRUTH.get(found[2], found[2])
