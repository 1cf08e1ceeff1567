"""Fewest presses of n x n boards, all off to all on: `python -m benchmarks.lightsout_minimum [FIRST LAST [DIRECT]]`.

Without arguments n = 1..78, which is seconds. Beyond, up to 158: 79, 95 and 135 (62 to 64 free bits) are some minutes
each, 125, 126, 128 and 129 (50 to 56) up to a minute or two, all others seconds together; 123 and 131 (80 and 86) are
too much.

Boards of up to DIRECT (26) free bits are weighed solution by solution, larger ones split; a higher DIRECT sets the one
method beside the other: n = 64 (28 bits) and 47 (30) take seconds, 39 and 67 (32) about half a minute each.

Every line is computed there and then: the value, the nullity, whether the presses, pressed one row after the other,
turn all lights on, whether value and n^2 - nullity are both odd or both even (`models.puzzles.lightsout_minimum` has
the proof that they must be), the seconds, and how the value was found. The upper bound is the board, which is pressed;
the lower bound is the search.
"""

from __future__ import annotations

import resource
import sys
import time

from models.puzzles.gf2_split import DoesNotSplit
from models.puzzles.lightsout_minimum import DIRECT, Fewest, fewest_presses
from models.puzzles.lightsout_polynomial import Board, pressed
from models.puzzles.lightsout_rows import rows_of


def lit(fewest: Fewest, n: int) -> bool:
    """Do these presses turn every light on, and are they as many as was said?"""
    on = list(pressed(Board(n, n), rows_of(fewest.presses))) == [(1 << n) - 1] * n
    return on and int(fewest.presses.sum()) == fewest.weight


def main() -> None:
    first, last, direct = [*[int(word) for word in sys.argv[1:]], *(1, 78, DIRECT)[len(sys.argv) - 1 :]][:3]
    began = time.perf_counter()
    print("   n  fewest  nullity  all on  parity   seconds  how")
    for n in range(first, last + 1):
        start = time.perf_counter()
        try:
            fewest = fewest_presses(Board(n, n), direct=direct)
        except (DoesNotSplit, MemoryError) as reason:
            print(f"{n:4}  not computed: {reason}", flush=True)
            continue
        spent = time.perf_counter() - start
        parity = "agrees" if (fewest.weight - n * n + fewest.nullity) % 2 == 0 else "WRONG"
        on = "yes" if lit(fewest, n) else "NO"
        print(
            f"{n:4}  {fewest.weight:6}  {fewest.nullity:7}  {on:>6}  {parity:>6}  {spent:8.2f}  {fewest.note}",
            flush=True,
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{time.perf_counter() - began:.1f} s together, at most {peak:.0f} MB")


if __name__ == "__main__":
    main()
