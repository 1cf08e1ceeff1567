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
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model
from models.neutral.global_rules.connected.rule import GraphRule
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


class _SumRow(NamedTuple):
    """A row as a sum of literals, between two bounds where its guard holds. terms: (literal, coefficient); guard: a
    literal, 0 for none."""

    terms: list[tuple[int, int]]
    lo: int
    hi: int
    guard: int


class _ParityRow(NamedTuple):
    """A row about parity: is the number of its literals that hold odd (1) or even (0), where its guard holds? guard: a
    literal, 0 for none."""

    literals: list[int]
    odd: int
    guard: int


class _AnswerSearch:
    """The rows as sums of literals, and the values so far: by literal 1, -1, and 0 where it is open. Literal -x counts
    from the end of the list."""

    def __init__(self, model: Model, variables: list[int], stream: Stream, likely: int) -> None:
        self.variables, self.stream, self.likely = variables, stream, likely
        self.size = model.variables
        self.rules = model.open_graph_rules
        self.beside = [_neighbours(rule) for rule in self.rules]
        self.rows, self.parities = _read_rows(model)
        self.needy = [r for r, row in enumerate(self.rows) if row.lo > 0]
        self.rows_at: list[list[int]] = [[] for _ in range(self.size + 1)]
        for r, row in enumerate(self.rows):
            for x in (*(abs(literal) for literal, _ in row.terms), *([abs(row.guard)] if row.guard else [])):
                self.rows_at[x].append(r)
        self.parities_at: list[list[int]] = [[] for _ in range(self.size + 1)]
        for r, parity in enumerate(self.parities):
            for literal in (*parity.literals, *([parity.guard] if parity.guard else [])):
                self.parities_at[abs(literal)].append(r)

    def run(self) -> NDArray[np.int64] | None:
        """One search; None after too many conflicts, or where there is nothing."""
        self.value = [0] * (2 * self.size + 1)
        self.trail: list[int] = []
        self.changed = set(range(len(self.rows)))
        self.changed_parities = set(range(len(self.parities)))
        decisions: list[tuple[int, int]] = []  # length of the trail before, literal
        conflicts = 0
        while True:
            if self._propagate():
                literal = self._choose()
                if literal is None:
                    return self._assignment()
                decisions.append((len(self.trail), literal))
                self._assign(literal)
                continue
            conflicts += 1
            if not decisions or conflicts > MOST_CONFLICTS:
                return None
            length, literal = decisions.pop()
            self._undo(length)
            self._assign(-literal)  # for all that was decided before

    def _assignment(self) -> NDArray[np.int64]:
        """The values by variable, where none is open."""
        return np.array([0, *(int(v > 0) for v in self.value[1 : self.size + 1])], np.int64)

    def _choose(self) -> int | None:
        """The next decision: a literal of a row that needs it, else any open variable; None where nothing is open."""
        tight = self._tightest_rows()
        if tight:
            literals = tight[self.stream.number_below(len(tight))]
            return literals[self.stream.number_below(len(literals))]
        free = [x for x in self.variables if not self.value[x]]
        free = free or [x for x in range(1, self.size + 1) if not self.value[x]]
        if not free:
            return None
        x = free[self.stream.number_below(len(free))]
        return x if self.stream.number_below(100) < self.likely else -x

    def _tightest_rows(self) -> list[list[int]]:
        """The open literals of each row that needs some of them, of the rows with the fewest."""
        needed = [literals for r in self.needy if (literals := self._needed_literals(r))]
        least = min(map(len, needed), default=0)
        return [literals for literals in needed if len(literals) == least]

    def _needed_literals(self, r: int) -> list[int]:
        """The open literals that bring row r nearer to its lower bound, none where it has reached it."""
        value = self.value
        terms, lo, _, guard = self.rows[r]
        if guard and value[guard] <= 0:
            return []
        literals = [literal for literal, coef in terms if coef > 0 and not value[literal]]
        return literals if literals and sum([coef for x, coef in terms if value[x] > 0]) < lo else []

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
        guarded = self.value[guard] if guard else 1
        if guarded < 0:
            return True
        least, most = self._bound_sum(terms)
        if least > hi or most < lo:
            return guarded == 0 and self._conclude(-guard)
        if guarded > 0:
            self._conclude_terms(terms, hi - least, most - lo)
        return True

    def _bound_sum(self, terms: list[tuple[int, int]]) -> tuple[int, int]:
        """From where to where the sum can still go."""
        value = self.value
        least = most = 0
        for literal, coef in terms:
            holds = value[literal]
            if holds > 0 or (not holds and coef < 0):
                least += coef
            if holds > 0 or (not holds and coef > 0):
                most += coef
        return least, most

    def _conclude_terms(self, terms: list[tuple[int, int]], above: int, below: int) -> None:
        """Keep the sum within its bounds. above: how much may be added to the least sum; below: how much may be taken
        from the largest one."""
        value = self.value
        for literal, coef in terms:
            if not value[literal]:
                if abs(coef) > above:
                    self._assign(-literal if coef > 0 else literal)
                elif abs(coef) > below:
                    self._assign(literal if coef > 0 else -literal)

    def _propagate_parity(self, r: int) -> bool:
        value = self.value
        literals, odd, guard = self.parities[r]
        guarded = value[guard] if guard else 1
        if guarded < 0:
            return True
        open_literals = [literal for literal in literals if not value[literal]]
        rest = (odd + sum(value[literal] > 0 for literal in literals)) % 2
        if not open_literals and rest:
            return guarded == 0 and self._conclude(-guard)
        if len(open_literals) == 1 and guarded > 0:
            self._conclude(open_literals[0] if rest else -open_literals[0])
        return True

    def _propagate_graph(self, rule: GraphRule, beside: Neighbours) -> bool:
        """False where the graph cannot be as the rule says. Conclusions are drawn where all shall be connected with
        each other; another rule is looked at when nothing is open."""
        if rule.cycle or rule.roots is not None:
            is_closed = all(not x or self.value[x] for x in (*rule.on.tolist(), *rule.links.tolist()))
            return not is_closed or rule.complaint(self._assignment()) is None
        return self._propagate_connection(rule.on.tolist(), beside)

    def _propagate_connection(self, on: list[int], beside: Neighbours) -> bool:
        """What may still be there, but cannot be connected with what is there, is not there."""
        value = self.value
        possible = [not x or value[x] >= 0 for x in on]
        sure = [v for v, x in enumerate(on) if not x or value[x] > 0]
        if not sure:
            return True
        reached = self._reach(beside, possible, sure[0])
        if not reached.issuperset(sure):
            return False
        for v, x in enumerate(on):
            if possible[v] and v not in reached:
                self._conclude(-x)
        return True

    def _reach(self, beside: Neighbours, possible: list[bool], start: int) -> set[int]:
        """The vertices that may be connected with one."""
        reached, waiting = {start}, [start]
        while waiting:
            for other, link in beside[waiting.pop()]:
                if possible[other] and other not in reached and (not link or self.value[link] >= 0):
                    reached.add(other)
                    waiting.append(other)
        return reached

    # ---- values ---------------------------------------------------------------------------------------------

    def _conclude(self, literal: int) -> bool:
        if not self.value[literal]:
            self._assign(literal)
        return self.value[literal] > 0

    def _assign(self, literal: int) -> None:
        x = abs(literal)
        self.value[literal], self.value[-literal] = 1, -1
        self.trail.append(x)
        self.changed.update(self.rows_at[x])
        self.changed_parities.update(self.parities_at[x])

    def _undo(self, length: int) -> None:
        for x in self.trail[length:]:
            self.value[x] = self.value[-x] = 0
        del self.trail[length:]
        self.changed.clear()
        self.changed_parities.clear()


