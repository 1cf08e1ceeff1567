"""Tuning of solver parameters by puzzle: the table of tuned profiles, `backends/profiles.tsv`.

    python -m benchmarks.solvers.tuning                     all of it, about half an hour
    python -m benchmarks.solvers.tuning --backends cpsat    these only; likewise --puzzles akari
    python -m benchmarks.solvers.tuning --quick             fewer boards; writes nothing

Boards come from the puzzle's own generator, in sizes on which the default takes up to `TARGET_SECONDS` here (for
`windows`, which is made for large boards, Akari boards of 600x600, which it does cut): tuning on seeds 1000, 1001, ...,
validation on seeds 2000, 2001, ...; comparisons use other seeds. Models are in the formulation that the puzzle advises.

The search is a coordinate descent: every value of every parameter is tried beside the best set so far, on every tuning
board, in turn, so that load on the machine hits all alike. The best value is accepted if it gains `STEP`, and the
search goes on with the others; a value that was `HOPELESS` times slower is not tried again. Then the set is measured
against the default anew, on the tuning boards and on the validation boards; it becomes a line if it gains `LEAST` on
both, for boards of about their sizes (`backends/profile_table.py`), in the place of what older lines say of these; else
there is no line for them. (`rosetta bench tune --write` changes the table by the results of a campaign.)

A gain is a ratio of geometric means of processor seconds (of the process that lowers, loads and solves, less its
seconds for a model of one row); a solve that hits the limit counts ten times the limit (PAR10). Every answer is checked
against the model: a wrong one ends the script. (Hutter, Hoos & Leyton-Brown 2009: ParamILS; this is its first descent,
without restarts.)
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import geometric_mean

from backends import profiles
from backends.contract import Limits, Options, Status
from backends.profile_table import (
    PROFILE,
    SOLVER,
    TableFinding,
    TunedLine,
    merge_findings,
    parameters_text,
    reached_cells,
)
from backends.registry import backend_named
from backends.running import supervisor
from models.neutral import Model, evaluate
from models.puzzles.registry import puzzle
from report.saving import save_merged

BACKENDS = (
    "cpsat", "cnf", "minicard", "cryptominisat", "highs", "cbc",
    "hybrid:cnf", "hybrid:cpsat", "hybrid:minicard", "windows:minicard", "windows:cnf",
)  # fmt: skip
TARGET_SECONDS, LIMIT = 0.3, 4.0  # seconds of the processor, and of the clock
STEP, HOPELESS, LEAST = 1.1, 1.3, 1.15
TUNING, VALIDATION = 1000, 2000  # the first seeds
BOARDS = 8  # to tune on, and as many to validate on
TABLE = Path(profiles.__file__).with_name("profiles.tsv")
Parameters = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoardFamily:
    """Boards that differ in size and seed only. sides: from small to large; parameters: of the generator; time_factor:
    how many times as long as others they may take."""

    puzzle: str
    sides: tuple[int, ...]
    parameters: tuple[tuple[str, int], ...] = ()
    time_factor: int = 1

    def __str__(self) -> str:
        return " ".join(f"{value} % {key}" for key, value in self.parameters)


DENSITIES = (("bare", 10), ("numbered", 10)), (("bare", 2), ("numbered", 2))
FAMILIES = (
    BoardFamily("tents", (12, 16, 20, 25, 30, 35, 40, 45, 50)),
    *(BoardFamily("akari", (20, 30, 50, 80, 120, 180, 270, 400, 600), walls) for walls in DENSITIES),
)
LARGE = (FAMILIES[0], *(BoardFamily("akari", (600,), walls, 8) for walls in DENSITIES))


@dataclass(frozen=True, slots=True)
class TuningBoard:
    """One instance."""

    family: BoardFamily
    side: int
    seed: int

    def __str__(self) -> str:
        return f"{self.family.puzzle} {self.side} seed {self.seed} {self.family}".strip()


class WrongAnswer(RuntimeError):
    """A solver with these parameters gave a wrong answer."""


@cache
def model(board: TuningBoard) -> Model:
    """The board in the formulation that its puzzle advises."""
    record = puzzle(board.family.puzzle)
    instance, _ = record.generate((board.side, board.side), seed=board.seed, **dict(board.family.parameters))
    formulation = record.extras.advice(instance).formulation or next(iter(record.formulations))
    return record.formulations[formulation](instance)


def seconds(backend: str, board: TuningBoard, parameters: Parameters) -> float:
    """Processor seconds to lower, load and solve; ten times the limit if that was hit. Raises WrongAnswer."""
    board_model, least = model(board), startup_seconds(backend)
    before = child_seconds()
    limit = LIMIT * board.family.time_factor
    outcome = supervisor.solve(backend, board_model, Limits(seconds=limit), options(parameters))
    spent = child_seconds() - before - least
    if outcome.status is Status.UNKNOWN:
        return 10 * limit
    if outcome.values is None or evaluate(model(board), outcome.values):
        raise WrongAnswer(f"{backend} with {dict(parameters)} on {board}: {outcome.status}, {outcome.note}")
    return max(spent, 1e-3)


def warm_up(backend: str) -> None:
    """Import once in this process what every child would import: they inherit it. Raises RuntimeError."""
    solver = backend_named(backend)
    reason = solver.probe()
    if reason:
        raise RuntimeError(f"{backend}: {reason}")
    if solver.encodes:  # the loops that load long formulas come with numba; these solvers start no threads
        solver.solve(model(TuningBoard(FAMILIES[-1], 80, 0)), Limits(seconds=60.0), Options())


@cache
def startup_seconds(backend: str) -> float:
    """Processor seconds to start a process and solve a trivial model."""
    tiny = Model("tiny")
    tiny.any("one of two", tiny.bools("x", 2))
    spent = []
    for _ in range(5):
        before = child_seconds()
        supervisor.solve(backend, tiny, Limits(seconds=60.0))
        spent.append(child_seconds() - before)
    return min(spent)


def child_seconds() -> float:
    """Processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def options(parameters: Parameters) -> Options:
    """The default profile with these parameters on top."""
    rest = {key: value for key, value in parameters.items() if key != SOLVER}
    return Options(solver=parameters.get(SOLVER), parameters=rest)


