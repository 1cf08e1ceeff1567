"""Tents in puzz.link addresses: the clues of the columns, those of the rows, then the trees.

    clues   0..9 a..f  a clue 0..15        -hh   a clue 16..255        .   "?"        g..z   1..20 clues left out
                                           +hhh  256..4095, which is read but not written: pzpr itself does not read it
    trees   0..9 a..h  a tree and then 0..17 empty cells               i..z   1..18 empty cells without a tree

A clue that is left out and a clue "?" mean the same: it is unknown. Runs go row by row; a run of
clues may go from the columns on to the rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (tents)"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONG = {"-": 2, "+": 3}  # how many digits follow
MOST_CLUE = 255  # that is written


def read(body: str, width: int, height: int) -> Tents:
    """The board of a body."""
    clues, end = _clues(body, width + height)
    for i, clue in enumerate(clues):
        side, most = (f"column {i + 1}", height) if i < width else (f"row {i - width + 1}", width)
        if clue > most:
            raise InputError(f"{HERE}: expected the clue of {side}, 0..{most}, found {clue}")
    return Tents(_trees(body, end, width * height).reshape(height, width), clues[width:], clues[:width])


def _clues(body: str, expected: int) -> tuple[list[int], int]:
    """The clues, and the position behind them."""
    clues: list[int] = []
    i = 0
    while len(clues) < expected:
        char = body[i : i + 1]
        if char == ".":
            clues.append(UNKNOWN)
        elif char and char in LONG:
            hex_digits = body[i + 1 : i + 1 + LONG[char]]
            if len(hex_digits) < LONG[char] or not all(digit in DIGITS[:16] for digit in hex_digits):
                digits = f"{LONG[char]} hexadecimal digits after `{char}`"
                raise InputError(f"{HERE}, position {i}: expected {digits}, found {hex_digits!r}")
            clues.append(int(hex_digits, 16))
            i += LONG[char]
        elif char and char in DIGITS[:16]:
            clues.append(DIGITS.index(char))
        elif char and char in DIGITS:
            clues.extend([UNKNOWN] * (DIGITS.index(char) - 15))
        else:
            what = repr(char) if char else "the end"
            raise InputError(f"{HERE}, position {i}: expected {expected} clues, found {len(clues)} and then {what}")
        i += 1
    if len(clues) > expected:
        raise InputError(f"{HERE}, position {i - 1}: expected {expected} clues, found a run up to {len(clues)}")
    return clues, i


def _trees(body: str, start: int, cells: int) -> NDArray[np.bool_]:
    """The trees, one truth value per cell."""
    trees = np.zeros(cells, np.bool_)
    cell = 0
    for i, char in enumerate(body[start:], start):
        value = DIGITS.find(char)
        if value < 0:
            raise InputError(f"{HERE}, position {i}: expected a digit or a letter a..z, found {char!r}")
        after = cell + (value + 1 if value < 18 else value - 17)
        if after > cells:
            raise InputError(f"{HERE}, position {i}: expected {cells} cells, found more: {body[i : i + 20]!r}")
        if value < 18:
            trees[cell] = True
        cell = after
    if cell != cells:
        raise InputError(f"{HERE}, position {len(body)}: expected {cells} cells, found {cell}")
    return trees


def write(p: Tents) -> tuple[int, int, str]:
    """Width, height and body of a board."""
    height, width = p.trees.shape
    return width, height, _clues_text([*p.cols.tolist(), *p.rows.tolist()]) + _trees_text(p.trees.ravel())


def _clues_text(clues: list[int]) -> str:
    out, missing = [], 0
    for i, clue in enumerate([*clues, None]):
        if clue == UNKNOWN:
            missing += 1
        if missing and (clue != UNKNOWN or missing == 20):
            out.append(DIGITS[missing + 15])
            missing = 0
        if clue is not None and clue > MOST_CLUE:
            raise InputError(
                f"{HERE}: expected clues up to {MOST_CLUE}, found {clue} (clue {i}); write plain text instead"
            )
        if clue is not None and clue != UNKNOWN:
            out.append(DIGITS[clue] if clue < 16 else f"-{clue:02x}")
    return "".join(out)


def _trees_text(trees: NDArray[np.bool_]) -> str:
    stops = np.flatnonzero(np.append(trees, True))
    lead = int(stops[0])
    blanks = np.diff(stops) - 1
    return _empty_run(lead) + "".join(DIGITS[min(run, 17)] + _empty_run(run - 17) for run in blanks.tolist())


def _empty_run(cells: int) -> str:
    """That many empty cells without a tree before them; none for 0 or fewer."""
    if cells <= 0:
        return ""
    full, rest = divmod(cells, 18)
    return "z" * full + (DIGITS[rest + 17] if rest else "")


BODY = Body(names=("tents",), example="tents/5/5/2g0h1i1j82323", read=read, write=write)
