"""Light Up by CNF, 3-SAT and WalkSAT (student report, 2020): all its tables of WalkSAT, on our own boards.

Its board is not known, so its figures only stand beside ours; what is decided is its conclusions. Its two large tables
call the limit on flips P and the noise N; its algorithm and the captions of Tables 1 and 2 do the reverse. Here both
are written out. Flips are means over the executions that found a model, as in the report.

Settings are compared by the cost of a model (`intervals.cost`): one is better than another if it is cheaper and their
95 % intervals do not overlap. A conclusion is a statement about several such pairs; it is

    reproduced   all pairs that differ are as it says, and most do          corrected   some are, some are not
    refuted      those that differ are the other way round                  open        none differs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from backends.walking.heuristics import HEURISTICS as ALL
from models.puzzles.akari import rules
from models.puzzles.akari.instance import Akari
from report.reproduction.heatmap import heatmap_svg, heatmap_text
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
from rosetta.reproducing.akari.walksat_runs import (
    HEURISTICS,
    LIMITS,
    NOISES,
    PLAIN,
    THREE,
    Runs,
    WalkSetting,
    formulas,
    run_all,
    settings,
)
from rosetta.reproducing.intervals import (
    Flips,
    cost,
    cost_interval,
    count_models,
    mean,
    mean_interval,
    share_text,
    truncate_flips,
)
from rosetta.reproducing.records import Item

Pair = tuple[str, WalkSetting, WalkSetting]  # description, the setting that is claimed to be better, the other one
LITTLE_NOISE, MUCH_NOISE = 0.1, 1.0
BOARDS = (10, 15)  # percent of the cells that are bare walls, and as many with a number; 7x7, seed 0
QUICK, FULL = 50, 1000  # executions
COLUMNS = ("heuristic", "flips", "found %", "cost")
INTERVALS = (
    "With 95 % intervals. flips: mean over the executions that found a model (bootstrap); found: Wilson; cost: all "
    "flips, those in vain too, per model found (bootstrap)."
)
THEIRS = (
    ("jw", "479.0 (100 %)", "10,927.4 (100 %)"),
    ("moms", "27,064.5 (77.1 %)", None),
    ("score", "5,886.3 (100 %)", "25,610.6 (97.5 %)"),
    ("least-modified", "107.8 (100 %)", "1,071.8 (100 %)"),
)
THEIR_FLIPS = (11558.6, 10927.4, 12943.6, 19538.3, 30760.3, 44369.4, 58942.0)  # JW, 3-SAT, limit 100,000
THEIR_MODELS = (
    (0, 0, 0, 0, 0, 0, 0),
    (29, 41, 29, 10, 2, 0, 0),
    (584, 565, 496, 321, 148, 62, 9),
    (1000, 1000, 1000, 1000, 980, 839, 360),
)


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    executions = FULL if full else QUICK
    boards = [board(number) for number in range(len(BOARDS) if full else 1)]
    yield from _boards(boards, executions)
    runs = run_all(list(settings(len(boards))), boards, executions, seed, progress)
    for number in range(len(boards)):
        label = f"board {number + 1}, {executions} executions"
        yield from _large_tables(runs, number, label)
        yield from _heuristics(runs, number, label)
        yield _map(runs, number, label)
    yield Table("Theirs, noise 0.1, limit 100,000: flips (models found)", ("heuristic", PLAIN, THREE), THEIRS)
    yield from findings(runs, len(boards))
    yield own_table_line()
    yield flip_limit_line(runs)
    yield full_noise_line(runs)
    more = [WalkSetting(0, form, heuristic, 0.3) for form in (PLAIN, THREE) for heuristic in ALL[:2]]
    yield from _other_heuristics(run_all(more, boards, executions, seed, progress), executions)


def board(number: int) -> Akari:
    """One of the two boards; the report's generator could have made it."""
    return rules.generate((7, 7), 0, bare=BOARDS[number], numbered=BOARDS[number])[0]


def _boards(boards: list[Akari], executions: int) -> Iterator[Entry]:
    rows: list[list[Value]] = []
    for number, p in enumerate(boards):
        for form, formula in formulas(p).items():
            rows.append([number + 1, form, formula.variables, len(formula), int(formula.lengths.max())])
    yield Note(
        f"{executions} executions of each setting on 7x7 boards of ours, since the report does not print its own; the "
        "clauses are as it writes them. One execution at 100,000 flips is one at every smaller limit, too. The large "
        "tables of the report call the limit P and the noise N, its algorithm and Tables 1 and 2 the other way round."
    )
    yield Table("The clauses", ("board", "form", "variables", "clauses", "longest"), rows)


