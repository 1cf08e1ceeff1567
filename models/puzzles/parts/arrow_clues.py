"""Clues with a number and an arrow: their words, which cells they see, what they look like.

    2>    ?^    3    ?        a number and a direction, a number that is not told; a clue without a direction

A board has an array of shape (rows, columns, 2): of each cell the direction, NOWHERE or UP to RIGHT, as pzpr numbers
them, and the number, UNTOLD for one that is not told, NO_ARROW where no clue is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Rows, group
from models.puzzles.boards import Isometry, describe_cell
from models.puzzles.grid_text import is_number
from models.puzzles.scenes.glyphs import STONE
from models.puzzles.scenes.scene import Glyph, Lettering, Outline, SceneLayer
from models.puzzles.svg import Style
from rosetta.foundation.errors import InputError

NOWHERE, UP, DOWN, LEFT, RIGHT = range(5)
NO_ARROW, UNTOLD = -1, -2
SIGNS = ("", "^", "v", "<", ">")
STEPS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
ArrowArray: TypeAlias = NDArray[np.int64]

STROKE: Style = {"fill": "none", "stroke": STONE, "stroke_width": 1.4, "stroke_linecap": "round"}
GROUND = Outline("m0 0h24v24h-24z", {"fill": "#e4e0d3"})
PATHS = (
    "",
    "m20 19v-14m-2.5 3l2.5-3 2.5 3",
    "m20 5v14m-2.5-3l2.5 3 2.5-3",
    "m19 4.5h-14m3-2.5l-3 2.5 3 2.5",
    "m5 4.5h14m-3-2.5l3 2.5-3 2.5",
)
MIDDLES = ((12, 17), (10, 17), (10, 17), (12, 19.5), (12, 19.5))  # of the numbers, beside their arrows
NAMES = ("clue without arrow", "clue up", "clue down", "clue to the left", "clue to the right")
ARROW_WORD = Glyph("clue")
"""In text; pictures have a glyph for each direction."""


@dataclass(frozen=True, slots=True)
class ArrowWords:
    """The words of such clues in the plain text of boards, `.` for none."""

    blank: str = field(default=".", init=False)

    def read(self, words: NDArray[np.str_]) -> ArrowArray:
        names, places = np.unique(words, return_inverse=True)
        for word in names.tolist():
            if self._parse(word) is None:
                where = describe_cell(tuple(np.argwhere(words == word)[0].tolist()))
                expected = "`.`, or a number or `?`, and one of ^ v < > behind it, or none"
                raise InputError(f"cell {where}: expected {expected}, found '{word[:40]}'")
        return np.array([self._parse(word) for word in names.tolist()], np.int64)[places].reshape(*words.shape, 2)

    def _parse(self, word: str) -> tuple[int, int] | None:
        if word == self.blank:
            return NOWHERE, NO_ARROW
        number, sign = (word[:-1], word[-1]) if word[-1] in SIGNS[1:] else (word, "")
        told = UNTOLD if number == "?" else int(number) if is_number(number) else None
        return None if told is None else (SIGNS.index(sign), told)

    def write(self, values: ArrowArray) -> NDArray[Any]:
        return arrow_words(values, self.blank)

    def redirect(self, words: NDArray[Any], isometry: Isometry) -> NDArray[Any]:
        """The words of a board that was turned, whose arrows are turned, too."""
        turned = self.read(words)
        turned[..., 0] = turn_directions(turned[..., 0], isometry)
        return self.write(turned)


def arrow_words(clues: ArrowArray, blank: str = "") -> NDArray[Any]:
    """`2>` and so on of each cell, shape (rows, columns)."""
    numbers = np.where(clues[..., 1] == UNTOLD, "?", clues[..., 1].astype(str))
    words: NDArray[Any] = np.char.add(numbers, np.array(SIGNS)[clues[..., 0]])
    return np.where(clues[..., 1] == NO_ARROW, blank, words)


def turn_directions(directions: NDArray[np.int64], isometry: Isometry) -> NDArray[np.int64]:
    """Where arrows point on the image of a board."""
    image = np.arange(5)
    for is_done, exchanged in (
        (isometry.transpose, (NOWHERE, LEFT, RIGHT, UP, DOWN)),
        (isometry.upside_down, (NOWHERE, DOWN, UP, LEFT, RIGHT)),
        (isometry.left_right, (NOWHERE, UP, DOWN, RIGHT, LEFT)),
    ):
        image = np.array(exchanged)[image] if is_done else image
    turned: NDArray[np.int64] = image[directions]
    return turned


def seen_cells(board: NDArray[np.int32], directions: NDArray[np.int64]) -> Rows:
    """The literals of the cells at which arrows point, a row for each arrow, from cell to cell. directions: of all
    cells, NOWHERE for no arrow; shape (rows, columns)."""
    at = np.argwhere(directions != NOWHERE)
    seen = [
        (board[:r, c][::-1], board[r + 1 :, c], board[r, :c][::-1], board[r, c + 1 :])[directions[r, c] - 1]
        for r, c in at.tolist()
    ]
    owner = np.repeat(np.arange(len(seen)), [len(cells) for cells in seen])
    return group(np.concatenate([np.zeros(0, np.int32), *seen]), by=owner, n=len(seen))


def count_ahead(cells: NDArray[np.bool_], directions: NDArray[np.int64]) -> ArrowArray:
    """Clues that point in these directions, each at so many of the cells, where a direction is not NOWHERE."""
    seen = seen_cells(cells.astype(np.int32), directions)
    numbers = np.full(cells.shape, NO_ARROW)
    numbers[directions != NOWHERE] = seen.sums(seen.literals)
    return np.stack([directions, numbers], axis=-1)


def arrow_layers(clues: ArrowArray) -> list[SceneLayer]:
    """The clues on a ground of their own; in pictures with arrows, in text with their words."""
    layers, words = [], arrow_words(clues)
    for direction, path in enumerate(PATHS):
        x, y = MIDDLES[direction]
        arrow = (Outline(path, STROKE, detail=True),) if path else ()
        lettering = Lettering({"font_size": 13, "fill": STONE}, x, y, room=18)
        glyph = Glyph(NAMES[direction], parts=(GROUND, *arrow, lettering), is_written=False)
        here = (clues[..., 1] != NO_ARROW) & (clues[..., 0] == direction)
        numbers = tuple(word.rstrip("^v<>") for word in words[here].tolist())
        layers.append(SceneLayer(glyph, np.argwhere(here), words=numbers))
    clued = clues[..., 1] != NO_ARROW
    return [*layers, SceneLayer(ARROW_WORD, np.argwhere(clued), words=tuple(words[clued].tolist()))]
