"""The checker of Slitherlink answers: the rules again, by walking along the lines, sharing nothing with the model."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from models.puzzles.boards import describe_cell
from models.puzzles.slitherlink.instance import Slitherlink

Dot: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Dot, Dot]


def verify(p: Slitherlink, answer: Iterable[Line]) -> list[str]:
    """The broken rules as sentences, [] for a solution."""
    return broken_rules(p.clues, answer)


def broken_rules(clues: Sequence[Sequence[int]], lines: Iterable[Line]) -> list[str]:
    """What is wrong with these lines; [] if nothing is. clues: by row, below 0 for a cell without a number."""
    height, width = len(clues), len(clues[0])
    times = Counter(lines)
    on_board = {line for line in times if _is_on_board(line, height, width)}
    beside: dict[Dot, list[Dot]] = defaultdict(list)  # the dots to which lines run
    for a, b in sorted(on_board):
        beside[a].append(b)
        beside[b].append(a)
    return [
        *(f"the line {_describe(line)} joins no neighbours on the board" for line in sorted(set(times) - on_board)),
        *(f"the line {_describe(line)} is given {n} times" for line, n in sorted(times.items()) if n > 1),
        *_clue_faults(clues, on_board),
        *_dot_faults(beside),
        *_loop_faults(beside),
    ]


def _is_on_board(line: Line, height: int, width: int) -> bool:
    """Does it run from a dot of the board to the one on its right, or below it?"""
    (r, c), end = line
    return (0 <= r <= height and 0 <= c < width and end == (r, c + 1)) or (
        0 <= r < height and 0 <= c <= width and end == (r + 1, c)
    )


def _describe(line: Line) -> str:
    return f"from dot {line[0]} to {line[1]}"


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
