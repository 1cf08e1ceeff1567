"""What unit propagation finds on the clauses of a global rule, where some values of its numbers are removed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Minisat22

from backends.contract import Limits, Options
from backends.lowering.clauses import to_clauses
from models.neutral.global_rules.contract import Strength
from tests.support.rule_cases.case import RuleCase

EVERY_SET = 500  # so many sets of removed values are all tried; of more, so many
ORDER = (Strength.DOMAIN, Strength.BOUNDS, Strength.WEAKER)
Values = list[set[int]]  # those that each number has left


class RuleClauses:
    """The clauses of a case; a context, in which they are loaded."""

    def __init__(self, case: RuleCase, by: str) -> None:
        self.case = case
        model, numbers = case.model(by)
        rows = [model.domain_of(model.number_columns([int(number)])) for number in numbers]
        self.is_ = [dict(zip(row.values.tolist(), row.is_.tolist(), strict=True)) for row in rows]
        cnf = to_clauses(model, Limits(), Options())
        self.loaded = cnf.variables + 1  # in every clause, so that nothing follows before it is assumed
        self.clauses = [[*clause, -self.loaded] for clause in cnf.clause_lists()]

    def __enter__(self) -> RuleClauses:
        self.solver = Minisat22(bootstrap_with=self.clauses)
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def remaining(self, left: Values) -> Values | None:
        """The values that propagation leaves of these; None where it finds that there is no solution."""
        removed = [
            -literal
            for values, literals in zip(left, self.is_, strict=True)
            for value, literal in literals.items()
            if value not in values
        ]
        consistent, implied = self.solver.propagate(assumptions=[self.loaded, *removed])
        if not consistent:
            return None
        false = {-literal for literal in implied}
        return [{value for value, literal in literals.items() if literal not in false} for literals in self.is_]

    @cached_property
    def solutions(self) -> NDArray[np.int64]:
        """All that keep the rule where numbers may have all values between those that they have, one in each row."""
        ranges = (range(number.values[0], number.values[-1] + 1) for number in self.case.numbers)
        kept = [values for values in product(*ranges) if self.case.holds(values)]
        return np.array(kept, np.int64).reshape(-1, len(self.case.numbers))

    def supported(self, left: Sequence[set[int]]) -> Values:
        """The values of each number in the solutions within these."""
        inside = self.solutions
        for column, values in enumerate(left):
            inside = inside[np.isin(inside[:, column], sorted(values))]
        return [set(column.tolist()) for column in inside.T]

    def achieved(self, left: Values) -> Strength:
        """What is found where these values are left: is what remains consistent? Raises AssertionError where a value
        is removed that a solution has."""
        found, possible = self.remaining(left), self.supported(left)
        if found is None:
            assert not possible[0], f"{self.case.name}: a solution is lost where {left} are left"
            return Strength.DOMAIN
        assert all(values >= needed for values, needed in zip(found, possible, strict=True)), (self.case.name, left)
        if found == self.supported(found):
            return Strength.DOMAIN
        if not all(found):
            return Strength.WEAKER
        within = self.supported([set(range(min(values), max(values) + 1)) for values in found])
        ends = zip(found, within, strict=True)
        agree = all(needed and {min(values), max(values)} <= needed for values, needed in ends)
        return Strength.BOUNDS if agree else Strength.WEAKER

    def removals(self) -> Iterator[Values]:
        """Sets of values that are left: all, or many."""
        domains = [number.values for number in self.case.numbers]
        if np.prod([2.0 ** len(values) for values in domains]) <= EVERY_SET:
            parts = ([{v for b, v in enumerate(d) if mask >> b & 1} for mask in range(1, 2 ** len(d))] for d in domains)
            yield from map(list, product(*parts))
            return
        stream = random.Random(self.case.name)
        for _ in range(EVERY_SET):
            share = stream.choice((0.5, 0.75, 0.9))
            yield [{v for v in d if stream.random() < share} or {stream.choice(d)} for d in domains]


def is_single(case: RuleCase) -> bool:
    """Is it one row of numbers that are all different ones? Strength is said of those."""
    model, numbers = case.model("native")
    (rule,) = model.global_rules
    named = np.abs(rule.named[rule.named != 0])
    return bool(numbers) and rule.rows == 1 and len(named) > 0 and len(np.unique(named)) == len(named)


def weakest(case: RuleCase, by: str) -> tuple[Strength, Values]:
    """What propagation always finds on a case, and a set of values that are left where it finds no more."""
    worst, where = Strength.DOMAIN, [set(number.values) for number in case.numbers]
    with RuleClauses(case, by) as clauses:
        for left in clauses.removals():
            strength = clauses.achieved(left)
            if ORDER.index(strength) > ORDER.index(worst):
                worst, where = strength, left
    return worst, where
