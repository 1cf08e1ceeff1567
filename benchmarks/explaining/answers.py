"""Do explanations end in the known answers, how long do they take, and how hard is what was published?

    python -m benchmarks.explaining.answers               all published boards, with their answers, and all IDs of
                                                          Tatham's, whose last state is held against the rules
    python -m benchmarks.explaining.answers --every 10    every tenth board of each file

A line per puzzle and file: boards; how many have one solution, and how many of these were explained to the end, to an
answer that keeps the puzzle's own rules (`verify`) and is the published one; of boards with several solutions, how many
were explained as far as these agree; CPU seconds of explanation and grade, median and worst, by area; grades; moves to
look ahead (- where nothing that is supposed is refuted); steps by trying. Takes about two minutes of CPU.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from backends.reasons.trace import Trace
from benchmarks.explaining.traces import trace_instance
from instances.resolve import resolve
from models.puzzles.contract import Instance
from models.puzzles.registry import puzzle
from rosetta.studies.grading.difficulty import GRADES, difficulty

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
TATHAM = {"lightup": "akari", "tents": "tents", "flip": "lightsout"}
AREAS = (100, 200, 400, 900, 1600)  # cells; a board belongs to the first that it does not exceed


@dataclass(frozen=True, slots=True)
class BoardCase:
    """What to explain. answer: the published cells, None where none are published."""

    name: str
    text: str
    instance: Instance
    answer: frozenset[tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class ExplanationOutcome:
    """The outcome. correct: everything was explained, and correctly; grade: "" without exactly one solution."""

    cells: int
    unique: bool
    correct: bool
    grade: str
    ahead: str
    tries: int
    seconds: float


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth board")
    every = p.parse_args().every
    for name in ("akari", "tents"):
        print_outcomes(f"{name}, published", list(published_boards(name))[::every])
    for file, name in TATHAM.items():
        boards = list(generated_boards(SHARED / "tatham" / f"{file}.tsv", name))
        print_outcomes(f"{name}, tatham/{file}.tsv", boards[::every])


def published_boards(name: str, folder: Path = SHARED) -> Iterator[BoardCase]:
    """The boards of a file of published puzzles."""
    for entry, texts in json.loads((folder / "published" / f"{name}.json").read_text("utf-8")).items():
        grid = [line.split() for line in texts["solution"].splitlines()[1:]]
        marks = frozenset((r, c) for r, line in enumerate(grid) for c, mark in enumerate(line) if mark == "o")
        yield BoardCase(name, entry, puzzle(name).parse(texts["problem"]), marks)


def generated_boards(path: Path, name: str) -> Iterator[BoardCase]:
    """The boards of a file of lines `parameters TAB game ID`."""
    for line in path.read_text("utf-8").splitlines():
        yield BoardCase(name, line, resolve(name, line.split("\t")[1]).instance)


def explain_board(board: BoardCase) -> ExplanationOutcome:
    """Explain the board and check the final state."""
    model, trace = trace_instance(board.name, board.instance)
    assert trace.backbone is not None, f"{board.text}: no solution"
    graded = difficulty(trace, puzzle(board.name).extras.difficulty_known)
    return ExplanationOutcome(
        int(np.prod(puzzle(board.name).size(board.instance))),
        trace.backbone.unique,
        is_correct_end(board, model, trace),
        "" if graded is None else graded.grade,
        "" if graded is None else "-" if graded.features.ahead is None else str(graded.features.ahead),
        sum(step.kind == "search" for step in trace.steps),
        trace.seconds,
    )


def is_correct_end(board: BoardCase, model: Any, trace: Trace) -> bool:
    """Are the conclusions the backbone and, for a single solution, the published answer?"""
    assert trace.backbone is not None
    concluded = [x for step in trace.steps for x in step.conclusion]
    if sorted(concluded, key=abs) != list(trace.backbone.literals):
        return False
    if not trace.backbone.unique:
        return True
    record = puzzle(board.name)
    values = np.zeros(model.variables + 1, np.int64)
    values[[x for x in concluded if x > 0]] = 1
    answer = record.decode(board.instance, model, values)
    if record.verify(board.instance, answer):
        return False
    return board.answer is None or frozenset(map(tuple, answer)) == board.answer


def print_outcomes(title: str, boards: Sequence[BoardCase]) -> None:
    """Print the outcomes of these boards."""
    explain_board(boards[0])  # imports and compilation at first use
    outcomes = [explain_board(board) for board in boards]
    for unique, words in ((True, "one solution"), (False, "several")):
        some = [outcome for outcome in outcomes if outcome.unique == unique]
        print(
            f"{title}: {len(some)} boards with {words}, "
            f"{sum(outcome.correct for outcome in some)} explained rightly to the end"
        )
    for board, outcome in zip(boards, outcomes, strict=True):
        if not outcome.correct:
            print(f"  not so: {board.text}")
    print_times(outcomes)
    print_grades(outcomes)


def print_times(outcomes: Sequence[ExplanationOutcome]) -> None:
    """Print the times of explanations, by the area of their boards."""
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        seconds[next((area for area in AREAS if outcome.cells <= area), AREAS[-1])].append(outcome.seconds)
    for area, times in sorted(seconds.items()):
        print(f"  up to {area:>4} cells: {len(times):>3} boards, {median(times):.3f} s, worst {max(times):.2f} s")


def print_grades(outcomes: Sequence[ExplanationOutcome]) -> None:
    """Print how hard the boards are."""
    count = Counter(outcome.grade for outcome in outcomes)
    print("  " + ", ".join(f"{grade}: {count[grade]}" for grade in GRADES))
    ahead = Counter(outcome.ahead for outcome in outcomes if outcome.grade)
    print("  moves ahead: " + ", ".join(f"{moves}: {n}" for moves, n in sorted(ahead.items())))
    print(
        f"  boards with steps by trying: {sum(outcome.tries > 0 for outcome in outcomes)}, "
        f"at most {max(outcome.tries for outcome in outcomes)}"
    )


if __name__ == "__main__":
    main()
