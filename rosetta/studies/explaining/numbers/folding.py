"""Steps as a person takes them: what a value excludes elsewhere is no step, but told where it is used.

    R3C2 is 5                              R3C2 is 5
    R3C7 is not 5, as 5 is in row 3   ->   R3C7 is 7: nothing else is left, since 5 is in row 3, ...
    R3C7 is 7: nothing else is left

An exclusion rests on one number that is known, and is of a number that becomes known. The step that uses it gets the
row and the known number in its place, so that it still follows from its rows and its facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backends.reasons.row_table import COUNT, Place, RowTable
from backends.reasons.rules.rule_parts import RowsOfNumbers, RulePart
from backends.reasons.trace import Step


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why a number does not have a value.

    literal: the value that it does not have, positive
    row: by number in the table: of its values, or of a rule
    by: the literal that holds
    part: the row of the rule; None where the number itself is known
    """

    literal: int
    row: int
    by: int
    part: RulePart | None


@dataclass(frozen=True, slots=True)
class FoldedStep:
    """A step as it is told. step: with the rows and facts of what is folded into it; own: as it was found; exclusions:
    what is folded into it."""

    step: Step
    own: Step
    exclusions: tuple[Exclusion, ...]

    @property
    def told_facts(self) -> tuple[int, ...]:
        """What was known, where that a number is one value stands for that it is no other."""
        known = {-each.literal: each.by for each in self.exclusions if each.part is None}
        return tuple(dict.fromkeys(known.get(x, x) for x in self.own.facts))


def fold_steps(rows: RowTable, numbers: RowsOfNumbers, steps: Sequence[Step]) -> Iterator[FoldedStep]:
    """The steps that are told, in their order; neighbours that rest on one row of a rule and the same facts as one."""
    folding, last = _Folding(rows, numbers, steps), None
    for step in steps:
        fresh = folding.new_conclusions(step)
        if not fresh or folding.is_exclusion(step):
            folding.excluded.update(step.conclusion)
        else:
            folding.excluded.update(set(step.conclusion).difference(fresh))
            folded = folding.fold(replace(step, conclusion=fresh))
            if last is not None and folding.are_alike(last, folded):
                last = _join_folded(last, folded)
            else:
                if last is not None:
                    yield last
                last = folded
        folding.known.update(step.conclusion)
    if last is not None:
        yield last


def _join_folded(first: FoldedStep, second: FoldedStep) -> FoldedStep:
    own, step = _join_steps(first.own, second.own), _join_steps(first.step, second.step)
    return FoldedStep(step, own, tuple(dict.fromkeys(first.exclusions + second.exclusions)))


def _join_steps(first: Step, second: Step) -> Step:
    return replace(
        first,
        conclusion=tuple(dict.fromkeys(first.conclusion + second.conclusion)),
        rows=tuple(dict.fromkeys(first.rows + second.rows)),
        facts=tuple(dict.fromkeys(first.facts + second.facts)),
        kind="rows",
        chain=(),
    )


