"""Steps that do the same thing, as one.

A run of steps that rest on one row each is told in waves: first all that follows from what was known before the run,
then all that follows from that, and so on. Within a wave, steps of one family are one step:

    complete    rows that ask for a number and have it, or have the most they may have: a clue, a row with its stars
    apart       rows of at most one that have it: tents that do not touch, lamps that do not see each other
    filled      rows of one rule that need all their free places
    line        a loop that goes on where it has only one way, and neither ends nor branches, as far as that leads

So are neighbours that rest on the same rows and facts (the sea around an island that is complete). What goes without
saying (where there is no bridge, there is no second one) is told with the step that it follows from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby

from backends.reasons.row_table import COUNT, RowTable
from backends.reasons.trace import Step

MOST_ROWS = 8  # that are named in one sentence


class Family(StrEnum):
    """What steps of one row have in common."""

    COMPLETE = "complete"
    APART = "apart"
    FILLED = "filled"
    LINE = "line"


IsEvident = Callable[[Step], bool]


def group_steps(
    rows: RowTable,
    steps: Sequence[Step],
    is_evident: IsEvident = lambda step: False,
    line_blocks: frozenset[int] = frozenset(),
) -> list[tuple[Step, Family | None]]:
    """The steps in waves, those of one family as one step; with the family.

    is_evident: steps that need no words where a step before has what they rest on.
    line_blocks: the blocks whose rows say how the lines of a loop go on.
    """
    grouping = _Grouping(rows, is_evident, line_blocks)
    grouped: list[tuple[Step, Family | None]] = []
    for is_run, members in groupby(steps, _rests_on_one_row):
        for step in grouping.arrange_in_waves(members) if is_run else members:
            grouping.add_step(grouped, step)
    return grouped


def _rests_on_one_row(step: Step) -> bool:
    return step.kind == "row" and len(step.rows) == 1


class _Grouping:
    """The families of the steps of one explanation."""

    def __init__(self, rows: RowTable, is_evident: IsEvident, line_blocks: frozenset[int]) -> None:
        self.rows, self.is_evident, self.line_blocks = rows, is_evident, line_blocks
        self.index = {place: r for r, place in enumerate(rows.places)}

    def arrange_in_waves(self, run: Iterator[Step]) -> Iterator[Step]:
        """The steps of a run, wave by wave, those of one family and rule side by side. A step that is evident comes
        right behind the one that it follows from."""
        level: dict[int, int] = {}  # by literal that the run concludes, the wave in which it does
        ordered: list[tuple[tuple[int, str, int, int], Step]] = []
        cause: dict[int, int] = {}  # by literal, the place in the list of the step that concludes it
        followers: dict[int, list[Step]] = {}
        for step in run:
            wave = self._wave_after(max((level.get(x, 0) for x in step.facts), default=0), step)
            causes = {cause.get(x, -1) for x in step.facts}
            if len(causes) == 1 and -1 not in causes and self.is_evident(step):
                (at,) = causes
                followers.setdefault(at, []).append(step)
                wave = ordered[at][0][0]
            else:
                at = len(ordered)
                ordered.append(((wave, self.family(step) or "", step.rows[0][0], at), step))
            level.update(dict.fromkeys(step.conclusion, wave))
            cause.update(dict.fromkeys(step.conclusion, at))
        for (_, _, _, at), step in sorted(ordered, key=lambda pair: pair[0]):
            yield step
            yield from followers.get(at, ())

    def _wave_after(self, latest: int, step: Step) -> int:
        """The wave of a step whose facts come from these waves, 0 for what was known before. Lines go on in even ones,
        from line to line within one of them; all other steps are in odd ones, and rest on earlier waves."""
        if self.family(step) is Family.LINE:
            return latest + latest % 2
        return latest + 1 + latest % 2

    def add_step(self, grouped: list[tuple[Step, Family | None]], step: Step) -> None:
        """Adds a step behind the others, or to the last one."""
        family = self.family(step)
        last, last_family = grouped[-1] if grouped else (None, None)
        if last is not None and self.is_evident(step) and set(step.facts) <= set(last.conclusion):
            grouped[-1] = replace(last, conclusion=last.conclusion + step.conclusion), last_family
        elif last is not None and family is not None and last_family == family and self._may_join(last, step, family):
            grouped[-1] = _join_steps(last, step), family
        elif last is not None and self._has_same_reason(last, step):
            grouped[-1] = replace(_join_steps(last, step), chain=last.chain), None
        else:
            grouped.append((step, family))

    def family(self, step: Step) -> Family | None:
        """The family of a step that rests on one row; None for any other step."""
        if not _rests_on_one_row(step) or step.weights:
            return None
        r, place = self.index[step.rows[0]], step.rows[0]
        literals = self.rows.literals[r]
        if place[0] in self.line_blocks:
            return Family.LINE
        if self.rows.kinds[r] != COUNT or not all(x > 0 and self.rows.answer[x] for x in literals):
            return None
        if all(x < 0 for x in step.conclusion):
            return self._full_family(step, r)
        return Family.FILLED if all(x > 0 for x in step.conclusion) and len(literals) > 1 else None

    def _full_family(self, step: Step, r: int) -> Family | None:
        """The family of a row that has so many pieces that it can have no more."""
        lo, hi = self.rows.lo[r], self.rows.hi[r]
        if hi == 0 or len(set(step.facts) & set(self.rows.literals[r])) != hi:
            return None
        if lo == hi or hi > 1:
            return Family.COMPLETE
        return Family.APART if lo <= 0 else None

    def _may_join(self, last: Step, step: Step, family: Family) -> bool:
        """Can one sentence tell both? Rows that are full may be of several rules, and any number of them."""
        if family is Family.LINE:
            return True
        if set(step.facts) & set(last.conclusion):
            return False
        is_same_rule = last.rows[0][0] == step.rows[0][0] and len(last.rows) < MOST_ROWS
        return is_same_rule or family in (Family.COMPLETE, Family.APART)

    def _has_same_reason(self, first: Step, second: Step) -> bool:
        """Do both rest on the same rows that count, and the same facts?"""
        counted = [{p for p in step.rows if self.rows.counted >> self.index[p] & 1} for step in (first, second)]
        alike = counted[0] == counted[1] and set(first.facts) == set(second.facts)
        return alike and first.kind == second.kind == "rows" and bool(counted[0])


def _join_steps(first: Step, second: Step) -> Step:
    return replace(
        first,
        conclusion=tuple(sorted(first.conclusion + second.conclusion, key=lambda x: (x < 0, abs(x)))),
        rows=tuple(dict.fromkeys(first.rows + second.rows)),
        facts=tuple(dict.fromkeys(first.facts + second.facts)),
        chain=(),
    )