def _large_tables(runs: Runs, number: int, label: str) -> Iterator[Entry]:
    """Flips and models by limit and noise. JW on the 3-SAT form: it is the one with 10,927.4 flips at 100,000 and
    0.1."""
    columns = ("limit", *(f"{noise:g}" for noise in NOISES))
    of = [runs[WalkSetting(number, THREE, "jw", noise)] for noise in NOISES]
    rows: list[list[Value]]
    rows = [[f"{limit:,}", *(mean(truncate_flips(flips, limit)) for flips in of)] for limit in LIMITS]
    theirs: list[Value] = ["theirs, 100,000", *THEIR_FLIPS]
    yield Table(f"JW on 3-SAT: mean flips by limit and noise; {label}", columns, [*rows, theirs],
                "Over the executions that found a model.")  # fmt: skip
    counts = [[count_models(flips, limit) for flips in of] for limit in LIMITS]
    rows = [[f"{limit:,}", *row] for limit, row in zip(LIMITS, counts, strict=True)]
    rows += [[f"theirs, {limit:,}", *row] for limit, row in zip(LIMITS, THEIR_MODELS, strict=True)]
    yield Table(f"JW on 3-SAT: models found by limit and noise; {label}", columns, rows, "Theirs of 1000 executions.")


def _heuristics(runs: Runs, number: int, label: str) -> Iterator[Table]:
    """Tables 1 and 2."""
    for form in (PLAIN, THREE):
        of = {heuristic: runs[WalkSetting(number, form, heuristic, LITTLE_NOISE)] for heuristic in HEURISTICS}
        yield Table(f"{form} form, noise 0.1, limit 100,000; {label}", COLUMNS, _rows(of), INTERVALS)


def _map(runs: Runs, number: int, label: str) -> Figure:
    """Models found within the largest limit and within 1000 flips, by form, heuristic and noise."""
    rows = [(form, h, limit) for limit in (100_000, 1_000) for form in (PLAIN, THREE) for h in HEURISTICS]
    names = [f"{form} {heuristic} {limit:,}" for form, heuristic, limit in rows]
    shares = [
        [count_models(flips, limit) / len(flips) for flips in (runs[WalkSetting(number, form, h, n)] for n in NOISES)]
        for form, h, limit in rows
    ]
    columns = [f"{noise:g}" for noise in NOISES]
    title = f"Models found, percent, by noise (form, heuristic, limit); {label}"
    return Figure(title, heatmap_text(names, columns, shares), heatmap_svg(title, names, columns, shares))


def findings(runs: Runs, boards: int) -> Iterator[Line]:
    """A line per conclusion."""
    where = [(board, form) for board in range(boards) for form in (PLAIN, THREE)]
    labels = {(b, f): f"{f} form" + (f" of board {b + 1}" if boards > 1 else "") for b, f in where}

    def noises(less: float, more: float) -> list[Pair]:
        return [
            (f"{h}, {labels[b, f]}", WalkSetting(b, f, h, less), WalkSetting(b, f, h, more))
            for b, f in where for h in HEURISTICS
        ]  # fmt: skip

    yield claim_line(runs, "a little noise helps (0.1 against 0)", noises(LITTLE_NOISE, 0.0))
    yield claim_line(runs, "much noise hurts (1 against 0.1)", noises(LITTLE_NOISE, MUCH_NOISE))
    yield claim_line(
        runs,
        "the 3-SAT form is harder (noise 0.1)",
        [(f"{h}, board {b + 1}", WalkSetting(b, PLAIN, h, LITTLE_NOISE), WalkSetting(b, THREE, h, LITTLE_NOISE))
         for b in range(boards) for h in HEURISTICS],
    )  # fmt: skip
    yield claim_line(
        runs,
        "least-modified is the best heuristic (noise 0.1)",
        [(f"against {h}, {labels[b, f]}", WalkSetting(b, f, HEURISTICS[-1], LITTLE_NOISE), WalkSetting(b, f, h,
        LITTLE_NOISE))
         for b, f in where for h in HEURISTICS[:-1]],
    )  # fmt: skip
    yield claim_line(
        runs,
        '"then more generally heuristics from the best to the worst are JW, MOMS and Score" (noise 0.1)',
        [(f"{a} against {c}, {labels[b, f]}", WalkSetting(b, f, a, LITTLE_NOISE), WalkSetting(b, f, c, LITTLE_NOISE))
         for b, f in where for a, c in (("jw", "moms"), ("moms", "score"), ("jw", "score"))],
        "Its own tables have MOMS behind Score in the plain form (27,064.5 and 77.1 % against 5,886.3 and 100 %).",
    )  # fmt: skip