def means(backend: str, boards: Sequence[TuningBoard], tried: Sequence[Parameters]) -> list[float]:
    """The geometric mean of the seconds for each set of parameters; on every board the sets take turns."""
    times: list[list[float]] = [[] for _ in tried]
    for number, board in enumerate(boards):
        for k in range(len(tried)):  # the order rotates
            at = (k + number) % len(tried)
            times[at].append(seconds(backend, board, tried[at]))
    return [geometric_mean(each) for each in times]


def boards_for(backend: str, family: BoardFamily, seeds: int) -> tuple[list[TuningBoard], list[TuningBoard]]:
    """Boards to tune on and to validate on, of the largest side that takes at most TARGET_SECONDS by default."""
    side = family.sides[0]
    for larger in family.sides[1:]:
        tried = [TuningBoard(family, larger, TUNING + i) for i in range(3)]
        if means(backend, tried, [{}])[0] > TARGET_SECONDS * family.time_factor:
            break
        side = larger
    tuning = [TuningBoard(family, side, TUNING + i) for i in range(seeds)]
    return tuning, [TuningBoard(family, side, VALIDATION + i) for i in range(seeds)]


def descend(backend: str, boards: Sequence[TuningBoard]) -> Parameters:
    """The best set of parameters that coordinate descent finds."""
    tunable = backend_named(backend).tunable
    best: dict[str, str] = {}
    steps = [(key, value) for key, values in tunable.items() for value in values[1:]]
    while steps:
        mean_seconds = means(backend, boards, [best, *({**best, key: value} for key, value in steps)])
        gains = {step: mean_seconds[0] / mean for step, mean in zip(steps, mean_seconds[1:], strict=True)}
        for (key, value), gain in gains.items():
            print(f"    {gain:6.2f}  {' '.join(f'{k}={v}' for k, v in best.items())} + {key}={value}", flush=True)
        (key, value), gain = max(gains.items(), key=lambda item: item[1])
        if gain < STEP:
            break
        best[key] = value
        steps = [step for step in steps if step[0] != key and gains[step] > 1 / HOPELESS]
    return best


