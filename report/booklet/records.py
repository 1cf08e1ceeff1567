"""The records of a booklet: its puzzles, each with a drawing of the board and of its solution."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BookletPuzzle:
    """A puzzle of a booklet. svg, solution: drawings; id: by which any puzzle program finds it; link: the address at
    which it can be played; difficulty: in words; caption: what the drawing does not show. The last four are ""
    where there is none."""

    number: int
    svg: str
    solution: str
    id: str
    link: str = ""
    difficulty: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Booklet:
    """A booklet. name: of the puzzle; rules: its rules as sentences; note: how many solutions the boards have;
    command: what makes the booklet again."""

    title: str
    name: str
    rules: tuple[str, ...]
    puzzles: tuple[BookletPuzzle, ...]
    note: str
    command: str
