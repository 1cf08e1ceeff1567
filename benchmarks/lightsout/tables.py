"""Tables of Lights Out boards, from all on to all off, computed there and then.

    python -m benchmarks.lightsout.tables                          the three tables below, ten seconds or so
    python -m benchmarks.lightsout.tables --solutions 20           n x n, n = 1..20: the number of solutions
    python -m benchmarks.lightsout.tables --rectangles 20          m x n, m <= n <= 20: the fewest presses
    python -m benchmarks.lightsout.tables --worst 4 5 3x5 11       the start that takes the most presses
    python -m benchmarks.lightsout.tables --pictures FOLDER        fewest presses of n x n, n = 1..20, and a sheet

solutions   2^e, e by the degree of a gcd of Fibonacci polynomials (and the shorter formula for squares), by elimination
            with all presses as unknowns, by the Spanish method, and by the polynomial route. `symmetric`: how many of
            the solutions a turn or reflection of the board leaves as they are. (Figure 5 of the source, which shows one
            of the 5 x 5 board, says that it is not symmetric: all four are.)
rectangles  The fewest presses and, in brackets, the nullity e. Each value is that of a board which is pressed and
            looked at, has the parity that it must have, and is found again with `--check`: gf2 (elimination on the rows
            of the model; milliseconds each), cpsat (CP-SAT after elimination modulo 2, for boards with more than one
            solution: about a second each, up to --seconds; of another kind; it does not manage 19 x 19, nullity 16)
            or none.
worst       The most presses that a start which can be put right may need. Each start is solved anew, so that it is as
            far as is said; that none is farther is what CP-SAT and HiGHS prove, each by itself, within --seconds for
            each; boards of up to 27 bits (cells and nullity) have all sets of presses tried as well. Where a proof is
            missing, bounds are printed, and whose they are. `to:20` stands for all m x n up to 20 x 20 that have
            quiet patterns, a minute and a half at --seconds 4. Up to nullity 7, and 11 x 15 with 8, it is a second or
            two each; 9 x 9 and 16 x 16 (8) take more than a minute; above 12 there are too many rows.

A figure that was not computed is not printed; a contradiction is, and the script then ends with 1. Memory: 100 MB;
engines run in processes of their own.
The squares beyond, n = 1..158: `python -m benchmarks.lightsout.minimum --help`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from models.puzzles.lightsout.record import PUZZLE

SIDES = 20
WORST = ("4", "5", "11", "14", "17", "24", "2x3", "3x5", "5x7", "6x8", "5x11")
PICTURES = range(1, 21)


def print_solutions(most: int) -> Iterator[str]:
    """Print the source's table; yields what is wrong with it."""
    from models.puzzles.lightsout.theory.tables import count

    print("   n        solutions    e  symmetric  by")
    for n in range(1, most + 1):
        row = count(n, n)
        if row.faults:
            print(f"{n:4}  {row.faults[0]}")
            yield from row.faults
            continue
        (exponent,) = set(row.exponents.values())
        symmetric = "-" if row.symmetric is None else row.symmetric
        print(f"{n:4}  {2**exponent:15,}  {exponent:3}  {symmetric:>9}  {', '.join(row.exponents)}", flush=True)


def print_rectangles(most: int, check: str, seconds: float) -> Iterator[str]:
    """Print the table of the chapter that the source leaves empty; yields what is wrong with it."""
    from backends.contract import Limits
    from models.puzzles.lightsout.theory.tables import press_minimum
    from rosetta.reproducing.lightsout.fewest_presses import fewest_presses
    from rosetta.reproducing.lightsout.rectangles import weight_text

    confirmed = unconfirmed = 0
    print("  m\\n" + "".join(f"{n:9}" for n in range(1, most + 1)))
    for m in range(1, most + 1):
        line = f"{m:5}" + " " * 9 * (m - 1)
        for n in range(m, most + 1):
            minimum = press_minimum(m, n)
            yield from (f"{m} x {n}: {fault}" for fault in minimum.faults)
            line += (weight_text(minimum) + "    " * (not minimum.nullity)).rjust(9)
            if check == "none" or (check == "cpsat" and not minimum.nullity):
                continue
            try:
                value = fewest_presses(m, n, check, Limits(seconds=seconds))
            except RuntimeError as fault:
                yield f"{m} x {n}: {fault}"
                continue
            confirmed, unconfirmed = confirmed + (value is not None), unconfirmed + (value is None)
            if value not in (None, minimum.weight):
                yield f"{m} x {n}: {minimum.weight} presses, by {check} {value}"
        print(line, flush=True)
    print(
        f"in brackets the nullity, where it is not 0; found again by {check}: {confirmed}, "
        f"not within the limit: {unconfirmed}"
    )


