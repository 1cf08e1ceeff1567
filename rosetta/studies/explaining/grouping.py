"""Steps that do the same thing, as one: rows that are full, so that nothing else can be in them.

Only neighbours are grouped, and what they conclude is needed by none of them: a row is full by what it holds, and the
rest of it is empty. Two families, which are never mixed:

    complete    rows that ask for a number and have it: a clue, a row that holds all its stars
    apart       rows of at most one that have it: tents that do not touch, lamps that do not see each other

So are neighbours that rest on the same rows and facts (the sea around an island that is complete), and what goes
without saying (where there is no bridge, there is no second one) is told with the step before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


def group_steps(
    rows: RowTable, steps: Sequence[Step], is_evident: Callable[[Step], bool] = lambda step: False
) -> list[tuple[Step, str | None]]:
    """The steps, neighbours of one family as one step; with the family. is_evident: steps that need no words where the
    step before has what they rest on."""
    index = {place: r for r, place in enumerate(rows.places)}
    grouped: list[tuple[Step, str | None]] = []
    for step in steps:
        family = full_family(rows, index, step)
        last, last_family = grouped[-1] if grouped else (None, None)
        if last is not None and is_evident(step) and set(step.facts) <= set(last.conclusion):
            grouped[-1] = replace(last, conclusion=last.conclusion + step.conclusion), last_family
        elif last is not None and family is not None and last_family == family:
            grouped[-1] = _join_steps(last, step), family
        elif last is not None and _has_same_reason(rows, index, last, step):
            grouped[-1] = replace(_join_steps(last, step), chain=last.chain), None
        else:
            grouped.append((step, family))
    return grouped


def _has_same_reason(rows: RowTable, index: dict[Place, int], first: Step, second: Step) -> bool:
    """Do both rest on the same rows that count, and the same facts?"""
    counted = [{place for place in step.rows if rows.counted >> index[place] & 1} for step in (first, second)]
    alike = counted[0] == counted[1] and set(first.facts) == set(second.facts)
    return alike and first.kind == second.kind == "rows" and bool(counted[0])


def _join_steps(first: Step, second: Step) -> Step:
    return replace(
        first,
        conclusion=tuple(sorted(first.conclusion + second.conclusion, key=abs)),
        rows=tuple(dict.fromkeys(first.rows + second.rows)),
        facts=tuple(dict.fromkeys(first.facts + second.facts)),
        chain=(),
    )
