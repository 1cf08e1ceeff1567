"""Steps that do the same thing, as one: rows that are full, so that nothing else can be in them.

Only neighbours are grouped, and what they conclude is needed by none of them: a row is full by what it holds, and the
rest of it is empty. Two families, which are never mixed:

    complete    rows that ask for a number and have it: a clue, a row that holds all its stars
    apart       rows of at most one that have it: tents that do not touch, lamps that do not see each other
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backends.reasons.row_table import COUNT, Place, RowTable
from backends.reasons.trace import Step

COMPLETE, APART = "complete", "apart"


def full_family(rows: RowTable, index: dict[Place, int], step: Step) -> str | None:
    """COMPLETE or APART if the step says that its one row is full of pieces of the answer, else None."""
    if step.kind != "row" or len(step.rows) != 1 or step.weights or any(x > 0 for x in step.conclusion):
        return None
    r = index[step.rows[0]]
    literals, hi = rows.literals[r], rows.hi[r]
    held = len(set(step.facts) & set(literals))
    if rows.kinds[r] != COUNT or hi == 0 or held != hi or not all(x > 0 and rows.answer[x] for x in literals):
        return None
    if rows.lo[r] == hi:
        return COMPLETE
    return APART if hi == 1 and rows.lo[r] <= 0 else None


def group_steps(rows: RowTable, steps: Sequence[Step]) -> list[tuple[Step, str | None]]:
    """The steps, neighbours of one family as one step; with the family."""
    index = {place: r for r, place in enumerate(rows.places)}
    grouped: list[tuple[Step, str | None]] = []
    for step in steps:
        family = full_family(rows, index, step)
        if family is not None and grouped and grouped[-1][1] == family:
            grouped[-1] = _join_steps(grouped[-1][0], step), family
        else:
            grouped.append((step, family))
    return grouped


def _join_steps(first: Step, second: Step) -> Step:
    return replace(
        first,
        conclusion=tuple(sorted(first.conclusion + second.conclusion, key=abs)),
        rows=first.rows + second.rows,
        facts=tuple(dict.fromkeys(first.facts + second.facts)),
        chain=(),
    )
