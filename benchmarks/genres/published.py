"""Published boards beside clingo: `python -m benchmarks.genres.published NAME ... [--boards FOLDER] [--most N]`.

For each board all are asked for two answers, so each shows that there is only one: `solve`, which is the backend and
the formulation that it would choose; `cnf` alone; and clingo with the program of the genre (`NAME.lp`), with its own
grounding. CPU time of this process from the board as a record to the second answer, or to the word that there is none,
in turns; everything is loaded, and a board was solved by each before. `--write` puts the table into
docs/measurements/genres.md.

A file of boards is `{"name": {"problem": "the board"}}`, and is named after its genre.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import rosetta
from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.loading.python_sat import load_bulk_loops
from benchmarks.genres.programs import Pieces, list_answers, nameless_pieces, program_names
from benchmarks.timing import time_call
from report.provenance import package_versions
from rosetta.foundation.limits import LimitReached
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.solve import choose_entrants

LIMITS = Limits(seconds=10)
FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "published"
OTHER_FILES = {"sudoku": ("sudoku", "jigsawsudoku")}  # of genres whose boards are in several
WAYS = ("solve", "cnf", "clingo")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "measurements" / "genres.md"
BEGIN, END = "<!-- genres: written by python -m benchmarks.genres.published --write -->\n", "<!-- genres end -->\n"


@dataclass(frozen=True, slots=True)
class TimedBoard:
    """One board.

    name: of the board.
    seconds: of each way, CPU.
    answers: of each way, at most two; None where it reached a limit.
    """

    name: str
    seconds: dict[str, float]
    answers: dict[str, list[Pieces] | None]


def list_here(question: Question, backend: str | None) -> list[Pieces] | None:
    """Two answers by that backend, or by the one that `solve` chooses; None at a limit."""
    question = Question(question.puzzle, question.instance)  # nothing is stated yet
    entrant = next(choose_entrants(question, backend, None, Options()))
    model = question.model(entrant.formulation)
    project = question.puzzle.project(question.instance, model)
    solver = cutting_backend(entrant.backend)
    try:
        found = list(islice(solver.solutions(model, project, LIMITS, entrant.options), 2))
    except LimitReached:
        return None
    pieces = question.puzzle.extras.pieces
    return [nameless_pieces(pieces(question.answer(model, values))) for values in found]


def list_by_clingo(name: str, board: Any) -> list[Pieces] | None:
    """Two answers by clingo; None at a limit."""
    try:
        return list_answers(name, board, 2, seconds=LIMITS.seconds)
    except LimitReached:
        return None


def time_board(name: str, board: str, question: Question, turn: int = 0) -> TimedBoard:
    """Every way once, in another order by the turn: who comes later finds the caches of who came before."""
    ways: dict[str, Callable[[], list[Pieces] | None]] = {
        "solve": lambda: list_here(question, None),
        "cnf": lambda: list_here(question, "cnf"),
        "clingo": lambda: list_by_clingo(name, question.instance),
    }
    first = turn % len(WAYS)
    timed = {way: time_call(ways[way]) for way in WAYS[first:] + WAYS[:first]}
    return TimedBoard(board, {way: timed[way][0] for way in WAYS}, {way: timed[way][1] for way in WAYS})


def read_boards(name: str, folder: Path, most: int) -> dict[str, Question]:
    """The boards of a genre, by their names."""
    questions: dict[str, Question] = {}
    for file in OTHER_FILES.get(name, (name,)):
        texts: dict[str, dict[str, str]] = json.loads((folder / f"{file}.json").read_text("utf-8"))
        for key in list(texts)[:most]:
            questions[f"{file} {key}"] = rosetta.load(name, texts[key]["problem"])._question
    return questions


def compare_boards(name: str, questions: dict[str, Question]) -> list[TimedBoard]:
    """All boards of a genre; those on which the ways do not agree are told."""
    time_board(name, "", next(iter(questions.values())))  # so that all is loaded
    timed = [time_board(name, board, question, turn) for turn, (board, question) in enumerate(questions.items())]
    for board in timed:
        first = board.answers["clingo"]
        if first is None:
            print(f"{name} {board.name}: clingo reached its limit")
            continue
        for way in WAYS[:2]:
            if (found := board.answers[way]) is None:
                print(f"{name} {board.name}: {way} reached its limit")
            elif len(found) != len(first) or (len(first) == 1 and found != first):
                print(f"{name} {board.name}: {len(found)} answers by {way}, {len(first)} by clingo, or other ones")
        if len(first) != 1:
            print(f"{name} {board.name}: {'several answers' if first else 'no answer'} by clingo")
    return timed


def describe_times(name: str, timed: list[TimedBoard]) -> str:
    """A row of a Markdown table about the times of all boards."""
    columns = {way: [board.seconds[way] for board in timed] for way in WAYS}
    ratio = median(board.seconds["solve"] / board.seconds["clingo"] for board in timed)
    total = sum(columns["solve"]) / sum(columns["clingo"])
    quick = sum(seconds <= 1 for seconds in columns["solve"])
    cells = [f"{median(columns[way]):.3f} | {max(columns[way]):.2f}" for way in WAYS]
    return f"| {name} | {len(timed)} | {' | '.join(cells)} | {ratio:.2f} | {total:.2f} | {quick} |"


HEADER = """\
| genre | boards | solve: median | most | cnf: median | most | clingo: median | most | ratio | together | within 1 s |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""
NOTE = """\
*ratio*: `solve` by clingo, the median over the boards; *together*: the sum of the one by that of the other; *within
1 s*: boards that `solve` took no longer for."""


def write_table(rows: list[str]) -> None:
    """Put the table into the page, between its marks."""
    versions = ", ".join(f"{name} {package_versions()[name]}" for name in ("python-sat", "ortools", "clingo"))
    machine = "\n".join(textwrap.wrap(f"{date.today():%-d %B %Y}, {platform.platform()}, {versions}", 118))
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    table = "\n".join([HEADER, *rows, "", NOTE, "", machine])
    PAGE.write_text(f"{before}{begin}{table}\n{end}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="genres; all that have a program and boards, where none is named")
    parser.add_argument("--boards", type=Path, default=FOLDER, help="the folder of their files")
    parser.add_argument("--most", type=int, default=1000, help="boards of each file")
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    parser.add_argument("--each", action="store_true", help="also the times of each board")
    arguments = parser.parse_args()
    load_bulk_loops()
    rows = []
    names = arguments.names or [name for name in program_names() if (arguments.boards / f"{name}.json").exists()]
    for name in names:
        timed = compare_boards(name, read_boards(name, arguments.boards, arguments.most))
        if arguments.each:
            for board in timed:
                print(board.name, *(f"{way} {board.seconds[way]:.3f}" for way in WAYS))
        rows.append(describe_times(name, timed))
        print(rows[-1])
        sys.stdout.flush()
    if arguments.write:
        write_table(rows)


if __name__ == "__main__":
    main()
