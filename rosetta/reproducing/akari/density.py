"""Light Up by CNF, 3-SAT and WalkSAT (student report, 2020): which grids of its generator have a solution.

Every cell is a wall with the same probability, the density. Lamps are put around numbered walls, without a check that
the other cells can be lit. The report does not say how many walls are bare: here every other one, on average. A
complete solver decides each grid; a second one of another kind cross-checks some. Shares have Wilson intervals (95 %).
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from backends.contract import Limits, Options, Status
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.akari import rules
from models.puzzles.akari.instance import Akari
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Line, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.intervals import share_text, wilson
from rosetta.reproducing.records import Item
from rosetta.reproducing.refuting import prove_line

DENSITIES = (10, 20, 30, 40, 50, 60, 70, 80)  # percent
PATTERN = ((5, -1), (-1, 1), (5, -1))  # #_ / _1 / #_
QUICK, FULL = 40, 200  # grids of each size and density
SECONDS, CROSS_CHECKS = 10.0, 5  # per grid; grids of each density that a second solver decides in the full form
Map: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
FIRST = ("cnf", Options(solver="minisat22"))


@dataclass(frozen=True, slots=True)
class DensitySample:
    """Grids of one size and density. solvable: how many have a solution; solvable_unlit: how many have none, but have
    one if cells may stay unlit; undecided: how many the limit left open."""

    size: int
    density: int
    grids: int
    solvable: int
    solvable_unlit: int
    undecided: int

    @property
    def share(self) -> float:
        return self.solvable / self.grids


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    grids = FULL if full else QUICK
    samples: list[DensitySample] = []
    with multiprocessing.get_context("fork").Pool(1, init_worker) as child:  # a solver is never loaded in this process
        for size in (7, 10, 20) if full else (7, 10):
            for density in DENSITIES:
                each = map_with_progress(child.imap, progress, f"{size}x{size}, density {density} %")
                samples.append(sample(size, density, range(seed, seed + grids), each))
    sizes = list(dict.fromkeys(s.size for s in samples))
    yield Table(
        f"Grids with a solution, percent (95 % interval), {grids} of each kind",
        ("density", *(f"{n}x{n}" for n in sizes)),
        [[f"{density} %", *(share_text(s.solvable, s.grids) for s in samples if s.density == density)]
         for density in DENSITIES],
    )  # fmt: skip
    for size in sizes:
        yield density_line([s for s in samples if s.size == size])
    yield unlit_line(samples)
    cross_checks = {
        f"{size}x{size} at {density} %, seed {at}": grid(size, density, at)
        for size in (7, 10) for density in DENSITIES for at in range(seed, seed + (CROSS_CHECKS if full else 1))
    }  # fmt: skip
    yield agreement_line(cross_checks, progress)
    yield pattern_line()


def grid(size: int, density: int, seed: int) -> Akari:
    """A grid of the report's generator."""
    bare = density // 2
    return rules.generate((size, size), seed, bare=bare, numbered=density - bare, generator="density")[0]


