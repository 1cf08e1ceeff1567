"""Cells with numbers 0..4, as pzpr says them in several puzzles ("4Cell"), in base 36.

    .       a question mark                   a..e    a number 0..4 and then two empty cells
    0..4    that number                       g..z    1..20 empty cells
    5..9    a number 0..4 and then an empty cell

The walk covers the board: an address that ends earlier was cut short. (pzpr itself reads what is missing as empty, but
leaves out none.) Empty cells after a number may run past the end of the board, as pzpr writes them.
"""

from __future__ import annotations

from instances.formats.steps import Letters, Spaces, ThenSpaces
from instances.formats.walks import Cells


def small_numbers(empty: int, question: int) -> Cells:
    """The codec; empty, question: what stands for an empty cell and for a question mark, which may mean the same."""
    mark = {".": question}
    letters = Letters({}, also=mark) if question == empty else Letters(mark)
    return Cells((letters, ThenSpaces(range(5), empty, 2, past_end=True), Spaces(empty, "g", 20)))
