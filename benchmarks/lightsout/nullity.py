"""Benchmark of the nullity of n x n boards: `python -m benchmarks.lightsout.nullity [MOST [ROUNDS]]`.

First the table for n = 1..MOST (25000), by `nullities`, with elapsed and processor time, also for the first tenth and
the first half. Then single boards in two ways, as the degree of a gcd of whole Fibonacci polynomials, and from
polynomials of at most a quarter of their length: medians over the rounds, and their ratio. Of the table it prints the
first twenty terms, the greatest, the number of zeros, and the SHA-256 of the terms (one per line), to compare tables;
and the torus of MOST rows.
"""

from __future__ import annotations

import hashlib
import sys
import time
from functools import partial
from statistics import median

from algebra.modulo2.polynomials import degree, fibonacci, gcd, shift_argument
from benchmarks.timing import take_turns, time_call
from models.puzzles.lightsout.theory.nullity import nullities, nullity, torus_nullity

SINGLE = (500, 1999, 5000, 12_000)


def nullity_by_gcd(n: int) -> int:
    return degree(gcd(shift_argument(fibonacci(n + 1)), fibonacci(n + 1)))


def print_table(most: int) -> list[int]:
    terms: list[int] = []
    for upto in (most // 10, most // 2, most):
        worked = time.process_time()
        spent, terms = time_call(partial(nullities, upto), time.perf_counter)
        print(f"n = 1..{upto}: {spent:.2f} s ({time.process_time() - worked:.2f} s of the processor)", flush=True)
    return terms


def main() -> None:
    most, rounds = [*[int(word) for word in sys.argv[1:]], *(25_000, 5)[len(sys.argv) - 1 :]][:2]
    terms = print_table(most)
    print("terms", *terms[:20])
    greatest = max(terms)
    digest = hashlib.sha256("".join(f"{term}\n" for term in terms).encode()).hexdigest()
    print(f"greatest {greatest} at n = {terms.index(greatest) + 1}; nullity 0 {terms.count(0)} times; SHA-256 {digest}")
    print(f"torus {most} x {most}: {torus_nullity(most)}")
    for n in SINGLE:
        ways = (partial(nullity_by_gcd, n), partial(nullity, n, n))
        runs = take_turns({way: partial(time_call, way, time.perf_counter) for way in ways}, rounds)
        values = {value for results in runs.values() for _, value in results}
        if len(values) > 1:
            raise SystemExit(f"n = {n}: {values}")
        slow, fast = (1000 * median(spent for spent, _ in runs[way]) for way in ways)
        print(f"n = {n}: nullity {min(values)}, whole {slow:.2f} ms, short {fast:.2f} ms ({slow / fast:.1f}x)")


if __name__ == "__main__":
    main()
