"""An explanation as one HTML file that opens from disk: what its template `page.html` shows. A step at a time with a
slider and the arrow keys, or, without a script, a list of all steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from report.explanation.records import (
    KIND_WORDS,
    LESSONS,
    Clash,
    Explanation,
    difficulty_line,
    lines_by_rule,
    row_name,
    second_board_caption,
    summary,
)
from report.frame import render_page
from report.words import name_parts


def explanation_html(explanation: Explanation) -> str:
    """The whole page."""
    solutions = explanation.solutions
    second = f" {second_board_caption(solutions)} (dashed)." if solutions and solutions.second else ""
    return render_page(
        "explanation/page.html",
        explanation=explanation,
        kinds=KIND_WORDS,
        merge_facts=merge_facts,
        lessons=LESSONS,
        taught=any(step.kind in LESSONS for step in explanation.steps),
        labelled='class="labels"'
        in "".join([step.svg for step in explanation.steps[:1]] + [c.svg for c in explanation.clashes]),
        conflicts=[_conflict(clash) for clash in explanation.clashes],
        caption=f"A solution.{second}",
        summary=summary(explanation),
        difficulty=difficulty_line(explanation.difficulty),
    )


def _conflict(clash: Clash) -> dict[str, Any]:
    clues, rules = map(row_name, clash.clues), lines_by_rule(clash.rules)
    return {"clues": list(clues), "rules": rules, "reasons": clash.reasons, "svg": clash.svg}


def merge_facts(names: Sequence[str]) -> str:
    """Facts that begin alike as one: `no tent at R2C8, R4C8; tents at R1C1, R1C3`."""
    of: dict[str, list[str]] = {}
    for head, rest in map(name_parts, names):
        of.setdefault(head, []).append(rest)
    return "; ".join(_plural_head(head, len(rests)) + ", ".join(rests) for head, rests in of.items())


def _plural_head(head: str, count: int) -> str:
    noun, _, more = head.removeprefix("a ").partition(" ")
    return f"{noun}s {more}" if count > 1 and head.startswith("a ") else head
