"""Benchmark of three methods for Lights Out boards: `python -m benchmarks.lightsout.methods [ROUNDS [SIDE ...]]`.

    dense        n^2 equations in n^2 unknowns (Python integers)            sides up to 30
    spanish      n equations in the presses of the top row (same code)      sides up to 400
    polynomial   one equation modulo f_{n+1}                                any side
    M4RI         libm4ri (Albrecht, Bard; method of the four Russians, C) on the n x n system of the Spanish method,
                 with the matrix built beforehand: only the solve, no chasing; where libm4ri is installed

All on, from all off. Each method gives the whole board as rows of presses, and each board is pressed and checked within
the printed time (M4RI's solution afterwards). The methods take turns. Printed are medians over the rounds in
milliseconds, and the ratio to the polynomial route. `random` is the polynomial route for the change of random presses:
rows that differ have to be chased once more. `... 1 100000` solves a board of 10^10 cells.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median

from algebra.modulo2.polynomials import fibonacci, shift_argument
from benchmarks.algebra import m4ri
from benchmarks.timing import peak_megabytes, take_turns, time_call
from models.puzzles.lightsout.theory.methods import Method, solve_dense, solve_spanish
from models.puzzles.lightsout.theory.polynomial import GridBoard, chase, lamp_changes, residue, row_of, solve

SIDES = (10, 20, 30, 100, 200, 400, 1000, 2000, 5000)
LARGEST = {"dense": 30, "spanish": 400, "random": 10_000, "M4RI": 5000}


def run_elimination(method: Method, n: int) -> None:
    board, change = GridBoard(n, n), [(1 << n) - 1] * n
    presses = method(board, change).solution
    assert presses is not None
    rows = [presses >> i * n & (1 << n) - 1 for i in range(n)]
    check(lamp_changes(board, rows), change)


def run_polynomials(n: int) -> None:
    board, change = GridBoard(n, n), [(1 << n) - 1] * n
    check(lamp_changes(board, chase(board, top_row(board, change), change)), change)


def top_row(board: GridBoard, change: list[int]) -> int:
    """The presses of the top row of a solvable board."""
    row = solve(board, change).top
    assert row is not None
    return row


def random_run(n: int) -> Callable[[], None]:
    """A run on a random change, for sides up to LARGEST: its rows are held in memory."""
    board, random = GridBoard(n, n), Random(n)
    change = list(lamp_changes(board, [random.getrandbits(n) for _ in range(n)]))
    return lambda: check(lamp_changes(board, chase(board, top_row(board, change), change)), change)


def check(lights: Iterator[int], change: list[int]) -> None:
    if not all(light == expected for light, expected in zip(lights, change, strict=True)):
        raise SystemExit("a light stayed off")


def run_m4ri(library: ctypes.CDLL, n: int) -> float:
    """Seconds of the solve of the Spanish system."""
    rows, target = spanish_system(GridBoard(n, n), [(1 << n) - 1] * n)
    matrix, right = ("".join(format(row, f"0{n}b")[::-1] for row in side).encode() for side in (rows, [target]))
    return m4ri.solve_system(library, n, matrix, right)


def spanish_system(board: GridBoard, change: list[int]) -> tuple[list[int], int]:
    """(rows of p(B), c): as p(B) commutes with B, row j + 1 is B row j + row j - 1, from the row of p itself."""
    n = board.columns
    row, before, rows = row_of(shift_argument(fibonacci(board.rows + 1)), n), 0, []
    for _ in range(n):
        rows.append(row)
        row, before = (row << 1 & (1 << n) - 1) ^ row >> 1 ^ before, row
    return rows, residue(board, change)


def method_timer(prepare: Callable[[int], Callable[[], None]]) -> Callable[[int], float]:
    return lambda n: time_call(prepare(n), time.perf_counter)[0]


def main() -> None:
    rounds, *sides = [int(word) for word in sys.argv[1:]] or [5]
    ways = {
        "dense": method_timer(lambda n: partial(run_elimination, solve_dense, n)),
        "spanish": method_timer(lambda n: partial(run_elimination, solve_spanish, n)),
        "polynomial": method_timer(lambda n: partial(run_polynomials, n)),
        "random": method_timer(random_run),
    }
    try:
        ways["M4RI"] = partial(run_m4ri, m4ri.load_library())
    except OSError as missing:
        print(f"without M4RI: {missing}")
    print("side     " + "".join(f"{way:>24}" for way in ways))
    for n in sides or SIDES:
        chosen = {way: partial(run, n) for way, run in ways.items() if n <= LARGEST.get(way, n)}
        spent = take_turns(chosen, rounds)
        middle = {way: 1000 * median(seconds) for way, seconds in spent.items()}
        shown = {way: f"{ms:.2f} ms ({ms / middle['polynomial']:.1f}x)" for way, ms in middle.items()}
        cells = [shown.get(way, "-") for way in ways]
        print(f"{n:<9}" + "".join(f"{cell:>24}" for cell in cells), flush=True)
    print(f"at most {peak_megabytes():.0f} MB")


if __name__ == "__main__":
    main()
