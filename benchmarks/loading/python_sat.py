"""Clause loading timed: `python -m benchmarks.loading.python_sat [ROUNDS] [SIDE ...]` (default: 3 300 500).

Akari boards of SIDE x SIDE cells, 10 % bare and 10 % numbered walls, in clauses (for minicard: with at-most rows). Each
round runs every way once, every second one in the reverse order; medians of processor seconds, and of the ratios within
a round.

    bulk          backends.loading: the solver's own functions, called in a compiled loop
    lists         python-sat's add_clause, a list per clause: the fall-back
    from file     python-sat's own reader: CNF(from_file) and append_formula; writing the file is not counted
    one by one    CryptoMiniSat: add_clause in a loop over lists
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from backends import cnf, cryptominisat
from backends.contract import Limits, Options
from backends.loading.python_sat import describe_loading, probe_bulk
from backends.loading.sat_solver import load_solver
from backends.lowering.clauses import COUNTING_FORMS, Cnf, to_clauses
from benchmarks.timing import alternate, median_ratio, time_call
from models.puzzles.akari import rules

LIMITS = Limits(seconds=600)
SOLVERS = "cadical195", "cadical300", "cadical153", "glucose42", "minisat22", "lingeling", "kissat404", "minicard"


def load_seconds(load: Callable[[], Any]) -> float:
    """Seconds of one call; what it returns is freed afterwards."""
    seconds, solver = time_call(load)
    if hasattr(solver, "delete"):
        solver.delete()
    return seconds


def load_file(path: Path) -> Any:
    """A solver from a DIMACS file, the way python-sat's documentation does it."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    return Solver(name=cnf.DEFAULT, bootstrap_with=CNF(from_file=str(path)))


def load_one_by_one(formula: Cnf) -> Any:
    """CryptoMiniSat, clause by clause."""
    from pycryptosat import Solver

    solver = Solver()
    for clause in formula.clause_lists():
        solver.add_clause(clause)
    return solver


def write_dimacs(formula: Cnf, path: Path) -> None:
    text = "\n".join(" ".join(map(str, clause)) + " 0" for clause in formula.clause_lists())
    path.write_text(f"p cnf {formula.variables} {formula.rows}\n{text}\n")


def main(rounds: int, sides: list[int]) -> None:
    for name in SOLVERS:
        if probe_bulk(name):
            print(f"{name}: {describe_loading(name)}")
    for side in sides:
        model = rules.model(rules.generate((side, side), 1)[0])
        clauses = to_clauses(model, LIMITS, Options())
        counted = to_clauses(model, LIMITS, Options(), native=frozenset(COUNTING_FORMS))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "board.cnf"
            write_dimacs(clauses, path)
            compare(side, clauses, counted, path, rounds)


def compare(side: int, clauses: Cnf, counted: Cnf, path: Path, rounds: int) -> None:
    """Run every way, round by round, and print the table."""

    def of_python_sat(name: str, bulk: bool) -> Callable[[], Any]:
        return lambda: load_solver(name, counted if name == "minicard" else clauses, LIMITS, bulk)

    ways: dict[tuple[str, str], Callable[[], Any]] = {
        (name, "bulk" if bulk else "lists"): of_python_sat(name, bulk) for name in SOLVERS for bulk in (True, False)
    }
    ways[cnf.DEFAULT, "from file"] = lambda: load_file(path)
    ways["cryptominisat", "bulk"] = lambda: cryptominisat.load_solver(clauses, LIMITS)
    ways["cryptominisat", "one by one"] = lambda: load_one_by_one(clauses)
    seconds = alternate({way: partial(load_seconds, load) for way, load in ways.items()}, rounds)
    print(f"{side}x{side}: {clauses.rows:,} clauses, {clauses.literals:,} literals; {rounds} rounds, medians")
    print(f"  minicard: {len(counted.native):,} at-most rows and {counted.rows:,} clauses")
    for name, route in ways:
        spent = median(seconds[name, route])
        ratio = "" if route == "bulk" else f"{median_ratio(seconds[name, route], seconds[name, 'bulk']):6.1f} x bulk"
        print(f"  {name:<14}{route:<12}{spent:8.3f} s  {ratio}")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(numbers[0] if numbers else 3, numbers[1:] or [300, 500])
