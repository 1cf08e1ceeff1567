"""Benchmark of loading Akari boards into CP-SAT: `python -m benchmarks.loading.cpsat [ROUNDS [SIDE ...]]`.

    plain   the Python layer as its documentation teaches it: new_bool_var, add_bool_or, add_at_most_one, add(sum == k)
    rows    the Python layer's proto filled constraint by constraint (`backends.loading.cp_rows`)
    bulk    the bytes of a message, from the columns (`backends.loading.cp_library`)

All start from the neutral model, `plain` from its rows as lists of ints, which are made beforehand. Each ends with a
solve that stops at once (a time limit of a nanosecond, one worker). Measured are

    state   stating the model to CP-SAT, including the canonical form of the rows
    call    everything: also reading the bytes, and what CP-SAT does before it checks its limit, copying and checking
            the model, which is the same work for all three

Boards have 10 % bare and 10 % numbered walls. The ways take turns, every second round in the reverse order. Printed are
medians over the rounds, in processor seconds, and of the speed-up over `plain` within a round. A first round on the
smallest board is not counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from backends.loading import cp_library, cp_rows
from backends.lowering.canonical import canonical_rules
from benchmarks.timing import alternate, median_ratio, time_call
from models.neutral import Model
from models.puzzles.akari import rules

Rows = list[list[int]]
MOMENT = 1e-9  # seconds


def row_lists(model: Model) -> list[tuple[Rows, list[int], list[int]]]:
    """The rules of a model on Booleans, all literals positive: for each rule its rows, and their bounds."""
    return [
        ([block.rows[row].tolist() for row in range(len(block))], block.lo.tolist(), block.hi.tolist())
        for block in model.blocks
    ]


def load_plain(model: Model, lists: list[tuple[Rows, list[int], list[int]]]) -> Any:
    """By the methods of the Python layer. The blocks of Akari, in order: clauses, at most one (twice), exactly k."""
    from ortools.sat.python import cp_model

    cp = cp_model.CpModel()
    lamp = [cp.new_bool_var("") for _ in range(model.variables)]
    (lit, _, _), (across, _, _), (down, _, _), (walls, counts, _) = lists
    for row in lit:
        cp.add_bool_or([lamp[x - 1] for x in row])
    for row in across + down:
        cp.add_at_most_one([lamp[x - 1] for x in row])
    for row, count in zip(walls, counts, strict=True):
        cp.add(sum(lamp[x - 1] for x in row) == count)
    return cp_rows.LoadedCpModel(cp, cp_model.CpSolver())


def load_rows(model: Model, lists: object) -> Any:
    return cp_rows.load(model, canonical_rules(model).blocks)


def load_bulk(model: Model, lists: object) -> Any:
    return cp_library.load(model, canonical_rules(model).blocks)


WAYS: dict[str, Callable[..., Any]] = {"plain": load_plain, "rows": load_rows, "bulk": load_bulk}


def seconds(way: Callable[..., Any], model: Model, lists: object) -> tuple[float, float]:
    """(state, call) of one way."""
    stating, loaded = time_call(lambda: way(model, lists))
    loaded.parameters.max_time_in_seconds, loaded.parameters.num_workers = MOMENT, 1
    solving, response = time_call(loaded.solve)
    assert not response.num_conflicts, "the solve was to stop at once"
    return stating, stating + solving


def measure_board(side: int, rounds: int) -> tuple[int, dict[str, list[tuple[float, ...]]]]:
    """Literals of a board's model, and for each way, of state and of call, the seconds by round."""
    model = rules.model(rules.generate((side, side), 1)[0])
    lists = row_lists(model)
    times = alternate({name: partial(seconds, way, model, lists) for name, way in WAYS.items()}, rounds)
    literals = sum(len(block.rows.literals) for block in model.blocks)
    return literals, {name: list(zip(*pairs, strict=True)) for name, pairs in times.items()}


def main(rounds: int, sides: list[int]) -> None:
    if reason := cp_library.reason():
        sys.exit(f"nothing to compare: {reason}")
    measure_board(min(sides), 1)
    print("  side        literals  way     state  faster    call  faster")
    for side in sides:
        literals, by_way = measure_board(side, rounds)
        for name, own in by_way.items():
            columns = zip(own, by_way["plain"], strict=True)
            state, call = (f"{median(own):7.3f} {median_ratio(plain, own):6.1f}x" for own, plain in columns)
            print(f"{side:6} {literals:15,}  {name:5} {state} {call}", flush=True)


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    main(words[0] if words else 5, words[1:] or [200, 300, 500])
