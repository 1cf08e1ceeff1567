"""Ratios against peers, in one command: `python -m benchmarks [SUBJECT ...]`; `--list` says what there is.

Each line below is a benchmark of its own, run with small sizes in a process of its own; all together take some five
minutes. Each prints what it measured against a peer in the same run: another library, a simpler method, or the solver's
own parser. For other sizes, run it by its name. Figures that were measured with care are in docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass

from report.provenance import package_versions


@dataclass(frozen=True, slots=True)
class Benchmark:
    """module: below `benchmarks`; arguments: for a small run; measures: what, against which peer."""

    module: str
    arguments: tuple[str, ...]
    measures: str


SUITE = (
    Benchmark("solvers.peers", ("3", "50"), "from a puzzle to a loaded solver, against CPMpy"),
    Benchmark("loading.dimacs", ("300", "3"), "from rules to DIMACS, against CaDiCaL's parser"),
    Benchmark("loading.python_sat", ("3", "100"), "clauses into python-sat in bulk, against its lists"),
    Benchmark("loading.cpsat", ("3", "100"), "a model into CP-SAT in bulk, against its Python layer"),
    Benchmark("loading.readers", ("10", "3", "lp"), "an LP file read, against HiGHS"),
    Benchmark("algebra.gf2", ("dense",), "elimination modulo 2, against M4RI where it is installed"),
    Benchmark("lightsout.methods", ("3",), "Lights Out by three methods, against each other"),
    Benchmark("lightsout.nullity", ("60", "3"), "the nullity of boards by short remainders, against whole ones"),
    Benchmark("solvers.propagation", ("300",), "propagation on a large board, step by step"),
    Benchmark("solvers.walksat", ("3",), "local search, against plain Python"),
    Benchmark("solvers.exactcover", ("1", "3"), "all tilings of two boards, against SAT solvers and CP-SAT"),
    Benchmark("proofs.random_formulas", ("150", "200"), "a proof checked, against the time that it took to find"),
)


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__.partition("\n")[0])
    parser.add_argument("subjects", nargs="*", help="only benchmarks whose name holds one of these words")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    arguments = parser.parse_args()
    words = arguments.subjects or [""]
    chosen = [each for each in SUITE if any(word in each.module for word in words)]
    if not chosen:
        parser.error(f"expected a part of a name, such as `loading`, found {' '.join(words)!r}; --list names them all")
    if arguments.list:
        width = max(len(each.module) for each in chosen)
        print("\n".join(f"{each.module:{width}}  {each.measures}" for each in chosen))
        return 0
    print(describe_machine(), flush=True)
    failed = [each.module for each in chosen if not run_benchmark(each)]
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall ran")
    return 1 if failed else 0


def run_benchmark(benchmark: Benchmark) -> bool:
    """Whether it ended well; its output goes to the terminal."""
    command = [sys.executable, "-m", f"benchmarks.{benchmark.module}", *benchmark.arguments]
    print(f"\n== {benchmark.measures}\n   python {' '.join(command[1:])}", flush=True)
    start = time.monotonic()
    code = subprocess.run(command, check=False).returncode
    print(f"   {time.monotonic() - start:.0f} s", flush=True)
    return code == 0


def describe_machine() -> str:
    """What figures depend on: the machine, its load, Python, and the libraries with their versions."""
    versions = ", ".join(f"{name} {version}" for name, version in package_versions().items())
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    return f"{platform.platform()}, Python {platform.python_version()}, {load}\n{versions}"


if __name__ == "__main__":
    sys.exit(main())
