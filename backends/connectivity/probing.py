"""Literals that a model with graph rules implies, found by supposing one literal after the other, as people do.

    suppose  ->  rows propagate  ->  vertices are cut off, so they are not there  ->  rows propagate  -> ...

If that ends in a contradiction, the literal does not hold: a *failed literal* (Freeman, "Improvements to propositional
satisfiability search algorithms", 1995; Li and Anbulagan, 1997). What is shown is known for all later suppositions.
Large boards of Nurikabe for people are decided in this way alone, while cuts learnt from whole answers come to no end.

What a supposition implies fails only if it does, and need not be supposed: the ones from which most follows come first.
Later only what shares a short row with something new is supposed again, until nothing is new; then all, once more.

The rows are those of the model, without those that state a graph rule: the graph itself is looked at. Rules with links
and cycles are left out, which loses nothing but literals. Sums are kept as they are, by MiniCard.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.local_cuts import is_local
from backends.connectivity.separators import find_neighbours
from backends.contract import Limits, Options
from backends.loading.sat_solver import load_solver
from backends.lowering.clauses import COUNTING_FORMS, to_clauses
from models.neutral import Model
from models.neutral.global_rules.connected.rule import GraphRule
from rosetta.foundation.work_clock import work_seconds

if TYPE_CHECKING:
    from backends.connectivity.strays_kernel import GraphColumns

SOLVER = "minicard"
SHORT = 4  # literals of a row, at most, through which something new is near
Literals = NDArray[np.int64]


def probed_literals(model: Model, seconds: float) -> Literals:
    """Literals that hold in all answers of the model, as far as they are found in that time; with the opposite of one
    among them if it has none."""
    end = work_seconds() + seconds
    rules = [rule for rule in model.global_rules if isinstance(rule, GraphRule) and is_local(rule)]
    rest = _rows_beside(model, rules)
    cnf = to_clauses(rest, Limits(), Options(), native=frozenset(COUNTING_FORMS))
    if cnf.contradiction or not rules:
        return np.zeros(0, np.int64)
    with load_solver(SOLVER, cnf, Limits()) as solver:
        probing = _Probing(solver, rules, rest)
        probing.run(end)
        return probing.known_literals()


def _rows_beside(model: Model, rules: list[GraphRule]) -> Model:
    """The model with rows only, and without those that state these rules."""
    stating = {number for rule in rules for number in range(*rule.blocks)}
    twin = model.copy()
    twin.objective = None
    twin.global_rules = []
    twin.stated_blocks[:] = [block for number, block in enumerate(model.stated_blocks) if number not in stating]
    return twin


def _join_graphs(rules: list[GraphRule], variables: int) -> GraphColumns:
    """The graphs of several rules as one."""
    from backends.connectivity.strays_kernel import GraphColumns  # loads numba

    starts, ends, first = [np.zeros(1, np.int64)], [], 0
    for rule in rules:
        near = find_neighbours(rule)
        starts.append(np.array(near.starts[1:], np.int64) + starts[-1][-1])
        ends.append(np.array(near.ends, np.int64) + first)
        first += len(rule.on)
    on = np.concatenate([rule.on for rule in rules]).astype(np.int64)
    places = np.argsort(np.abs(on), kind="stable")
    place_starts = np.searchsorted(np.abs(on)[places], np.arange(variables + 2))
    return GraphColumns(np.concatenate(starts), np.concatenate(ends), on, place_starts, places)


class _NearRows:
    """The short rows of a model, through which variables are near to each other."""

    def __init__(self, model: Model) -> None:
        rows, variables, self._count = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], 0
        for block in model.stated_blocks:
            lengths = block.rows.lengths
            row = np.repeat(np.arange(len(lengths)), lengths)
            short = lengths[row] <= SHORT
            rows.append(row[short] + self._count)
            variables.append(np.abs(block.rows.literals[short]).astype(np.int64))
            self._count += len(lengths)
        self._rows, self._variables = np.concatenate(rows), np.concatenate(variables)

    def beside(self, new: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which variables share a row with one of these, or are one; both by variable."""
        is_touched = np.zeros(self._count, np.bool_)
        is_touched[self._rows[new[self._variables]]] = True
        beside = new.copy()
        beside[self._variables[is_touched[self._rows]]] = True
        return beside