def _read_rows(model: Model) -> tuple[list[_SumRow], list[_ParityRow]]:
    """The rows as sums, and those about parity."""
    rows: list[_SumRow] = []
    parities: list[_ParityRow] = []
    for block in model.stated_blocks:
        for r in range(len(block)):
            literals = block.rows[r].tolist()
            guard = 0 if block.when is None else int(block.when[r])
            if block.kind is Kind.PARITY:
                parities.append(_ParityRow(literals, int(block.lo[r]), guard))
                continue
            first, last = block.rows.starts[r : r + 2]
            coefs = [1] * len(literals) if block.coefs is None else block.coefs[first:last].tolist()
            rows.append(_SumRow(list(zip(literals, coefs, strict=True)), int(block.lo[r]), int(block.hi[r]), guard))
    return rows, parities


def _neighbours(rule: GraphRule) -> Neighbours:
    beside: Neighbours = [[] for _ in rule.on]
    for (a, b), link in zip(rule.edges.tolist(), rule.links.tolist(), strict=True):
        beside[a].append((b, link))
        beside[b].append((a, link))
    return beside


def draw_latin_square(n: int, stream: Stream) -> NDArray[np.int64]:
    """A random square of n x n numbers from 1, each once in every row and column: a cyclic one, its rows, columns and
    numbers in random order."""
    rows, columns, names = (stream.order(n) for _ in range(3))
    square: NDArray[np.int64] = names[(rows[:, None] + columns) % n] + 1
    return square


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
