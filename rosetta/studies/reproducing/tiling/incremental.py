"""Incremental SAT solving against restarting: which lists tilings with fewer conflicts?

    incremental   one solver for all: each tiling is excluded by a clause, and the search goes on with what was learnt
    restarted     a new solver for each tiling, with the formula and the clauses that exclude the earlier tilings

The source says that the first is considerably quicker. Both run on the same renamings of the variables, and the ratio
of their conflicts is compared, as in `piece_clauses`. The time to load a new solver is left out: the claim is about the
search.
"""

from __future__ import annotations

from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.record import PUZZLE
from report.reproduction.records import OPEN, Line
from rosetta.studies.reproducing.records import Watch
from rosetta.studies.reproducing.tiling.piece_clauses import Effort, effort, first_solutions, quicker_line

SOLVER, FORMULATION = "minisat22", "source-each"


def incremental_line(board: Tiling, target: int, seeds: range, seconds: float, watch: Watch) -> Line:
    """The line on the claim; it needs two renamings."""
    pairs: list[tuple[Effort, Effort]] = []
    for i, seed in enumerate(seeds, 1):
        what = f"{target} tilings, renaming {i} of {len(seeds)}"
        restarted = restarted_effort(board, target, seed, seconds, watch, f"{what}, afresh")
        incremental = effort(board, FORMULATION, SOLVER, target, seed, seconds, watch, f"{what}, one solver")
        if restarted is not None and incremental is not None and restarted.solutions == incremental.solutions == target:
            pairs.append((restarted, incremental))
    return effort_line(pairs, target, len(seeds))


def effort_line(pairs: list[tuple[Effort, Effort]], target: int, of: int) -> Line:
    """The line from the efforts: pairs of restarted and incremental."""
    claim = "one solver that keeps what it learnt is quicker than a new one each time: ratio of conflicts"
    if len(pairs) < 2:
        return Line(claim, "> 1", None, OPEN, f"Only {len(pairs)} of {of} renamings ended in time.")
    conflicts = [(restarted.conflicts, incremental.conflicts) for restarted, incremental in pairs]
    return quicker_line(claim, conflicts, f"{SOLVER}, the first {target} tilings.")


def restarted_effort(board: Tiling, target: int, seed: int, seconds: float, watch: Watch, what: str) -> Effort | None:
    """The effort for the first tilings, each by a new solver with its own limit in seconds; None if one hits the limit,
    or there are no more tilings."""
    model, placements = PUZZLE.formulations[FORMULATION](board), len(board.placements)
    spent: list[dict[str, float]] = []
    for number in range(target):
        outcome = first_solutions(model, placements, SOLVER, 1, seed, seconds, watch, f"{what}, tiling {number + 1}")
        if outcome.values is None or not outcome.stats:
            return None
        spent.append(dict(outcome.stats))
        place = model.arrays["place"]
        model.any("a tiling that was found before", [(-place[outcome.values[place] == 1]).tolist()])
    conflicts, took = (sum(stats[key] for stats in spent) for key in ("conflicts", "seconds"))
    return Effort(target, conflicts, took, spent[0]["first"])
