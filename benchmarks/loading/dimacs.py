"""Benchmark from rules to a DIMACS file: `python -m benchmarks.loading.dimacs [SIDE] [ROUNDS]` (default 1000 3).

An Akari board, 10 % bare and 10 % numbered walls, at most one lamp per run written pairwise. In turn, each round in
processes of their own:

    ours         state the model, plan its clauses, write them as DIMACS into a file; then, as a solver in the same
                 process needs them, all clauses into one array, and their text into memory
    cadical      reads that file and does nothing else (`-c 0 -d 0`; the time it reports for parsing)
    python-sat   reads that file into its CNF class, and writes it again (first round only: it takes long)

Printed: the median of each step, its share, the ratio of ours to cadical's reading, and our peak memory until the file
is written. Our imports, compilation and the generation of the board are not counted. The file lies in memory
(/dev/shm) if possible, so that no disk is measured. All times are processor times, as cadical reports its own. Needs
cadical on the PATH (Debian: apt-get install cadical); without it, no ratio.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path
from statistics import median

from benchmarks.loading.dimacs_text import write_cnf
from benchmarks.timing import peak_megabytes, time_call

Times = dict[str, float]
STEPS = ("model", "plan", "file")


def measure_ours(side: int, path: str) -> Times:
    """Seconds by step, megabytes, and the size of what is written."""
    from backends.contract import Limits, Options
    from backends.formats.dimacs import writing
    from backends.lowering.clause_plan import plan_clauses
    from backends.lowering.clauses import write_clauses
    from models.neutral import Form
    from models.puzzles.akari import rules

    options = Options(encodings={Form.AT_MOST_ONE: "pairwise"})
    small = rules.model(rules.generate((9, 9), seed=1)[0])
    write_cnf(write_clauses(plan_clauses(small, Limits(), options)), BytesIO())  # imports, compiled loops
    board, _ = rules.generate((side, side), seed=1, bare=10, numbered=10)
    before = peak_megabytes()
    times = [time.process_time()]
    model = rules.model(board)
    times.append(time.process_time())
    plan = plan_clauses(model, Limits(), options)
    times.append(time.process_time())
    with open(path, "wb") as file:
        writing.write_plan(plan, file, writing.sentences(model))
    times.append(time.process_time())
    most = peak_megabytes()
    in_array, cnf = time_call(lambda: write_clauses(plan))
    text = BytesIO()
    in_memory, _ = time_call(lambda: write_cnf(cnf, text, writing.sentences(model)))
    steps = {name: b - a for name, a, b in zip(STEPS, times, times[1:], strict=False)}
    sizes = {"clauses written": cnf.rows, "literals": cnf.literals, "bytes": text.tell()}
    return {**steps, **sizes, "one array": in_array, "its text": in_memory, "MB": most, "MB before": before}


def measure_python_sat(path: str) -> Times:
    """Seconds for python-sat to read and to write the file."""
    from pysat.formula import CNF

    start = time.process_time()
    formula = CNF(from_file=path)
    read = time.process_time() - start
    start = time.process_time()
    formula.to_file(path + ".again")
    wrote = time.process_time() - start
    os.unlink(path + ".again")
    return {"python-sat reads": read, "python-sat writes": wrote}


def cadical_seconds(path: str) -> float:
    """Seconds that cadical reports for parsing."""
    output = subprocess.run(["cadical", "-c", "0", "-d", "0", path], capture_output=True, text=True).stdout
    parsed = re.search(r"parsed \d+ clauses in ([\d.]+) seconds", output)
    assert parsed, f"cadical does not say how long it parsed: {output[-500:]}"
    return float(parsed[1])


def run_in_child(*words: str) -> Times:
    """One step of this script in a child process."""
    command = [sys.executable, "-m", "benchmarks.loading.dimacs", *words]
    times: Times = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return times


def main(side: int = 1000, rounds: int = 3) -> None:
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="rosetta-", dir=shared) as folder:
        path = str(Path(folder, "board.cnf"))
        runs: list[Times] = []
        reading: list[float] = []
        peer: Times = {}
        for turn in range(rounds):
            runs.append(run_in_child("ours", str(side), path))
            reading += [cadical_seconds(path)] if shutil.which("cadical") else []
            peer = peer or run_in_child("python-sat", path) if turn == 0 else peer
    middle = {name: median(run[name] for run in runs) for name in runs[0]}
    totals = [sum(run[step] for step in STEPS) for run in runs]
    total = median(totals)
    print(f"akari {side}x{side}: {middle['clauses written']:,} clauses, {middle['literals']:,} literals, "
          f"{middle['bytes']:,} bytes; medians of {rounds}")  # fmt: skip
    for step in STEPS:
        print(f"  {step:<20}{middle[step]:8.2f} s {middle[step] / total:8.0%}")
    print(f"  {'together':<20}{total:8.2f} s")
    print(f"  {'one array':<20}{middle['one array']:8.2f} s, its text {middle['its text']:.2f} s")
    for name, seconds in peer.items():
        print(f"  {name:<20}{seconds:8.2f} s")
    if 0.0 in reading:
        print("  cadical parses in less than the 0.01 s that it tells: no ratio; take a larger board")
    elif reading:
        ratios = [ours / read for ours, read in zip(totals, reading, strict=True)]
        print(f"  {'cadical parses':<20}{median(reading):8.2f} s, ours is {median(ratios):.2f} of it "
              f"(rounds: {', '.join(f'{ratio:.2f}' for ratio in ratios)})")  # fmt: skip
    print(f"  most memory {max(run['MB'] for run in runs):,.0f} MB, of which {middle['MB before']:,.0f} MB before")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["ours", side, path]:
            print(json.dumps(measure_ours(int(side), path)))
        case ["python-sat", path]:
            print(json.dumps(measure_python_sat(path)))
        case words:
            main(*map(int, words))
