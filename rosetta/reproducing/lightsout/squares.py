"""Investigating the game of lights (Hebrew, 2021): square boards from all off to all on, and its printed examples.

solutions   2^nullity on n x n, n = 1..20, by polynomials, by both kinds of elimination, and by the backend `gf2`
fewest      the chapter that it announces and leaves empty; by weighing all solutions, by `gf2` on the model, and proved
figure 5    "the solution of 5 x 5 does not look symmetric": every solution is turned and reflected
figure 7    a graph on four vertices of which only the vectors t1 and t3 are printed: the edge 2 - 4 may or may not be
            there, so the claim is checked on both graphs
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from backends.contract import Limits
from models.puzzles.graphs.graph import Graph, graph
from models.puzzles.lightsout.generate import plain_board
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.theory.tables import SolutionCount, count, press_minimum
from models.puzzles.randomness import Stream
from report.reproduction.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    Entry,
    Line,
    Table,
    comparison_line,
)
from rosetta.foundation.progress import Progress
from rosetta.reproducing.lightsout.fewest_presses import certificates_sentence, fewest_presses, prove_fewest
from rosetta.reproducing.records import Item
from rosetta.studies.refuting.coset_certificate import CheckedCoset

SIDES = range(1, 21)
FROM_THE_TEXT = {3: 1, 4: 16, 5: 4, 19: 65536}  # solutions of n x n
SECOND = 256  # "the second largest number of solutions"
ORDERS = 50
T1, T3, START, AFTER = (1, 0, 1, 1), (1, 1, 1, 1), (1, 0, 0, 0), (1, 1, 0, 0)  # figures 7 to 9
T1_OF_2X2 = (1, 1, 0, 1)
LIMITS = Limits(seconds=30.0)


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    counts: dict[int, SolutionCount] = {}
    by_elimination: dict[int, int | None] = {}
    rows, faults = [], []
    for n in SIDES:
        progress(f"{n} x {n}")
        counts[n], best = count(n, n), press_minimum(n, n)
        by_elimination[n] = fewest_presses(n, n, "gf2", LIMITS)
        faults += [f"{n} x {n}: {fault}" for fault in (*counts[n].faults, *best.faults)]
        if by_elimination[n] not in (None, best.weight):
            faults.append(f"{n} x {n}: {best.weight} and {by_elimination[n]} presses")
        exponent = min(counts[n].exponents.values())
        rows.append((n, exponent, f"{2**exponent:,}", best.weight, by_elimination[n], counts[n].symmetric))
    yield Table(
        "From all off to all on, n x n",
        ("n", "nullity", "solutions", "fewest presses", "by elimination", "symmetric solutions"),
        rows,
        "Nullity by polynomials in three ways and by both methods of the source; the fewest presses by weighing all "
        "solutions, and by linear algebra on the rows of the model.",
    )
    if faults:
        yield Line("our methods agree", None, len(faults), CONTRADICTORY, "; ".join(faults[:3]))
        return
    yield from solution_count_lines({n: 2 ** min(counted.exponents.values()) for n, counted in counts.items()})
    weights = {row[0]: row[3] for row in rows}
    checked = [prove_fewest(n, n, weight) for n, weight in weights.items()]
    yield fewest_line(weights, by_elimination, checked)
    yield symmetry_line(counts[5])
    yield from figure_lines(seed)
    yield overflow_line()


def solution_count_lines(solutions: dict[int, int]) -> Iterator[Line]:
    """The numbers of solutions that the text states."""
    for n, theirs in FROM_THE_TEXT.items():
        yield comparison_line(f"solutions of {n} x {n}", theirs, solutions[n])
    most = max(solutions, key=lambda n: solutions[n])
    yield comparison_line("the board with most solutions, n = 1..20", 19, most)
    yield comparison_line(
        "the second largest number of solutions, n = 1..20", SECOND, sorted(set(solutions.values()))[-2]
    )
    yield Line(
        "a larger board may have fewer solutions", None,
        "; ".join(f"{n} x {n}: {solutions[n]}" for n in (4, 5)), REPRODUCED if solutions[5] < solutions[4] else REFUTED,
    )  # fmt: skip


def fewest_line(
    weights: dict[int, int], by_elimination: dict[int, int | None], checked: Sequence[CheckedCoset]
) -> Line:
    """The empty chapter: the fewest presses of squares."""
    unchecked = [n for n, value in by_elimination.items() if value is None]
    reason = "Its chapter on the fewest presses is announced and empty."
    reason += f" The limit left {unchecked} to one method." if unchecked else " Each value by two methods."
    return Line("the fewest presses, n = 1..20", None, " ".join(map(str, weights.values())),
                OPEN if unchecked else CORRECTED, reason, proof=certificates_sentence(checked))  # fmt: skip


def symmetry_line(five: SolutionCount) -> Line:
    """Figure 5 shows one solution; the text says that it does not look symmetric."""
    total, alike = 2 ** min(five.exponents.values()), five.symmetric
    if alike is None:
        return Line("the solution of 5 x 5 is not symmetric", "not symmetric", None, OPEN, "Not all were looked at.")
    return Line(
        "the solution of 5 x 5 is not symmetric", "not symmetric", f"{alike} of {total} are",
        REFUTED if alike == total else REPRODUCED if not alike else OPEN,
        "Whichever it shows, a turn or a reflection other than the identity leaves it as it is.",
    )  # fmt: skip


def changed_lamps(p: LightsOut, presses: list[int]) -> tuple[int, ...]:
    """The lamps that change when these vertices are pressed, from the columns of the instance."""
    return tuple(p.lamp_changes(np.bincount(presses, minlength=len(p)).astype(np.int64)).tolist())


def all_off_instance(g: Graph) -> LightsOut:
    """The instance with all lamps off, whose goal is all on."""
    return LightsOut(g, "closed", 2, np.zeros(len(g), np.int64), np.ones(len(g), np.int64))


def figure_lines(seed: int) -> Iterator[Line]:
    """Its printed change vectors, the example of figures 7 to 9, and that the order does not matter."""
    small, _ = plain_board((2, 2))
    ours = changed_lamps(small, [0])
    reason = "Vertices row by row, as it numbers them: 1 2 / 3 4, and 4 is no neighbour of 1."
    yield Line(
        "t1 of the 2 x 2 board", str(T1_OF_2X2), str(ours), REPRODUCED if ours == T1_OF_2X2 else CORRECTED, reason
    )
    edges = [(0, 2), (0, 3), (2, 1), (2, 3)]
    graphs = [all_off_instance(graph(4, *zip(*some, strict=True))) for some in (edges, [*edges, (1, 3)])]
    vectors = {(changed_lamps(p, [0]), changed_lamps(p, [2])) for p in graphs}
    yield Line("t1 and t3 on the graph of figure 7", f"{T1}, {T3}", "; ".join(f"{a}, {b}" for a, b in sorted(vectors)),
               REPRODUCED if vectors == {(T1, T3)} else REFUTED)  # fmt: skip
    after = {tuple((np.array(START) ^ changed_lamps(p, [0, 2])).tolist()) for p in graphs}
    yield Line(
        "figure 9: vertex 1 lit, then 1 and 3 pressed", str(AFTER), "; ".join(map(str, sorted(after))),
        REPRODUCED if after == {AFTER} else CORRECTED, "With the edge 2 - 4 and without, which the vectors leave open.",
    )  # fmt: skip
    yield order_line(seed)


def order_line(seed: int) -> Line:
    """Lemma 3.2: presses one at a time, in random orders; each toggles its lamps at once."""
    p, _ = plain_board((5, 5))
    stream = Stream("reproduce", "orders", "5x5", seed)
    ends = set()
    for _ in range(ORDERS):
        lamps = [0] * len(p)
        for v in stream.order(len(p)).tolist():
            if v % 3 == 0:
                for i in range(int(p.starts[v]), int(p.starts[v + 1])):
                    lamps[int(p.toggled[i])] ^= 1
        ends.add(tuple(lamps))
    return Line("the order of presses does not matter", None, f"{len(ends)} end state of {ORDERS} orders",
                REPRODUCED if len(ends) == 1 else REFUTED)  # fmt: skip


def overflow_line() -> Line:
    """Lemma 3.1 on 6 x 6."""
    p, _ = plain_board((6, 6))
    return Line("6 x 6 has more sets of presses than a 32-bit number has values", "2^(6*6) > 2^32", f"2^{len(p)}",
                REPRODUCED if 2 ** len(p) > 2**32 else REFUTED)  # fmt: skip


ITEM = Item(
    name="lightsout-squares",
    title="Lights Out on squares: solutions, presses, figures",
    source="Investigating the game of lights (project report in Hebrew, 2021)",
    shows="Numbers of solutions and fewest presses of n x n, n = 1..20; symmetry; the printed vectors.",
    run=run,
)
