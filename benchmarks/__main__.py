"""Ratios against peers, in one command: `python -m benchmarks [SUBJECT ...]`; `--list` says what there is.

Each line below is a benchmark of its own, run with small sizes in a process of its own; all together take some seven
minutes. Each prints what it measured against a peer in the same run: another library, a simpler method, or a limit, as
the solver's own parser, C, or copying as many bytes. At the end all ratios stand in one table, with machine and
versions; `--write` puts it into docs/measurements/performance.md, when all subjects ran. For other sizes,
run one by its name.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version

from benchmarks.ratios import Measured, Ratio, format_table, read_ratios, write_table
from report.provenance import package_versions


@dataclass(frozen=True, slots=True)
class Benchmark:
    """module: below `benchmarks`; arguments: for a small run; measures: what, against which peer; ratios: to be found
    in what it prints."""

    module: str
    arguments: tuple[str, ...]
    measures: str
    ratios: tuple[Ratio, ...] = ()


SUITE = (
    Benchmark(
        "solvers.peers",
        ("3", "50"),
        "from a puzzle to a loaded solver, against CPMpy",
        (
            Ratio("Akari 50x50 into CaDiCaL", "CPMpy", r"pysat:cadical195 .* ratio +([\d.]+)", is_share=False),
            Ratio("Akari 50x50 into CP-SAT", "CPMpy", r"ortools .* ratio +([\d.]+)", is_share=False),
        ),
    ),
    Benchmark(
        "loading.dimacs",
        ("600", "3"),
        "from rules to DIMACS, against CaDiCaL's parser",
        (Ratio("Akari 600x600 to a CNF file", "CaDiCaL reads it", r"ours is ([\d.]+) of it", is_limit=True),),
    ),
    Benchmark(
        "loading.bandwidth",
        ("600", "5"),
        "clauses and their text, against copying them",
        (
            Ratio("the clauses of it in one array", "a copy", r"^clauses: .* ratio ([\d.]+)", is_limit=True),
            Ratio("their text in memory", "a copy", r"^text: .* ratio ([\d.]+)", is_limit=True),
        ),
    ),
    Benchmark(
        "loading.python_sat",
        ("3", "100"),
        "clauses into python-sat in bulk, against its lists",
        (
            Ratio(
                "clauses into CaDiCaL", "python-sat's lists", r"cadical195 +lists .* ([\d.]+) x bulk", is_share=False
            ),
            Ratio("clauses into MiniSat", "python-sat's lists", r"minisat22 +lists .* ([\d.]+) x bulk", is_share=False),
        ),
    ),
    Benchmark(
        "loading.cpsat",
        ("3", "100"),
        "a model into CP-SAT in bulk, against its Python layer",
        (Ratio("a model into CP-SAT", "its Python layer", r"bulk +[\d.]+ +([\d.]+)x", is_share=False),),
    ),
    Benchmark(
        "loading.readers",
        ("10", "3", "lp"),
        "an LP file read, against HiGHS",
        (Ratio("an LP file of 15 MB read", "HiGHS's reader", r"ours is ([\d.]+) of it", is_limit=True),),
    ),
    Benchmark(
        "algebra.gf2",
        ("dense",),
        "elimination modulo 2, against M4RI where it is installed",
        (
            Ratio("4000x4000 equations modulo 2", "M4RI (C)", r"random 4000 .* ratio ([\d.]+)", is_limit=True),
            Ratio("16000x16000 equations modulo 2", "M4RI (C)", r"random 16000 .* ratio ([\d.]+)", is_limit=True),
            Ratio("Lights Out 100x100", "elimination", r"board 100 x 100: .*, (\d+) times", is_share=False),
        ),
    ),
    Benchmark(
        "lightsout.methods",
        ("3",),
        "Lights Out by three methods, against each other",
        (
            Ratio("Lights Out 400x400 by polynomials", "Spanish method", r"^400 .*?\(([\d.]+)x\)", is_share=False),
            Ratio("Lights Out 5000x5000", "M4RI, its elimination alone", r"^5000 .*\(([\d.]+)x\)$", is_share=False),
        ),
    ),
    Benchmark(
        "lightsout.nullity",
        ("60", "3"),
        "the nullity of boards by short remainders, against whole ones",
        (Ratio("nullity of 12000x12000", "whole remainders", r"n = 12000: .*\(([\d.]+)x\)", is_share=False),),
    ),
    Benchmark("solvers.propagation", ("300",), "propagation on a large board, step by step"),
    Benchmark(
        "solvers.walksat",
        ("3",),
        "local search, against plain Python",
        (
            Ratio("flips of local search", "C", r"C, skc .* ([\d.]+) times as fast", is_share=False, is_limit=True),
            Ratio("flips of local search", "Python", r"incremental, skc .* ([\d.]+) times", is_share=False),
        ),
    ),
    Benchmark(
        "solvers.long_sums",
        ("80", "1", "60", "recombine,cnf"),
        "local search on long sums, against SAT",
        (Ratio("a board of Tents 80x80", "CaDiCaL", r"recombine / cnf, .*: ([\d.]+)"),),
    ),
    Benchmark(
        "solvers.exactcover",
        ("1", "3"),
        "all tilings of two boards, against SAT solvers and CP-SAT",
        (
            Ratio("a tiling of 8x8", "dancing links", r"dancing links .* ours ([\d.,]+) times", is_share=False),
            Ratio("a tiling of 8x8", "CP-SAT", r"CP-SAT .* ours ([\d.,]+) times", is_share=False),
            Ratio("a tiling of 8x8", "Glucose", r"glucose4 .* ours ([\d.,]+) times", is_share=False),
        ),
    ),
    Benchmark(
        "proofs.random_formulas",
        ("150", "200"),
        "a proof checked, against the time that it took to find",
        (Ratio("a proof of 25,000 lemmas checked", "CaDiCaL finds it", r"([\d.]+) of solving"),),
    ),
)


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__.partition("\n")[0])
    parser.add_argument("subjects", nargs="*", help="only benchmarks whose name holds one of these words")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    parser.add_argument(
        "--write", action="store_true", help="put the table of ratios into docs/measurements/performance.md"
    )
    arguments = parser.parse_args()
    words = arguments.subjects or [""]
    chosen = [each for each in SUITE if any(word in each.module for word in words)]
    if not chosen:
        parser.error(f"expected a part of a name, such as `loading`, found {' '.join(words)!r}; --list names them all")
    if arguments.list:
        width = max(len(each.module) for each in chosen)
        print("\n".join(f"{each.module:{width}}  {each.measures}" for each in chosen))
        return 0
    if arguments.write and len(chosen) < len(SUITE):
        parser.error("--write needs all subjects: the table is of one run")
    machine, failed, measured = describe_machine(), [], list[Measured]()
    print(machine, flush=True)
    for each in chosen:
        code, output = run_benchmark(each)
        failed += [each.module] if code else []
        measured += read_ratios(each.ratios, output)
    table = format_table(measured, f"{date.today():%d %B %Y}, {machine.replace(chr(10), '; ')}.")
    print(f"\n{table}")
    if arguments.write:
        write_table(table)
    print(f"failed: {', '.join(failed)}" if failed else "all ran")
    return 1 if failed else 0


def run_benchmark(benchmark: Benchmark) -> tuple[int, str]:
    """Its exit code and its output, which goes to the terminal as it comes."""
    command = [sys.executable, "-m", f"benchmarks.{benchmark.module}", *benchmark.arguments]
    print(f"\n== {benchmark.measures}\n   python {' '.join(command[1:])}", flush=True)
    start, lines = time.monotonic(), []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    print(f"   {time.monotonic() - start:.0f} s", flush=True)
    return process.returncode, "".join(lines)


def describe_machine() -> str:
    """What figures depend on: the machine, its load, Python, libraries and peers with their versions."""
    versions = ", ".join(f"{name} {version}" for name, version in {**package_versions(), **peer_versions()}.items())
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    return f"{platform.platform()}, Python {platform.python_version()}, {load}\n{versions}"


def peer_versions() -> dict[str, str]:
    """Of the peers that are installed and are no solvers of ours."""
    versions = {}
    with suppress(PackageNotFoundError):
        versions["cpmpy"] = version("cpmpy")
    for program in ("cadical", "cc"):
        if shutil.which(program):
            printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
            versions[program] = printed.partition("\n")[0].rpartition(" ")[2]
    return versions


if __name__ == "__main__":
    sys.exit(main())
