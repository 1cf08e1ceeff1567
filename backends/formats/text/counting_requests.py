"""What comments of a file ask of those who count its solutions: DIMACS, XNF, OPB.

c p show 1 2 0        solutions that agree on x1 and x2 are one (Model Counting Competition, from 2021 on)
c ind 1 2 0           the same (ApproxMC, Ganak; in OPB `* ind 1 2 0`: ApproxMCPB); several lines together are one set
c p weight 1 0.4 0    weights of literals; like `c t wmc`, they are told, since nothing here weighs
* xor x1 x2 1         a row (ApproxMCPB), which is refused: a model without it would be another one
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backends.formats.text.scanning import error_at

OF_CLAUSES = re.compile(rb"c[ \t]+(?:(?P<set>p[ \t]+show|ind)|(?P<weight>p[ \t]+weight|t[ \t]+p?wmc))(?!\S)[^\n]*")
OF_LINEAR_ROWS = re.compile(rb"\*[ \t]*(?:(?P<set>ind)|(?P<row>xor))(?!\S)[^\n]*")
WORD = re.compile(rb"\S+")
WEIGHTS = "`{}`: weights are not read; solutions are counted, each as one, and not weighed"


@dataclass(frozen=True, slots=True)
class CountingRequests:
    """variables: by which solutions are told apart, ascending, () for all; comment: what asks for that; notes: on what
    is not done."""

    variables: tuple[int, ...] = ()
    comment: str = ""
    notes: tuple[str, ...] = ()


def read_requests(content: bytes, form: re.Pattern[bytes], start: int, variables: int) -> CountingRequests:
    """The requests in all comments of the file. form: OF_CLAUSES or OF_LINEAR_ROWS; start: of what is not the head of
    the file; variables: how many there are. Raises FileError for a set of other things, for two sets of different
    kinds, and for rows in comments."""
    sets: dict[str, set[int]] = {}  # by what asks for them
    last, weight = 0, ""
    for match in _comments(content, form, start):
        kind = str(match.lastgroup)
        comment = " ".join(content[match.start() : match.end(kind)].decode().split())
        if kind == "row":
            raise error_at(content, match.start(kind), "rows outside of comments; `* xor` is not in the language")
        if kind == "weight":
            weight = weight or comment
        elif comment.endswith("show") or content[match.end(kind) : match.end()].strip()[:1].isdigit():
            sets.setdefault(comment, set()).update(_read_set(content, match, comment, variables))
            last = match.start()
    notes = (WEIGHTS.format(weight),) if weight else ()
    if not sets:
        return CountingRequests(notes=notes)
    comment, chosen = next(iter(sets.items()))
    if any(each != chosen for each in sets.values()):
        raise error_at(content, last, f"the same variables as in the comments `{comment}`")
    return CountingRequests(tuple(sorted(chosen)), comment, notes)


def _comments(content: bytes, form: re.Pattern[bytes], start: int) -> Iterator[re.Match[bytes]]:
    """The comments of that form that begin a line."""
    has_more = content.find(b"*" if form is OF_LINEAR_ROWS else b"c", start) >= 0  # most large files have none there
    for match in form.finditer(content, 0, len(content) if has_more else start):
        if not content[content.rfind(b"\n", 0, match.start()) + 1 : match.start()].strip():
            yield match


def _read_set(content: bytes, comment: re.Match[bytes], words: str, variables: int) -> set[int]:
    """The variables in a comment, up to its 0. Raises FileError."""
    numbers: set[int] = set()
    for word in WORD.finditer(content, comment.end("set"), comment.end()):
        if word[0] == b"0" and numbers:
            return numbers
        if not (word[0].isdigit() and len(word[0]) < 10 and 1 <= int(word[0]) <= variables):
            raise error_at(content, word.start(), f"the number of a variable, up to {variables}")
        numbers.add(int(word[0]))
    raise error_at(content, comment.start(), f"a 0 at the end of the comment, as in `{words} 1 2 0`")