def init_worker() -> None:
    """In the child: the parent handles SIGINT, and being ended by SIGTERM is no error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def map_with_progress(each: Map, progress: Progress, what: str) -> Map:
    """The same map, which also reports its progress."""

    def mapped(function: Callable[[Any], Any], arguments: Iterable[Any]) -> Iterator[Any]:
        inputs = list(arguments)
        for number, output in enumerate(each(function, inputs)):
            progress(f"{what}: {number} of {len(inputs)}")
            yield output

    return mapped


def sample(size: int, density: int, seeds: Iterable[int], each: Map) -> DensitySample:
    """The grids of these seeds, decided. each: how a function is mapped over a list."""
    decisions = list(each(_decide_grid, [(size, density, seed) for seed in seeds]))
    return DensitySample(
        size, density, len(decisions),
        solvable=sum(first is Status.SATISFIED for first, _ in decisions),
        solvable_unlit=sum((first, second) == (Status.UNSATISFIABLE, Status.SATISFIED) for first, second in decisions),
        undecided=sum(Status.UNKNOWN in pair for pair in decisions),
    )  # fmt: skip


def _decide_grid(parameters: tuple[int, int, int]) -> tuple[Status, Status | None]:
    """Whether a grid has a solution and, if not, whether it has one with unlit cells."""
    from backends.cnf import BACKEND

    p = grid(*parameters)

    def status(model: Model) -> Status:
        return BACKEND.solve(model, Limits(seconds=SECONDS), FIRST[1]).conclusion

    first = status(rules.model(p))
    return first, status(rules.model(p, is_lit=False)) if first is Status.UNSATISFIABLE else None


def density_line(samples: list[DensitySample]) -> Line:
    """For one size, the share depends on the density if the intervals of two densities are disjoint."""
    low, high = min(samples, key=lambda s: s.share), max(samples, key=lambda s: s.share)
    apart = wilson(low.solvable, low.grids)[1] < wilson(high.solvable, high.grids)[0]
    ours = f"{100 * low.share:.3g} % at {low.density} %, {100 * high.share:.3g} % at {high.density} %"
    claim = f"the share of solvable grids depends on the density, {low.size}x{low.size}"
    return Line(claim, None, ours, REPRODUCED if apart else OPEN)


def unlit_line(samples: list[DensitySample]) -> Line:
    """Grids are unsolvable because of cells that cannot be lit, and for no other reason."""
    without = sum(s.grids - s.solvable - s.undecided for s in samples)
    because, undecided = sum(s.solvable_unlit for s in samples), sum(s.undecided for s in samples)
    verdict = OPEN if undecided else REPRODUCED if because == without else CORRECTED if because else REFUTED
    return Line(
        "grids have no solution because cells cannot be lit", None, f"{because:,} of {without:,} grids", verdict,
        "Where cells may stay unlit, so many of those without a solution have one."
        + (f" A limit left {undecided} grids open." if undecided else ""),
    )  # fmt: skip


def agreement_line(boards: dict[str, Akari], progress: Progress) -> Line:
    """Boards by name, decided by SAT and by constraint programming. A limit leaves a board open; it is no
    contradiction."""
    differ, undecided = [], []
    for number, (what, p) in enumerate(boards.items(), 1):
        progress(f"a second solver: {number} of {len(boards)}")
        model = rules.model(p)
        statuses = {
            supervisor.solve(name, model, Limits(seconds=SECONDS), options).conclusion
            for name, options in (FIRST, ("cpsat", Options()))
        }
        differ += [what] if {Status.SATISFIED, Status.UNSATISFIABLE} <= statuses else []
        undecided += [what] if not all(status.is_definite for status in statuses) else []
    verdict = CONTRADICTORY if differ else OPEN if undecided else REPRODUCED
    return Line("two solvers of different kinds agree", None,
                f"on {len(boards) - len({*differ, *undecided})} of {len(boards)} boards", verdict,
                "; ".join(differ) or ("Left by a limit: " + "; ".join(undecided) if undecided else ""))  # fmt: skip


def pattern_line() -> Line:
    """The pattern that the report prints: the one lamp of the wall cannot light three cells."""
    boards = [PATTERN, [(*row, -1) for row in PATTERN]]  # alone, and with a free column at its right
    models = [rules.model(Akari(cells)) for cells in boards]
    statuses = {
        supervisor.solve(name, model, Limits(seconds=SECONDS)).conclusion
        for model in models for name in ("cnf", "cpsat")
    }  # fmt: skip
    verdict = REPRODUCED if statuses == {Status.UNSATISFIABLE} else REFUTED if statuses == {Status.SATISFIED} else OPEN
    verdict = CONTRADICTORY if {Status.SATISFIED, Status.UNSATISFIABLE} <= statuses else verdict
    claim = "the pattern #_ / _1 / #_ has no solution, alone and beside free cells"
    line = Line(claim, None, None, verdict)
    return prove_line(line, models) if verdict == REPRODUCED else line


ITEM = Item(
    name="akari-density",
    title="which Light Up grids drawn by density have a solution",
    source="[INF432] Project - Light Up (a student report, 2020)",
    shows="The share of solvable grids by density and size, and what makes the others unsolvable.",
    run=run,
)
