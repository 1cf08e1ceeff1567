"""What follows from one rule about numbers, given what is known: its rows are asked together, by the solver.

    R1C1 is 1 or 2,  R1C2 is 1 or 2,  all different   ->   R1C3 is not 1

A reason is minimal in rows and facts, and so tells which numbers matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from backends.reasons.row_table import Values
from backends.reasons.rules.rule_parts import RulePart
from backends.reasons.selector_solver import SelectorSolver


@dataclass(frozen=True, slots=True)
class RuleDeduction:
    """A literal that follows, and rows and facts from which it does; not yet the fewest."""

    literal: int
    rows: list[int]
    facts: list[int]


@dataclass(slots=True)
class RuleDeductions:
    """parts: rows that belong together; asked: by part, the facts with which nothing followed."""

    parts: Sequence[RulePart]
    asked: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def find_deduction(self, solver: SelectorSolver, values: Values, goal: Mapping[int, int]) -> RuleDeduction | None:
        """The deduction that rests on the fewest rows, None if nothing follows from any part. values: what is known;
        goal: the literals that are wanted, by variable. Raises SolverTimeout."""
        best: RuleDeduction | None = None
        for i, part in enumerate(self.parts):
            facts = tuple(x if values[x] > 0 else -x for x in part.scope if values[x])
            if self.asked.get(i) == facts:
                continue
            wanted = [goal[x] for x in part.scope if x in goal and not values[x]]
            found = self._of_part(solver, part, facts, wanted)
            if found is None:
                self.asked[i] = facts
            elif best is None or _size(found) < _size(best):
                best = found
        return best

    def _of_part(
        self, solver: SelectorSolver, part: RulePart, facts: Sequence[int], wanted: Sequence[int]
    ) -> RuleDeduction | None:
        rows, best = [*part.rows, *part.helpers], None
        for x in wanted:
            if not solver.satisfiable(rows, [-x, *facts]):
                needed, used = solver.core(facts)
                found = RuleDeduction(x, needed, used)
                if best is None or _size(found) < _size(best):
                    best = found
        return best


def _size(found: RuleDeduction) -> tuple[int, int]:
    return len(found.rows), len(found.facts)