def tune_backend(backend: str, name: str, quick: bool) -> tuple[str, TableFinding]:
    """What was tried, in words, and what the table is to say of boards of these sizes."""
    candidates = LARGE if backend.startswith("windows") else FAMILIES
    families = [family for family in candidates if family.puzzle == name]
    splits = [boards_for(backend, family, (4 if quick else BOARDS) // len(families)) for family in families]
    tuning, validation = ([board for pair in splits for board in pair[side]] for side in (0, 1))
    sides = ", ".join(f"{pair[0][0].side}x{pair[0][0].side} {pair[0][0].family}".strip() for pair in splits)
    cells = [board.side**2 for board in (*tuning, *validation)]
    reach = reached_cells(min(cells), max(cells))
    nothing = TableFinding((PROFILE, backend, name, ""), *reach, refuted=None)
    chosen = descend(backend, tuning)
    if not chosen:
        return f"{sides}: nothing gained", nothing
    gain, proof = (ratio(backend, boards, chosen) for boards in (tuning, validation))
    names = backend_named(backend).tunable.get(SOLVER)
    named = {SOLVER: names[0], **chosen} if names and SOLVER not in chosen else chosen
    if min(gain, proof) >= LEAST:
        line = TunedLine(PROFILE, backend, name, *reach, named, gain, proof)
        return f"{sides}: gained", replace(nothing, line=line)
    return f"{sides}: not enough gained: {parameters_text(named)} {gain:.2f} {proof:.2f}", nothing


def ratio(backend: str, boards: Sequence[TuningBoard], chosen: Parameters) -> float:
    """The ratio of the default's time to that of the chosen parameters."""
    default, other = means(backend, boards, [{}, chosen])
    return default / other


def write_finding(backend: str, name: str, tried: str, finding: TableFinding) -> list[str]:
    """Merge the finding into the table, with a comment that says what was tried; what has changed, in words."""
    merged, changes = merge_findings(TABLE.read_text("utf-8"), [finding], str(TABLE))
    note = f"# tried\t{backend}\t{name}\t"
    lines = merged.splitlines()
    at = next((k for k, line in enumerate(lines) if line.startswith(note)), None)
    if at is None:
        lines.insert(next(k for k, line in enumerate(lines) if not line.startswith("#")), note + tried)
    else:
        lines[at] = note + tried
    save_merged(str(TABLE), "\n".join(lines) + "\n")
    return changes


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the solvers.")
    parser.add_argument("--quick", action="store_true", help="fewer boards; writes nothing")
    parser.add_argument("--backends", default=",".join(BACKENDS), metavar="A,B")
    parser.add_argument("--puzzles", default=",".join(dict.fromkeys(family.puzzle for family in FAMILIES)))
    wishes = parser.parse_args()
    for backend in wishes.backends.split(","):
        warm_up(backend)
        for name in wishes.puzzles.split(","):
            start = time.perf_counter()
            tried, finding = tune_backend(backend, name, wishes.quick)
            elapsed = time.perf_counter() - start
            print(f"{backend} {name}: {tried}; {elapsed:.0f} s\n  {finding.line}", flush=True)
            model.cache_clear()
            if not wishes.quick:
                print("\n".join(write_finding(backend, name, tried, finding)), flush=True)


if __name__ == "__main__":
    main()
