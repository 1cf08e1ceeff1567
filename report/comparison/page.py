"""Comparisons as one HTML file that opens from disk: what its template `page.html` shows, for one or more instances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from report.comparison.boards import group_boards
from report.comparison.columns import (
    RESOURCES_LEGEND,
    choice_columns,
    column_unit,
    evidence_columns,
    outcome_columns,
    resource_columns,
    search_columns,
    size_columns,
    stat_columns,
    step_columns,
    total_columns,
)
from report.comparison.findings.checks import checks
from report.comparison.findings.fact_words import reasons
from report.comparison.findings.verdict import describe_findings, describe_pace, headline
from report.comparison.json_documents import comparisons_document
from report.comparison.legends import claims_note, derived_note, describe_start, special_note, subject
from report.comparison.notes import describe_answers, describe_engines, describe_group, group_by_text
from report.comparison.page_pictures import race_bars, size_bars, time_bars
from report.comparison.race import race_columns, race_heading, race_remarks, race_sentence, racer_name
from report.comparison.records import Comparison, PuzzleScores, Race, Run
from report.comparison.run_labels import describe_runs, describe_usual_encoding, marked_name, run_label
from report.comparison.run_order import answer_groups, refused_runs, sort_runs, wrong_runs
from report.comparison.several import median_columns, score_columns
from report.documents.provenance import NOWHERE
from report.frame import render_page
from report.text_columns import TextColumn
from report.words import describe_limits, full_sentence, join_names, one_line, plural
from rosetta.foundation.vocabulary import Agreement

if TYPE_CHECKING:
    from report.documents.provenance import Provenance


def comparisons_html(
    comparisons: Sequence[Comparison],
    title: str,
    provenance: Provenance = NOWHERE,
    missing: Sequence[str] = (),
    scores: Sequence[PuzzleScores] = (),
) -> str:
    """The whole page. provenance: of the document in it; missing: what was not compared, and why; scores: of all
    instances together."""
    return render_page(
        "comparison/page.html",
        title=title,
        articles=[_article(comparison) for comparison in comparisons],
        overview=_overview(comparisons, missing, scores),
        document=comparisons_document(comparisons, provenance),
        puzzles=join_names(comparison.puzzle for comparison in comparisons),
    )


def _overview(
    comparisons: Sequence[Comparison], missing: Sequence[str], scores: Sequence[PuzzleScores]
) -> dict[str, Any]:
    """The verdicts over all instances, the worst deciding the tone; the tables of scores; the backends, and whether
    each has a line (few instances and many backends) or a column."""
    verdicts = [comparison.verdict for comparison in comparisons]
    kinds = [
        kind
        for kind in (Agreement.DISAGREE, Agreement.INCOMPLETE, Agreement.PROVED, Agreement.AGREE)
        if kind in verdicts
    ] or [Agreement.INCOMPLETE]
    counts = ", ".join(f"{verdicts.count(kind)} {kind}" for kind in kinds) if verdicts else "nothing was run"
    backends = list(dict.fromkeys(run_label(run, c.runs) for c in comparisons for run in sort_runs(c.runs)))
    return {
        "verdict": kinds[0],
        "counts": f"{plural(len(comparisons), 'instance')}: {counts}",
        "wrongs": [f"{subject(c)}: {headline(c)}" for c in comparisons if c.verdict == Agreement.DISAGREE],
        "columns": backends,
        "turned": len(comparisons) < len(backends),
        "missing": [full_sentence(text) for text in missing],
        "scores": [table for each in scores if each.runners for table in _score_tables(each)],
    }


def _score_tables(scores: PuzzleScores) -> Iterator[dict[str, Any]]:
    """The table of the runners over all instances, and that of their median times by size."""
    names, *columns = score_columns(scores)
    what = f"{scores.puzzle}: {plural(scores.instances, 'instance')}, limit {scores.limit:g} s"
    definitions = [f"{title}: {sentence}" for title, sentence in scores.definitions.items()]
    left_out = [full_sentence(f"left out: {text}") for text in scores.left_out]
    rows = ["wrong" if score.wrong else "" for score in scores.runners]
    yield {
        "caption": " ".join([f"{what}.", *definitions, *left_out]),
        "columns": columns,
        "rows": list(zip(names.cells, rows, strict=True)),
    }
    if scores.medians:
        names, *columns = median_columns(scores)
        caption = f"{scores.puzzle}: the median time on the instances of each size."
        yield {"caption": caption, "columns": columns, "rows": list(zip(names.cells, rows, strict=True))}


def _article(comparison: Comparison) -> dict[str, Any]:
    """All about one instance."""
    runs = comparison.runs
    return {
        "comparison": comparison,
        "subject": subject(comparison),
        "headline": headline(comparison),
        "wrongs": [f"{run_label(run, runs)}: {why}" for run in wrong_runs(runs) for why in reasons(run)],
        "sentences": ["; ".join(describe_findings(comparison)), describe_pace(comparison)],
        "limits": ", ".join(describe_limits(comparison.limits)),
        "runs": {run_label(run, runs): run for run in runs},
        "boards": group_boards(comparison.boards),
        "longest_side": max(comparison.size, default=0),
        "same_answers": _same_answers(runs),
        "remark": comparison.remark,
        "results": _results(runs),
        "counters": _counters(runs),
        "start": " ".join(f"{full_sentence(text)}" for text in describe_start(comparison)),
        "remarks": [*map(str, comparison.proofs), *_remarks(runs)],
        "readings": [f"{reading.name}: {reading.result}" for reading in comparison.readings],
        "own_reading": comparison.readings[0].own if comparison.readings else "",
        "race": comparison.race and _race(comparison.race),
        "times": time_bars(runs),
        "resources": _resources(runs),
        "sizes": size_bars(runs),
        "checks": checks(comparison),
        "versions": describe_engines(runs),
    }


def _results(runs: Sequence[Run]) -> dict[str, Any]:
    """The table of runs: what came of each, then its times; none empty; name and verdict of each row."""
    rows, (evidence, _) = sort_runs(runs), evidence_columns(runs)
    derived, _ = search_columns(runs)
    columns = [*choice_columns(runs), *outcome_columns(runs), *total_columns(runs), *step_columns(runs), derived]
    legend = [
        f"Times in {column_unit(runs).name}",
        "ratio to the fastest correct run that answered the same question",
        *derived_note(rows),
        *claims_note(rows),
        *special_note(rows),
    ]
    return _table(runs, f"{'; '.join(legend)}.", [*columns, evidence])


def _counters(runs: Sequence[Run]) -> dict[str, Any]:
    """The folded table: the engine of each run, how large its model was, what it counted."""
    _, engine = evidence_columns(runs)
    _, bound = search_columns(runs)
    stats = stat_columns(runs, dict.fromkeys(key for run in runs for key in run.stats))
    caption = "What each engine got, and what it says about its search."
    return _table(runs, caption, [*choice_columns(runs), engine, *size_columns(runs), bound, *stats])


def _table(runs: Sequence[Run], caption: str, columns: Sequence[TextColumn]) -> dict[str, Any]:
    """A table of runs; columns that no run fills are not shown."""
    columns = [column for column in columns if column.title == "verdict" or any(column.cells)]
    return {
        "caption": caption,
        "columns": [replace(column, right=column.right and column.title != "unique") for column in columns],
        "rows": [(marked_name(run), run.verdict) for run in sort_runs(runs)],
    }


def _resources(runs: Sequence[Run]) -> dict[str, Any]:
    """What the runs used, in a folded table."""
    return _table(runs, f"{RESOURCES_LEGEND}.", [*choice_columns(runs), *resource_columns(runs)])


def _race(race: Race) -> dict[str, Any]:
    """The race to all solutions: a bar for each racer's rate, and the table behind it, its columns to the right."""
    columns = [*race_columns(race), TextColumn("evidence", [racer.evidence or "" for racer in race.racers])]
    titles = {"per s": "per second", "ratio": "ratio to the best"}
    return {
        "heading": race_heading(race),
        "sentence": race_sentence(race),
        "rates": race_bars(race),
        "caption": "Solutions that each backend listed in its share of the time.",
        "columns": [replace(column, right=True, title=titles.get(column.title, column.title)) for column in columns],
        "rows": [(racer_name(racer), racer.verdict) for racer in race.racers],
        "remarks": list(race_remarks(race)),
    }


def _same_answers(runs: Sequence[Run]) -> str:
    """Which runs gave the same answer."""
    groups = answer_groups(runs)
    if not groups:
        return "No run gave an answer that could be drawn."
    if len(groups) == 1:
        return f"{'Same answer' if len(groups[0]) > 1 else 'One answer,'} from {describe_runs(groups[0], runs)}."
    return f"Several solutions: {describe_answers(runs)}."


def _remarks(runs: Sequence[Run]) -> Iterator[str]:
    """What the runs say, and which backends cannot take the model."""
    rows = sort_runs(runs)
    for note, group in group_by_text(rows, lambda run: one_line(run.note)):
        yield f"{describe_group(group, runs)}: {note}"
    second = [run for run in rows if run.second is not None]
    if second:
        yield f"{describe_group(second, runs)}: found a second, different solution"
    for encoding, group in group_by_text(rows, lambda run: describe_usual_encoding(run, runs)):
        yield f"{describe_runs(group, runs)}: clauses by {encoding}"
    for reason, group in group_by_text(refused_runs(runs), lambda run: one_line(run.note) or "cannot take this model"):
        yield f"{describe_runs(group, runs)} not run: {reason}"
