"""Fewest presses of n x n boards, all off to all on: `python -m benchmarks.lightsout.minimum [FIRST LAST [DIRECT]]`.

Every line is computed there and then:

    n, fewest, nullity      the value; there are 2^nullity solutions
    all on                  the presses that have it, pressed one row after the other, turn all lights on, and are as
                            many as is said: this is the upper bound
    parity                  value and n^2 - nullity are both odd or both even, as they must be
                            (`models.puzzles.lightsout.theory.minimum` has the proof)
    how                     the search that is the lower bound: `all 2^d solutions weighed`, or `split`: the free bits
                            that each class of cells (by the parities of row and column) shows, the sum of the classes'
                            least weights, and how many pairs of words were looked at

Both weigh words with the transform of `algebra.modulo2.minimum.coset`, the one those of the board, the other those of
each class; the rest of them is their own. Where DIRECT is higher than its 26 free bits, boards up to that are weighed,
not split, which sets one beside the other: n = 64 (28 bits) and 47 (30) take seconds, 39 and 67 (32) about half a
minute.

Time, on one core: n = 1..78, without arguments, some seconds. Beyond, up to 158: 79, 95 and 135 (62 to 64 free bits)
some minutes each, 125, 126, 128 and 129 (50 to 56) up to a minute or two, all others seconds together; 123 and 131 (80
and 86) are too much, and say so.

Memory: n = 1..78 a quarter of a GB. Beyond, what counts are lists of light words: 16 bytes a word, four lists, of 2^26
words (1 GB) each at the very most, and as much again while one of them is sorted. A board that would take more says
`not computed`, as one does that does not fit in memory. The last line tells what was used.

The script ends with 1 if a board's presses or parity are wrong.
"""

from __future__ import annotations

import argparse
import sys
import time

from algebra.modulo2.minimum.split import SplitError
from benchmarks.timing import peak_megabytes
from models.puzzles.lightsout.theory.bit_rows import bits_from_cells
from models.puzzles.lightsout.theory.minimum import DIRECT, FewestPresses, fewest_presses
from models.puzzles.lightsout.theory.polynomial import GridBoard, lamp_changes


def is_all_lit(fewest: FewestPresses, n: int) -> bool:
    """Do these presses turn every light on, and is their number the stated one?"""
    on = list(lamp_changes(GridBoard(n, n), bits_from_cells(fewest.presses))) == [(1 << n) - 1] * n
    return on and int(fewest.presses.sum()) == fewest.weight


def print_table(first: int, last: int, direct: int) -> tuple[int, int]:
    """Print the table; how many boards were computed, and how many of them are wrong."""
    computed = wrong = 0
    print("   n  fewest  nullity  all on  parity   seconds  how")
    for n in range(first, last + 1):
        start = time.perf_counter()
        try:
            fewest = fewest_presses(GridBoard(n, n), direct=direct)
        except (SplitError, MemoryError) as reason:
            print(f"{n:4}  not computed: {reason}", flush=True)
            continue
        spent = time.perf_counter() - start
        even, on = (fewest.weight - n * n + fewest.nullity) % 2 == 0, is_all_lit(fewest, n)
        computed, wrong = computed + 1, wrong + (not (even and on))
        print(
            f"{n:4}  {fewest.weight:6}  {fewest.nullity:7}  {'yes' if on else 'NO':>6}  "
            f"{'agrees' if even else 'WRONG':>6}  {spent:8.2f}  {fewest.note}",
            flush=True,
        )
    return computed, wrong


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lightsout.minimum",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", type=int, nargs="?", default=1)
    parser.add_argument("last", type=int, nargs="?", default=78)
    parser.add_argument("direct", type=int, nargs="?", default=DIRECT, help="free bits up to which all are weighed")
    arguments = parser.parse_args()
    began = time.perf_counter()
    computed, wrong = print_table(arguments.first, arguments.last, arguments.direct)
    print(
        f"{computed} of {max(arguments.last - arguments.first + 1, 0)} boards: upper bounds pressed, parities "
        f"compared, lower bounds by the search named; {wrong} wrong"
    )
    print(f"{time.perf_counter() - began:.1f} s together, at most {peak_megabytes():.0f} MB")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
