"""Small boards of every registered puzzle: the first of some sizes that the puzzle does not refuse."""

from __future__ import annotations

from functools import cache
from typing import Any

from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError

SIZES = ((4, 5), (4, 4), (3, 4), (5, 5), (6, 6), (8, 8))
PARAMETERS: dict[str, dict[str, Any]] = {
    "lightsout": {"lit": "random"},
    "slitherlink": {"clues": 100},  # with fewer numbers, hardly any small board is easy
    "tiling": {"pieces": "random"},  # pentominoes have no smaller boards than 8x8, and that has 16,146 answers
}  # for generators that otherwise ignore their seed, or refuse small sizes


def draw_board(name: str, size: tuple[int, int], seed: int = 0) -> tuple[Any, Any]:
    """The board of that size and seed, and its planted answer."""
    return puzzle(name).generate(size, seed=seed, **PARAMETERS.get(name, {}))


@cache
def small_size(name: str) -> tuple[int, int]:
    """The first of the sizes that the puzzle has boards of."""
    for size in SIZES:
        try:
            draw_board(name, size)
        except InputError:
            continue
        return size
    raise AssertionError(f"{name}: none of the sizes {SIZES} has boards")


def small_board(name: str, seed: int = 0) -> Any:
    """A board of that size."""
    return draw_board(name, small_size(name), seed)[0]


def board_words(name: str) -> tuple[str, ...]:
    """The words that name the board of seed 0 on the command line, and the puzzle before them."""
    flags = [word for option, value in PARAMETERS.get(name, {}).items() for word in (f"--{option}", str(value))]
    return name, "x".join(map(str, small_size(name))), *flags
