"""Is a solver that keeps what it has learnt quicker at listing tilings than one that begins anew each time?

    kept      one solver for all: a tiling found is excluded by a clause, and the search goes on
    afresh    the formula and the clauses of the tilings found, given to a new solver for each

The source says that the first is considerably quicker. Both are run on the same renamings of the variables, and what
is compared is the ratio of their conflicts, as in `tiling_each`. What a new solver takes to load is left out: it is
the search that is said to be quicker.
"""

from __future__ import annotations

from models.puzzles.tiling import PUZZLE
from models.puzzles.tiling.instance import Tiling
from rosetta.studies.reproducing.records import OPEN, Line, Watch
from rosetta.studies.reproducing.tiling.piece_clauses import Effort, effort, first_solutions, quicker_line

SOLVER, FORMULATION = "minisat22", "source-each"


def incremental_line(board: Tiling, wanted: int, seeds: range, seconds: float, watch: Watch) -> Line:
    """The line on it; needs two renamings."""
    pairs: list[tuple[Effort, Effort]] = []
    for i, seed in enumerate(seeds, 1):
        what = f"{wanted} tilings, renaming {i} of {len(seeds)}"
        anew = restarted_effort(board, wanted, seed, seconds, watch, f"{what}, afresh")
        kept = effort(board, FORMULATION, SOLVER, wanted, seed, seconds, watch, f"{what}, one solver")
        if anew is not None and kept is not None and anew.solutions == kept.solutions == wanted:
            pairs.append((anew, kept))
    return effort_line(pairs, wanted, len(seeds))


def effort_line(pairs: list[tuple[Effort, Effort]], wanted: int, of: int) -> Line:
    """pairs: afresh, and by one solver."""
    claim = "one solver that keeps what it learnt is quicker than a new one each time: ratio of conflicts"
    if len(pairs) < 2:
        return Line(claim, "> 1", None, OPEN, f"Only {len(pairs)} of {of} renamings ended in time.")
    conflicts = [(anew.conflicts, kept.conflicts) for anew, kept in pairs]
    return quicker_line(claim, conflicts, f"{SOLVER}, the first {wanted} tilings.")


def restarted_effort(board: Tiling, wanted: int, seed: int, seconds: float, watch: Watch, what: str) -> Effort | None:
    """The first tilings, each by a solver of its own, so many seconds for each; None if the limit ends one, or there
    are no more."""
    model, placements = PUZZLE.formulations[FORMULATION](board), len(board.placements)
    spent: list[dict[str, float]] = []
    for number in range(wanted):
        outcome = first_solutions(model, placements, SOLVER, 1, seed, seconds, watch, f"{what}, tiling {number + 1}")
        if outcome.values is None or not outcome.stats:
            return None
        spent.append(dict(outcome.stats))
        place = model.arrays["place"]
        model.any("a tiling that was found before", [(-place[outcome.values[place] == 1]).tolist()])
    conflicts, took = (sum(one[key] for one in spent) for key in ("conflicts", "seconds"))
    return Effort(wanted, conflicts, took, spent[0]["first"])