class _Folding:
    def __init__(self, rows: RowTable, numbers: RowsOfNumbers, steps: Sequence[Step]) -> None:
        self.rows, self.numbers = rows, numbers
        self.index = {place: r for r, place in enumerate(rows.places)}
        self.decided = {
            numbers.number(x) for step in steps for x in step.conclusion if x > 0 and numbers.number(x) >= 0
        }
        self.known, self.excluded = set[int](), set[int]()

    def new_conclusions(self, step: Step) -> tuple[int, ...]:
        """What the step concludes, but for what a number is not that is known, now or before."""
        held = {self.numbers.number(x) for x in (*self.known, *step.conclusion) if x > 0}
        return tuple(x for x in step.conclusion if x > 0 or self.numbers.number(x) not in held or self._is_plain(x))

    def _is_plain(self, literal: int) -> bool:
        """Is it a Boolean by itself?"""
        return self.numbers.number(literal) < 0

    def is_exclusion(self, step: Step) -> bool:
        """Does it exclude values of numbers that become known, by one that is known?"""
        return (
            step.kind in ("row", "rows")
            and all(x < 0 and self.numbers.number(x) in self.decided for x in step.conclusion)
            and len(step.facts) == 1
            and step.facts[0] > 0
            and all(self._excludes(self.index[place]) for place in step.rows)
        )

    def _excludes(self, r: int) -> bool:
        """Can the row say that only one of some values holds?"""
        return self.numbers.is_tie(r) or (
            self.rows.kinds[r] == COUNT and self.rows.hi[r] == 1 and self._part_or_value(r)
        )

    def _part_or_value(self, r: int) -> bool:
        return r in self.numbers.number_of_row or self._is_different(self.numbers.part_of.get(r))

    def _is_different(self, part: RulePart | None) -> bool:
        return part is not None and self.numbers.model.global_rules[part.rule].kind == "all_different"

    def are_alike(self, first: FoldedStep, second: FoldedStep) -> bool:
        """Do both rest on the same row, or row of a rule, and on the same facts?"""
        reasons = {self._reason_of_step(each.own) for each in (first, second)}
        is_new = set(second.told_facts).isdisjoint(first.step.conclusion)
        alike = len(reasons) == 1 and None not in reasons and is_new
        return alike and set(first.told_facts) == set(second.told_facts)

    def _reason_of_step(self, step: Step) -> RulePart | int | None:
        """The row of a rule to which all its rows belong, or the only row that says something; None of other steps, and
        where numbers are different, of which each is told by itself."""
        rows = [self.index[place] for place in step.rows]
        part = self.numbers.only_part(rows)
        if part is not None:
            return None if self._is_different(part) else part
        telling = [r for r in rows if not self.numbers.is_tie(r)]
        is_single = len(telling) == 1 and telling[0] not in self.numbers.number_of_row
        return telling[0] if is_single and step.kind in ("row", "rows") else None

    def fold(self, step: Step) -> FoldedStep:
        """The step with what it uses of exclusions."""
        used = [-x for x in step.facts if x in self.excluded]
        exclusions = self._explain(used)
        explained = {-each.literal for each in exclusions}
        facts = [x for x in step.facts if x not in explained]
        facts = list(dict.fromkeys([*facts, *(each.by for each in exclusions)]))
        places: list[Place] = [*step.rows, *(self.rows.places[each.row] for each in exclusions)]
        told = replace(step, rows=tuple(dict.fromkeys(places)), facts=tuple(facts))
        return FoldedStep(told, step, tuple(exclusions))

    def _explain(self, literals: list[int]) -> list[Exclusion]:
        """Why these values are excluded, by few rows of rules: the one that explains most comes first."""
        open_literals, found = list(literals), list[Exclusion]()
        ways = {x: list(self._ways(x)) for x in literals}
        for x in literals:
            if any(way.part is None for way in ways[x]):
                found.append(next(way for way in ways[x] if way.part is None))
                open_literals.remove(x)
        while open_literals:
            of_part: dict[RulePart, list[Exclusion]] = {}
            for x in open_literals:
                for way in ways[x]:
                    if way.part is not None:
                        of_part.setdefault(way.part, []).append(way)
            if not of_part:
                break
            best = max(of_part.values(), key=len)
            found += {way.literal: way for way in reversed(best)}.values()
            open_literals = [x for x in open_literals if x not in {way.literal for way in best}]
        return found

    def _ways(self, x: int) -> Iterator[Exclusion]:
        """The rows that exclude a value by what is known."""
        for r in self.rows.occurrences[x]:
            if self.rows.kinds[r] == COUNT and self.rows.hi[r] == 1 and self._part_or_value(r):
                by = next((y for y in self.rows.literals[r] if y != x and y in self.known and y > 0), None)
                if by is not None:
                    yield Exclusion(x, r, by, self.numbers.part_of.get(r))
