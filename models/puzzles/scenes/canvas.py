"""Lines in text: what stands between the letters of cells.

+ - + x +      A canvas has a place for each corner (even row, even column), for each edge of a cell, and for each
|   | 3        cell (odd, odd): 2 R + 1 rows, 2 C + 1 columns. A line between corners runs along edges; a line
+ - +   +      between cells runs through edges, and through the cells that it passes.

4 = = 3        On a board without dots, the rim of the canvas is left out, and its even rows, too, where no line runs
. . . |        from a cell to the one below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import Between

END = "\x1b[0m"
HEAVY = "#"  # of lines between areas, where there are others between cages
Texts: TypeAlias = NDArray[np.object_]
Points: TypeAlias = NDArray[np.int64]
"""Places, shape (n, 2)."""
Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """What stands at corners and edges, arrays of shape (2 R + 1, 2 C + 1); cells have their letters elsewhere.

    signs: a letter each, " " for none.
    fills: what stands beside a sign in its row, where there is room, " " for nothing.
    colours: codes, "" for none.
    is_dotted: are there corners, around the board, too?
    has_rows: are the even rows drawn?
    between: what lines join, where a step speaks of one.
    """

    signs: Texts
    fills: Texts
    colours: Texts
    is_dotted: bool
    has_rows: bool
    between: Between

    def middle(self, line: tuple[Place, Place]) -> Place:
        """Where a line is marked."""
        ((y, x),) = middle_places(np.array([line]), self.between, self.has_rows).tolist()
        return y, x


def blank_canvas(shape: Place, is_dotted: bool, has_rows: bool, between: Between) -> Canvas:
    """The canvas of a board of that shape, on which nothing stands."""
    signs, fills, colours = (np.full((2 * shape[0] + 1, 2 * shape[1] + 1), text, object) for text in (" ", " ", ""))
    return Canvas(signs, fills, colours, is_dotted, has_rows, between)


def border_canvas(areas: NDArray[Any], between: Between = Between.CELLS) -> Canvas:
    """Borders wherever two areas meet, and around the board; a plus where they turn or meet."""
    framed = np.pad(areas, 1, constant_values=areas.min() - 1)
    beside, below = framed[1:-1, 1:] != framed[1:-1, :-1], framed[1:, 1:-1] != framed[:-1, 1:-1]
    canvas = blank_canvas((areas.shape[0], areas.shape[1]), True, True, between)
    canvas.signs[1::2, ::2][beside] = "|"
    for letters in (canvas.signs, canvas.fills):
        letters[::2, 1::2][below] = "-"
    upright, flat = np.pad(beside, ((1, 1), (0, 0))), np.pad(below, ((0, 0), (1, 1)))
    goes_down, goes_across = upright[1:] | upright[:-1], flat[:, 1:] | flat[:, :-1]
    canvas.signs[::2, ::2] = np.select([goes_down & goes_across, goes_down, goes_across], ["+", "|", "-"], " ")
    return canvas


def cage_canvas(cages: NDArray[Any], areas: NDArray[Any] | None) -> Canvas:
    """Lines between cages; heavy ones where areas meet, and around the board, dotted where a cage goes on behind
    them."""
    canvas = border_canvas(cages)
    if areas is None:
        return canvas
    border = border_canvas(areas)
    is_heavy, is_crossed = border.signs != " ", canvas.signs == " "
    dots = np.full(is_heavy.shape, HEAVY, object)
    dots[1::2, ::2][is_crossed[1::2, ::2]] = ":"
    dots[::2, 1::2][is_crossed[::2, 1::2]] = "."
    is_filled = border.fills != " "
    return replace(canvas, signs=np.where(is_heavy, dots, canvas.signs), fills=np.where(is_filled, dots, canvas.fills))


def canvas_points(ends: NDArray[np.int64], between: Between) -> tuple[Points, Points]:
    """The places of the two ends of lines."""
    first, last = 2 * ends.transpose(1, 0, 2) + (between is Between.CELLS)
    return first, last


def passed_places(ends: NDArray[np.int64], between: Between) -> Points:
    """The places between the ends of lines, each of which runs across or down."""
    first, last = canvas_points(ends, between)
    inner = np.abs(last - first).max(axis=1, initial=1) - 1
    line = np.repeat(np.arange(len(first)), inner)
    step = 1 + np.arange(len(line)) - np.repeat(np.cumsum(inner) - inner, inner)
    places: Points = first[line] + step[:, None] * np.sign(last - first)[line]
    return places


def middle_places(ends: NDArray[np.int64], between: Between, has_rows: bool) -> Points:
    """The place next to the middle of each line: an edge, which no line crosses; of a line down where no edges are
    drawn, a cell."""
    first, last = canvas_points(ends, between)
    half = np.abs(last - first).max(axis=1, initial=1) // 2
    in_cell = (first[:, 0] != last[:, 0]) & (not has_rows)
    half -= (half % 2 == 1) == in_cell
    places: Points = first + half[:, None] * np.sign(last - first)
    return places


def canvas_lines(
    canvas: Canvas,
    cells: Sequence[Sequence[str]],
    margins: Sequence[str],
    indent: int,
    wide: int,
    brackets: Mapping[Place, str] = MappingProxyType({}),
    behind: Sequence[str] = (),
    is_right: bool = False,
) -> list[str]:
    """The canvas row by row. cells: their letters, each seen so wide; margins: what stands before a row of cells;
    indent: how wide that is seen; brackets: two letters, around the sign at a place; behind: what stands behind a row
    of cells; is_right: do the letters of lines stand at the right of their places, as those of cells do? else in the
    middle."""
    (height, width), rim = canvas.signs.shape, not canvas.is_dotted
    lines = []
    for y in range(rim, height - rim):
        if y % 2 or canvas.has_rows:
            line = (margins[y // 2] if y % 2 else " " * indent) + "".join(
                _piece(canvas, cells, y, x, wide, is_right) for x in range(rim, width)
            )
            for x, pair in ((x, pair) for (row, x), pair in brackets.items() if row == y):
                at = indent - rim + x // 2 * (wide + 1) + x % 2 * (1 + (wide - 1) // 2)
                line = f"{line[: at - 1]}{pair[0]}{line[at]}{pair[1]}{line[at + 2 :]}"
            lines.append(line + (behind[y // 2] if behind and y % 2 else ""))
    return lines


def _piece(canvas: Canvas, cells: Sequence[Sequence[str]], y: int, x: int, wide: int, is_right: bool) -> str:
    """What stands at a place, with what runs there from both sides."""
    sign, colour = canvas.signs[y, x], canvas.colours[y, x]
    if x % 2 == 0:
        return _painted(sign, colour)
    if y % 2 == 0:
        fill = canvas.fills[y, x]
        return _painted(sign.rjust(wide, fill) if is_right else sign.center(wide, fill), colour)
    word = cells[y // 2][x // 2]
    inner = word.strip(" ")
    if not inner:
        return word
    before, _, behind = word.partition(inner)
    left, right = (_painted(canvas.fills[y, at], canvas.colours[y, at]) for at in (x - 1, x + 1))
    return left * len(before) + inner + right * len(behind)


def _painted(text: str, colour: str) -> str:
    return f"{colour}{text}{END}" if colour and text.strip() else text
