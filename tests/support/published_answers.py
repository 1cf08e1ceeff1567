"""The solutions of published boards, read from their texts by code that shares nothing with ours.

A solution is a line with its size, then a word for each cell: `x` for a shaded cell (a piece), a number, the sides by
which a line leaves the cell (`ns`, `e`), the number of its region; `-` says nothing. What the words mean follows from
the pieces of an answer; of puzzles that have it otherwise, `READERS` says how.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias

Pieces: TypeAlias = frozenset[Hashable]
Words: TypeAlias = dict[tuple[int, int], str]

FILES = {"sudoku": ("sudoku", "jigsawsudoku")}  # of puzzles whose boards are in several
WRONG: dict[str, str] = {
    "jigsawsudoku 655_6x6": "it has several answers",
    "jigsawsudoku 675_6x6": "it has several answers",
    "killersudoku 719_9x9": "it has several answers",
    "numberlink 531_15x15": "it has several answers",
}
"""Published boards, by `file key`, whose solution breaks a rule or is not the only one, with the reason."""


def read_words(text: str) -> Words:
    """The words by their cells."""
    _, *rows = text.strip().splitlines()
    return {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row.split())}


def shaded_cells(words: Words) -> set[Hashable]:
    return {cell for cell, word in words.items() if word == "x"}


def numbers_in_cells(words: Words) -> set[Hashable]:
    return {(*cell, int(word)) for cell, word in words.items() if word.isdecimal() and word != "0"}


def lines_between_cells(words: Words) -> set[Hashable]:
    """Of each cell, those to the right and down."""
    lines: set[Hashable] = set()
    for (r, c), word in words.items():
        if set(word) <= set("nesw"):
            lines |= {((r, c), (r, c + 1))} if "e" in word else set()
            lines |= {((r, c), (r + 1, c))} if "s" in word else set()
    return lines


def regions_of_cells(words: Words) -> set[Hashable]:
    regions: dict[str, list[tuple[int, int]]] = {}
    for cell, word in words.items():
        regions.setdefault(word, []).append(cell)
    return {tuple(sorted(cells)) for cells in regions.values()}


READERS: dict[str, Callable[[Words], Iterable[Hashable]]] = {
    "binairo": lambda words: {cell for cell, word in words.items() if word == "2"},  # 1 is white
}
"""By puzzle, where it does not follow from the pieces."""


def read_solution(name: str, text: str, pieces: Pieces) -> Pieces:
    """The pieces of a published solution. pieces: of some answer to the board, which say what kind there is."""
    words = read_words(text)
    if name in READERS:
        return frozenset(READERS[name](words))
    return frozenset().union(*(kind(words) for kind in set(map(_kind_of, pieces))))


def _kind_of(piece: object) -> Callable[[Words], set[Hashable]]:
    """What reads such pieces: (r, c), (r, c, number), a line ((r, c), (r, c)), or a laid piece (name, cells)."""
    assert isinstance(piece, tuple)
    if isinstance(piece[0], str):
        return regions_of_cells
    if isinstance(piece[0], tuple):
        return lines_between_cells
    return shaded_cells if len(piece) == 2 else numbers_in_cells
