"""An explanation as one HTML file that opens from disk: a step at a time with a slider and the arrow keys, or, without
a script, a list of all steps. It makes no requests, and its own policy forbids them.

header     the answer in a sentence, the board
main       a step: the board after it, what it rests on, what follows; or conflicts, and the nearest repair
"""

from __future__ import annotations

from collections.abc import Iterable

from report.explanation.records import (
    KIND_WORDS,
    Clash,
    ExampleSolutions,
    ExplainedStep,
    Explanation,
    difficulty_line,
    lines_by_rule,
    row_name,
    second_board_caption,
    summary,
)
from report.frame import page_html
from report.words import escape, plural

LEGEND = (
    "A frame marks the cells that a step speaks of; <b>!</b> a cell of which something was just found out; a cross a "
    "cell that is known to stay empty."
)


def explanation_html(explanation: Explanation) -> str:
    """The whole page."""
    ends = f"{escape(summary(explanation))}<br>{escape(difficulty_line(explanation.difficulty))}"
    body = (
        f'<header>{_header(explanation)}</header>\n<main id="main">{_main(explanation)}</main>\n'
        f'<footer><p class="soft small">{ends}</p></footer>'
    )
    styles = ["page.css", "explanation/page.css"]
    return page_html(f"{explanation.title}: explained", styles, body, skip="steps", script="explanation/page.js")


def _header(explanation: Explanation) -> str:
    facts = [
        ("Instance", f'<code class="long">{escape(explanation.id)}</code>'),
        ("Model", escape(explanation.formulation)),
    ]
    facts += [("Repeat with", f"<code>{escape(explanation.command)}</code>")] if explanation.command else []
    facts += [("Note", escape(explanation.note))] if explanation.note else []
    return (
        f'<p class="soft">{escape(explanation.title)}, {escape(explanation.source)}</p>'
        f"<h1>{escape(explanation.headline)}</h1>"
        f'<dl class="facts">{"".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)}</dl>'
        f'<p class="soft small">{LEGEND}</p>'
    )


def _main(explanation: Explanation) -> str:
    clashes = "".join(_clash(clash, i, len(explanation.clashes)) for i, clash in enumerate(explanation.clashes, 1))
    if clashes:
        return f'<ol class="steps">{clashes}</ol>{_changes(explanation)}'
    steps = "".join(_step(step, len(explanation.steps)) for step in explanation.steps)
    lead = f"<p>{escape(explanation.lead)}</p>" if explanation.lead else ""
    return f'{_solution_figure(explanation.solutions)}{lead}<ol class="steps">{steps}</ol>'


def _solution_figure(solutions: ExampleSolutions | None) -> str:
    if solutions is None:
        return ""
    caption = f"A solution. {second_board_caption(solutions)} (dashed)." if solutions.second else "A solution."
    return f"<section>{_figure(solutions.svg, escape(caption))}</section>"


def _step(step: ExplainedStep, of: int) -> str:
    kind = KIND_WORDS[step.kind]
    about = f"{f'{kind}, ' if kind else ''}grade {step.grade}"
    why = "".join(f"<li>{escape(reason)}</li>" for reason in step.reasons)
    why = f"<ol>{why}</ol>" if len(step.reasons) > 1 else f"<p>{escape(step.reasons[0])}</p>"
    facts = f'<p class="soft small">Known before and used: {escape("; ".join(step.facts))}</p>' if step.facts else ""
    return (
        f'<li class="step" id="step-{step.number}">{_figure(step.svg, f"the board after step {step.number}")}'
        f'<div><h2>Step {step.number} of {of} <span class="soft small">({escape(about)})</span></h2>{why}'
        f'<p class="so"><b>So:</b> {escape(step.conclusion)}</p>{facts}</div></li>'
    )


def _figure(svg: str, caption: str) -> str:
    if not svg:
        return "<div></div>"
    return f'<figure><div class="sheet">{svg}</div><figcaption>{caption}</figcaption></figure>'


def _clash(clash: Clash, number: int, of: int) -> str:
    head = f"Conflict {number} of {of}" if of > 1 else "These cannot be kept together"
    why = "".join(f"<li>{escape(reason)}</li>" for reason in clash.reasons)
    rows = _rows(map(row_name, clash.clues), "clue", "clues") + _rows(lines_by_rule(clash.rules), "rule", "")
    explained = f"<p>Why:</p><ol>{why}</ol>" if why else "<p>No short chain shows it: it takes trying.</p>"
    return (
        f'<li class="step conflict" id="step-{number}">{_figure(clash.svg, "the cells they speak of")}'
        f'<div><h2>{head}</h2><div class="so"><ul>{rows}</ul></div>{explained}</div></li>'
    )


def _rows(rows: Iterable[str], what: str, style: str) -> str:
    return "".join(f'<li class="{style}">{what}: {escape(row)}</li>' for row in rows)


def _changes(explanation: Explanation) -> str:
    if explanation.changes is None:
        return ""
    if not explanation.changes:
        return (
            "<section><h2>Repair</h2><p>No change of clues helps: the rules alone have no solution here.</p></section>"
        )
    lines = "".join(
        f"<li>{escape(change.row.name)}: <b>{change.count}</b> instead of {escape(change.old_value)}</li>"
        for change in explanation.changes
    )
    count = plural(len(explanation.changes), "clue")
    sentence = f"<p>It changes {count}, and no fewer will do.</p>"
    return f"<section><h2>The nearest repair</h2>{sentence}<ul>{lines}</ul></section>"
