"""The reason of a step in short sentences: a row, a sum of rows, or a chain of rows after what is supposed.

Suppose a tent at R1C2
Row 1 (row counts) already has a tent at R1C2: no tent at R1C4
Column 4 (column counts) needs 1 tent, but none is possible
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from backends.reasons.row_table import RowTable, Values, propagate_row
from backends.reasons.trace import ChainLink, Step
from report.explanation.records import lines_by_rule
from rosetta.studies.explaining.grouping import Family
from rosetta.studies.explaining.sum_words import describe_sum
from rosetta.studies.explaining.wording import MAX_REMAINDER, Wording


def describe_reason(words: Wording, step: Step, family: Family | None, values: Values) -> Iterator[str]:
    """The reason in short sentences. family: of its rows, where it is made of several steps; values: what is known
    before the step."""
    obvious = words.obvious(step)
    if family is not None:
        yield _describe_family(words, step, family, values)
    elif obvious is not None:
        yield obvious[0]
    elif step.weights or step.kind == "sum":
        yield from describe_sum(words, step, values)
    elif step.kind == "row":
        yield words.describe_rows(step.rows) if len(step.rows) > 1 else words.describe_row(step.rows[0], values)
    elif step.kind == "search":
        yield "No short chain of deductions shows it, but these rules exclude every other possibility that one may try:"
        yield from lines_by_rule(map(words.row, step.rows))
    else:
        yield from _describe_thought(words, step, values)


def _describe_family(words: Wording, step: Step, family: Family, values: Values) -> str:
    """Rows of one family; a single one by itself, unless it keeps pieces apart."""
    alone = len(step.rows) == 1 and family is not Family.APART
    return words.describe_row(step.rows[0], values) if alone else words.describe_family(step, family)


def _describe_thought(words: Wording, step: Step, values: Values) -> Iterator[str]:
    """A chain of rows, from what is known, or from the opposite of the first conclusion; then what else it gives."""
    if step.kind == "contradiction":
        yield f"Suppose {words.name(-step.conclusion[0])}"
    supposed = () if step.kind == "rows" else (-step.conclusion[0],)
    lines = list(describe_chain(words, step.chain, (*step.facts, *supposed), values))
    yield from lines
    if supposed or len(lines) != 1:  # else the conclusion stands behind this line, whole
        yield from _describe_remainder(words, step)


def _describe_remainder(words: Wording, step: Step) -> Iterator[str]:
    """What else the step concludes, beside its first literal and what the chain tells."""
    told = {x for link in step.chain for x in link.literals} if step.kind == "rows" else set()
    others = [x for x in step.conclusion[1:] if x not in told]
    if others:
        named = words.describe_literals(others)
        is_long = len(named) > MAX_REMAINDER
        yield f"The same rules also give{f' the other {len(others)}' if is_long else f': {named}'}"


def describe_chain(
    words: Wording, chain: Sequence[ChainLink], facts: Iterable[int], known: Values | None = None
) -> Iterator[str]:
    """A chain as sentences. known: what stands on the board, of which the facts are what the chain uses. Rows that
    only translate between the answer and auxiliary variables are left out, unless the chain has nothing else or ends in
    them. Rows that the same literal fills share a sentence."""
    values = words.rows.open_values()
    assign_literals(values, facts)
    visible = _visible_links(words, chain, values[:])
    alike: list[ChainLink] = []
    for i, link in enumerate(chain):
        if i in visible:
            is_last = i == visible[-1]
            joins = not is_last and bool(link.literals) and words.share_literal(link.row, link.row, values)
            if alike and not (joins and words.share_literal(alike[0].row, link.row, values)):
                yield words.describe_filled_rows(alike, values)
                alike = []
            if joins:
                alike.append(link)
            else:
                sentence = words.describe_row(link.row, values, known)
                follows = "" if is_last or not link.literals else f": {words.summarize_literals(link.literals)}"
                yield f"{sentence}{follows}"
        assign_literals(values, link.literals)
    assert not alike


def _visible_links(words: Wording, chain: Sequence[ChainLink], values: Values) -> list[int]:
    """The numbers of the links that a person is told. Side effect: `values` gets what the chain concludes."""
    thoughts = _inference_flags(words.rows, [(words.index[link.row], link.literals) for link in chain], values)
    telling = {
        i
        for i, (link, thought) in enumerate(zip(chain, thoughts, strict=True))
        if thought and not (link.literals and words.says_meaning(link.row))
    }
    return [i for i, link in enumerate(chain) if i in telling or not telling or not link.literals]


def _inference_flags(rows: RowTable, chain: Iterable[tuple[int, Sequence[int]]], values: Values) -> Iterator[bool]:
    """Which links are more than a translation? A row between the answer and auxiliary variables that leads from one
    literal to its meaning is a translation; one that works by elimination is an inference (of two trees that may own a
    tent, one owns another). Side effect: `values` gets what the chain concludes."""
    for r, literals in chain:
        because = propagate_row(rows, r, values)[2]
        inner = [not rows.answer[abs(x)] for x in (*because, *literals)]
        yield bool(rows.counted >> r & 1) or len(because) > 1 or (len(because) == 1 and len(inner) > 1 and all(inner))
        assign_literals(values, literals)


def assign_literals(values: Values, literals: Iterable[int]) -> None:
    """Make these literals true. Side effect: changes `values`."""
    for x in literals:
        values[x], values[-x] = 1, -1
