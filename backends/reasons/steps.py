"""From nothing known to the whole answer, one small reason at a time (Bogaerts, Gamba & Guns 2021: A framework for
step-wise explaining how to solve constraint satisfaction problems).

Of all that could come next, a person takes the easiest. The order here:

    1. what a row says of the answer, given what is known, with as few rows as possible (inner variables are followed
       at once, see `knowledge`). Rows of one rule that leave no choice at all (a clue of 0) are one step. Among equals:
       rows that need no fact, the same rule as before, rows that share a variable with the last step, short rows.
    2. what follows from one rule about numbers, whose rows belong together (`rules`)
    3. the opposite of a literal that holds, refuted by propagation over as few rows as possible (`chains`)
    4. rows of parity that add up to one open literal (`parities`)
    5. a core of a SAT solver for the opposite of a literal, made minimal (`selector_solver`)

2 and 3 are also tried where 1 needs several rows. Each reason of more than one row is made minimal by the solver, so
no row in it can be left out; that there is no smaller one elsewhere is not proved. What else follows from the same
reason belongs to the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from backends.reasons import modular_sums, parities
from backends.reasons.bitset_propagation import BitsetPropagator, has_only_long_counts
from backends.reasons.chains import chain, find_conflict
from backends.reasons.knowledge import Deduction, Knowledge
from backends.reasons.residues import Residues
from backends.reasons.row_table import RowTable
from backends.reasons.rules.rule_deductions import RuleDeductions
from backends.reasons.rules.rule_parts import RulePart
from backends.reasons.selector_solver import SelectorSolver, SolverTimeout
from backends.reasons.trace import Backbone, ChainLink, Step
from rosetta.foundation.work_clock import work_seconds

PAIR = 2  # no reason of one row is left when opposites are tried: a reason of two is the smallest
MANY = 400  # open literals from which on reasons as small as the smallest are kept for the next steps
CLOSE = 3  # on crowded rows also those that are larger by less than this
CORES = 6  # the smallest cores that are made minimal


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason before it is told."""

    literals: tuple[int, ...]
    rows: tuple[int, ...]
    facts: tuple[int, ...]
    kind: str
    weights: tuple[int, ...] = ()


