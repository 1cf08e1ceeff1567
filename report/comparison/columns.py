"""The columns of the table of runs, for the terminal and for the page; a cell is "" where there is nothing to say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from report.comparison.records import RESOURCES, STEPS, Run
from report.comparison.verdict import LONE_CLAIM, choice, differing_choices, fastest_run, ratio_to_fastest, sort_runs
from report.text_columns import TextColumn
from report.words import TimeUnit, number_text, quantity, ratio, time_unit

MARKS = {"correct": "+", "wrong": "!", "unproved": "?", "none": " "}
STYLES = {"correct": "good", "wrong": "bad", "unproved": "doubt", "none": "dim"}
VERDICTS = {"correct": "correct", "wrong": "WRONG", "unproved": "unproved", "none": "-"}
_MARKED = ("optimal", "unique")  # claims beyond the answer itself
RESOURCES_LEGEND = "CPU and memory of all processes of a solver; start: until it was imported, counted nowhere else"
_DROP_STEPS = {"build": 2, "lower": 3, "load": 4, "solve": 1, "decode": 6, "verify": 5}


def choice_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """The choices in which the runs differ."""
    return [TextColumn(name, [choice(name, run, runs) for run in sort_runs(runs)]) for name in differing_choices(runs)]


def outcome_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """The engine, and what came of it. A claim of one kind of engine alone has a mark, which `claims_note` explains."""
    rows = sort_runs(runs)
    marks = {claim: [LONE_CLAIM * (getattr(run.claims, claim) == "claimed") for run in rows] for claim in _MARKED}
    status = [f"{run.status}{mark}" for run, mark in zip(rows, marks["optimal"], strict=True)]
    words = {None: "", True: "yes", False: "no"}
    unique = [f"{words[run.unique]}{mark}" for run, mark in zip(rows, marks["unique"], strict=True)]
    objective = ["" if run.objective is None else str(run.objective) for run in rows]
    return [
        TextColumn("engine", [f"{run.engine} {run.version}".strip() for run in rows], drop=5),
        TextColumn("status", status),
        TextColumn("verdict", [VERDICTS[run.verdict] for run in rows], styles=[STYLES[run.verdict] for run in rows]),
        TextColumn("evidence", [describe_evidence(run) for run in rows], drop=6),
        TextColumn("unique", unique, right=True, drop=1),
        TextColumn("objective", objective, right=True, drop=1),
    ]


def describe_evidence(run: Run) -> str:
    """What each of its claims rests on: `verified, optimal claimed`."""
    claims = ((claim, getattr(run.claims, claim)) for claim in _MARKED)
    parts = [f"{claim} {support}" for claim, support in claims if support is not None]
    return ", ".join(filter(None, (run.claims.answer or run.evidence, *parts)))


def search_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """How far the search came."""
    rows = sort_runs(runs)
    bound = ["" if run.bound is None else number_text(run.bound) for run in rows]
    derived = ["" if run.derived is None else f"{run.derived:.0%}" for run in rows]
    return [TextColumn("bound", bound, right=True, drop=7), TextColumn("derived", derived, right=True, drop=4)]


def stat_columns(runs: Sequence[Run], keys: Iterable[str]) -> list[TextColumn]:
    """What solvers report about their search."""
    rows = sort_runs(runs)
    cells = {key: [quantity(int(run.stats[key])) if key in run.stats else "" for run in rows] for key in keys}
    return [TextColumn(key, texts, right=True, drop=8) for key, texts in cells.items()]


def time_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """Times by step, the total, and the ratio to the fastest."""
    rows, best, unit = sort_runs(runs), fastest_run(runs), column_unit(runs)
    steps = {step: [unit.text(run.seconds.get(step, 0.0)).strip("-") for run in rows] for step in STEPS}
    ratios = [ratio_to_fastest(run, best) for run in rows]
    return [
        *(TextColumn(step, cells, right=True, drop=_DROP_STEPS[step]) for step, cells in steps.items()),
        TextColumn("total", [unit.text(run.total).strip("-") for run in rows], right=True),
        TextColumn("ratio", ["" if value is None else ratio(value) for value in ratios], right=True),
    ]


def resource_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """CPU, memory and start of each run, with their units."""
    rows = sort_runs(runs)
    titles = {"cpu_seconds": "CPU s", "peak_mb": "peak MB", "startup_seconds": "start s"}
    cells = {key: [run.resources.get(key, 0.0) for run in rows] for key in RESOURCES}
    return [
        TextColumn(titles[key], [_resource_text(key, number) for number in numbers], right=True, drop=0)
        for key, numbers in cells.items()
    ]


def _resource_text(key: str, number: float) -> str:
    return "" if not number else f"{number:,.0f}" if key == "peak_mb" else f"{number:.2f}"


def column_unit(runs: Sequence[Run]) -> TimeUnit:
    """The unit of all times."""
    return time_unit(max((run.total for run in sort_runs(runs)), default=0.0))
