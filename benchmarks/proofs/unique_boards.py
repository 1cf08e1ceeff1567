"""Boards with one solution, proved to have no other: `python -m benchmarks.proofs.unique_boards [PUZZLE.json ...]`.

Those of the catalogue that are known to have one solution; and those in the files, whose name is that of a puzzle:
`{"name": {"problem": "the board as text"}}`. For each puzzle: how many were proved; how long the first solution took,
lowering included, and the proof that there is no other; and how long the check of that took, from the rules on (CPU
seconds of this process).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from backends import cnf
from backends.contract import Limits, Options
from backends.justifying import judge
from backends.justifying.refutation import ENCODINGS, SOLVER, CheckedProof, check_refutation
from backends.lowering.clauses import to_clauses
from backends.proofs import backward
from backends.registry import backend_named
from instances.catalogue import catalogue
from instances.resolve import resolve
from models.puzzles.contract import Instance
from models.puzzles.registry import puzzle
from rosetta.studies.refuting.claims_as_models import claim_of_no_other

PUZZLES = ("tents", "akari", "starbattle")
LIMITS, OPTIONS = Limits(600), Options(encodings=ENCODINGS)


@dataclass(slots=True)
class Totals:
    """Of the boards of a puzzle. solve, prove, check: seconds of all of them."""

    solve: float = 0.0
    prove: float = 0.0
    check: float = 0.0
    checked: list[CheckedProof] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


def boards(name: str, files: list[Path]) -> Iterator[tuple[str, Instance]]:
    """The catalogue's boards with one solution, and those of the files."""
    for entry in catalogue(name).values():
        if entry.solutions == "1":
            yield entry.name, resolve(name, f"{name}/{entry.name}").instance
    for file in files:
        if file.stem == name:
            for key, texts in json.loads(file.read_text("utf-8")).items():
                yield key, puzzle(name).parse(texts["problem"])


def prove_board(name: str, board: str, instance: Instance, totals: Totals) -> None:
    """Solve it, prove that there is no other solution, check the proof."""
    record = puzzle(name)
    begin = time.process_time()
    model = next(iter(record.formulations.values()))(instance)
    values = backend_named("cnf").solve(model, LIMITS, Options()).values
    solved = time.process_time()
    if values is None:
        totals.refused[board] = "no solution"
        return
    claim = claim_of_no_other(model, record.project(instance, model), [values])
    proof = cnf.prove(SOLVER, to_clauses(claim, LIMITS, OPTIONS), LIMITS)
    proved = time.process_time()
    if proof is None:
        totals.refused[board] = "another solution"
        return
    checked = check_refutation(claim, proof, LIMITS, OPTIONS)
    if checked.refusal is not None:
        totals.refused[board] = checked.refusal
    totals.checked.append(checked)
    totals.solve += solved - begin
    totals.prove += proved - solved
    totals.check += time.process_time() - proved


def report(name: str, totals: Totals) -> None:
    """One line, and one for each board that was not proved."""
    proved = [checked for checked in totals.checked if checked.refusal is None]
    lemmas = [checked.lemmas[0] for checked in proved] or [0]
    clauses = [checked.clauses[1] for checked in proved] or [0]
    print(
        f"{name}: {len(proved)} boards proved, {len(totals.refused)} not; lemmas {median(lemmas):g} (median), "
        f"{max(lemmas):,} (most), clauses used {median(clauses):g}; solving {totals.solve:.2f} s, proving "
        f"{totals.prove:.2f} s, checking {totals.check:.2f} s, {totals.check / (totals.solve + totals.prove):.2f} of "
        "solving and proving",
        flush=True,
    )
    for board, why in totals.refused.items():
        print(f"  {board}: {why}")


def main() -> None:
    """A line for each puzzle."""
    judge.prepare()
    backward.prepare()
    cnf.probe()
    for name in PUZZLES:
        totals = Totals()
        for board, instance in boards(name, [Path(word) for word in sys.argv[1:]]):
            prove_board(name, board, instance, totals)
        if totals.checked or totals.refused:
            report(name, totals)


if __name__ == "__main__":
    main()
