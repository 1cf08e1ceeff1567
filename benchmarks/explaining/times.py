"""How long explanations take, and whether every step holds up, on boards of Tatham's generators.

    python -m benchmarks.explaining.times                     all Light Up and Tents IDs of Tatham's, times only
    python -m benchmarks.explaining.times --check             also: every step checked by itself, which takes long
    python -m benchmarks.explaining.times FILE --every 10     every tenth line `parameters TAB game ID` of a file
    python -m benchmarks.explaining.times --drawn 5           instances that are drawn: five Lights Out of each kind
                                                              (boards and random graphs, 2 to 6 colours), five
                                                              tilings of each size

Prints a line per kind of board: how many, CPU seconds (median, worst), steps, kinds and grades. Times are CPU of one
process, after a first board that is not counted; imports and the start of processes are not in them. With --check a
step counts as held up if its rows, its facts and the opposite of its conclusion contradict each other, and no longer
do without any one of the rows (`benchmarks.explaining.entailment`, by what explaining does not use).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from benchmarks.explaining.entailment import is_sound_step
from benchmarks.explaining.traces import trace_instance
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import Targets
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.setting.setters import begin_attempt, setter_of

HERE = Path(__file__).resolve().parents[3] / "shared" / "data" / "tatham"
PUZZLES = {"lightup": "akari", "tents": "tents", "flip": "lightsout"}
FILES = [HERE / "lightup.tsv", HERE / "tents.tsv"]
KindBoard: TypeAlias = tuple[str, Any]
"""A kind, such as the parameters of the generator, and a board of that kind."""


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="*", type=Path, default=FILES, metavar="FILE")
    p.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth line")
    p.add_argument("--check", action="store_true", help="check every step by itself")
    p.add_argument("--drawn", type=int, default=0, metavar="N", help="instead: N drawn instances of each kind")
    arguments = p.parse_args()
    drawn = arguments.drawn
    if drawn:
        sets = [("lightsout", list(lights_out_boards(drawn))), ("tiling", list(tiling_boards(drawn)))]
    else:
        sets = [boards_of_file(path, arguments.every) for path in arguments.files]
    for name, boards in sets:
        print_traces(name, boards, arguments.check)


def boards_of_file(path: Path, every: int) -> tuple[str, list[KindBoard]]:
    """The puzzle of a file of lines `parameters TAB game ID`, and the boards of every Nth line."""
    name = next(name for word, name in PUZZLES.items() if word in path.name)
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()][::every]
    return name, [(kind, resolve(name, text).instance) for kind, text in lines]


def print_traces(name: str, boards: Sequence[KindBoard], check: bool) -> None:
    """Explain these boards; print the times and the steps of each kind, and how many do not end or hold up."""
    trace_instance(name, boards[0][1])  # imports and compilation at first use
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    steps: defaultdict[str, Counter[str]] = defaultdict(Counter)
    unfinished = bad = 0
    for kind, instance in boards:
        model, trace = trace_instance(name, instance)
        assert trace.backbone is not None
        seconds[kind].append(trace.seconds)
        steps[kind].update(f"{step.kind} {step.grade}" for step in trace.steps)
        unfinished += sum(len(step.conclusion) for step in trace.steps) < len(trace.backbone.literals)
        bad += sum(not is_sound_step(model, step) for step in trace.steps) if check else 0
    for kind, spent in sorted(seconds.items(), key=lambda item: median(item[1])):
        graded = ", ".join(f"{grade}: {count}" for grade, count in sorted(steps[kind].items()))
        times = f"{median(spent):.3f} s  worst {max(spent):.3f} s"
        print(f"{name} {kind:<14} {len(spent):>3} boards  {times}  {graded}")
    checked = f"; {sum(count.total() for count in steps.values())} steps, {bad} do not hold up" if check else ""
    print(f"{name}: {len(boards)} boards, {unfinished} not explained to the end{checked}")


def lights_out_boards(count: int) -> Iterator[KindBoard]:
    """Boards and random graphs of a few vertices with a random start; several have many solutions."""
    for colours in (2, 3, 4, 5, 6):
        for what in ("3", "4x5", "gnp:9,0.4", "regular:3,12"):
            for seed in range(count):
                options = {"lit": "random", "colours": colours}
                yield f"{what} mod {colours}", resolve("lightsout", what, seed=seed, options=options).instance


def tiling_boards(count: int) -> Iterator[KindBoard]:
    """Boards cut at random, with one solution."""
    record, wish = puzzle("tiling"), Targets(True, parameters={"pieces": "random"})
    set_up = setter_of(record).set_up
    for side in (5, 6, 7, 8):
        for seed in range(count):
            attempts = (
                set_up(begin_attempt(record, f"{side}x{side}", seed, attempt, wish, ignore_progress))
                for attempt in range(99)
            )
            yield f"{side}x{side}", next(board for board in attempts if board is not None).instance


if __name__ == "__main__":
    main()
