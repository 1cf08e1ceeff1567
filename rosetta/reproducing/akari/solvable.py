"""Light Up solver (Ben-Gurion University, in Hebrew): its two generators of boards.

    random     walls at random, their numbers at random from 0 to 4: "in most cases the board has no solution"
    solvable   lamps on unlit cells until all are lit, then the numbers: "necessarily solvable", with a proof

The third generator, by density, is the student report's: item `akari-density`. A complete solver decides each board; a
second one of another kind cross-checks some. Shares have Wilson intervals (95 %).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass

from backends.contract import Limits, Options, Status
from models.puzzles.akari import rules
from models.puzzles.akari.instance import Akari
from report.reproduction.records import CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Line, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.akari.density import agreement_line, init_worker, map_with_progress
from rosetta.reproducing.intervals import share_text, wilson
from rosetta.reproducing.records import Item

SIZES, NUMBERED, BARE = (5, 10, 20), (2, 5, 10, 20, 30), 10  # percent of the cells
QUICK, FULL = 30, 300  # boards of each kind
PLANTED, CROSS_CHECKS = 200, 10  # boards with a planted solution; boards of each kind that are cross-checked, full form
LIMITS, FIRST = Limits(seconds=10.0), Options(solver="minisat22")
Kind = tuple[int, int, int]  # side, percent of numbered walls, seed


@dataclass(frozen=True, slots=True)
class BoardSample:
    """Boards of a kind: how many have a solution, how many the limit left undecided."""

    boards: int
    solvable: int
    undecided: int = 0


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    boards = FULL if full else QUICK
    samples: dict[tuple[int, int], BoardSample] = {}
    with multiprocessing.get_context("fork").Pool(1, init_worker) as child:  # a solver is never loaded in this process
        for side in SIZES:
            for numbered in NUMBERED:
                each = map_with_progress(child.imap, progress, f"{side} x {side}, {numbered} % numbered")
                kinds = [(side, numbered, number) for number in range(seed, seed + boards)]
                samples[side, numbered] = tally_statuses(list(each(decide, kinds)))
    yield Table(
        f"Boards with random numbers that have a solution, percent (95 % interval), {boards} of each kind",
        ("numbered walls", *(f"{side}x{side}" for side in SIZES)),
        [[f"{n} %", *(share_text(samples[side, n].solvable, boards) for side in SIZES)] for n in NUMBERED],
        f"{BARE} % bare walls.",
    )
    yield unsolvable_line(list(samples.values()))
    cross_checks = {
        f"{side}x{side}, {numbered} % numbered, seed {at}": board((side, numbered, at))
        for side in SIZES for numbered in NUMBERED[1:4:2] for at in range(seed, seed + (CROSS_CHECKS if full else 1))
    }  # fmt: skip
    yield agreement_line(cross_checks, progress)
    progress("planted boards")
    yield planted_line(seed)


def board(kind: Kind) -> Akari:
    """A board with random numbers."""
    side, numbered, seed = kind
    return rules.generate((side, side), seed, bare=BARE, numbered=numbered, generator="random")[0]


def decide(kind: Kind) -> Status:
    """Has it a solution?"""
    from backends.cnf import BACKEND

    return BACKEND.solve(rules.model(board(kind)), LIMITS, FIRST).conclusion


def tally_statuses(statuses: list[Status]) -> BoardSample:
    """The statuses of the boards of a kind, counted."""
    return BoardSample(len(statuses), statuses.count(Status.SATISFIED), statuses.count(Status.UNKNOWN))


def unsolvable_line(samples: list[BoardSample]) -> Line:
    """Most boards have no solution: of each kind, and of all kinds together."""
    boards, solvable = sum(s.boards for s in samples), sum(s.solvable for s in samples)
    low, high = wilson(solvable, boards)
    other = [s for s in samples if wilson(s.solvable, s.boards)[0] > 0.5]
    verdict = OPEN if any(s.undecided for s in samples) or low < 0.5 < high else REPRODUCED if high < 0.5 else REFUTED
    if other and verdict == REPRODUCED:
        verdict = CORRECTED
    reason = f"{len(samples)} kinds of boards; in {len(other)} of them most have a solution: small boards, few numbers."
    return Line("most boards with random numbers have no solution: percent without", "most",
                round(100 - 100 * solvable / boards, 1), verdict, reason, round(50 * (high - low), 1))  # fmt: skip


def planted_line(seed: int) -> Line:
    """The theorem on the second generator: the planted lamps solve the board, whatever the densities."""
    broken: list[str] = []
    for number in range(seed, seed + PLANTED):
        side, walls = 2 + number % 15, number * 7 % 60
        p, lamps = rules.generate((side, side), number, bare=walls // 2, numbered=walls - walls // 2)
        broken += rules.verify(p, lamps or ())[:1]
    claim, ours = "boards of the second generator have the solution they were made from", PLANTED - len(broken)
    return Line(claim, "all", f"{ours} of {PLANTED}", REFUTED if broken else REPRODUCED, "; ".join(broken[:2]))


ITEM = Item(
    name="akari-solvable",
    title="Light Up: boards with random numbers, and planted ones",
    source="Light Up solver (Ben-Gurion University, project report in Hebrew)",
    shows="The share of boards with random numbers that have a solution; that planted boards all have one.",
    run=run,
)
