"""Benchmark against the memory: `python -m benchmarks.loading.bandwidth [SIDE] [ROUNDS]` (default 600 5).

Nothing that writes so many bytes into fresh memory is faster than copying them. An Akari board, lowered pairwise:

    clauses    what is planned, written into one array; against a copy of that array
    text       that array as DIMACS in memory; against a copy of that text

The ways take turns; printed are medians of processor seconds, and how many times as long ours takes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from statistics import median

from backends.contract import Limits, Options
from backends.lowering.clause_plan import plan_clauses
from backends.lowering.clauses import Cnf, write_clauses
from benchmarks.loading.dimacs_text import write_cnf
from benchmarks.timing import take_turns, time_call
from models.neutral import Form
from models.puzzles.akari import rules


def main(side: int = 600, rounds: int = 5) -> None:
    board, _ = rules.generate((side, side), seed=1, bare=10, numbered=10)
    plan = plan_clauses(rules.model(board), Limits(), Options(encodings={Form.AT_MOST_ONE: "pairwise"}))
    cnf = write_clauses(plan)
    text = write_text(cnf)  # compiles, too
    ways: dict[str, Callable[[], object]] = {
        "clauses": lambda: write_clauses(plan),
        "copy of clauses": cnf.clauses.copy,
        "text": lambda: write_text(cnf),
        "copy of text": lambda: bytearray(text),
    }
    spent = take_turns({name: lambda way=way: time_call(way)[0] for name, way in ways.items()}, rounds)  # type: ignore[misc]
    for name, size in (("clauses", cnf.clauses.nbytes), ("text", len(text))):
        ours, copy = median(spent[name]), median(spent[f"copy of {name}"])
        print(f"{name}: {size:,} bytes in {ours:.3f} s, copied in {copy:.3f} s, ratio {ours / copy:.1f}")


def write_text(cnf: Cnf) -> bytes:
    """As DIMACS."""
    whole = BytesIO()
    write_cnf(cnf, whole)
    return whole.getvalue()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
