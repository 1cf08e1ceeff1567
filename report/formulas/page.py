"""A model rule by rule as one HTML file that opens from disk, for reading and teaching: formulas are typeset, the cells
that a row speaks of are marked on the board. It makes no requests, its own policy forbids them, and it has no script.

header     what this is, the rules as a list
article    one per rule: the board, the row and its variables, what each solver gets, the encodings
"""

from __future__ import annotations

from collections.abc import Sequence

from report.formulas.notation import TYPESET
from report.formulas.records import Clause, Formula, Lowering, ModelFormulas, Rule, VariableName
from report.formulas.text import TITLES, rows_phrase
from report.frame import page_html
from report.words import escape, plural

SIGNS = (
    ("&not;", "not"),
    ("&or;", "or"),
    ("&oplus;", "exclusive or"),
    ("&rArr;", "if .. then"),
    ("<var>y</var>", "new variables of an encoding"),
    ("<var>z</var>", "new integers"),
)
VISIBLE_NAMES = 24  # variables that are shown unfolded
COLUMNS = ("encoding", "new variables", "clauses", "literals", "propagates fully", "extends uniquely")
LEGEND = (
    "An encoding propagates fully if unit propagation on its clauses finds every literal that the row forces. It "
    "extends uniquely if its new variables have one value each in every solution of the row, so that counting is not "
    "disturbed. Both are said of all rows of the form: &ldquo;not always&rdquo; means that some row of it lacks this. "
    "A guarded row propagates fully while its guard holds; while it does not, new variables are free."
)
NUMBER = ' class="num"'


def formulas_html(model: ModelFormulas) -> str:
    """The whole page."""
    body = (
        f"<header>{_header(model)}</header>\n"
        f'<main id="main">{"".join(_article(rule) for rule in model.rules)}</main>\n<footer></footer>'
    )
    styles = ["page.css", "formulas/page.css"]
    return page_html(f"{model.title}: rules and formulas", styles, body, skip="rules", images=False)


def _header(model: ModelFormulas) -> str:
    rules = "".join(f'<li value="{r.number}"><a href="#r{r.number}">{escape(r.sentence)}</a></li>' for r in model.rules)
    signs = ", ".join(f"{sign} {meaning}" for sign, meaning in SIGNS)
    facts = [("Instance", f'<code class="long">{escape(model.id)}</code>'), ("Model", escape(model.formulation))]
    facts += [("Repeat with", f"<code>{escape(model.command)}</code>")] if model.command else []
    return (
        f'<p class="soft">{escape(model.source)}</p><h1>{escape(model.title)}: what each rule becomes for a solver'
        f"</h1><p>One row of each rule, in the words of the puzzle, and what every kind of solver gets for it.</p>"
        f'<nav aria-label="Rules"><ol>{rules}</ol></nav>'
        f'<dl class="facts">{"".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)}</dl>'
        f'<p class="soft small">Signs: {signs}.</p><p class="soft small">{LEGEND}</p>'
    )


def _article(rule: Rule) -> str:
    """All about one rule."""
    count = "objective" if rule.kind == "objective" else f"{rule.kind}, {plural(rule.rows, 'row')}"
    head = f'<h2>{rule.number}. {escape(rule.sentence)} <span class="soft small">({escape(count)})</span></h2>'
    if not rule.row_formulas:
        return f'<article id="r{rule.number}">{head}<p>Says nothing on this board.</p></article>'
    return f'<article id="r{rule.number}">{head}{_row(rule)}{_targets(rule)}{_encodings(rule)}</article>'


def _row(rule: Rule) -> str:
    """The board with the cells of the row, the row, its variables."""
    which = "The objective" if rule.row is None else f"Row {rule.row}"
    content = f'<div class="stated"><p class="soft small">{which}</p>{_formulas(rule.row_formulas, 0)}'
    if rule.simplest_formulas:
        content += f'<p class="soft small">in simplest form</p>{_formulas(rule.simplest_formulas, 0)}'
    content += f"</div>{_names(rule.names, rule.variables)}"
    if not rule.svg:
        return f'<div class="rule bare"><div>{content}</div></div>'
    caption = "the cells that it speaks of"
    return (
        f'<div class="rule"><figure><div class="sheet">{rule.svg}</div><figcaption>{which}: {caption}</figcaption>'
        f"</figure><div>{content}</div></div>"
    )


