"""A comparison in the terminal: what was asked, the table, the notes, the verdict; then, as a terminal shows the end of
what is printed, the drawn boards, and what came of it in plain words.

    tents 6x6, seed 0
    id      6x6:...
    repeat  python -m models.compare tents 6 --seed 0

      backend  status     verdict  total  ratio  solve  load  lower  vars  rows  ...
    + cpsat    satisfied  correct   12.9     1x   11.3   0.2    0.9    52    61

`+` correct, `!` wrong, `?` claimed. No line is longer than the terminal: columns that do not fit are left out and
named, and below the table there are at most ten lines of notes. Only an ID and a command are on one line of up to three
terminal lines, so that they can be copied. Colour repeats what the words say and never says more.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from report.boards import CLOSING_LINES
from report.comparison.boards import closing_boards
from report.comparison.columns import (
    MARKS,
    OVERALL_STYLES,
    RESOURCES_LEGEND,
    STYLES,
    WANTED,
    choice_columns,
    column_unit,
    even_steps,
    evidence_columns,
    outcome_columns,
    resource_columns,
    same_outcomes,
    search_columns,
    size_columns,
    stat_columns,
    step_columns,
    total_columns,
)
from report.comparison.findings.closing import closing_sentence
from report.comparison.findings.fact_words import describe_fastest, reasons
from report.comparison.findings.verdict import verdict_sentence
from report.comparison.legends import claims_note, derived_note, describe_start, special_note, subject
from report.comparison.notes import describe_answers, describe_group, describe_versions, group_by_text
from report.comparison.race import race_lines, race_remarks, race_sentence
from report.comparison.records import Comparison, Race, Run
from report.comparison.run_labels import describe_runs, describe_usual_encoding, marked_name, run_label
from report.comparison.run_order import fastest_run, refused_runs, sort_runs, wrong_runs
from report.text_columns import (
    TextColumn,
    copied_line,
    cut_columns,
    cut_text,
    fit_columns,
    paint,
    render_table,
    total_width,
    wrap_text,
)
from report.words import describe_limits, join_names, one_line, plural
from rosetta.foundation.vocabulary import Evidence, Reading, Verdict

NOTE_LINES = 10  # lines of notes below the table
MORE = "-v"  # what shows all of it
FEW_NOTES = 3  # the same where there are several instances
READING_MARKS = {Reading.SAME: ("+", "good"), Reading.DIFFERS: ("!", "bad"), Reading.NONE: (" ", "")}
_MARGIN = " " * 6  # of a note's further lines


def comparison_text(
    comparison: Comparison,
    colour: bool,
    width: int,
    resources: bool = False,
    most_board_lines: int = CLOSING_LINES,
    most_notes: int = NOTE_LINES,
    everything: bool = False,
    names_flags: bool = True,
) -> str:
    """What `compare` prints for one instance. resources: with CPU, memory and start of each run; most_board_lines: of
    a board that is drawn; most_notes: lines of notes; everything: all columns, all notes; names_flags: is the reader
    on a command line, and helped by the flag that shows more?"""
    lines = [*_header(comparison, colour, width, names_flags), ""]
    if sort_runs(comparison.runs):
        lines += [*_table(comparison, colour, width, resources, everything, names_flags), ""]
        lines += [*_resources(comparison.runs, colour, width), ""] if resources else []
    lines += _notes(comparison, colour, width, sys.maxsize if everything else most_notes)
    lines += _race(comparison.race, colour, width)
    lines += _readings(comparison, colour, width)
    style = OVERALL_STYLES.get(comparison.verdict, "")
    lines += [paint(line, style, colour) for line in wrap_text(verdict_sentence(comparison), width)]
    if comparison.race is not None:
        raced = wrap_text(race_sentence(comparison.race), width)
        lines += [paint(line, OVERALL_STYLES.get(comparison.race.verdict, ""), colour) for line in raced]
    lines.append("")
    lines += closing_boards(
        comparison.boards, comparison.legend, colour, width, most_board_lines, names_flags=names_flags
    )
    lines += [*wrap_text(comparison.remark, width), ""] if comparison.remark else []
    sentence = wrap_text(closing_sentence(comparison, names_flags=names_flags), width)
    lines += [paint(line, style, colour) for line in sentence]
    return "\n".join(lines) + "\n"


def _readings(comparison: Comparison, colour: bool, width: int) -> list[str]:
    """The file as other programs read it."""
    if not comparison.readings:
        return []
    lines = wrap_text(f"the file as others read it; the model that was compared: {comparison.readings[0].own}", width)
    room = max(len(reading.name) for reading in comparison.readings)
    for reading in comparison.readings:
        mark, style = READING_MARKS[reading.verdict]
        entry = wrap_text(f"{mark} {reading.name.ljust(room)}  {one_line(reading.result)}", width, _MARGIN)
        lines += [paint(line, style, colour) for line in entry]
    return [*lines, ""]


def _race(race: Race | None, colour: bool, width: int) -> list[str]:
    """The table of those that list all solutions, and the remarks on it."""
    if race is None:
        return []
    lines = race_lines(race, colour, width)
    return [*lines, *(line for text in race_remarks(race) for line in wrap_text(text, width, _MARGIN)), ""]


def _header(comparison: Comparison, colour: bool, width: int, names_flags: bool) -> list[str]:
    """The instance, its ID and the command, the last two each on one line so that they can be copied."""
    lines = [paint(cut_text(one_line(subject(comparison)), width), "strong", colour)]
    lines.append(copied_line("id", comparison.id, width, names_flags=names_flags))
    return [*lines, copied_line("repeat", comparison.command, width)] if comparison.command else lines


@dataclass(frozen=True, slots=True)
class _FittedTable:
    """The table of runs, and what is told below it instead of in a column.

    lines: of the terminal
    titles: of its columns
    even: the steps that take every run about the same time, and what they take
    same: the status and verdict of all runs, where it is one
    gone: the titles of the columns that do not fit"""

    lines: Sequence[str]
    titles: Container[str]
    even: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    gone: Sequence[str] = ()


def _table(
    comparison: Comparison, colour: bool, width: int, resources: bool, everything: bool, names_flags: bool
) -> list[str]:
    """The table and its legend. everything: the columns that do not fit as further tables."""
    table = (_whole_table if everything else _fitted_table)(comparison.runs, colour, width)
    legend = [
        *([f"every run: {join_names(table.same.values())}"] if table.same else []),
        *_legend(comparison, table.even, "derived" in table.titles),
        *(f"{text}{' (--resources)' * names_flags}" for text in describe_start(comparison) if not resources),
        *([f"more columns{f' with {MORE}' * names_flags}: {join_names(table.gone)}"] if table.gone else []),
    ]
    return [*table.lines, *(line for text in legend for line in wrap_text(text, width, "    "))]


def _fitted_table(runs: Sequence[Run], colour: bool, width: int) -> _FittedTable:
    """The columns that fit. What is the same for all runs is told below, where it takes the place of wanted columns."""
    named, even = _name_columns(runs, width), even_steps(runs)
    others = [column for column in _result_columns(runs, everything=False) if column.title not in even]
    fitting, gone = fit_columns([*named, *others], width)
    same = same_outcomes(runs) if any(column.title in WANTED for column in gone) else {}
    if same:
        others = [column for column in others if column.title not in same]
        fitting, gone = fit_columns([*named, *others], width)
    titles = {column.title for column in fitting}
    return _FittedTable(render_table(fitting, colour), titles, even, same, [column.title for column in gone])


def _whole_table(runs: Sequence[Run], colour: bool, width: int) -> _FittedTable:
    """All columns, in several tables where they do not fit."""
    named, others = _name_columns(runs, width), _result_columns(runs, everything=True)
    fitting, gone = fit_columns([*named, *others], width)
    lines = render_table(fitting, colour)
    for columns in _split_columns(gone, named, width):
        lines += ["", *render_table(cut_columns([*named, *columns], width), colour)]
    return _FittedTable(lines, {column.title for column in others})


def _legend(comparison: Comparison, even: Mapping[str, str], derived: bool) -> list[str]:
    """What the numbers of the table mean, and under which limits they came about."""
    runs = comparison.runs
    rows = sort_runs(runs)
    unit = column_unit(runs).name
    same = [f"in every run {', '.join(f'{step} {time}' for step, time in even.items())}"] if even else []
    words = [*(derived_note(rows) if derived else []), *claims_note(rows), *special_note(rows)]
    lines = [[f"times in {unit}", "ratio to the fastest correct run", *same], words, describe_limits(comparison.limits)]
    return ["; ".join(line) for line in lines if line]


def _split_columns(columns: Sequence[TextColumn], named: Sequence[TextColumn], width: int) -> list[list[TextColumn]]:
    """The columns in their order, in tables that fit beside the names; a column that never fits is alone."""
    tables: list[list[TextColumn]] = []
    for column in columns:
        if tables and total_width([*named, *tables[-1], column]) <= width:
            tables[-1].append(column)
        else:
            tables.append([column])
    return tables


def _resources(runs: Sequence[Run], colour: bool, width: int) -> list[str]:
    """The table of what the runs used."""
    columns = [*_name_columns(runs, width), *_fill_gaps(resource_columns(runs))]
    return [*render_table(cut_columns(columns, width), colour), *wrap_text(RESOURCES_LEGEND, width, "    ")]


def _name_columns(runs: Sequence[Run], width: int) -> list[TextColumn]:
    """What identifies a run: its mark, its backend, and the choices in which the runs differ."""
    rows = sort_runs(runs)
    names = [f"{MARKS[run.verdict]} {one_line(marked_name(run))}" for run in rows]
    named = TextColumn("  backend", names, styles=[STYLES[run.verdict] for run in rows])
    return cut_columns([named, *_fill_gaps(choice_columns(runs))], width * 3 // 5)


def _result_columns(runs: Sequence[Run], everything: bool) -> list[TextColumn]:
    """What came of each run; columns that no run fills are not shown, nor evidence that is the usual one."""
    evidence, engine = evidence_columns(runs)
    if not everything and all(cell in ("", Evidence.VERIFIED) for cell in evidence.cells):
        evidence = replace(evidence, cells=[""] * len(evidence.cells))
    columns = [
        *outcome_columns(runs),
        *total_columns(runs),
        *step_columns(runs),
        *search_columns(runs),
        *size_columns(runs),
        *stat_columns(runs, ("conflicts", "nodes")),
        evidence,
        engine,
    ]
    return _fill_gaps(
        column for column in columns if column.title == "verdict" or any(c not in ("", "-") for c in column.cells)
    )


def _fill_gaps(columns: Iterable[TextColumn]) -> list[TextColumn]:
    return [replace(column, cells=[one_line(cell) or "-" for cell in column.cells]) for column in columns]


def _notes(comparison: Comparison, colour: bool, width: int, most: int) -> list[str]:
    """Wrong answers first, then who was fastest, what the runs say, what differs, and who could not take the model;
    as many whole notes as there is room for, and what the others are about."""
    runs, notes = comparison.runs, list[tuple[str, str]]()
    for run in wrong_runs(runs):
        notes += [(f"WRONG {run_label(run, runs)}: {reason}", "bad") for reason in reasons(run)]
    notes += [(text, "") for text in _remarks(comparison)]
    wrapped = [
        (text.partition("  " if "  " in text else " ")[0], style, wrap_text(text, width, _MARGIN))
        for text, style in notes
    ]
    room = most - (sum(len(texts) for _, _, texts in wrapped) > most)
    lines, hidden = list[str](), list[str]()
    for kind, style, texts in wrapped:
        if len(lines) + len(texts) <= room:
            lines += [paint(line, style, colour) for line in texts]
        else:
            hidden.append(kind)
    if hidden:
        lines.append(cut_text(f"{plural(len(hidden), 'more note')} with {MORE} ({join_names(hidden)})", width))
    return [*lines, ""] if lines else []


def _remarks(comparison: Comparison) -> Iterator[str]:
    runs = comparison.runs
    rows = sort_runs(runs)
    best = fastest_run(runs)
    if best is not None:
        yield f"fastest  {describe_fastest(best, runs)}"
    yield from (f"proof  {proof}" for proof in comparison.proofs)
    if comparison.answers_differ:
        yield ": ".join(filter(None, ("several solutions", describe_answers(runs))))
    for reason, group in group_by_text(refused_runs(runs), lambda run: one_line(run.note) or "cannot take this model"):
        yield f"not run  {describe_runs(group, runs)}: {reason}"
    noted = [run for run in rows if run.verdict != Verdict.WRONG or run.broken]
    for note, group in group_by_text(noted, lambda run: one_line(run.note)):
        yield f"note  {describe_group(group, runs)}: {note}"
    for encoding, group in group_by_text(rows, lambda run: describe_usual_encoding(run, runs)):
        yield f"clauses  {describe_runs(group, runs)}: {encoding}"
    yield f"versions  {describe_versions(rows)}"
