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

from backends.contract import Values
from backends.formats.results.competition import ResultError
from backends.formats.results.named_values import check_length, values_of
from models.neutral import Model

END = re.compile(rb"^-{10}[ \t]*\r?$", re.MULTILINE)
STATUS = re.compile(rb"^=====[ \t]*([A-Z_]+)[ \t]*=====[ \t]*\r?$", re.MULTILINE)
LINE = re.compile(rb"[ \t]*([A-Za-z_][A-Za-z0-9_]{0,254})[ \t]*=[ \t]*([^;\n]{1,40}?)[ \t]*;[ \t]*\r?")
MOST_SOLUTIONS = 64  # a bound on the output: as long as this many solutions
TRUTH = {b"true": b"1", b"false": b"0"}


def is_flatzinc(content: bytes) -> bool:
    """Is there the end of a solution, or a status between equals signs?"""
    return bool(END.search(content) or STATUS.search(content))


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
