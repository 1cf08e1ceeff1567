"""How long explanations take, and whether every step holds up, on boards of Tatham's generators.

    python -m benchmarks.explaining                     all Light Up and Tents IDs of ../shared/data/tatham, times only
    python -m benchmarks.explaining --check             also: every step against CP-SAT, which takes many minutes
    python -m benchmarks.explaining FILE --every 10     a file of lines `parameters TAB game ID`, every tenth of them

Prints a line per kind of board: how many, CPU seconds (median, worst), steps, kinds and grades. Times are CPU of one
process, after a first board that is not counted; imports and the start of processes are not in them. With --check a
step counts as held up if its rows, its facts and the opposite of its conclusion contradict each other, and no longer
do without any one of the rows.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from backends.contract import Limits, Options, Status
from backends.reasons.job import Asked, explaining
from backends.reasons.trace import Common, Step
from backends.registry import backend_named
from instances.what import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle

HERE = Path(__file__).resolve().parents[2] / "shared" / "data" / "tatham"
FILES = [HERE / "lightup.tsv", HERE / "tents.tsv"]


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="*", type=Path, default=FILES, metavar="FILE")
    p.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth line")
    p.add_argument("--check", action="store_true", help="hold every step against CP-SAT")
    arguments = p.parse_args()
    for path in arguments.files:
        name = "akari" if "lightup" in path.name else "tents"
        lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()][:: arguments.every]
        explained(name, lines[0][1])  # what is imported and compiled at first use
        seconds: defaultdict[str, list[float]] = defaultdict(list)
        steps: defaultdict[str, Counter[str]] = defaultdict(Counter)
        unfinished = bad = 0
        for requested, text in lines:
            model, common, found, took = explained(name, text)
            seconds[requested].append(took)
            steps[requested].update(f"{step.kind} {step.grade}" for step in found)
            unfinished += not common.unique or sum(len(step.conclusion) for step in found) < len(common.literals)
            bad += sum(not holds_up(model, step) for step in found) if arguments.check else 0
        for requested, took in sorted(seconds.items(), key=lambda item: median(item[1])):
            kinds = ", ".join(f"{kind}: {count}" for kind, count in sorted(steps[requested].items()))
            print(
                f"{name} {requested:<14} {len(took):>3} boards  {median(took):.3f} s  worst {max(took):.3f} s  {kinds}"
            )
        print(f"{name}: {len(lines)} boards, {unfinished} not explained to the end", end="")
        print(
            f"; {sum(sum(c.values()) for c in steps.values())} steps, {bad} do not hold up" if arguments.check else ""
        )


def explained(name: str, text: str) -> tuple[Model, Common, list[Step], float]:
    """The model, what is common to all solutions, the steps, CPU seconds."""
    record, given = puzzle(name), resolve(name, text)
    model = record.formulations["default"](given.instance)
    sent: list[Any] = []
    explaining(
        lambda kind, one: sent.append(one),
        model,
        record.project(given.instance, model),
        Asked(record.clues),
        Limits(),
    )
    common = next(one for one in sent if isinstance(one, Common))
    return model, common, [one for one in sent if isinstance(one, Step)], next(x for x in sent if isinstance(x, float))


def holds_up(model: Model, step: Step) -> bool:
    """Does the step follow, and need each of its rows? Of a whole rule that leaves no choice, five rows are tried."""
    if step.kind == "row" and len(step.rows) > 1:
        return all(possible(model, [row for row in step.rows if row != one], step) for one in step.rows[:5]) and (
            not possible(model, step.rows, step)
        )
    return not possible(model, step.rows, step) and all(
        possible(model, [row for row in step.rows if row != one], step) for one in step.rows
    )


def possible(model: Model, rows: Sequence[tuple[int, int]], step: Step) -> bool:
    """Can these rows be kept with the facts and without the conclusion? The judge is CP-SAT."""
    some = model.copy()
    some.objective = None
    some.blocks = [model.blocks[block].take(np.array([row])) for block, row in rows]
    if step.facts:
        some.true("known", np.array(step.facts))
    some.any("the opposite", [[-x for x in step.conclusion]])
    status = backend_named("cpsat").solve(some, Limits(), Options()).status
    assert status in (Status.SATISFIED, Status.UNSATISFIABLE)
    return status is Status.SATISFIED


if __name__ == "__main__":
    main()
