"""The columns of the table of runs, for the terminal and for the page; a cell is "" where there is nothing to say.

What a reader looks for first stands first: who, what came of it, how long it took, how that compares; then the steps,
then the size of the model; last what solvers count. `drop` says in which order columns go where a line is too short.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from report.comparison.legends import LONE_CLAIM
from report.comparison.records import RESOURCES, Run
from report.comparison.run_labels import choice, differing_choices
from report.comparison.run_order import fastest_run, ratio_to_fastest, sort_runs
from report.evidence_words import NOT_ASKED
from report.text_columns import TextColumn
from report.words import TimeUnit, number_text, quantity, ratio, time_unit
from rosetta.foundation.vocabulary import Agreement, Evidence, Verdict

MARKS = {Verdict.CORRECT: "+", Verdict.WRONG: "!", Verdict.UNPROVED: "?", Verdict.NONE: " "}
STYLES = {Verdict.CORRECT: "good", Verdict.WRONG: "bad", Verdict.UNPROVED: "doubt", Verdict.NONE: "dim"}
VERDICTS = {Verdict.CORRECT: "correct", Verdict.WRONG: "WRONG", Verdict.UNPROVED: "unproved", Verdict.NONE: "-"}
OVERALL_STYLES = {
    Agreement.AGREE: "good",
    Agreement.PROVED: "good",
    Agreement.DISAGREE: "bad",
    Agreement.INCOMPLETE: "doubt",
}  # of a comparison
_MARKED = ("optimal", "unique")  # claims beyond the answer itself
RESOURCES_LEGEND = "CPU and memory of all processes of a solver; start: until it was imported, counted nowhere else"
STEP_ORDER = ("solve", "load", "lower", "build", "decode", "verify")  # as readers look for them
EVEN_STEPS = ("build", "decode", "verify")  # the same work for every run
EVEN = 0.1  # times that differ by less than this share of the shortest total tell nothing apart
_DROP = {
    "verdict": 1, "unique": 2, "objective": 2, "solve": 3, "lower": 4, "load": 5, "derived": 6, "vars": 7, "rows": 8,
    "bound": 9, "literals": 10, "evidence": 11, "build": 12, "verify": 13, "decode": 14, "engine": 16,
}  # fmt: skip
_DROP_STATS = 15
WANTED = ("solve", "load", "lower", "vars", "rows")  # these stay before a column that says one thing of all runs
_SIZES = {"vars": "variables", "rows": "rows", "literals": "literals"}


def choice_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """The choices in which the runs differ."""
    return [TextColumn(name, [choice(name, run, runs) for run in sort_runs(runs)]) for name in differing_choices(runs)]


def outcome_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """What came of each run. A claim of one kind of engine alone has a mark, which `claims_note` explains."""
    rows = sort_runs(runs)
    marks = {
        claim: [LONE_CLAIM * (getattr(run.claims, claim) == Evidence.CLAIMED) for run in rows] for claim in _MARKED
    }
    status = [
        f"{run.status_text if run.was_asked else NOT_ASKED}{mark}"
        for run, mark in zip(rows, marks["optimal"], strict=True)
    ]
    words = {None: "", True: "yes", False: "no"}
    unique = [f"{words[run.unique]}{mark}" for run, mark in zip(rows, marks["unique"], strict=True)]
    objective = ["" if run.objective is None else str(run.objective) for run in rows]
    styles = [STYLES[run.verdict] for run in rows]
    return [
        TextColumn("status", status),
        TextColumn("verdict", [VERDICTS[run.verdict] for run in rows], drop=_DROP["verdict"], styles=styles),
        TextColumn("unique", unique, right=True, drop=_DROP["unique"]),
        TextColumn("objective", objective, right=True, drop=_DROP["objective"]),
    ]


def evidence_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """What each claim rests on; who claims it."""
    rows = sort_runs(runs)
    return [
        TextColumn("evidence", [describe_evidence(run) for run in rows], drop=_DROP["evidence"]),
        TextColumn("engine", [f"{run.engine} {run.version}".strip() for run in rows], drop=_DROP["engine"]),
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
    return [
        TextColumn("derived", derived, right=True, drop=_DROP["derived"]),
        TextColumn("bound", bound, right=True, drop=_DROP["bound"]),
    ]


def size_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """How large the model was that each solver got."""
    rows = sort_runs(runs)
    cells = {
        title: [quantity(run.size[key]) if run.size.get(key) else "" for run in rows] for title, key in _SIZES.items()
    }
    return [TextColumn(title, texts, right=True, drop=_DROP[title]) for title, texts in cells.items()]


def stat_columns(runs: Sequence[Run], keys: Iterable[str]) -> list[TextColumn]:
    """What solvers report about their search."""
    rows = sort_runs(runs)
    cells = {key: [quantity(int(run.stats[key])) if key in run.stats else "" for run in rows] for key in keys}
    return [TextColumn(key, texts, right=True, drop=_DROP_STATS) for key, texts in cells.items()]


def total_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """The total, and the ratio to the fastest."""
    rows, best, unit = sort_runs(runs), fastest_run(runs), column_unit(runs)
    ratios = [ratio_to_fastest(run, best) for run in rows]
    return [
        TextColumn("total", [unit.text(run.total).strip("-") for run in rows], right=True),
        TextColumn("ratio", ["" if value is None else ratio(value) for value in ratios], right=True),
    ]


def step_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """Times by step."""
    rows, unit = sort_runs(runs), column_unit(runs)
    return [
        TextColumn(
            step, [unit.text(run.seconds.get(step, 0.0)).strip("-") for run in rows], right=True, drop=_DROP[step]
        )
        for step in STEP_ORDER
    ]


def even_steps(runs: Sequence[Run]) -> dict[str, str]:
    """The steps that take every run about the same time, and what they take: `0.9`, `0.8 to 1.1`."""
    timed, unit = [run for run in sort_runs(runs) if run.total > 0], column_unit(runs)
    if len(timed) < 3:
        return {}
    shortest = min(run.total for run in timed)
    times = {step: sorted(filter(None, (run.seconds.get(step) for run in timed))) for step in EVEN_STEPS}
    return {
        step: unit.text(known[0])
        if unit.text(known[0]) == unit.text(known[-1])
        else f"{unit.text(known[0])} to {unit.text(known[-1])}"
        for step, known in times.items()
        if known and known[-1] - known[0] < EVEN * shortest
    }


def same_outcomes(runs: Sequence[Run]) -> dict[str, str]:
    """The status and verdict of all runs, by column, where each is correct and says the same."""
    cells = {column.title: set(column.cells) for column in outcome_columns(runs)[:2]}
    alike = len(sort_runs(runs)) > 2 and len(cells["status"]) == 1 and cells["verdict"] == {VERDICTS[Verdict.CORRECT]}
    return {title: texts.pop() for title, texts in cells.items()} if alike else {}


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
    totals = [run.total for run in sort_runs(runs) if run.total > 0]
    return time_unit(max(totals, default=0.0), min(totals, default=0.0))