class _Probing:
    """What is known, and one supposition after the other."""

    def __init__(self, solver: Any, rules: list[GraphRule], model: Model) -> None:
        from backends.connectivity import strays_kernel  # loads numba

        self._solver, self._rules, self._near, self._kernel = solver, rules, _NearRows(model), strays_kernel
        self._graph = _join_graphs(rules, model.variables)
        n = len(self._graph.on)
        ends = np.cumsum([0, *(len(rule.on) for rule in rules)]).tolist()
        self._parts = [slice(*ends) for ends in pairwise(ends)]  # the vertices of each rule
        # where ways lead: roots; or, where all are to be connected, one vertex that is there, once there is one
        self._roots = np.concatenate([np.zeros(len(r.on), np.bool_) if r.roots is None else r.roots for r in rules])
        self._value = np.zeros(model.variables + 1, np.int8)
        self._parent = np.full(n, strays_kernel.NO_WAY)
        self._scratch = strays_kernel.Scratch(*(np.zeros(n, np.int64) for _ in range(4)))
        self._follow: dict[int, Literals] = {}  # the variables of what follows from a supposition, by its number
        self._number = 0
        self._behind = np.full(2 * len(self._value), -1)  # of a literal: the last supposition that implied it
        self._amount = np.zeros(2 * len(self._value), np.int64)  # of a literal: how many it implied
        self._refuted = 0  # a literal that cannot hold, and neither can its opposite

    def known_literals(self) -> Literals:
        """Those that are shown, with the opposite of one where it was shown that there is no answer."""
        known = np.flatnonzero(self._value)
        both = np.array([self._refuted, -self._refuted][: 2 * (self._refuted != 0)], np.int64)
        return np.unique(np.concatenate([known * self._value[known], both]))

    def run(self, end: float) -> None:
        """Suppose literals until nothing is new, everything is known, there is a contradiction, or the time is over."""
        self._begin()
        literals, before = self._candidates(), None
        while len(literals) and not self._refuted:
            due = literals if before is None else literals[self._is_near(literals, self._value != before)]
            before = self._value.copy()
            if not self._suppose_each(due, end):
                return
            literals = literals[self._value[np.abs(literals)] == 0]
            if (self._value == before).all():
                if len(due) == len(literals):
                    return
                before = None

    def _begin(self) -> None:
        """What rows and graphs show without a supposition."""
        for x in np.unique(np.abs(self._graph.on)).tolist():
            if x and self._value[x] == 0:
                consistent, implied = self._solver.propagate([x])
                if not implied:  # it was known, or it cannot be
                    self._value[x] = 1 if consistent else -1
        self._look_around()

    def _candidates(self) -> Literals:
        """The literals to suppose: vertices with roots that are there, others that are there or not."""
        kinds = [rule.on if rule.roots is not None else np.concatenate([rule.on, -rule.on]) for rule in self._rules]
        literals: Literals = np.unique(np.concatenate(kinds)).astype(np.int64)
        candidates: Literals = literals[self._signs(literals) == 0]
        return candidates

    def _is_near(self, literals: Literals, new: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which of these imply something near to what is new, as far as it is known what they imply."""
        behind = self._behind[literals]
        self._follow = {number: self._follow[number] for number in np.unique(behind).tolist() if number >= 0}
        beside, is_near = self._near.beside(new), np.ones(self._number + 1, np.bool_)  # the last one: of none
        for number, variables in self._follow.items():
            is_near[number] = beside[variables].any()
        due: NDArray[np.bool_] = is_near[behind]
        return due

    def _suppose_each(self, literals: Literals, end: float) -> bool:
        """Those from which most followed first. Was there time?"""
        first = self._number
        for literal in literals[np.argsort(-self._amount[literals], kind="stable")].tolist():
            if self._value[abs(literal)] != 0 or self._behind[literal] >= first:
                continue
            if work_seconds() > end:
                return False
            implied = self._suppose(literal)
            if implied is None:
                self._show(-literal)
                if self._refuted:
                    return True
                continue
            self._amount[literal] = len(implied)
            implied = implied[np.abs(implied) < len(self._value)]
            self._behind[implied] = self._behind[literal] = self._number
            self._follow[self._number] = np.abs(implied)
            self._number += 1
        return True

    def _suppose(self, literal: int) -> Literals | None:
        """What follows, None if it cannot be."""
        supposed = [literal]
        while True:
            consistent, found = self._solver.propagate(supposed)
            if not consistent:
                return None
            implied = np.array(found, np.int64)
            strays = self._find_strays(implied)
            if strays is None:
                return None
            if not strays:
                return implied
            supposed += strays

    def _find_strays(self, literals: Literals) -> list[int] | None:
        """What cannot be there if these hold: literals that follow; None if it must be."""
        count = self._kernel.find_strays(self._graph, self._value, self._parent, literals, self._scratch)
        return None if count == self._kernel.IMPOSSIBLE else (-self._scratch.strays[:count]).tolist()

    def _show(self, literal: int) -> None:
        """It holds, and so does all that follows."""
        self._learn(literal)
        self._look_around()

    def _learn(self, literal: int) -> None:
        """One more literal, with what the rows imply. 0 does not hold: a vertex that is always there is cut off."""
        sign = self._signs(np.array([literal]))[0] if literal else -1
        if sign > 0:
            return
        consistent, found = self._solver.propagate([literal]) if sign == 0 else (False, [])
        if not consistent:
            self._refuted = abs(literal) or int(np.abs(self._graph.on).max())
            return
        self._solver.add_clause([literal])
        implied = np.array(found, np.int64)
        implied = implied[np.abs(implied) < len(self._value)]
        self._value[np.abs(implied)] = np.sign(implied)
        self._value[abs(literal)] = np.sign(literal)

    def _look_around(self) -> None:
        """What the graphs show of what is known, until that is nothing."""
        on = self._graph.on
        while not self._refuted:
            is_ruled = np.ones(len(on), np.bool_)
            for rule, part in zip(self._rules, self._parts, strict=True):
                if rule.roots is None and not self._roots[part].any():
                    self._roots[part.start + np.flatnonzero(self._signs(on[part]) > 0)[:1]] = True
                    is_ruled[part] = self._roots[part].any()
            self._kernel.grow_forest(self._graph, self._roots, self._value, self._parent, self._scratch.queue)
            cut_off = np.unique(on[is_ruled & (self._parent == self._kernel.NO_WAY) & (self._signs(on) >= 0)])
            if not len(cut_off):
                return
            for literal in cut_off.tolist():
                if not self._refuted:
                    self._learn(-literal)

    def _signs(self, literals: Literals) -> NDArray[np.int8]:
        """1 for those that hold, -1 for those that do not, 0 for open ones; 0 always holds."""
        return np.where(literals == 0, 1, self._value[np.abs(literals)] * np.sign(literals)).astype(np.int8)


def prepare() -> None:
    """Compile the loops, or read them from disk."""
    model = Model("a way over three vertices")
    x = model.bools("x", 3)
    model.true("its ends are there", x[[0, 2]])
    model.connected("the way is connected", x, [[0, 1], [1, 2]], by="lazy")
    assert probed_literals(model, seconds=600.0).tolist() == [1, 2, 3]


if __name__ == "__main__":  # `make` compiles them
    prepare()
