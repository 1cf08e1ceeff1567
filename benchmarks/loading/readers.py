"""Benchmark of the readers of solver files: `python -m benchmarks.loading.readers [SIZE] [ROUNDS] [FORMAT ...]`.

SIZE is in megabytes (default 20), ROUNDS 3. A random file of each format is written, and read in turn by us and by the
peers that can be had, each in a process of its own:

    dimacs   random 3-CNF                        python-sat's CNF(from_file=...)
    wcnf     the same, a tenth of it weighted    python-sat's WCNF(from_file=...)
    xnf      the same, a tenth of it parities    none: python-sat's CNF on the same text without the `x`
    opb      random rows of 10 terms             none: python-sat's CNF on as many megabytes of clauses
    lp, mps  random rows of 10 integer terms     HiGHS (inside scipy); of MPS, OR-Tools' model builder too

Printed: tokens (words between blanks), the median of the processor seconds of each, tokens per second, our share of
each peer's time by round, and our peak memory. Imports and compilation are not counted, nor is reading from the disk:
the file lies in memory (/dev/shm) if possible. A peer makes its own formula or model of the file, as we do of ours.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

PEERS = {
    "dimacs": ("python-sat",),
    "wcnf": ("python-sat",),
    "xnf": ("python-sat",),
    "opb": ("python-sat",),
    "lp": ("HiGHS",),  # OR-Tools' LP files are of another kind
    "mps": ("HiGHS", "OR-Tools"),
}
LENGTH = 10  # terms of a linear row


# ---- files -------------------------------------------------------------------------------------------------------


def clause_file(megabytes: float, name: str) -> bytes:
    """Random clauses of three literals: `dimacs`, `wcnf` or `xnf`."""
    stream = np.random.default_rng(1)
    clauses = int(megabytes * 1e6 / 23)
    variables = max(clauses // 4, 3)
    literals = stream.integers(1, variables + 1, (clauses, 3)) * stream.choice([-1, 1], (clauses, 3))
    lines = [f"{a} {b} {c} 0" for a, b, c in literals.tolist()]
    if name == "wcnf":
        lines = [f"{'h' if i % 10 else i % 90 + 1} {line}" for i, line in enumerate(lines)]
    if name == "xnf":
        lines = [f"{'' if i % 10 else 'x'}{line}" for i, line in enumerate(lines)]
    head = "" if name == "wcnf" else f"p cnf {variables} {clauses}\n"
    return (head + "\n".join(lines) + "\n").encode()


def linear_file(megabytes: float, name: str) -> bytes:
    """Random rows over Booleans and integers: `opb`, `lp` or `mps`."""
    stream = np.random.default_rng(1)
    rows = int(megabytes * 1e6 / {"opb": 110, "lp": 130, "mps": 200}[name])
    variables = max(rows // 2, LENGTH)
    columns = (stream.integers(0, variables, rows)[:, None] + np.arange(LENGTH) * 7) % variables
    coefs = stream.integers(1, 100, (rows, LENGTH)) * stream.choice([-1, 1], (rows, LENGTH))
    return {"opb": _opb_text, "lp": _lp_text, "mps": _mps_text}[name](columns, coefs, variables).encode()


def _opb_text(columns: np.ndarray, coefs: np.ndarray, variables: int) -> str:
    lines = [f"* #variable= {variables} #constraint= {len(columns)}", "min: +1 x1 +2 x2 ;"]
    for row, values in zip((columns + 1).tolist(), coefs.tolist(), strict=True):
        lines.append(" ".join(f"{v:+d} x{x}" for x, v in zip(row, values, strict=True)) + " >= -3 ;")
    return "\n".join(lines) + "\n"


def _lp_text(columns: np.ndarray, coefs: np.ndarray, variables: int) -> str:
    lines = ["Minimize", " obj: 3 flow_0 + 2 flow_1", "Subject To"]
    for i, (row, values) in enumerate(zip(columns.tolist(), coefs.tolist(), strict=True)):
        terms = " ".join(f"{'-' if v < 0 else '+'} {abs(v)} flow_{x}" for x, v in zip(row, values, strict=True))
        lines.append(f" row_{i}: {terms} <= {i % 50}")
    lines += ["Bounds", *(f" 0 <= flow_{x} <= {x % 9 + 1}" for x in range(variables))]
    return "\n".join([*lines, "Generals", *(f" flow_{x}" for x in range(variables)), "End", ""])


def _mps_text(columns: np.ndarray, coefs: np.ndarray, variables: int) -> str:
    rows = len(columns)
    lines = ["NAME random", "ROWS", " N obj", *(f" L row_{i}" for i in range(rows)), "COLUMNS"]
    order = np.argsort(columns.ravel(), kind="stable")
    owner, column, value = order // LENGTH, columns.ravel()[order], coefs.ravel()[order]
    lines += [" M1 'MARKER' 'INTORG'", *(f" flow_{x} obj {x % 7}" for x in range(variables) if x % 5 == 0)]
    triples = zip(column.tolist(), owner.tolist(), value.tolist(), strict=True)
    entries = [f" flow_{x} row_{i} {v}" for x, i, v in triples]
    seen = set(column.tolist())
    lines = [line for line in lines if not line.startswith(" flow_")]
    lines += [*entries, *(f" flow_{x} obj 0" for x in range(variables) if x not in seen), " M2 'MARKER' 'INTEND'"]
    lines += ["RHS", *(f" RHS row_{i} {i % 50 + 1}" for i in range(rows))]
    return "\n".join([*lines, "BOUNDS", *(f" UP BND flow_{x} {x % 9 + 1}" for x in range(variables)), "ENDATA", ""])


def file_text(megabytes: float, name: str) -> bytes:
    """A file of that format and of about that size."""
    return (linear_file if name in ("opb", "lp", "mps") else clause_file)(megabytes, name)


# ---- readers -----------------------------------------------------------------------------------------------------


def prepare_reader(reader: str, name: str, path: str) -> Callable[[], object]:
    """What reads the file, with all that it needs imported and compiled."""
    if reader == "ours":
        from backends.formats.__main__ import compile_loops
        from backends.formats.contract import file_format

        read = file_format(name).read
        assert read is not None
        compile_loops()
        read(file_text(0.1, name))
        return lambda: read(Path(path).read_bytes())
    if reader == "python-sat":
        from pysat.formula import CNF, WCNF

        return lambda: (WCNF if name == "wcnf" else CNF)(from_file=path)
    if reader == "HiGHS":
        from scipy.optimize._highspy import _core

        solver = _core._Highs()
        solver.setOptionValue("output_flag", False)
        return lambda: check_success(solver.readModel(path) == _core.HighsStatus.kOk)
    from ortools.linear_solver.python import model_builder

    model = model_builder.Model()
    return lambda: check_success(model.import_from_mps_file(path))


def check_success(is_read: bool) -> None:
    """Raises RuntimeError if a peer did not take the file."""
    if not is_read:
        raise RuntimeError("a peer does not read this file")


def measure_reader(reader: str, name: str, path: str) -> dict[str, float]:
    """Processor seconds and the most memory, in megabytes, of one reading."""
    read = prepare_reader(reader, name, path)
    before, start = peak_of_image(), time.process_time()
    read()
    return {"seconds": time.process_time() - start, "MB": peak_of_image() - before}


def peak_of_image() -> float:
    """The most memory since this program was loaded, in megabytes: getrusage would count its parent's, too."""
    match = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    return int(match[1]) / 1024 if match else 0.0


