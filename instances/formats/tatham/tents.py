"""Tents in Tatham's game IDs: `TREES,c,c,...,r,r,...` with the W column clues before the H row clues.

TREES walks over the cells row by row: `_` a tree here, `a`..`y` 1..25 empty cells and then a tree, `z` 25 empty cells
and no tree. The walk ends with a tree just after the board, so that the walk covers W * H + 1 cells. The
player's marks, `!` a tent and `-` no tent, do not belong to the board and are skipped.

All clues must be known.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from instances.formats.contract import Body
from instances.formats.tatham.frame import NAME
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (tents)"


def read(desc: str, width: int, height: int) -> Tents:
    """The board of a description."""
    walk, comma, numbers = desc.partition(",")
    trees = _trees(walk, width * height).reshape(height, width)
    tokens = numbers.split(",") if comma else []
    if len(tokens) != width + height:
        raise InputError(
            f"{HERE}, position {len(walk)}: expected {width} column clues and {height} row clues, each after a comma, "
            f"found {len(tokens)}"
        )
    clues = [_clue(tokens, i, width, height, len(walk)) for i in range(len(tokens))]
    return Tents(trees, clues[width:], clues[:width])


def _trees(walk: str, cells: int) -> NDArray[np.bool_]:
    """The trees of a walk, one truth value per cell."""
    trees = np.zeros(cells + 1, np.bool_)
    cell = 0
    for position, step in enumerate(walk):
        if step in "!-":
            continue
        if step != "_" and not "a" <= step <= "z":
            raise InputError(f"{HERE}, position {position}: expected `_`, `a`..`z`, `!` or `-`, found {step!r}")
        blanks = 0 if step == "_" else 25 if step == "z" else ord(step) - ord("a") + 1
        ends = cell + blanks + (step != "z")
        if ends > cells + 1:
            raise InputError(
                f"{HERE}, position {position}: expected {cells} cells, found more: {walk[position:][:20]!r}"
            )
        if step != "z":
            trees[ends - 1] = True
        cell = ends
    if cell != cells + 1:
        raise InputError(
            f"{HERE}, position {len(walk)}: expected letters for {cells + 1} cells (the {cells} of the board and one "
            f"after it), found {cell}"
        )
    return trees[:-1]


def _clue(tokens: list[str], i: int, width: int, height: int, start: int) -> int:
    side, most = (f"column {i + 1}", height) if i < width else (f"row {i - width + 1}", width)
    token = tokens[i]
    if not (re.fullmatch("0|[1-9][0-9]{0,6}", token) and int(token) <= most):
        position = start + 1 + sum(len(earlier) + 1 for earlier in tokens[:i])
        raise InputError(f"{HERE}, position {position}: expected the clue of {side}, 0..{most}, found {token[:40]!r}")
    return int(token)


def write(p: Tents) -> tuple[int, int, str]:
    """Width, height and description of a board."""
    height, width = p.trees.shape
    clues = [*p.cols.tolist(), *p.rows.tolist()]
    if UNKNOWN in clues:
        i = clues.index(UNKNOWN)
        side = f"column {i + 1}" if i < width else f"row {i - width + 1}"
        raise InputError(f"{HERE}: expected all clues, found none for {side}; write puzz.link or plain text instead")
    stops = np.append(np.flatnonzero(p.trees), p.trees.size)
    walk = [_step(blanks) for blanks in np.diff(stops, prepend=-1).tolist()]
    return width, height, ",".join(["".join(walk), *map(str, clues)])


def _step(distance: int) -> str:
    """From one tree to the next (or the end), which is `distance` cells on; `z` only where more than 25 are empty."""
    blanks = distance - 1
    far = max(0, -(-blanks // 25) - 1)
    blanks -= 25 * far
    return "z" * far + ("_" if blanks == 0 else chr(ord("a") + blanks - 1))


BODY = Body(
    names=("tents",),
    title="Tents",
    example="3x3:aaaaa,2,0,2,2,0,2",
    read=read,
    write=write,
    fits=lambda desc: "," in desc,
)
