"""A tiling drawn as text, layers of a box side by side:

    +-------+---+     a letter per piece: its own where that is one letter, else the next that is free; lines stand
    | L   L | I |     between placements, so that copies can be distinguished; a hole is ` # `, an open cell ` . `
    +---+   |   |
    ...

With a second answer, both are drawn, and cells of placements that are not in the other are lower case (or marked `*`,
where there is no lower case).
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.labelled import Grid

if TYPE_CHECKING:
    from models.puzzles.tiling.instance import Tiling

GAP = "   "  # between layers
PLAIN = "\x1b[0m"
BACKGROUNDS = (203, 215, 227, 155, 84, 80, 117, 147, 177, 218, 180, 250, 110, 143, 174, 223)  # of 256 colours
OPEN, HOLE = -1, -2
Answer = Iterable[tuple[str, Any]] | None


def draw_text(
    p: Tiling, answer: Answer = None, *, colour: bool = False, second: Answer = None, empty: Any = None
) -> str:
    """The board with the pieces of an answer; in colour a background per piece. second: another answer, drawn below
    it. empty: not shown, since a placement that is ruled out says nothing about its cells."""
    placed = list(answer or ())
    if second is None or not differing_placements(placed, other := list(second)):
        return "\n".join(_board(p, placed, [], colour))
    lines = [*_board(p, placed, other, colour), "", "and the other:", "", *_board(p, other, placed, colour)]
    return "\n".join([*lines, "(lower case, or *: placements that the other answer has not)"])


def _board(p: Tiling, placed: list[tuple[str, Any]], other: list[tuple[str, Any]], colour: bool) -> list[str]:
    """The lines of one board. other: an answer to mark the differences from, [] for none."""
    owner, differs = grid(p, placed), np.zeros(p.board.shape, np.bool_)
    if other:
        differs = np.isin(owner, differing_placements(placed, other))
    names = letters(p)
    order = {piece.name: i for i, piece in enumerate(p.pieces)}
    numbers = [order.get(name, -1) for name, _ in placed]
    placed_letters = [names.get(name, "?") for name, _ in placed]

    def cell(at: tuple[int, ...]) -> str:
        held = int(owner[at])
        if held < 0:
            return " . " if held == OPEN else " # "
        letter = placed_letters[held]
        text = f" {letter} " if not differs[at] else f" {letter.lower()} " if letter.isupper() else f" {letter}*"
        return f"\x1b[30;48;5;{BACKGROUNDS[numbers[held] % len(BACKGROUNDS)]}m{text}{PLAIN}" if colour else text

    layers = owner.reshape(-1, *owner.shape[-2:])
    blocks = [_layer(layer, cell, (z,) if owner.ndim == 3 else ()) for z, layer in enumerate(layers)]
    return [GAP.join(parts).rstrip() for parts in zip(*blocks, strict=True)]


def grids(p: Tiling, answer: Answer, empty: Any) -> tuple[Grid, ...]:
    """The layers of the board, to be drawn with labels."""
    placed = list(answer or ())
    owner, names = grid(p, placed), letters(p)
    words = {OPEN: ".", HOLE: "#"} | {i: names.get(name, "?") for i, (name, _) in enumerate(placed)}
    layers = owner.reshape(-1, *owner.shape[-2:])
    return tuple(Grid([[words[held] for held in row] for row in layer.tolist()], areas=layer) for layer in layers)


def grid(p: Tiling, placed: list[tuple[str, Any]]) -> NDArray[np.int64]:
    """Which placement covers a cell, in the shape of the board: its index, -1 open, -2 a hole. Skips cells outside."""
    owner = np.where(p.board, OPEN, HOLE).astype(np.int64)
    for i, (_, cells) in enumerate(placed):
        for cell in cells:
            if len(cell) == owner.ndim and all(0 <= x < n for x, n in zip(cell, owner.shape, strict=True)):
                owner[cell] = i
    return owner


def differing_placements(placed: list[tuple[str, Any]], second: Iterable[tuple[str, Any]]) -> list[int]:
    """The indices of the placements that are not in the second answer."""
    held = set(second)
    return [i for i, placement in enumerate(placed) if placement not in held]


def letters(p: Tiling) -> dict[str, str]:
    """A letter per piece; names of one letter keep it. Beyond 62 pieces letters repeat."""
    own = {piece.name: piece.name for piece in p.pieces if len(piece.name) == 1}
    free = [c for c in string.ascii_uppercase + string.ascii_lowercase + string.digits if c not in own]
    rest = [piece.name for piece in p.pieces if piece.name not in own]
    return own | {name: (free or ["?"])[i % max(len(free), 1)] for i, name in enumerate(rest)}


def _layer(owner: NDArray[np.int64], cell: Any, prefix: tuple[int, ...]) -> list[str]:
    """The lines of one layer: `-` and `|` between cells of different placements, `+` where lines meet."""
    height, width = owner.shape
    framed = np.full((height + 2, width + 2), HOLE)
    framed[1:-1, 1:-1] = owner
    across = framed[:-1, 1:-1] != framed[1:, 1:-1]  # a line above row r, shape (height + 1, width)
    down = framed[1:-1, :-1] != framed[1:-1, 1:]  # a line left of column c, shape (height, width + 1)
    lines = []
    for r in range(height + 1):
        line = ""
        for c in range(width + 1):
            sides = across[r, c - 1 : c + 1] if c else across[r, :1]
            ends = down[max(r - 1, 0) : r + 1, c]
            line += "+" if sides.any() and ends.any() else "-" if sides.any() else "|" if ends.any() else " "
            line += ("---" if across[r, c] else "   ") if c < width else ""
        lines.append(line)
        if r < height:
            walls = ["|" if wall else " " for wall in down[r]]
            cells = [cell((*prefix, r, c)) for c in range(width)]
            lines.append(walls[0] + "".join(text + wall for text, wall in zip(cells, walls[1:], strict=True)))
    return lines
