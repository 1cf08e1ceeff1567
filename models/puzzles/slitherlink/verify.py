"""The checker of Slitherlink answers: the rules again, by walking along the lines, sharing nothing with the model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from models.puzzles.boards import describe_cell
from models.puzzles.slitherlink.instance import Slitherlink

Dot: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Dot, Dot]


def verify(p: Slitherlink, answer: Iterable[Line]) -> list[str]:
    """The broken rules as sentences, [] for a solution. answer: lines between dots of the board, each once."""
    lines = set(answer)
    beside: dict[Dot, list[Dot]] = defaultdict(list)  # the dots to which lines run
    for a, b in sorted(lines):
        beside[a].append(b)
        beside[b].append(a)
    return [*_clue_faults(p.clues, lines), *_dot_faults(beside), *_loop_faults(beside)]


def _clue_faults(clues: Sequence[Sequence[int]], lines: set[Line]) -> Iterator[str]:
    for r, row in enumerate(clues):
        for c, clue in enumerate(row):
            corner, right, below, across = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            sides = ((corner, right), (corner, below), (below, across), (right, across))
            count = sum(side in lines for side in sides)
            if 0 <= clue != count:
                words = f"{count} line{'s' * (count != 1)}"
                yield f"the cell {describe_cell((r, c))} has {words} around it, its number says {clue}"


def _dot_faults(beside: Mapping[Dot, Sequence[Dot]]) -> Iterator[str]:
    for dot, ends in sorted(beside.items()):
        if len(ends) == 1:
            yield f"the loop has a loose end at dot {dot}"
        elif len(ends) > 2:
            yield f"{len(ends)} lines meet at dot {dot}"


def _loop_faults(beside: Mapping[Dot, Sequence[Dot]]) -> Iterator[str]:
    """Whether the lines are one piece: from each dot that no walk has come to, another walk begins."""
    visited: set[Dot] = set()
    pieces = 0
    for start in beside:
        if start not in visited:
            pieces += 1
            waiting = [start]
            while waiting:
                dot = waiting.pop()
                if dot not in visited:
                    visited.add(dot)
                    waiting += beside[dot]
    if pieces != 1:
        yield f"the lines are {pieces} pieces, not one loop" if pieces else "there is no loop"