def run_in_child(*words: str) -> dict[str, float]:
    """One reading in a child process."""
    command = [sys.executable, "-m", "benchmarks.loading.readers", "child", *words]
    result: dict[str, float] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    )
    return result


def compare_readers(name: str, megabytes: float, rounds: int, folder: str) -> None:
    """Print the times of all readers of that format."""
    content = file_text(megabytes, name)
    path = Path(folder, f"random.{'cnf' if name == 'dimacs' else name}")
    path.write_bytes(content)
    paths = {reader: str(path) for reader in ("ours", *PEERS[name])}
    if name in ("xnf", "opb"):
        plain = Path(folder, "peer.cnf")
        plain.write_bytes(content.replace(b"x", b"") if name == "xnf" else clause_file(megabytes, "dimacs"))
        paths["python-sat"] = str(plain)
    tokens = len(content.split())
    runs = {reader: [run_in_child(reader, name, paths[reader]) for _ in range(rounds)] for reader in paths}
    ours = [run["seconds"] for run in runs["ours"]]
    print(f"{name}: {len(content):,} bytes, {tokens:,} tokens; medians of {rounds}")
    for reader, results in runs.items():
        seconds = [run["seconds"] for run in results]
        middle = median(seconds)
        line = f"  {reader:<12}{middle:8.2f} s {tokens / middle / 1e6:8.2f} M tokens/s"
        if reader == "ours":
            line += f"   most memory {max(run['MB'] for run in results):,.0f} MB"
        else:
            shares = [mine / theirs for mine, theirs in zip(ours, seconds, strict=True)]
            line += f"   ours is {median(shares):.2f} of it ({', '.join(f'{share:.2f}' for share in shares)})"
        print(line, flush=True)


def main(megabytes: float = 20, rounds: int = 3, names: tuple[str, ...] = tuple(PEERS)) -> None:
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="rosetta-", dir=shared) as folder:
        for name in names:
            compare_readers(name, megabytes, rounds, folder)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["child", reader, name, path]:
            print(json.dumps(measure_reader(reader, name, path)))
        case [*words]:
            sizes = [float(word) for word in words[:2]]
            main(sizes[0] if sizes else 20, int(sizes[1]) if len(sizes) > 1 else 3, tuple(words[2:]) or tuple(PEERS))
