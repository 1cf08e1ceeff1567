"""Random answers of a model: boards are made from these, by reading their clues off them.

Depth-first search with bounds propagation over the rows, in a random order, begun anew where it fails too often. Each
decision takes the tightest row that still needs something (of these, one at random), and one of its open literals;
where no row needs anything, an open variable and a random value. A rule that what holds is connected prunes where it
can no longer be, and refutes what lies outside. The same seed gives the same answer on every machine.

It is meant for boards of up to some hundred cells, without the clues that make them hard. Answers are not drawn
uniformly: a literal of a short row is likelier than another.

Restarts: Gomes, Selman and Kautz 1998, "Boosting combinatorial search through randomization".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model
from models.neutral.graphs import GraphRule
from models.puzzles.randomness import Stream

MOST_CONFLICTS, MOST_RESTARTS = 60, 40
Neighbours: TypeAlias = list[list[tuple[int, int]]]
"""Of each vertex of a graph rule, its neighbours, each with the literal of the edge, 0 for none."""


def plant_answer(model: Model, variables: NDArray[np.int32], stream: Stream, likely: int) -> NDArray[np.int64] | None:
    """An assignment of the model, entry x the value of variable x, None if none was found. variables: those that are
    decided; the rest must follow from them. likely: percent, with which a free variable is decided to hold. The model
    has Booleans only."""
    search = _AnswerSearch(model, np.asarray(variables).ravel().tolist(), stream, likely)
    for _ in range(MOST_RESTARTS):
        found = search.run()
        if found is not None:
            return found
    return None


class _AnswerSearch:
    """The rows as sums of literals, and the values so far: 1, -1, and 0 where it is open."""

    def __init__(self, model: Model, variables: list[int], stream: Stream, likely: int) -> None:
        self.variables, self.stream, self.likely = variables, stream, likely
        self.size = model.variables
        self.rules = model.open_rules
        self.rows: list[tuple[list[tuple[int, int]], int, int, int]] = []  # (literal, coefficient), lo, hi, guard
        self.parities: list[tuple[list[int], int]] = []
        for block in model.stated_blocks:
            for row in range(len(block)):
                literals = block.rows[row].tolist()
                if block.kind is Kind.PARITY:
                    self.parities.append((literals, int(block.lo[row])))
                    continue
                first, last = block.rows.starts[row : row + 2]
                coefs = [1] * len(literals) if block.coefs is None else block.coefs[first:last].tolist()
                guard = 0 if block.when is None else int(block.when[row])
                self.rows.append(
                    (list(zip(literals, coefs, strict=True)), int(block.lo[row]), int(block.hi[row]), guard)
                )
        self.rows_at: list[list[int]] = [[] for _ in range(self.size + 1)]
        for r, (terms, _, _, guard) in enumerate(self.rows):
            for x in (*(abs(literal) for literal, _ in terms), *([abs(guard)] if guard else [])):
                self.rows_at[x].append(r)
        self.needy = [r for r, (_, lo, _, _) in enumerate(self.rows) if lo > 0]
        self.beside = [_neighbours(rule) for rule in self.rules]
        self.parities_at: list[list[int]] = [[] for _ in range(self.size + 1)]
        for r, (literals, _) in enumerate(self.parities):
            for literal in literals:
                self.parities_at[abs(literal)].append(r)

    def run(self) -> NDArray[np.int64] | None:
        """One search; None after too many conflicts, or where there is nothing."""
        self.value = [0] * (self.size + 1)
        self.trail: list[int] = []
        self.changed = set(range(len(self.rows)))
        self.changed_parities = set(range(len(self.parities)))
        decisions: list[tuple[int, int]] = []  # length of the trail before, literal
        conflicts = 0
        while True:
            if self._propagate():
                literal = self._choose()
                if literal is None:
                    return np.array([0, *(int(v > 0) for v in self.value[1:])], np.int64)
                decisions.append((len(self.trail), literal))
                self._assign(literal)
                continue
            conflicts += 1
            if not decisions or conflicts > MOST_CONFLICTS:
                return None
            length, literal = decisions.pop()
            self._undo(length)
            self._assign(-literal)  # for all that was decided before

    def _choose(self) -> int | None:
        """The next decision: a literal of a row that needs it, else any open variable; None where nothing is open."""
        tight: list[list[int]] = []
        least: int | None = None
        for terms, lo, _, guard in (self.rows[r] for r in self.needy):
            if guard and self._holds(guard) <= 0:
                continue
            open_literals = [literal for literal, coef in terms if coef > 0 and not self.value[abs(literal)]]
            if open_literals and sum(coef for literal, coef in terms if self._holds(literal) > 0) < lo:
                if least is None or len(open_literals) < least:
                    tight, least = [], len(open_literals)
                if len(open_literals) == least:
                    tight.append(open_literals)
        if tight:
            literals = tight[self.stream.number_below(len(tight))]
            return literals[self.stream.number_below(len(literals))]
        free = [x for x in self.variables if not self.value[abs(x)]]
        free = free or [x for x in range(1, self.size + 1) if not self.value[x]]
        if not free:
            return None
        x = free[self.stream.number_below(len(free))]
        return x if self.stream.number_below(100) < self.likely else -x

    # ---- propagation ----------------------------------------------------------------------------------------

    def _propagate(self) -> bool:
        """Draw all conclusions; False where some row cannot hold any more."""
        while True:
            while self.changed or self.changed_parities:
                if self.changed and not self._propagate_row(self.changed.pop()):
                    return False
                if self.changed_parities and not self._propagate_parity(self.changed_parities.pop()):
                    return False
            before = len(self.trail)
            if not all(map(self._propagate_graph, self.rules, self.beside)):
                return False
            if len(self.trail) == before:
                return True

    def _propagate_row(self, r: int) -> bool:
        terms, lo, hi, guard = self.rows[r]
        if guard and self._holds(guard) < 0:
            return True
        least = most = 0
        for literal, coef in terms:
            holds = self._holds(literal)
            if holds > 0 or (not holds and coef < 0):
                least += coef
            if holds > 0 or (not holds and coef > 0):
                most += coef
        if least > hi or most < lo:
            return self._conclude(-guard) if guard and not self._holds(guard) else False
        if guard and self._holds(guard) <= 0:
            return True
        for literal, coef in terms:
            if not self.value[abs(literal)]:
                if least + abs(coef) > hi:
                    self._conclude(-literal if coef > 0 else literal)
                elif most - abs(coef) < lo:
                    self._conclude(literal if coef > 0 else -literal)
        return True

    def _propagate_parity(self, r: int) -> bool:
        literals, odd = self.parities[r]
        open_literals = [literal for literal in literals if not self.value[abs(literal)]]
        rest = (odd + sum(self._holds(literal) > 0 for literal in literals)) % 2
        if len(open_literals) == 1:
            self._conclude(open_literals[0] if rest else -open_literals[0])
        return bool(open_literals) or not rest

    def _propagate_graph(self, rule: GraphRule, beside: Neighbours) -> bool:
        """What may still be there, but cannot be connected with what is there, is not there."""
        on = rule.on.tolist()
        possible = [not x or self._holds(x) >= 0 for x in on]
        sure = [v for v, x in enumerate(on) if not x or self._holds(x) > 0]
        if rule.cycle or rule.roots is not None:
            closed = all(not x or self.value[abs(x)] for x in (*on, *rule.links.tolist()))
            return not closed or rule.complaint(np.array([0, *(int(v > 0) for v in self.value[1:])], np.int64)) is None
        if not sure:
            return True
        reached = self._reach(beside, possible, sure[0])
        if any(v not in reached for v in sure):
            return False
        for v in range(len(on)):
            if possible[v] and v not in reached:
                self._conclude(-on[v])
        return True

    def _reach(self, beside: Neighbours, possible: list[bool], start: int) -> set[int]:
        """The vertices that may be connected with one."""
        reached, waiting = {start}, [start]
        while waiting:
            for other, link in beside[waiting.pop()]:
                if possible[other] and other not in reached and (not link or self._holds(link) >= 0):
                    reached.add(other)
                    waiting.append(other)
        return reached

    # ---- values ---------------------------------------------------------------------------------------------

    def _holds(self, literal: int) -> int:
        value = self.value[abs(literal)]
        return value if literal > 0 else -value

    def _conclude(self, literal: int) -> bool:
        if not self.value[abs(literal)]:
            self._assign(literal)
        return self._holds(literal) > 0

    def _assign(self, literal: int) -> None:
        x = abs(literal)
        self.value[x] = 1 if literal > 0 else -1
        self.trail.append(x)
        self.changed.update(self.rows_at[x])
        self.changed_parities.update(self.parities_at[x])

    def _undo(self, length: int) -> None:
        for x in self.trail[length:]:
            self.value[x] = 0
        del self.trail[length:]
        self.changed.clear()
        self.changed_parities.clear()


def _neighbours(rule: GraphRule) -> Neighbours:
    beside: Neighbours = [[] for _ in rule.on]
    for (a, b), link in zip(rule.edges.tolist(), rule.links.tolist(), strict=True):
        beside[a].append((b, link))
        beside[b].append((a, link))
    return beside


def open_first(formulations: Iterator[Model]) -> Model:
    """The first of these models in which a graph rule is open, since search keeps such rules best as they are; else the
    first."""
    first: Model | None = None
    for model in formulations:
        first = first or model
        if model.open_rules:
            return model
    assert first is not None
    return first
