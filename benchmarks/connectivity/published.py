"""Published boards beside clingo: `python -m benchmarks.connectivity.published FILE.json ... [--most N]`.

For each board both are asked for two answers, so both also show that there is only one. Ours: the model, its clauses,
CaDiCaL or another solver, cuts. Clingo: the program, its grounding, the search (`clingo_programs`). CPU time of this
process, in turns, the board read beforehand. A file is named after its puzzle: `{"name": {"problem": "the board"}}`.

Clingo is no part of this project: `pip install clingo`.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from backends.contract import Limits, Options
from backends.passes.lazy_cuts import cutting_backend
from backends.registry import backend_named
from benchmarks.connectivity.clingo_programs import PROGRAMS, facts
import rosetta
from models.puzzles.registry import puzzle

LIMITS = Limits(seconds=120)


def solve_here(name: str, board: Any, solver: str | None) -> tuple[float, int]:
    """CPU seconds, and the number of answers found, at most two."""
    record, backend = puzzle(name), cutting_backend(backend_named("cnf"))
    begin = time.process_time()
    model = record.formulations["lazy"](board)
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
        name = file.stem
        texts = json.loads(file.read_text("utf-8"))
        boards = {key: rosetta.load(name, text["problem"])._question.instance for key, text in sorted(texts.items())}
        pairs = []
        for number, (key, board) in enumerate(islice(boards.items(), arguments.most)):
            ways = [lambda b=board: solve_here(name, b, arguments.solver), lambda b=board: solve_by_clingo(name, b)]
            results = [way() for way in (ways if number % 2 == 0 else ways[::-1])]
            (ours, mine), (theirs, others) = results if number % 2 == 0 else results[::-1]
            if mine != others:
                print(f"{name} {key}: {mine} answers here, {others} by clingo")
            pairs.append((ours, theirs))
        ratios = sorted(a / b for a, b in pairs)
        ours, theirs = (sum(pair[side] for pair in pairs) for side in (0, 1))
        most = [max(pair[side] for pair in pairs) for side in (0, 1)]
        print(
            f"{name}: {len(pairs)} boards, here {ours:.2f} s (most {most[0]:.2f}), clingo {theirs:.2f} s (most "
            f"{most[1]:.2f}); ratio of each board: median {median(ratios):.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f}"
        )


if __name__ == "__main__":
    main()
