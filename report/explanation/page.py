"""An explanation as one HTML file that opens from disk: what its template `page.html` shows. A step at a time with a
slider and the arrow keys, or, without a script, a list of all steps.
"""

from __future__ import annotations

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


def explanation_html(explanation: Explanation) -> str:
    """The whole page."""
    solutions = explanation.solutions
    second = f" {second_board_caption(solutions)} (dashed)." if solutions and solutions.second else ""
    return render_page(
        "explanation/page.html",
        explanation=explanation,
        kinds=KIND_WORDS,
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
