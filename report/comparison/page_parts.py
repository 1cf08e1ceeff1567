"""The parts of the page for one comparison: verdict, facts, boards, table, notes, caveats. All text is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape as html_escape

from report.comparison.boards import group_boards
from report.comparison.caveats import TERMS, checks
from report.comparison.notes import describe_answers, describe_engines, describe_group, group_by_text
from report.comparison.records import STEPS, Comparison, Run
from report.comparison.verdict import (
    answer_groups,
    choice,
    derived_note,
    describe_pace,
    describe_runs,
    differing_choices,
    fastest_run,
    findings,
    headline,
    marked_name,
    ratio_to_fastest,
    reasons,
    refused_runs,
    run_label,
    shared_encoding,
    sort_runs,
    special_note,
    wrong_runs,
)
from report.words import describe_limits, escape, number_text, one_line, quantity, ratio, time_unit

MARKS = {"agree": "\u2713", "disagree": "\u2717", "incomplete": "?"}
LARGE = 20  # boards from this size on are drawn larger
_TAGS = {"correct": "\u2713 correct", "wrong": "\u2717 WRONG", "unproved": "? unproved", "none": "\u2013"}


def verdict(comparison: Comparison, heading: str) -> str:
    """The answer: what all this amounts to, wrong answers first."""
    runs = comparison.runs
    wrongs = "".join(
        f"<li>{escape(f'{run_label(run, runs)}: {why}')}</li>" for run in wrong_runs(runs) for why in reasons(run)
    )
    wrong_list = f'<ul class="wrongs">{wrongs}</ul>' if wrongs else ""
    return (
        f'<div class="verdict {escape(comparison.verdict)}"><{heading}><span class="mark" aria-hidden="true">'
        f"{MARKS.get(comparison.verdict, '')}</span>{escape(headline(comparison))}</{heading}>{wrong_list}"
        f"{_paragraph('; '.join(findings(comparison)))}{_paragraph(describe_pace(comparison))}</div>"
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text[0].upper() + text[1:])}.</p>" if text else ""


def facts(comparison: Comparison) -> str:
    """The instance and the command that repeats the comparison, ready to be copied."""
    entries = [("Instance", f'<code class="long" data-copy="the instance">{escape(comparison.id)}</code>')]
    if comparison.command:
        entries.append(("Repeat with", f'<code data-copy="the command">{escape(comparison.command)}</code>'))
    if comparison.limits:
        entries.append(("Each run", escape(", ".join(describe_limits(comparison.limits)))))
    if comparison.machine:
        entries.append(("Machine", escape(comparison.machine)))
    return f'<dl class="facts">{_definitions(entries)}</dl>'


def _definitions(entries: Sequence[tuple[str, str]]) -> str:
    return "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in entries)


def boards(comparison: Comparison) -> str:
    """The drawn boards side by side, and which runs gave the same answer."""
    groups = group_boards(comparison.boards)
    figures = "".join(
        f'<figure><figcaption>{escape(title)}</figcaption><div class="sheet">'
        f"{board.svg or f'<pre>{html_escape(board.plain)}</pre>'}</div></figure>"
        for title, board in groups
    )
    same_answers = f'<p class="small">{escape(_same_answers(comparison))}</p>'
    kind = " one" if len(groups) == 1 else " large" if max(comparison.size, default=0) >= LARGE else ""
    return (f'<div class="boards{kind}">{figures}</div>' if groups else "") + same_answers


def _same_answers(comparison: Comparison) -> str:
    runs = comparison.runs
    groups = answer_groups(runs)
    if not groups:
        return "No run gave an answer that could be drawn."
    if len(groups) == 1:
        return f"{'Same answer' if len(groups[0]) > 1 else 'One answer,'} from {describe_runs(groups[0], runs)}."
    return f"Several solutions: {describe_answers(runs)}."


def results(runs: Sequence[Run]) -> str:
    """The table: what came of each run, the size it had, and the time it took."""
    rows, best = sort_runs(runs), fastest_run(runs)
    unit = time_unit(max((run.total for run in rows), default=0.0))
    columns = [
        *_outcome_columns(runs),
        ("total", "num", lambda run: unit.text(run.total).strip("-")),
        ("ratio", "num", _ratio_to(best)),
    ]
    columns += [*((step, "num", _seconds_of(step, unit.text)) for step in STEPS), *_search_columns(runs)]
    columns = [column for column in columns if column[0] == "verdict" or any(map(column[2], rows))]
    head = "".join(f'<th scope="col" class="{kind}">{title}</th>' for title, kind, _ in columns)
    body = "".join(
        f'<tr class="{run.verdict}"><th scope="row" class="stay">{escape(marked_name(run))}</th>'
        + "".join(f'<td class="{kind}">{cell_text(run) or "&ndash;"}</td>' for _, kind, cell_text in columns)
        + "</tr>"
        for run in rows
    )
    legend = [f"Times in {unit.name}", "ratio to the fastest correct run that answered the same question"]
    caption = f"{escape('; '.join([*legend, *derived_note(rows), *special_note(rows)]))}."
    return (
        f'<div class="scroll" role="region" aria-label="Results" tabindex="0"><table><caption>{caption}</caption>'
        f'<thead><tr><th scope="col" class="stay">backend</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


_ColumnSpec = tuple[str, str, Callable[[Run], str]]


def _outcome_columns(runs: Sequence[Run]) -> list[_ColumnSpec]:
    """Title, class and content of the columns on what came of a run."""
    choices: list[_ColumnSpec] = [(name, "", _choice(name, runs)) for name in differing_choices(runs)]
    return [
        ("engine", "", lambda run: escape(f"{run.engine} {run.version}")),
        *choices,
        ("status", "", lambda run: escape(run.status)),
        ("verdict", "", lambda run: f'<span class="tag {run.verdict}">{_TAGS[run.verdict]}</span>'),
        ("evidence", "", _attribute("evidence")),
        ("unique", "", lambda run: "" if run.unique is None else "yes" if run.unique else "no"),
        ("objective", "num", lambda run: "" if run.objective is None else str(run.objective)),
    ]


def _search_columns(runs: Sequence[Run]) -> list[_ColumnSpec]:
    """The same for what solvers report about their search."""
    return [
        ("bound", "num", lambda run: "" if run.bound is None else number_text(run.bound)),
        ("derived", "num", lambda run: "" if run.derived is None else f"{run.derived:.0%}"),
        *((escape(key), "num", _stat(key)) for key in dict.fromkeys(key for run in runs for key in run.stats)),
    ]


def _choice(name: str, runs: Sequence[Run]) -> Callable[[Run], str]:
    return lambda run: escape(choice(name, run, runs))


def _attribute(name: str) -> Callable[[Run], str]:
    return lambda run: escape(getattr(run, name) or "")


def _stat(key: str) -> Callable[[Run], str]:
    return lambda run: quantity(int(run.stats[key])) if key in run.stats else ""


def _seconds_of(step: str, text: Callable[[float], str]) -> Callable[[Run], str]:
    return lambda run: text(run.seconds.get(step, 0.0)).strip("-")


def _ratio_to(best: Run | None) -> Callable[[Run], str]:
    def ratio_text(run: Run) -> str:
        value = ratio_to_fastest(run, best)
        return "" if value is None else ratio(value).replace("x", "\u00d7")

    return ratio_text


def notes(comparison: Comparison) -> str:
    """What the runs say, and which backends cannot take the model."""
    list_items = "".join(f"<li>{escape(text)}</li>" for text in _remarks(comparison))
    return f'<ul class="notes">{list_items}</ul>' if list_items else ""


def _remarks(comparison: Comparison) -> Iterator[str]:
    runs = comparison.runs
    rows = sort_runs(runs)
    for note, group in group_by_text(rows, lambda run: one_line(run.note)):
        yield f"{describe_group(group, runs)}: {note}"
    second = [run for run in rows if run.second is not None]
    if second:
        yield f"{describe_group(second, runs)}: found a second, different solution"
    for encoding, group in group_by_text(rows, lambda run: shared_encoding(run, runs)):
        yield f"{describe_runs(group, runs)}: clauses by {encoding}"
    for reason, group in group_by_text(refused_runs(runs), lambda run: one_line(run.note) or "cannot take this model"):
        yield f"{describe_runs(group, runs)} not run: {reason}"


def caveats(comparison: Comparison) -> str:
    """What was checked about the comparison itself, the versions, and what the words mean."""
    points = "".join(
        f'<li class="{"fine" if check.fine else "look"}"><b>{"OK" if check.fine else "Look"}</b>'
        f"<span>{escape(check.text)}</span></li>"
        for check in checks(comparison)
    )
    versions = describe_engines(comparison.runs)
    return (
        f'<ul class="checks">{points}</ul><p class="small">Versions: {escape(versions)}.</p>'
        f'<dl class="terms">{_definitions(TERMS)}</dl>'
    )