class Steps:
    """Finds the steps to what is common to all solutions. seconds: for one step that takes more than propagation.
    solver: makes it, where it is needed; it need not be of equations."""

    def __init__(
        self,
        rows: RowTable,
        solver: Callable[[], SelectorSolver],
        common: Backbone,
        seconds: float,
        residues: Residues | None = None,
        parts: Sequence[RulePart] = (),
    ) -> None:
        self.rows, self.make_solver, self.backbone, self.seconds = rows, solver, common, seconds
        self.goal = {abs(x): x for x in common.literals}
        self.knowledge = Knowledge(rows)
        self.parts = RuleDeductions(parts)
        self.near_rows: set[int] = set()  # rows that share a variable with the last step
        self.last_blocks: set[int] = set()  # the blocks of its rows
        self.only_parities, self.residues = parities.has_only_parities(rows), residues
        self.bitsets = BitsetPropagator(rows) if has_only_long_counts(rows) else None
        self.waiting_reasons: list[
            tuple[int, int, int]
        ] = []  # reasons found with another one: rows that count, literal, mask

    @property
    def solver(self) -> SelectorSolver:
        return self.make_solver()

    def find_steps(self) -> Iterator[Step]:
        """One step after the other, until everything common is known, or no further reason was found in time: then
        something is left in `goal`."""
        while self.goal and (reason := self._next_reason()) is not None:
            self.knowledge.learn(reason.literals)
            for x in reason.literals:
                del self.goal[abs(x)]
            self.near_rows = {
                r for row in reason.rows for x in self.rows.literals[row] for r in self.rows.occurrences[abs(x)]
            }
            self.last_blocks = {self.rows.places[r][0] for r in reason.rows}
            yield self._step_from(reason)

    def _next_reason(self) -> Reason | None:
        offer = min(self.knowledge.deductions.values(), key=self._ease, default=None)
        if offer is not None and self.rows.weight(offer.mask) <= 1:
            return self._deduction_reason(offer)
        if self.only_parities:
            return self._parity_sum()
        of_rule = self._rule_deduction()
        if of_rule is not None:
            return of_rule
        weighed = self._modular_sum()
        if weighed is not None:
            return weighed
        bound = self.rows.weight(offer.mask) if offer is not None else len(self.rows) + 1
        best = self._pop_waiting(bound) or self._contradiction(bound)
        if best is not None:
            return self._minimal_reason((best[0],), *self.knowledge.split_mask(best[1]), "contradiction")
        return self._deduction_reason(offer) if offer is not None else self._search_core()

    # ---- what rows say ----------------------------------------------------------------------------------------

    def _ease(self, offer: Deduction) -> tuple[object, ...]:
        rows, r = self.rows, offer.row
        return (
            max(rows.weight(offer.mask), 1),
            (offer.mask >> len(rows)) != 0,
            rows.places[r][0] not in self.last_blocks,
            r not in self.near_rows,
            len(rows.literals[r]),
            offer.mask.bit_count(),
            r,
        )

    def _deduction_reason(self, offer: Deduction) -> Reason:
        rows, facts = self.knowledge.split_mask(offer.mask)
        if len(rows) == 1 and self._is_obvious(offer):
            same = self._obvious_rows(offer)
            literals = tuple(x for r in same for x in self.knowledge.deductions[r].literals)
            return Reason(literals, tuple(same), (), "row")
        if len(rows) == 1:
            return Reason(offer.literals, (offer.row,), tuple(facts), "row")
        return self._minimal_reason(offer.literals, rows, facts, "rows")

    def _obvious_rows(self, offer: Deduction) -> list[int]:
        """Its row and those of the same rule that leave no choice either, each with conclusions of its own."""
        places, literals, same = self.rows.places, set(offer.literals), [offer.row]
        for each in sorted(self.knowledge.deductions.values(), key=lambda each: each.row):
            alike = places[each.row][0] == places[offer.row][0] and self._is_obvious(each)
            if alike and literals.isdisjoint(each.literals):
                literals.update(each.literals)
                same.append(each.row)
        return sorted(same)

    def _is_obvious(self, offer: Deduction) -> bool:
        """Does the row by itself leave no choice at all: one literal, or none allowed?"""
        alone = offer.mask == 1 << offer.row
        return alone and (len(self.rows.literals[offer.row]) == 1 or self.rows.hi[offer.row] == 0)

    def _rule_deduction(self) -> Reason | None:
        """What follows from one rule about numbers; the smallest of what is found."""
        found = self.parts.find_deduction(self.solver, self.knowledge.values, self.goal) if self.parts.parts else None
        return None if found is None else self._minimal_reason((found.literal,), found.rows, found.facts, "rule")

    # ---- refuting the opposite --------------------------------------------------------------------------------

    def _contradiction(self, bound: int) -> tuple[int, int] | None:
        """The literal whose opposite is refuted by the fewest rows, fewer than `bound`, and their mask."""
        deadline, best = work_seconds() + self.seconds, None
        slack = CLOSE if self.bitsets is not None else int(len(self.goal) > MANY)  # 0: only the smallest is kept
        refute, candidates = self._refuter(), []
        for x in sorted(self.goal.values(), key=lambda x: self.near_rows.isdisjoint(self.rows.occurrences[abs(x)])):
            mask = refute(-x, bound + (slack if best is not None else 0))
            if mask is not None:
                weight = self.rows.weight(mask)
                candidates.append((weight, x, mask))
                if weight < bound:
                    best, bound = (x, mask), weight
            if work_seconds() > deadline or (best is not None and bound <= PAIR and not slack):
                break
        self.waiting_reasons = sorted(
            (candidate for candidate in candidates if candidate[0] < bound + slack), reverse=True
        )
        return best

    def _refuter(self) -> Callable[[int, int], int | None]:
        """How opposites are refuted: (literal, bound on the rows) -> mask."""
        knowledge = self.knowledge
        if self.bitsets is None:
            return lambda x, bound: find_conflict(self.rows, knowledge.values, knowledge.masks, x, bound)
        return partial(self.bitsets.find_conflict, self.bitsets.true_literals(knowledge.values))

    def _pop_waiting(self, bound: int) -> tuple[int, int] | None:
        """On boards with many literals: a reason that was found with the last one and is as small, if one is left. It
        stays a reason when more is known."""
        while self.waiting_reasons:
            weight, x, mask = self.waiting_reasons.pop()
            if weight < bound and self.goal.get(abs(x)) == x:
                return x, mask
        return None

    # ---- the solver -------------------------------------------------------------------------------------------

    def _search_core(self) -> Reason | None:
        """The smallest of some minimal cores; None if time ended before there was one."""
        deadline = work_seconds() + self.seconds
        facts, everything, cores = self.knowledge.facts(), range(len(self.rows)), []
        for x in list(self.goal.values()):
            if abs(x) not in self.goal:
                continue
            try:
                self.solver.until = deadline
                if self.solver.satisfiable(everything, [-x, *facts]):
                    self._drop_refuted_goals()
                    continue
            except SolverTimeout:
                break
            cores.append((*self.solver.core(facts), x))
            if work_seconds() > deadline:
                break
        best = self._smallest_core([core for core in cores if abs(core[2]) in self.goal])
        self.solver.until = inf
        return best

    def _smallest_core(self, cores: list[tuple[list[int], list[int], int]]) -> Reason | None:
        """The smallest of these made minimal, as far as there is time for."""
        best: Reason | None = None
        deadline = work_seconds() + self.seconds
        for rows, used, x in sorted(cores, key=lambda core: len(core[0]))[:CORES]:
            try:
                self.solver.until = deadline
                reason = self._minimal_reason((x,), rows, used, "search")
            except SolverTimeout:
                break
            if best is None or len(reason.rows) < len(best.rows):
                best = reason
            if work_seconds() > deadline:
                break
        return best

    def _drop_refuted_goals(self) -> None:
        """The solver has met a solution that no guess at what is common has seen: what it has not is no goal."""
        assert not self.backbone.exact, "what is common to all solutions follows"
        literals = set(self.solver.literals())
        self.goal = {variable: x for variable, x in self.goal.items() if x in literals}

    def _minimal_reason(self, literals: tuple[int, ...], rows: list[int], facts: list[int], kind: str) -> Reason:
        """The reason without what it does not need, and whatever else follows from it."""
        first = literals[0]
        in_order = sorted(rows, key=lambda r: -len(self.rows.literals[r]))
        reason = self.solver.minimal_core(in_order, facts, [-first])
        assert reason is not None, "a reason entails its conclusion"
        chosen, used = reason
        others = dict.fromkeys(
            self.goal[abs(x)]
            for r in chosen
            for x in self.rows.literals[r]
            if abs(x) in self.goal and abs(x) != abs(first)
        )
        if self.bitsets is not None:  # as many others as there are, so only by propagation
            true = self.bitsets.bits(used)
            more = [x for x in others if self.bitsets.refutes(true, -x, chosen)]
        else:
            more = [x for x in others if not self.solver.satisfiable(chosen, [*used, -x])]
        return Reason((first, *more), tuple(sorted(chosen)), tuple(used), kind)

    # ---- sums -------------------------------------------------------------------------------------------------

    def _parity_sum(self) -> Reason:
        """The literal that the fewest rows add up to."""
        values = self.knowledge.values
        determined = parities.determined_variables(self.rows, values, range(len(self.rows)))
        x = min(determined, key=lambda x: (determined[x][1].bit_count(), x))
        chosen = parities.minimal_rows(
            self.rows, values, x, [r for r in range(len(self.rows)) if determined[x][1] >> r & 1]
        )
        odd: set[int] = set()  # what stands in an even number of the rows cancels
        for r in chosen:
            odd ^= {abs(y) for y in self.rows.literals[r]}
        facts = tuple(y if values[y] > 0 else -y for y in sorted(odd) if values[y])
        return Reason((self.goal[x],), tuple(chosen), facts, "sum")

    def _modular_sum(self) -> Reason | None:
        """The number that the fewest equations modulo k add up to."""
        whole, values = self.residues, self.knowledge.values
        weighted_sum = None if whole is None else modular_sums.best_sum(whole, values)
        if whole is None or weighted_sum is None:
            return None
        literals, exclusive, facts = modular_sums.sum_conclusion(whole, values, weighted_sum)
        weights = {whole.rows[i]: w for i, w in zip(weighted_sum.equations, weighted_sum.weights, strict=True)}
        row = whole.numbers[weighted_sum.v].row
        if exclusive and row is not None:
            weights[row] = 0
        ordered = sorted(weights)
        return Reason(literals, tuple(ordered), facts, "sum", tuple(weights[r] for r in ordered))

    # ---- telling ----------------------------------------------------------------------------------------------

    def _step_from(self, reason: Reason) -> Step:
        """The step with the chain that shows it, if propagation does; what kind it is is looked at again, for a reason
        that was made smaller may have become simpler."""
        places, weight = self.rows.places, self.rows.weight(sum(1 << r for r in reason.rows))
        kind, links = reason.kind, None
        if kind == "rule":
            kind = "row" if len(reason.rows) == 1 else "rows"
            weight = 1
        elif kind not in ("row", "sum"):
            links = chain(self.rows, reason.rows, reason.facts, reason.literals[0])
            kind = "rows" if links is not None else "contradiction"
            if links is None:
                links = chain(self.rows, reason.rows, (*reason.facts, -reason.literals[0]), None)
            if links is None:
                kind = "search" if len(reason.rows) > 1 else "row"
            elif len(reason.rows) == 1 and kind == "rows":
                kind = "row"
        elif kind == "sum" and len(reason.rows) == 1:
            kind = "row"
        if reason.kind == "row":
            weight = 1
        return Step(
            reason.literals,
            tuple(places[r] for r in reason.rows),
            reason.facts,
            kind,
            max(weight, 1),
            tuple(ChainLink(places[link.row], link.literals) for link in links or ()),
            reason.weights,
            2 if self.residues is None else self.residues.modulus,
        )