def claim_line(runs: Runs, claim: str, pairs: Iterable[Pair], remark: str = "") -> Line:
    """The line of a claim: in how many pairs the first is better, and in which pairs it is not."""
    for_it: list[str] = []
    against: list[str] = []
    undecided: list[str] = []
    for words, better, worse in pairs:
        order = compare_costs(runs, better, worse)
        (for_it if order > 0 else against if order < 0 else undecided).append(words)
    total = len(for_it) + len(against) + len(undecided)
    verdict = REPRODUCED if 2 * len(for_it) >= total else OPEN
    if against:
        verdict = CORRECTED if for_it else REFUTED
    parts = [f"Not so: {'; '.join(against)}."] if against else []
    parts += [f"No difference beyond chance: {'; '.join(undecided)}."] if undecided else []
    return Line(claim, None, f"in {len(for_it)} of {total} cases", verdict, " ".join([*parts, remark]).strip())


def compare_costs(runs: Runs, first: WalkSetting, second: WalkSetting) -> int:
    """1 if the first is cheaper, -1 if the second is, 0 if the intervals of their costs overlap."""
    (low, high), (second_low, second_high) = (cost_interval(runs[setting], LIMITS[-1]) for setting in (first, second))
    return 1 if high < second_low else -1 if second_high < low else 0


def own_table_line() -> Line:
    """ "For N <= 1000 the data about P is not significant because we never find more than 30 model." """
    most = max(max(row) for row in THEIR_MODELS[:2])
    return Line("models found within 1000 flips, of 1000 executions: never more than", 30, most,
                REPRODUCED if most <= 30 else CORRECTED, "Its own table, at noise 0.1.")  # fmt: skip


def flip_limit_line(runs: Runs) -> Line:
    """The larger the limit, the more models: each execution is one walk, so there cannot be fewer."""
    rows = [[count_models(flips, limit) for limit in LIMITS] for flips in runs.values()]
    grown = sum(row[0] < row[-1] for row in rows)
    return Line("the number of models found grows with the limit on flips", None,
                f"in {grown} of {len(rows)} settings, fewer in none",
                CONTRADICTORY if any(row != sorted(row) for row in rows) else REPRODUCED if grown else REFUTED,
                f"From {LIMITS[0]:,} to {LIMITS[-1]:,} flips; in the others all are found at once, or none at all.",
                )  # fmt: skip


def full_noise_line(runs: Runs) -> Line:
    """The noise is drawn before the heuristic chooses: at noise 1 no choice is left to it."""
    places = {(setting.board, setting.form) for setting in runs}
    same = all(
        np.array_equal(runs[WalkSetting(b, f, h, MUCH_NOISE)], runs[WalkSetting(b, f, HEURISTICS[0], MUCH_NOISE)])
        for b, f in places for h in HEURISTICS
    )  # fmt: skip
    claim = "at noise 1 the four heuristics are one walk: the same flips in every execution"
    return Line(claim, None, "yes" if same else "no", REPRODUCED if same else CONTRADICTORY)


def _other_heuristics(runs: Runs, executions: int) -> Iterator[Table]:
    """SKC and probSAT on the first board: they count the clauses that a flip would break; of the report's four only
    Score does."""
    for form in (PLAIN, THREE):
        of = {heuristic: runs[WalkSetting(0, form, heuristic, 0.3)] for heuristic in ALL[:2]}
        yield Table(f"What the field uses: {form} form, board 1, {executions} executions", COLUMNS, _rows(of),
                    "The noise of skc is 0.3.")  # fmt: skip


def _rows(of: dict[str, Flips]) -> list[list[Value]]:
    return [[h, _flips(some), share_text(count_models(some), len(some)), _cost(some)] for h, some in of.items()]


def _flips(flips: Flips) -> str | None:
    middle = mean(flips)
    return None if middle is None else f"{middle:,.0f} {_interval_text(mean_interval(flips))}"


def _cost(flips: Flips) -> str:
    return f"{cost(flips, LIMITS[-1]):,.0f} {_interval_text(cost_interval(flips, LIMITS[-1]))}"


def _interval_text(interval: tuple[float, float]) -> str:
    return f"({interval[0]:,.0f}-{interval[1]:,.0f})"


ITEM = Item(
    name="walksat",
    title="WalkSAT on Light Up, plain and in 3-SAT, four heuristics",
    source="[INF432] Project - Light Up (a student report, 2020)",
    shows="Flips and models found by limit, noise, heuristic and form of the clauses, and which conclusions hold.",
    run=run,
)
