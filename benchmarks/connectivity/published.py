"""Published boards beside clingo: `python -m benchmarks.connectivity.published FILE.json ... [--most N]`.

For each board both are asked for two answers, so both also show that there is only one. Ours: the model, its clauses,
CaDiCaL or another solver, cuts. Clingo: the program, its grounding, the search (`clingo_programs`). CPU time of this
process, in turns, the board read beforehand, and everything loaded: both solve the first board once before, and the
loops that load clauses are compiled, as in a run of many boards (`backends.running.preloading`). A file is named after
its puzzle: `{"name": {"problem": "the board"}}`.

Clingo here is the program with its own grounding, not our backend `clingo`.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import rosetta
from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.loading.python_sat import load_bulk_loops
from backends.registry import backend_named
from benchmarks.connectivity.clingo_programs import PROGRAMS, facts
from models.puzzles.registry import puzzle
from rosetta.studies.asking.formulations import choose_formulation

LIMITS = Limits(seconds=120)


def solve_here(name: str, board: Any, solver: str | None) -> tuple[float, int]:
    """CPU seconds, and the number of answers found, at most two."""
    record, backend = puzzle(name), cutting_backend(backend_named("cnf"))
    begin = time.process_time()
    model = record.formulations[choose_formulation(record, board, None)](board)
    found = list(islice(backend.solutions(model, record.project(board, model), LIMITS, Options(solver=solver)), 2))
    return time.process_time() - begin, len(found)


def solve_by_clingo(name: str, board: Any) -> tuple[float, int]:
    import clingo

    begin = time.process_time()
    control = clingo.Control(["2"])
    control.add("base", [], PROGRAMS[name] + facts(name, board))
    control.ground([("base", [])])
    answers = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            answers += 1
    return time.process_time() - begin, answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=40, help="boards of each file")
    parser.add_argument("--solver", help="of python-sat, in place of CaDiCaL 1.9.5")
    arguments = parser.parse_args()
    for file in arguments.files:
        texts: dict[str, dict[str, str]] = json.loads(file.read_text("utf-8"))
        boards = {key: load_puzzle(file.stem, texts[key]["problem"]) for key in sorted(texts)[: arguments.most]}
        print(compare_boards(file.stem, boards, arguments.solver))


def load_puzzle(name: str, text: str) -> Any:
    """The board in a text of any format that is known."""
    return rosetta.load(name, text)._question.instance


def compare_boards(name: str, boards: dict[str, Any], solver: str | None) -> str:
    """A line about the times of all boards; those with different numbers of answers are printed."""
    ways = (lambda board: solve_here(name, board, solver), lambda board: solve_by_clingo(name, board))
    load_bulk_loops()
    for way in ways:
        way(next(iter(boards.values())))  # type: ignore[no-untyped-call]
    pairs = []
    for number, (key, board) in enumerate(boards.items()):
        turns = (0, 1) if number % 2 == 0 else (1, 0)
        results = {turn: ways[turn](board) for turn in turns}
        (ours, mine), (theirs, others) = results[0], results[1]
        if mine != others:
            print(f"{name} {key}: {mine} answers here, {others} by clingo")
        pairs.append((ours, theirs))
    ratios = sorted(a / b for a, b in pairs)
    totals, most = ([of(pair[side] for pair in pairs) for side in (0, 1)] for of in (sum, max))
    return (
        f"{name}: {len(pairs)} boards, here {totals[0]:.2f} s (most {most[0]:.2f}), clingo {totals[1]:.2f} s (most "
        f"{most[1]:.2f}); ratio of each board: median {median(ratios):.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f}"
    )


if __name__ == "__main__":
    main()
