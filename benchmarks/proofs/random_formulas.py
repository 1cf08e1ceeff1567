"""How long a proof takes to check, against how long it took to find: `python -m benchmarks.proofs.random_formulas`.

Random 3-SAT, 4.5 clauses a variable. CaDiCaL 1.9.5 solves it and writes its proof; the proof is checked as `--prove`
does it: read, backward, as LRAT, and each clause that it uses against the model. CPU seconds of this process, and the
most memory that it has had after each step; where drat-trim is on the PATH, its CPU seconds for the same proof.

Arguments: numbers of variables; `330` writes 1.6 million lemmas and takes about six minutes.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from backends import cnf
from backends.contract import Limits, Options
from backends.justifying.refutation import ENCODINGS, SOLVER, check_refutation, prepare
from backends.lowering.clauses import Cnf, to_clauses
from benchmarks.loading.dimacs_text import write_cnf
from models.neutral import Model

RATIO = 4.5  # clauses a variable: hardly any of these has a solution
LIMITS, OPTIONS = Limits(36_000), Options(encodings=ENCODINGS)


def random_model(variables: int) -> Model:
    """The formula, the same in every run."""
    random, model = Random(variables), Model(f"3-SAT of {variables} variables")
    x = model.bools("x", variables)
    clauses = [
        [literal if random.random() < 0.5 else -literal for literal in random.sample(x.tolist(), 3)]
        for _ in range(int(RATIO * variables))
    ]
    model.any("clauses", np.array(clauses, np.int32))
    return model


def megabytes() -> str:
    """The most memory that this process has had."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB"


def drat_trim_seconds(lowered: Cnf, proof: bytes) -> float | None:
    """CPU seconds of drat-trim, None where it is not installed."""
    program = shutil.which("drat-trim")
    if program is None:
        return None
    with TemporaryDirectory() as folder:
        formula, lemmas = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        with formula.open("wb") as file:
            write_cnf(lowered, file)
        lemmas.write_bytes(proof)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, formula, lemmas, "-t", "36000"], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(variables: int) -> None:
    """Solve one formula, check its proof, and print what that took."""
    model = random_model(variables)
    lowered = to_clauses(model, LIMITS, OPTIONS)
    begin = time.process_time()
    proof = cnf.prove(SOLVER, lowered, LIMITS)
    solving = time.process_time() - begin
    if proof is None:
        print(f"{variables} variables: there is a solution, found in {solving:.2f} s")
        return
    print(f"{variables} variables: solved in {solving:.2f} s, {megabytes()}; {len(proof):,} bytes", flush=True)
    begin = time.process_time()
    checked = check_refutation(model, proof, LIMITS, OPTIONS)
    checking = time.process_time() - begin
    whole = sum(checked.seconds.values())
    shares = ", ".join(f"{part} {seconds / whole:.0%}" for part, seconds in checked.seconds.items())
    lemmas, used = checked.lemmas
    print(
        f"  {lemmas:,} lemmas, {used:,} used: {checked.refusal or 'proved'} in {checking:.2f} s, "
        f"{checking / solving:.2f} of solving, {megabytes()} ({shares})",
        flush=True,
    )
    theirs = drat_trim_seconds(lowered, proof)
    if theirs is not None:
        print(f"  drat-trim: {theirs:.2f} s; ours takes {checking / theirs:.2f} of that", flush=True)


def main() -> None:
    """A paragraph for each number of variables."""
    prepare()
    for variables in map(int, sys.argv[1:] or ("150", "200", "250")):
        report(variables)


if __name__ == "__main__":
    main()
