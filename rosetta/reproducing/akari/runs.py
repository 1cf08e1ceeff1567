"""Light Up solver (Ben-Gurion University, in Hebrew): its table of runs, sizes 100 to 1200, three solvers.

    naive    propagation of the model                         `propagate`
    SAT      cardinality constraints as they are (SAT4J)      `minicard`, and others beside it
    hybrid   naive first, SAT on what it leaves               `hybrid:minicard`, and hybrids of others

Times depend on machine and solver. So two things are compared: which solver is quicker on a board, and how times grow,
both with intervals over the boards. The densities of the source are not stated; here there are four. The solvers get
the same boards, in turn, and every answer is checked against the rules. A run may take twice the longest of the
source's means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import log
from statistics import fmean

from backends.contract import Limits
from backends.passes.propagation import prepare
from report.reproduction.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    Entry,
    Figure,
    Line,
    Note,
    Table,
    Value,
)
from rosetta.foundation.progress import Progress
from rosetta.reproducing.akari.times import LATE, NAIVE, Density, SolverTimes, time_solvers
from rosetta.reproducing.curve import curve_svg, curve_text
from rosetta.reproducing.intervals import has_repeats, ratio, t_half_width, wilson
from rosetta.reproducing.records import Item

THEIRS = (  # size, boards, naive: share of lamps; seconds: naive, SAT, hybrid, SAT part of the hybrid
    (100, 153, 0.821265, 0.005766, 0.01111, 0.016372, 0.010606),
    (200, 181, 0.810353, 0.0355, 0.078805, 0.106256, 0.070755),
    (500, 253, 0.808266, 0.425207, 2.734934, 3.098508, 2.673301),
    (1000, 153, 0.8266, 1.578449, 46.872064, 45.686456, 44.108007),
    (1200, 78, 0.809605, 2.356465, 89.622266, 88.453658, 86.097193),
)
DENSITIES = ((40, 20), (10, 30), (20, 20), (10, 20))  # percent of bare and of numbered walls, the hardest last
FULL = {100: 20, 200: 10, 500: 4, 1000: 3, 1200: 2}  # size: boards of each density
QUICK = {100: 2, 200: 1}
SAT, HYBRID = "minicard", "hybrid:minicard"
OTHERS = ("cpsat", "hybrid:cpsat", "windows")
SECONDS, QUICK_SECONDS = 180.0, 20.0


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    prepare()
    boards, seconds = (FULL, SECONDS) if full else (QUICK, QUICK_SECONDS)
    others = OTHERS if full else OTHERS[:2]
    late: dict[str, set[Density]] = {}
    times: list[SolverTimes] = []
    for n, many in boards.items():
        names = {**dict.fromkeys((NAIVE, SAT, HYBRID), many), **dict.fromkeys(others, 1)}
        times.append(
            time_solvers(n, names, DENSITIES, range(seed, seed + many), Limits(seconds=seconds), late, progress)
        )
        for name in names:
            late.setdefault(name, set()).update(times[-1].late_densities(name))
    yield Table(
        "Theirs: mean seconds", ("size", "boards", "naive", "SAT", "hybrid", "its SAT part", "lamps found %"),
        [(n, boards, naive, sat, hybrid, part, round(100 * share, 1)) for n, boards, share, naive, sat, hybrid, part
         in THEIRS],
    )  # fmt: skip
    yield from tables(times, (NAIVE, SAT, HYBRID), others, seconds)
    yield from ratio_figures(times)
    broken = [rule for t in times for rule in t.broken]
    yield Line("every answer keeps the rules", None, f"{len(broken)} broken", CONTRADICTORY if broken else REPRODUCED,
               "; ".join(broken[:2]))  # fmt: skip
    if full:
        yield from (
            quickest_line(times),
            naive_share_line(times),
            growth_line(times),
            sat_part_line(times),
            crossover_line(times),
        )
    else:
        yield Note("Who is quicker at which size, and how times grow, is for --full: these boards take milliseconds.")


def tables(
    times: list[SolverTimes], three: tuple[str, ...], others: tuple[str, ...], seconds: float
) -> Iterator[Table]:
    """Mean seconds of its three solvers and of others, and the runs that hit the limit."""
    rows: list[list[Value]] = [
        [t.size, len(t.densities), *(t.mean_text(name) for name in three), round(100 * fmean(t.shares), 1)]
        for t in times
    ]
    yield Table(
        "Ours: mean seconds", ("size", "boards", *three, "lamps found %"), rows,
        f"Bare and numbered walls in percent: {', '.join(f'{b}+{n}' for b, n in DENSITIES)}. (3 of 4): the mean of "
        f"three boards, as the limit of {seconds:g} s ended the run on the fourth, or on a smaller one like it.",
    )  # fmt: skip
    first = [
        SolverTimes(t.size, {name: t.seconds[name][: len(DENSITIES)] for name in others}, DENSITIES, ()) for t in times
    ]
    yield Table("Others, on one board of each densities: mean seconds", ("size", *others),
                [(t.size, *(t.mean_text(name) for name in others)) for t in first])  # fmt: skip
    late = [(t.size, name, ", ".join(f"{b}+{n}" for b, n in t.late_densities(name)))
            for t in times for name in t.seconds if t.late_densities(name)]  # fmt: skip
    if late:
        yield Table(f"Runs that the limit of {seconds:g} s ended", ("size", "solver", "bare + numbered %"), late,
                    "On larger boards of the same densities the solver was not asked.")  # fmt: skip


def ratio_figures(times: list[SolverTimes]) -> Iterator[Figure]:
    """Seconds of the hybrid over seconds of SAT, by size: theirs and ours."""
    both = {t.size: t.pairs_by_density(HYBRID, SAT) for t in times}
    ours = [(float(size), ratio(*kinds)[0]) for size, kinds in both.items() if has_repeats(*kinds)]
    theirs = [(float(n), hybrid / sat) for n, _, _, _, sat, hybrid, _ in THEIRS]
    for whose, points in (("theirs", theirs), ("ours", ours)):
        if points:
            title = f"Seconds of the hybrid solver divided by those of SAT, by size: {whose}"
            yield Figure(title, curve_text(points), curve_svg(title, points, 1.0))


def ratio_text(times: SolverTimes, first: str, second: str) -> str:
    """The ratio of two solvers with its interval, and the number of boards."""
    kinds = times.pairs_by_density(first, second)
    both = sum(map(len, kinds))
    if not has_repeats(*kinds):
        return f"boards on which both ended: {both}"
    middle, low, high = ratio(*kinds)
    late = len(times.pairs(first, second)) - both
    return f"{middle:.2g} ({low:.2g}-{high:.2g})" + (f" of {both} boards, one solver late on {late}" if late else "")


def quickest_line(times: list[SolverTimes]) -> Line:
    """The naive solver is quicker than SAT at every size."""
    boards = {t.size: [naive < sat for naive, sat in t.pairs(NAIVE, SAT)] for t in times}
    return every_size_line("the naive solver is quicker than SAT", boards)


def every_size_line(claim: str, of_size: dict[int, list[bool]]) -> Line:
    """Does a claim hold on most boards of each size, beyond chance (Wilson, 95 %)? of_size: whether it does, by
    board."""
    boards = list(of_size.values())
    ends = [wilson(sum(some), len(some)) if some else (0.0, 1.0) for some in boards]
    won, lost = sum(low > 0.5 for low, _ in ends), sum(high < 0.5 for _, high in ends)
    verdict = REPRODUCED if won == len(boards) else OPEN if not lost else CORRECTED if won else REFUTED
    reason = f"On {sum(map(sum, boards))} of {sum(map(len, boards))} boards"
    unsure = [str(n) for n, (low, high) in zip(of_size, ends, strict=True) if low <= 0.5 <= high]
    reason += f"; chance is not ruled out at n = {', '.join(unsure)}." if unsure else "."
    return Line(claim, "at every size", f"at {won} of {len(boards)} sizes", verdict, reason)


def naive_share_line(times: list[SolverTimes]) -> Line:
    """The larger the board, the smaller the naive solver's share of SAT's time; a late run of SAT only makes it
    smaller."""
    claim = "the larger the board, the smaller the naive solver's share of SAT's time"
    enough = [t for t in times if has_repeats(*t.pairs_by_density(NAIVE, SAT))]
    theirs = f"{THEIRS[0][3] / THEIRS[0][4]:.2g} to {THEIRS[-1][3] / THEIRS[-1][4]:.2g}"
    if len(enough) < 2:
        return Line(claim, theirs, None, OPEN, "Too few runs ended.")
    first, last = enough[0], enough[-1]
    (before, low, high), (after, least, most) = (ratio(*t.pairs_by_density(NAIVE, SAT)) for t in (first, last))
    verdict = REPRODUCED if most < low else REFUTED if least > high else OPEN
    reason = f"95 % intervals {low:.2g} to {high:.2g} and {least:.2g} to {most:.2g}"
    reason += ", which overlap." if verdict == OPEN else "."
    return Line(claim, theirs, f"{before:.2g} to {after:.2g}", verdict,
                f"n = {first.size} and {last.size}; {reason}")  # fmt: skip


def growth_line(times: list[SolverTimes]) -> Line:
    """O(n^3): the exponent of the time between the smallest and the largest board, by density."""
    first, last = times[0], times[-1]
    exponents = [
        log(fmean(large) / fmean(small)) / log(last.size / first.size)
        for density in dict.fromkeys(first.densities)
        for small, large in [[naive_seconds(t, density) for t in (first, last)]] if small and large
    ]  # fmt: skip
    error = t_half_width(exponents)
    reason = f"Seconds at n = {first.size} and {last.size}, {len(exponents)} densities; one ratio proves no bound."
    return Line("the naive solver takes O(n^3): exponent", 3, round(fmean(exponents), 2),
                REPRODUCED if fmean(exponents) + error <= 3 else OPEN, reason, round(error, 2))  # fmt: skip


def naive_seconds(times: SolverTimes, density: Density) -> list[float]:
    """The seconds of the naive solver on boards of these densities."""
    both = zip(times.densities, times.seconds[NAIVE], strict=True)
    return [seconds for d, seconds in both if d == density and seconds is not None]


def sat_part_line(times: list[SolverTimes]) -> Line:
    """What the hybrid spends beyond propagation, against SAT alone."""
    boards: dict[int, list[bool]] = {}
    for t in times:
        three = zip(*(t.seconds[name] for name in (NAIVE, SAT, HYBRID)), strict=True)
        boards[t.size] = [
            hybrid - (naive or 0) < sat for naive, sat, hybrid in three
            if sat is not None and hybrid is not None and min(sat, hybrid) < LATE
        ]  # fmt: skip
    return every_size_line("the SAT part of the hybrid (hybrid less naive) is quicker than SAT alone", boards)


def crossover_line(times: list[SolverTimes]) -> Line:
    """The smallest size from which the hybrid is quicker, beyond chance."""
    claim = "size from which the hybrid is quicker than SAT"
    of_size = {t.size: t.pairs_by_density(HYBRID, SAT) for t in times}
    reason = f"Hybrid / SAT: {'; '.join(f'{t.size}: {ratio_text(t, HYBRID, SAT)}' for t in times)}."
    if not all(has_repeats(*kinds) for kinds in of_size.values()):
        return Line(claim, 1000, None, OPEN, f"Too few runs ended. {reason}")
    signs = {size: _sure_sign(*ratio(*kinds)[1:]) for size, kinds in of_size.items()}
    ours, before = _first_negative(list(signs.items()))
    if ours is None:
        return Line(claim, 1000, "none", REFUTED if signs[times[-1].size] > 0 else OPEN, reason)
    if before == 0:
        return Line(claim, 1000, f"at most {ours}", CORRECTED if ours < 1000 else OPEN, reason)
    return Line(claim, 1000, ours, REPRODUCED if ours == 1000 else CORRECTED, reason)


def _sure_sign(low: float, high: float) -> int:
    """-1 where a ratio with that interval is below 1 beyond chance, 1 where it is above, else 0."""
    return -1 if high < 1 else 1 if low > 1 else 0


def _first_negative(signs: Sequence[tuple[int, int]]) -> tuple[int | None, int | None]:
    """The first size from which on all signs are -1, None without one; and the sign of the size before, None where
    there is none. signs: by size, in their order."""
    negative = len(list(takewhile(lambda each: each[1] < 0, reversed(signs))))
    first = len(signs) - negative
    return signs[first][0] if negative else None, signs[first - 1][1] if first else None


ITEM = Item(
    name="akari-runs",
    title="Light Up: the table of runs, naive, SAT and hybrid",
    source="Light Up solver (Ben-Gurion University, project report in Hebrew)",
    shows="Seconds and lamps found by size, for its three solvers and others, and who is quicker.",
    run=run,
)
