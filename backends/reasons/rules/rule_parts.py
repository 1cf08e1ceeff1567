"""Which rows are about one number, and which say one row of a global rule.

    a number     a choice, by its number, with the literals of its values and those that it is at least so large; or a
                 Boolean by itself, as minus its variable
    a part       rows that say one row of a rule: they are about its numbers, or share variables of its own
    helpers      that each of its numbers has one value, and what ties its literals

What follows from a part follows from one rule, whatever its rows are: so two numbers that share two values exclude
these elsewhere, and an automaton that has one way left is a single thought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backends.reasons.row_table import COUNT, OPAQUE, RowTable
from models.neutral import Model
from models.neutral.blocks import TIES
from models.neutral.global_rules.number_rule import NumberRule

MOST_ROWS = 4000  # of a part with its helpers that is looked at


@dataclass(frozen=True, slots=True)
class RulePart:
    """rule: the number of the global rule; row: which row of it, None where that is not known; rows, helpers: by number
    in the table; scope: the variables of the answer that it is about."""

    rule: int
    row: int | None
    rows: tuple[int, ...]
    helpers: tuple[int, ...]
    scope: tuple[int, ...]


class RowsOfNumbers:
    """What numbers the variables and rows of a model are about."""

    def __init__(self, model: Model, rows: RowTable) -> None:
        self.model, self.rows = model, rows
        self.number_of: dict[int, int] = {}
        self.value_row: dict[int, int] = {}  # by number, the row that says that it has one value
        self.ties: dict[int, list[int]] = {}  # by number, the rows that tie its literals
        self.tying: dict[int, list[int]] = {}  # by variable, the rows that tie it
        self.opaque_ties: dict[int, list[int]] = {}  # the same of integers
        self.guard_of: dict[int, int] = {}  # by row that has one
        self._find_numbers()
        self.parts = list(self._find_parts())
        self.part_of = {r: part for part in self.parts for r in part.rows}
        self.number_of_row = {r: number for number, r in self.value_row.items()}

    def number(self, literal: int) -> int:
        """The number that a literal is about."""
        return self.number_of.get(abs(literal), -abs(literal))

    def is_tie(self, r: int) -> bool:
        """Does the row tie the literals of a number?"""
        return self.model.blocks[self.rows.places[r][0]].graph == TIES

    def only_part(self, rows: Sequence[int]) -> RulePart | None:
        """The row of a rule to which all these rows belong, or whose numbers they are about; None of others."""
        parts = dict.fromkeys(self.part_of[r] for r in rows if r in self.part_of)
        if len(parts) != 1:
            return None
        (part,) = parts
        return part if set(rows) <= {*part.rows, *part.helpers} else None

    def _find_numbers(self) -> None:
        rows, blocks = self.rows, self.model.blocks
        own: dict[frozenset[int], int] = {}
        for array in self.model.choice_arrays:
            for i, literals in enumerate(array.literals.tolist()):
                own[frozenset(literals)] = array.first + i
                self.number_of.update(dict.fromkeys(literals, array.first + i))
        tying: dict[int, list[int]] = {}
        for r, (block, row) in enumerate(rows.places):
            if (when := blocks[block].when) is not None:
                self.guard_of[r] = abs(int(when[row]))
            if blocks[block].graph == TIES:
                for x in rows.literals[r]:
                    (tying if rows.kinds[r] != OPAQUE else self.opaque_ties).setdefault(abs(x), []).append(r)
            elif rows.kinds[r] == COUNT and rows.lo[r] == 1 and blocks[block].graph < 0:
                number = own.get(frozenset(rows.literals[r]))
                if number is not None:
                    self.value_row.setdefault(number, r)
        for literals, number in own.items():
            self._follow_ties(number, literals, tying)
        self.tying = tying

    def _follow_ties(self, number: int, literals: Iterable[int], tying: dict[int, list[int]]) -> None:
        waiting, found = list(literals), dict[int, None]()
        while waiting:
            for r in tying.get(waiting.pop(), ()):
                if r not in found:
                    found[r] = None
                    fresh = [abs(x) for x in self.rows.literals[r] if abs(x) not in self.number_of]
                    self.number_of.update(dict.fromkeys(fresh, number))
                    waiting += fresh
        self.ties[number] = list(found)

    def _find_parts(self) -> Iterable[RulePart]:
        mine: dict[int, list[int]] = {}
        for r, (block, _) in enumerate(self.rows.places):
            mine.setdefault(self.model.blocks[block].graph, []).append(r)
        answers: dict[int, list[int]] = {}
        for x in np.flatnonzero(self.rows.answer).tolist():
            answers.setdefault(self.number(x), []).append(x)
        for i, rule in enumerate(self.model.global_rules):
            if isinstance(rule, NumberRule):
                for component in self._components(i, rule, mine.get(i, [])):
                    numbers = sorted(component.numbers)
                    helpers = [self.value_row[n] for n in numbers if n in self.value_row]
                    helpers += [r for n in numbers for r in self.ties.get(n, ())]
                    helpers += component.ties
                    if len(component.rows) + len(helpers) <= MOST_ROWS:
                        scope = tuple(x for n in numbers for x in answers.get(n, ()))
                        yield RulePart(i, component.row, tuple(component.rows), tuple(helpers), scope)

    def _components(self, i: int, rule: NumberRule, mine: list[int]) -> list[_Component]:
        """The rows of a rule, put together where they share a variable of its own, or are about numbers of one row."""
        declared = [self.model.arrays[name].ravel().tolist() for name in rule.arrays if name in self.model.arrays]
        own, tie_of = self._follow_own([x for each in declared for x in each])
        of_number = self._rows_with_number(rule)
        linked = _Links()
        for r in mine:
            for x in self._named(r) & own:
                linked.join(r, ("own", x))
        groups: dict[object, list[int]] = {}
        for r in mine:
            groups.setdefault(linked.root(r), []).append(r)
        by_row: dict[object, _Component] = {}
        for root, members in groups.items():
            numbers = {self.number(x) for r in members for x in self._named(r) - own}
            known = [of_number[n] for n in numbers if n in of_number]
            candidates = frozenset.intersection(*known) if known else frozenset()
            row = min(candidates, default=None)
            component = by_row.setdefault(("one", root) if row is None else row, _Component(row, [], set(), []))
            component.rows += members
            component.ties += dict.fromkeys(t for r in members for t in self._ties_of_row(r, own, tie_of))
            component.numbers |= numbers
        return list(by_row.values())

    def _named(self, r: int) -> set[int]:
        """The variables of a row, with that of its guard."""
        named = set(map(abs, self.rows.literals[r]))
        return named | {self.guard_of[r]} if r in self.guard_of else named

    def _follow_own(self, declared: Sequence[int]) -> tuple[set[int], dict[int, int]]:
        """The variables that were declared for a rule, with those that are tied to them; and by row that ties such
        ones, which of the declared ones it is about."""
        own, tie_of = set(declared), dict[int, int]()
        waiting = [(x, x) for x in declared]
        while waiting:
            x, origin = waiting.pop()
            for r in (*self.tying.get(x, ()), *self.opaque_ties.get(x, ())):
                tie_of.setdefault(r, origin)
                fresh = [y for y in self._named(r) if y not in own and y not in self.number_of]
                own.update(fresh)
                waiting += [(y, origin) for y in fresh]
        return own, tie_of

    def _ties_of_row(self, r: int, own: set[int], tie_of: Mapping[int, int]) -> Iterator[int]:
        """The rows that tie the variables of a rule that stand in one of its rows."""
        named = self._named(r) & own
        origins = {tie_of[t] for x in named for t in self.tying.get(x, ()) if t in tie_of} | named
        origins |= {tie_of[t] for t, guard in self.guard_of.items() if guard in named and t in tie_of}
        yield from (t for t, origin in tie_of.items() if origin in origins)

    def _rows_with_number(self, rule: NumberRule) -> dict[int, frozenset[int]]:
        """By number, the rows of the rule in which it stands; not of those that all rows share, which come last."""
        found: dict[int, set[int]] = {}
        columns, sizes = rule.numbers, np.diff(rule.starts)[: rule.rows]
        for i, row in enumerate(np.repeat(np.arange(rule.rows), sizes).tolist()):
            literals = columns.literals[columns.starts[i] : columns.starts[i + 1]].tolist()
            for x in [*literals, int(columns.refs[i])]:
                if x:
                    found.setdefault(self.number(x), set()).add(row)
        return {number: frozenset(rows) for number, rows in found.items()}


@dataclass(slots=True)
class _Component:
    row: int | None
    rows: list[int]
    numbers: set[int]
    ties: list[int]


class _Links:
    """Sets that are joined."""

    def __init__(self) -> None:
        self.parent: dict[object, object] = {}

    def root(self, x: object) -> object:
        while (up := self.parent.setdefault(x, x)) != x:
            self.parent[x] = self.parent[up]
            x = up
        return x

    def join(self, x: object, y: object) -> None:
        self.parent[self.root(x)] = self.root(y)