def print_worst_cases(sizes: list[str], seconds: float) -> Iterator[str]:
    """Print the worst cases; yields contradictions."""
    from backends.contract import Limits
    from benchmarks.lightsout.worst_case import Disagreement, find_worst_case
    from models.puzzles.lightsout.theory.polynomial import GridBoard

    print(" board  worst case  nullity  seconds  none is farther, by")
    for size in expand_sizes(sizes):
        rows, _, columns = size.partition("x")
        start = time.perf_counter()
        try:
            worst = find_worst_case(GridBoard(int(rows), int(columns or rows)), Limits(seconds=seconds))
        except Disagreement as fault:
            print(f"{size:>6}  {fault}")
            yield str(fault)
            continue
        except (ValueError, RuntimeError) as reason:
            print(f"{size:>6}  not computed: {reason}")
            continue
        by = "; ".join(filter(None, (", ".join(worst.proofs), *worst.bounds)))
        by += "" if worst.is_proved or worst.least < worst.most else " (one engine's word)"
        print(
            f"{size:>6}  {worst.value_text:>10}  {worst.nullity:7}  {time.perf_counter() - start:7.1f}  {by}",
            flush=True,
        )


def expand_sizes(sizes: list[str]) -> Iterator[str]:
    """Sizes as they are; for `to:N` all boards up to N x N that have quiet patterns."""
    from models.puzzles.lightsout.theory.nullity import nullity

    for size in sizes:
        word, _, most = size.partition(":")
        if word != "to":
            yield size
            continue
        every = ((m, n) for n in range(1, int(most) + 1) for m in range(1, n + 1))
        yield from (f"{m}x{n}" for m, n in every if nullity(m, n))


def write_pictures(folder: Path) -> None:
    """Write an SVG of every board, drawn by the puzzle, and one sheet of all of them."""
    from models.puzzles.lightsout.theory.tables import press_minimum
    from report.reproduction.board_grid import sheet
    from rosetta.reproducing.lightsout.rectangles import checked_answer

    folder.mkdir(parents=True, exist_ok=True)
    drawings = []
    for n in PICTURES:
        minimum = press_minimum(n, n)
        try:
            p, answer, number = checked_answer(minimum)
        except ValueError as fault:
            raise SystemExit(str(fault)) from None
        svg = PUZZLE.draw_svg(p, answer)
        (folder / f"lightsout-{n}x{n}.svg").write_text(svg, "utf-8")
        drawings.append((f"{n} x {n}: {minimum.weight} press{'es' * (minimum.weight > 1)}\n{number}", svg))
    whole = sheet("Lights Out, all on to all off: the fewest presses", drawings)
    (folder / "lightsout-sheet.svg").write_text(whole, "utf-8")
    print(f"{len(drawings)} boards and lightsout-sheet.svg in {folder}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lightsout.tables",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--solutions", type=int, nargs="?", const=SIDES, metavar="TO")
    parser.add_argument("--rectangles", type=int, nargs="?", const=SIDES, metavar="TO")
    parser.add_argument("--check", choices=("gf2", "cpsat", "none"), default="gf2")
    parser.add_argument("--worst", nargs="*", metavar="SIZE")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    if (arguments.solutions, arguments.rectangles, arguments.worst, arguments.pictures) == (None,) * 4:
        arguments.solutions = arguments.rectangles = SIDES
        arguments.worst = []
    return arguments


def main() -> None:
    arguments = parse_arguments()
    faults: list[str] = []
    start = time.perf_counter()
    if arguments.solutions is not None:
        faults += print_solutions(arguments.solutions)
    if arguments.rectangles is not None:
        faults += print_rectangles(arguments.rectangles, arguments.check, arguments.seconds)
    if arguments.worst is not None:
        faults += print_worst_cases(arguments.worst or list(WORST), arguments.seconds)
    if arguments.pictures is not None:
        write_pictures(arguments.pictures)
    print(f"{time.perf_counter() - start:.1f} s together; " + ("; ".join(["WRONG", *faults]) if faults else "no fault"))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
