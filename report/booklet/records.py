"""The records of a booklet: its puzzles, each with a drawing of the board and of its solution."""

from __future__ import annotations

from dataclasses import dataclass

BOARD_GRIDS = ((2, 3), (2, 2), (1, 2), (1, 1))  # columns and rows of boards on a sheet, the fullest first
PER_PAGE = tuple(columns * rows for columns, rows in reversed(BOARD_GRIDS))


@dataclass(frozen=True, slots=True)
class BookletPuzzle:
    """A puzzle of a booklet.

    svg, solution: drawings.
    id: by which any puzzle program finds it, "" where there is none.
    name: what kind of puzzle it is; size: 8x10; difficulty: in words; caption: what the drawing does not show. Each of
        them is "" where it is not told.
    link: the address at which it can be played, "" where there is none.
    """

    number: int
    svg: str
    solution: str
    id: str
    link: str = ""
    difficulty: str = ""
    caption: str = ""
    name: str = ""
    size: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleRules:
    """The rules of a kind of puzzle, by its name, as sentences."""

    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """A booklet.

    rules: of each kind of puzzle in it, once.
    note: how many solutions the boards have.
    command: what makes the booklet again, "" where nothing does.
    per_page: how many boards stand on a page, None for as many as leave cells to write in.
    """

    title: str
    rules: tuple[PuzzleRules, ...]
    puzzles: tuple[BookletPuzzle, ...]
    note: str
    command: str = ""
    per_page: int | None = None
