"""Cells with numbers, as pzpr says them in many puzzles.

small numbers ("4Cell"), in base 36                   numbers ("Number16"), in base 16
    0..4    that number                                   0..9, a..f   a number 0..15
    5..9    a number 0..4 and then an empty cell          -hh          16..255
    a..e    a number 0..4 and then two empty cells        +hhh         256..4095
    g..z    1..20 empty cells                             =hhh         4096..8191
    .       a question mark                               g..z, .      as beside

The walk covers the board: an address that ends earlier was cut short. (pzpr itself reads what is missing as empty, but
leaves out none.) Empty cells after a small number may run past the end of the board, as pzpr writes them.
"""

from __future__ import annotations

from models.puzzles.codecs.steps import BaseNumbers, Letters, Spaces, ThenSpaces
from models.puzzles.codecs.walks import CellWalk

LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}  # how many digits follow, and what is added to them
LARGEST = 2 * 16**3 - 1


def small_numbers(empty: int, question: int) -> CellWalk:
    """The codec; empty, question: what stands for an empty cell and for a question mark, which may mean the same."""
    mark = {".": question}
    letters = Letters({}, also=mark) if question == empty else Letters(mark)
    return CellWalk((letters, ThenSpaces(range(5), empty, 2, past_end=True), Spaces(empty, "g", 20)))


def numbers16(empty: int, question: int, noun: str, least: int = 0) -> CellWalk:
    """The codec.

    empty, question: what stands for an empty cell and for a question mark, which may mean the same.
    noun: what a number is, in messages (`size`).
    least: the least number.
    """
    numbers = BaseNumbers(LONG, LARGEST, f"{noun}s", least)
    expected = f"`.`, `g`..`z` or a {noun} from {least} in base 16"
    letters = Letters({}, also={".": question}) if question == empty else Letters({".": question})
    return CellWalk((letters, numbers, Spaces(empty, "g", 20)), expected=expected)
