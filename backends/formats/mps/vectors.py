"""Vectors of an MPS file: RHS, RANGES and BOUNDS may hold several, each with a name, of which the first counts.

 RHS
  R1 cost 4
  R2 cost 6      left out, with a note

So SCIP has it. (HiGHS does not look at the names; of several numbers for a row, the first one counts.) Lines without a
name are a vector of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.mps.lines import PIECE, MpsLines

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
UNNAMED = "the one without a name"


def keep_first_vector(lines: MpsLines, mine: Column, place: Column, section: str) -> Truth:
    """Which of these lines belong to the first vector of the section; tells if there are others. place: of the name in
    the line, -1 where there is none."""
    if not len(mine):
        return np.zeros(0, np.bool_)
    name = lines.words.text(int(lines.first[mine[0]] + place[0])) if place[0] >= 0 else b""
    first = np.concatenate([_are_named(lines, mine[part], place[part], name) for part in _pieces(len(mine))])
    if not first.all():
        quoted = f"'{name.decode('utf-8', 'replace')}'" if name else UNNAMED
        line = lines.line_number(int(mine[np.argmin(first)]))
        lines.notes.append(
            f"{section} has several vectors: {quoted}, which is the first, counts; line {line} and others are left out"
        )
    return first


def _pieces(count: int) -> Iterator[slice]:
    return (slice(begin, begin + PIECE) for begin in range(0, count, PIECE))


def _are_named(lines: MpsLines, mine: Column, place: Column, name: bytes) -> Truth:
    """Which of these lines have that name at these places, "" for none."""
    if not name:
        return place < 0
    words = lines.first[mine] + np.maximum(place, 0)
    same: Truth = (place >= 0) & (lines.lengths(words) == len(name))
    text, starts = np.frombuffer(lines.words.content, np.uint8), lines.words.starts[words[same]]
    same[same] = (text[starts[:, None] + np.arange(len(name))] == np.frombuffer(name, np.uint8)).all(axis=1)
    return same
