"""A comparison in the terminal: what was asked, the drawn boards, the table, the notes, the verdict.

    tents 6x6, seed 0
    id      6x6:...
    repeat  python -m models.compare tents 6 --seed 0

      backend  status     verdict  vars  rows  literals  build  lower  load  solve  ...  total  ratio
    + cpsat    satisfied  correct    52    61       210    0.4    0.9   0.2   11.3        12.9     1x

`+` correct, `!` wrong, `?` claimed. A table too wide for the terminal is split in two, results and times; columns
that even then do not fit are left out and named. Colour repeats what the words say and never says more.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace

from report.comparison.boards import boards_text
from report.comparison.columns import (
    MARKS,
    RESOURCES_LEGEND,
    STYLES,
    choice_columns,
    column_unit,
    outcome_columns,
    resource_columns,
    search_columns,
    stat_columns,
    time_columns,
)
from report.comparison.notes import describe_answers, describe_engines, describe_group, group_by_text
from report.comparison.race import race_lines, race_remarks, race_sentence
from report.comparison.records import Comparison, Race, Run
from report.comparison.verdict import (
    claims_note,
    derived_note,
    describe_runs,
    fastest_run,
    marked_name,
    reasons,
    refused_runs,
    run_label,
    shared_encoding,
    sort_runs,
    special_note,
    subject,
    verdict_sentence,
    wrong_runs,
)
from report.text_columns import TextColumn, fit_columns, paint, render_table, total_width
from report.words import describe_limits, duration, join_names, one_line, quantity

_OVERALL = {"agree": "good", "disagree": "bad", "incomplete": "doubt"}
_LONGEST_ID = 1500


def comparison_text(comparison: Comparison, colour: bool, width: int, resources: bool = False) -> str:
    """What `compare` prints for one instance. resources: with CPU, memory and start of each run."""
    lines = [*_header(comparison, colour), ""]
    lines += boards_text(comparison.boards, colour, width)
    if sort_runs(comparison.runs):
        lines += [*_tables(comparison, colour, width), ""]
        lines += [*_resources(comparison.runs, colour, width), ""] if resources else []
    lines += _notes(comparison, colour, width)
    lines += _race(comparison.race, colour, width)
    verdict = _wrap(verdict_sentence(comparison), width, "")
    lines += [paint(line, _OVERALL.get(comparison.verdict, ""), colour) for line in verdict]
    if comparison.race is not None:
        sentence = _wrap(race_sentence(comparison.race), width, "")
        lines += [paint(line, _OVERALL.get(comparison.race.verdict, ""), colour) for line in sentence]
    return "\n".join(lines) + "\n"


def _race(race: Race | None, colour: bool, width: int) -> list[str]:
    """The table of those that list all solutions, and the remarks on it."""
    if race is None:
        return []
    lines = race_lines(race, colour, width)
    return [*lines, *(line for text in race_remarks(race) for line in _wrap(text, width, "      ")), ""]


def _header(comparison: Comparison, colour: bool) -> list[str]:
    """The instance, its ID and the command, each on one line so that it can be copied."""
    instance = one_line(comparison.id)
    if len(instance) > _LONGEST_ID:
        instance = f"{instance[:60]}... ({len(instance)} characters; --json has it whole)"
    lines = [paint(subject(comparison), "strong", colour), f"id      {instance}"]
    if comparison.command:
        lines.append(f"repeat  {one_line(comparison.command)}")
    return lines


def _tables(comparison: Comparison, colour: bool, width: int) -> list[str]:
    """One table, or two where one is too wide, and a line on what was left out."""
    runs = comparison.runs
    rows = sort_runs(runs)
    named, results, times = map(_fill_gaps, (_name_columns(runs), _result_columns(runs), time_columns(runs)))
    in_one = total_width(named + results + times) <= width
    above, gone = (results, []) if in_one else fit_columns(named + results, width)
    below, gone_times = (times, []) if in_one else fit_columns(named + times, width)
    derived = [] if "derived" in gone else derived_note(rows)
    legend = [
        f"times in {column_unit(runs).name}",
        "ratio to the fastest correct run",
        *derived,
        *claims_note(rows),
        *special_note(rows),
    ]
    legend_text = "; ".join([*legend, *describe_limits(comparison.limits)])
    left_out = [title for title in [*gone, *gone_times] if title != "engine"]
    if "engine" in gone:
        legend_text += f"\nengines: {describe_engines(rows)}"
    if left_out:
        legend_text += f"\nleft out at this width: {join_names(left_out)}"
    tables = [named + above + below] if in_one else [above, below]
    lines = [line for table in tables for line in ("", *render_table(table, colour))][1:]
    return lines + [piece for line in legend_text.split("\n") for piece in _wrap(line, width, "    ")]


def _resources(runs: Sequence[Run], colour: bool, width: int) -> list[str]:
    """The table of what the runs used."""
    lines = render_table(_fill_gaps([*_name_columns(runs), *resource_columns(runs)]), colour)
    return [*lines, *_wrap(RESOURCES_LEGEND, width, "    ")]


def _name_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """What identifies a run: its mark, its backend, and the choices in which the runs differ."""
    rows = sort_runs(runs)
    named = [f"{MARKS[run.verdict]} {marked_name(run)}" for run in rows]
    return [TextColumn("  backend", named, styles=[STYLES[run.verdict] for run in rows]), *choice_columns(runs)]


def _result_columns(runs: Sequence[Run]) -> list[TextColumn]:
    """What came of each run; columns that no run fills are not shown."""
    rows = sort_runs(runs)
    sizes = [
        TextColumn(title, [quantity(run.size[key]) if run.size.get(key) else "" for run in rows], right=True, drop=drop)
        for title, key, drop in _SIZES
    ]
    columns = [*outcome_columns(runs), *search_columns(runs), *sizes, *stat_columns(runs, ("conflicts", "nodes"))]
    return [column for column in columns if column.title == "verdict" or any(c not in ("", "-") for c in column.cells)]


_SIZES = (("vars", "variables", 2), ("rows", "rows", 3), ("literals", "literals", 4))


def _fill_gaps(columns: Sequence[TextColumn]) -> list[TextColumn]:
    return [replace(column, cells=[cell or "-" for cell in column.cells]) for column in columns]


def _notes(comparison: Comparison, colour: bool, width: int) -> list[str]:
    """Wrong answers first, then what the runs say, what differs, and who could not take the model."""
    runs, lines = comparison.runs, []
    for run in wrong_runs(runs):
        for reason in reasons(run):
            text = f"WRONG {run_label(run, runs)}: {reason}"
            lines += [paint(line, "bad", colour) for line in _wrap(text, width, "      ")]
    for text in _remarks(comparison):
        lines += _wrap(text, width, "      ")
    return [*lines, ""] if lines else []


def _remarks(comparison: Comparison) -> Iterable[str]:
    runs = comparison.runs
    rows = sort_runs(runs)
    noted = [run for run in rows if run.verdict != "wrong" or run.broken]
    for note, group in group_by_text(noted, lambda run: one_line(run.note)):
        yield f"note  {describe_group(group, runs)}: {note}"
    for encoding, group in group_by_text(rows, lambda run: shared_encoding(run, runs)):
        yield f"clauses  {describe_runs(group, runs)}: {encoding}"
    if comparison.answers_differ:
        yield ": ".join(filter(None, ("several solutions", describe_answers(runs))))
    for reason, group in group_by_text(refused_runs(runs), lambda run: one_line(run.note) or "cannot take this model"):
        yield f"not run  {describe_runs(group, runs)}: {reason}"
    best = fastest_run(runs)
    if best is not None:
        yield f"fastest  {run_label(best, runs)}, {duration(best.total)} in all"


def _wrap(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(text, max(width, 40), subsequent_indent=indent, break_on_hyphens=False) or [""]