def _names(names: Sequence[VariableName], total: int) -> str:
    """What the variables stand for; if there are many, all but the first are folded."""
    first, others = names[:VISIBLE_NAMES], names[VISIBLE_NAMES:]
    visible = f'<dl class="names">{"".join(map(_name, first))}</dl>'
    if not others:
        return visible
    more = f"<p>&hellip; and {total - len(names):,} more</p>" if total > len(names) else ""
    return (
        f'{visible}<details><summary class="soft small">{plural(total - VISIBLE_NAMES, "more variable")}</summary>'
        f'<dl class="names">{"".join(map(_name, others))}</dl>{more}</details>'
    )


def _name(name: VariableName) -> str:
    values = "" if name.bounds is None else f", {TYPESET.bounds(name)}"
    return f"<div><dt>{TYPESET.name(name.symbol)}</dt><dd>{escape(name.words)}{values}</dd></div>"


def _targets(rule: Rule) -> str:
    """What the row becomes for solvers that need no encoding of it."""
    plain = [each for each in rule.lowerings if not each.encoding]
    entries = "".join(f"<dt>{escape(TITLES[each.target])}</dt><dd>{_lowering(each)}</dd>" for each in plain)
    return f'<dl class="targets">{entries}</dl>'


def _lowering(lowering: Lowering) -> str:
    note = f'<p class="soft small">{escape(lowering.note)}</p>' if lowering.note else ""
    if not lowering.formulas:
        return note or '<p class="soft">nothing</p>'
    new = "".join(f'<p class="formula soft">{TYPESET.bounds(name)}, integer</p>' for name in lowering.new)
    return _formulas(lowering.formulas, lowering.omitted) + new + note


def _formulas(formulas: Sequence[Formula], omitted: int) -> str:
    """Clauses side by side, other formulas below each other; and how many are left out."""
    more = f"and {omitted:,} more" if omitted else ""
    if isinstance(formulas[0], Clause):
        items = "".join(f"<li>{TYPESET.formula(formula)}</li>" for formula in formulas)
        return f'<ul class="clauses">{items}{f"<li>&hellip; {more}</li>" if more else ""}</ul>'
    lines = "".join(f'<p class="formula">{TYPESET.formula(formula)}</p>' for formula in formulas)
    return lines + (f'<p class="soft">&hellip; {more}</p>' if more else "")


def _encodings(rule: Rule) -> str:
    """The table of encodings, then the clauses of each, folded."""
    encoded = [each for each in rule.lowerings if each.encoding]
    if not encoded:
        return ""
    of = f" {escape(rows_phrase(rule))}" if rule.form and rule.kind != "objective" else ""
    notes = dict.fromkeys(each.note for each in encoded if each.note and not each.refused)
    head = "".join(f'<th scope="col"{"" if i in (0, 4, 5) else NUMBER}>{title}</th>' for i, title in enumerate(COLUMNS))
    body = "".join(map(_encoding, encoded))
    opened = next((each for each in encoded if each.automatic), encoded[0])
    clauses = "".join(
        f"<details{' open' if each is opened else ''}><summary>{escape(each.encoding)} "
        f'<span class="soft small">{escape(each.reference)}</span></summary>{_clauses(each)}'
        "</details>"
        for each in encoded
    )
    return (
        f'<section class="encodings"><h3>In clauses: the encodings{of}</h3>'
        f"{''.join(f'<p>{escape(note)}</p>' for note in notes)}"
        f'<div class="scroll" role="region" aria-label="Encodings" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{clauses}</section>"
    )


def _encoding(lowering: Lowering) -> str:
    mark = ' <span class="soft">(taken by itself)</span>' if lowering.automatic else ""
    numbers = (lowering.variables, lowering.rows, lowering.literals)
    cells = "".join(f"<td{NUMBER}>{'&ndash;' if lowering.refused else f'{n:,}'}</td>" for n in numbers)
    return (
        f'<tr><th scope="row" class="stay">{escape(lowering.encoding)}{mark}</th>{cells}'
        f"<td>{_yes_no(lowering.propagates)}</td><td>{_yes_no(lowering.unique)}</td></tr>"
    )


def _yes_no(declared: bool | None) -> str:
    return '<span class="yes">yes</span>' if declared else '<span class="no">not always</span>'


def _clauses(lowering: Lowering) -> str:
    if lowering.refused or not lowering.formulas:
        return f"<p>{escape(lowering.note)}</p>"
    return _formulas(lowering.formulas, lowering.omitted)
