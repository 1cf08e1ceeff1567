"""Numbers of a model: integers, choices, and the literals that say what they are (`models.neutral.numbers`)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.arguments import exact_integers, integers, shape_of
from models.neutral.blocks import TIES
from models.neutral.errors import FIRST_CHOICE, ModelError
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.arrays import NumberArray, number_array
from models.neutral.numbers.choices import ChoiceArray, choice_columns, choice_words
from models.neutral.numbers.columns import NumberColumns
from models.neutral.numbers.domains import ALWAYS, NEVER, DomainLiterals, NumberLiterals, range_columns
from models.neutral.rows import concatenated_ranges, distinct_pairs, segment_indices
from models.neutral.stating.calls import Bound
from models.neutral.stating.model_table import Shape
from models.neutral.stating.row_verbs import RowVerbs
from models.neutral.wording.phrases import Each

TIED = "what the literals of numbers say"  # the sentence of rows that tie them


class NumberVerbs(RowVerbs):
    """Declarations of numbers, and literals of them, of `models.neutral.model.Model`."""

    def ints(
        self,
        name: str,
        shape: Shape,
        lo: Bound | None = None,
        hi: Bound | None = None,
        says: str | Each = "",
        *,
        values: ArrayLike | None = None,
    ) -> NumberArray:
        """Declare integers with lo <= value <= hi: one bound, or one each; or, with `values=`, one of these values.

        They stand in `linear`, `minimize`, `maximize` and global rules; `x.is_(v)` and `x.at_least(v)` are literals.
        To subtract an integer, give it a negative coefficient: only Booleans can be negated.
        says: what a variable is, in words: `the rank of the tree at {cell}`.
        """
        if values is None:
            if lo is None and hi is None:
                raise ModelError(f"variables '{name}': expected lo and hi, or values=")
            lower, upper = (cast(Bound, bound) for bound in (lo, hi))  # None alone is refused as any other text is
            return number_array(self._declare(name, shape, lower, upper, integer=True, says=says), self)
        if lo is not None or hi is not None:
            raise ModelError(f"variables '{name}': expected lo and hi, or values=, found both")
        allowed = _value_list(name, values)
        numbers = self._declare(name, shape, int(allowed[0]), int(allowed[-1]), integer=True, says=says)
        variables = np.asarray(numbers).ravel()
        if len(variables) and len(allowed) <= allowed[-1] - allowed[0]:
            self.value_lists.append((int(variables[0]), int(variables[-1]), allowed))
            after_gap = allowed[1:][np.diff(allowed) > 1]
            self._tie_integers(np.repeat(variables, len(after_gap)), np.tile(after_gap, len(variables)))
        return number_array(numbers, self)

    def choices(self, name: str, shape: Shape, values: ArrayLike, says: str = "") -> NumberArray:
        """Declare numbers that are each one of some values: a Boolean for each value, of which exactly one holds.

        Parameters
        ----------
        name : str
            Of the numbers; answers show their values.
        shape : int, or tuple of int
            Of the numbers.
        values : array of int
            What each may be: `range(1, 10)`, or [1, 3, 7].
        says : str, optional
            What it says that one has a value: `a {value}`. By default `R1C2 is 5`.

        Returns
        -------
        NumberArray
            For global rules, `linear`, `minimize` and `maximize`; `x.is_(v)` are literals.
        """
        allowed, sizes = _value_list(name, values), shape_of(shape, f"variables '{name}'")
        words = choice_words(says, name, sizes, allowed) if math.prod(sizes) else ""
        literals = self.bools(name, (*sizes, len(allowed)), says=words)
        table = np.asarray(literals).reshape(math.prod(sizes), len(allowed))
        added = ChoiceArray(name, self._choices, sizes, allowed, table)
        self.choice_arrays.append(added)
        if len(table):
            self.exactly(1, f"each {name} has one value", table)
        return number_array(added.entries, self)

    @property
    def _choices(self) -> int:
        """How many choices there are."""
        return sum(map(len, self.choice_arrays))

    # ---- numbers as columns ---------------------------------------------------------------------------------

    def number_columns(self, entries: ArrayLike) -> NumberColumns:
        """What stands in an array of numbers, as columns. Raises ModelError for what is none, or of another model."""
        flat = integers(entries, "numbers").ravel().astype(np.int64)
        if len(flat) and int(np.abs(flat).max()) > self.variables:
            choice = flat >= FIRST_CHOICE
            strange = flat[~choice & ((np.abs(flat) > self.variables) | (flat == 0))]
            if len(strange):
                raise ModelError(f"a number of another model: {strange[0]}, and there are {self.variables} variables")
            chosen = choice_columns(self.choice_arrays, flat[choice] - FIRST_CHOICE)
            lengths = np.zeros(len(flat), np.int64)
            lengths[choice] = chosen.lengths
            starts = np.concatenate([[0], np.cumsum(lengths)])
            refs = np.where(choice, 0, flat).astype(np.int32)
            columns = NumberColumns(refs, np.zeros(len(flat), np.int64), starts, chosen.literals, chosen.values)
        else:
            if (flat == 0).any():
                raise ModelError("numbers: 0 is no variable; a cell without a number? leave it out")
            nothing = np.zeros(0, np.int32)
            starts = np.zeros(len(flat) + 1, np.int64)
            columns = NumberColumns(flat.astype(np.int32), np.zeros(len(flat), np.int64), starts, nothing, starts[:0])
        negated = (columns.refs < 0) & self.integer[np.abs(columns.refs)]
        if negated.any():
            name = self.name_of(-int(columns.refs[negated][0]))
            raise ModelError(f"{name} is an integer and cannot be negated")
        return columns

    def number_terms(self, entries: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Literals, or integers, and coefficients, whose sum is the sum of the numbers; see `NumberArray.terms`."""
        columns = self.number_columns(entries)
        plain = columns.refs[columns.refs != 0]
        coefs = np.concatenate([np.ones(len(plain), np.int64), columns.values])
        return np.concatenate([plain, columns.literals]).astype(np.int32), coefs

    def number_bounds(self, numbers: NumberColumns) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the greatest value that each number may have, shape (n,)."""
        at = np.abs(numbers.refs)
        lower, upper = numbers.constants + self.lower[at], numbers.constants + self.upper[at]
        chosen = np.flatnonzero(numbers.lengths)
        lower[chosen] += numbers.values[numbers.starts[:-1][chosen]]
        upper[chosen] += numbers.values[numbers.starts[1:][chosen] - 1]
        return lower, upper

    # ---- literals of numbers --------------------------------------------------------------------------------

    def is_literals(self, entries: NDArray[np.int32], values: NDArray[np.int64]) -> NDArray[np.int32]:
        """The literal that entry i has value i; see `NumberArray.is_`."""
        numbers = self.number_columns(entries)
        found = self.equality_literals(numbers, np.arange(len(numbers)), values)
        if len(values) and (found == NEVER).all():
            mine = self.domain_values(numbers.take(np.arange(1)))[1]
            shown = f"{mine[0]}..{mine[-1]}" if len(mine) == mine[-1] - mine[0] + 1 else str(mine.tolist())
            raise ModelError(f"is_: the number is never {values[0]}; its values are {shown}")
        return self._with_constants(found)

    def equality_literals(
        self, numbers: NumberColumns, which: NDArray[np.int64], values: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The literal that number which[i] has value i; ALWAYS, or NEVER, where that is known. Unlike `domain_of`, it
        declares no others."""
        starts, domain = self.domain_values(numbers)
        table = DomainLiterals(starts, domain, np.zeros(len(domain), np.int32))
        found = table.find_is(which, values).astype(np.int32)
        some = np.flatnonzero(found != NEVER)
        places = table.find_places(which[some], values[some])
        found[some] = self._is_at(numbers, table, which[some], places)
        return found

    def order_literals(self, entries: NDArray[np.int32], values: NDArray[np.int64]) -> NDArray[np.int32]:
        """The literal that entry i is at least value i; see `NumberArray.at_least`."""
        numbers = self.number_columns(entries)
        starts, domain = self.domain_values(numbers)
        table = DomainLiterals(starts, domain, np.ones(len(domain), np.int32))
        places = table.find_places(np.arange(len(numbers)), values)
        found = np.full(len(numbers), NEVER, np.int32)
        some = np.flatnonzero(places < starts[1:])
        found[some] = self._order_at(numbers, table, some, places[some])
        return self._with_constants(found)

    def domain_of(self, numbers: NumberColumns, *, order: bool = False, equal: bool = True) -> DomainLiterals:
        """The possible values of numbers, with their literals, which are declared where they are not yet.

        order: with `at_least`, too; equal: with `is_`, else these are 0. Raises ModelError if there would be too many.
        """
        starts, values = self.domain_values(numbers)
        table = DomainLiterals(starts, values, np.zeros(len(values), np.int32))
        owners, places = table.owners, np.arange(len(values))
        at_least = self._order_at(numbers, table, owners, places) if order else None
        is_ = self._is_at(numbers, table, owners, places) if equal else table.is_
        return replace(table, is_=is_, at_least=at_least)

    def constant_literal(self) -> int:
        """A literal that always holds."""
        if self._always is None:
            self._always = int(self.derive("always", 1)[0])
            self.add_meaning(self.derived[-1], None)
            self.true(TIED, self._always)
            self._mark_ties(1)
        return self._always

    def check_numbers(self, rule: NumberRule) -> None:
        """Raise ModelError where a number of a rule is none of the model's."""
        named, literals = np.abs(rule.named), rule.numbers.literals
        if len(named) and (named.max() > self.variables or self.integer[np.abs(literals)].any()):
            raise ModelError(f"rule '{rule.sentence}': a number of another model")
        negated = rule.numbers.refs[rule.numbers.refs < 0]
        if self.integer[-negated].any():
            raise ModelError(f"rule '{rule.sentence}': an integer cannot be negated")

    # ---- what is behind it ----------------------------------------------------------------------------------

    def _with_constants(self, literals: NDArray[np.int32]) -> NDArray[np.int32]:
        """The literals, with the model's own for ALWAYS and NEVER."""
        if (fixed := np.abs(literals) == ALWAYS).any():
            literals[fixed] = np.sign(literals[fixed]) * self.constant_literal()
        return literals

    def domain_values(self, numbers: NumberColumns) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The possible values of each number: starts and values."""
        lower, upper = self.number_bounds(numbers)
        listed = np.full(len(numbers), -1)
        for index, (first, last, _) in enumerate(self.value_lists):
            listed[(numbers.refs >= first) & (numbers.refs <= last)] = index
        is_choice = numbers.lengths > 0
        in_range = ~is_choice & (listed < 0)
        lengths = np.where(is_choice, numbers.lengths, upper - lower + 1)
        for index, (_, _, allowed) in enumerate(self.value_lists):
            lengths[listed == index] = len(allowed)
        _, ranges = range_columns(lower[in_range], upper[in_range])
        starts = np.concatenate([[0], np.cumsum(lengths)])
        values = np.empty(starts[-1], np.int64)
        values[concatenated_ranges(starts[:-1][in_range], lengths[in_range])] = ranges
        shifted = numbers.values + np.repeat(numbers.constants, numbers.lengths)
        values[concatenated_ranges(starts[:-1][is_choice], lengths[is_choice])] = shifted
        for index, (_, _, allowed) in enumerate(self.value_lists):
            mine = np.flatnonzero(listed == index)
            values[starts[mine][:, None] + np.arange(len(allowed))] = numbers.constants[mine][:, None] + allowed
        return starts, values

    def _is_at(
        self, numbers: NumberColumns, table: DomainLiterals, owners: NDArray[np.int64], places: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The literal that number owners[i] is the value at places[i] of the table."""
        found = np.full(len(places), ALWAYS, np.int32)  # of a constant
        refs, values = numbers.refs[owners], table.values[places]
        is_choice = numbers.lengths[owners] > 0
        if is_choice.all() and len(places) == len(numbers.literals):  # all values of all numbers, in order
            return numbers.literals
        mine = numbers.starts[owners] + places - table.starts[owners]
        found[is_choice] = numbers.literals[mine[is_choice]]
        is_integer = (refs > 0) & self.integer[np.abs(refs)]
        is_bit = (refs != 0) & ~is_integer
        bits = values - numbers.constants[owners] == 1
        found[is_bit] = np.where(bits, refs, -refs)[is_bit]
        some = np.flatnonzero(is_integer)
        found[some] = self._integers_are(numbers, table, owners[some], places[some])
        return found

    def _integers_are(
        self, numbers: NumberColumns, table: DomainLiterals, owners: NDArray[np.int64], places: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The same of integers, whose literals are declared where they are not yet."""
        first, last = places == table.starts[owners], places == table.starts[owners + 1] - 1
        variables = numbers.refs[owners].astype(np.int64)
        values = table.values[places] - numbers.constants[owners]
        inner = np.flatnonzero(~(first | last))
        fresh = inner[self._is.find(variables[inner], values[inner]) == 0]
        fresh = fresh[distinct_pairs(variables[fresh], values[fresh])]
        if len(fresh):
            here = self._order_at(numbers, table, owners[fresh], places[fresh])
            after = self._order_at(numbers, table, owners[fresh], places[fresh] + 1)
            literals = self._declare_added("is", "=", variables[fresh], values[fresh])
            self.exactly(1, TIED, np.stack([literals, -here, after], axis=1))
            self._mark_ties(1)
        found = np.full(len(places), ALWAYS, np.int32)
        found[inner] = self._is.find(variables[inner], values[inner])
        only_first, only_last = first & ~last, last & ~first
        found[only_first] = -self._order_at(numbers, table, owners[only_first], places[only_first] + 1)
        found[only_last] = self._order_at(numbers, table, owners[only_last], places[only_last])
        return found

    def _order_at(
        self, numbers: NumberColumns, table: DomainLiterals, owners: NDArray[np.int64], places: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The literal that number owners[i] is at least the value at places[i] of the table."""
        found = np.full(len(places), ALWAYS, np.int32)
        above = places > table.starts[owners]
        refs, values = numbers.refs[owners], table.values[places] - numbers.constants[owners]
        is_integer = (refs > 0) & self.integer[np.abs(refs)] & above
        is_bit = (refs != 0) & ~is_integer & above
        found[is_bit] = refs[is_bit]
        found[is_integer] = self._tie_integers(refs[is_integer].astype(np.int64), values[is_integer])
        some = np.flatnonzero((numbers.lengths[owners] > 0) & above)
        if len(some):
            self._order_choices(numbers, np.unique(owners[some]))
            firsts = numbers.literals[numbers.starts[:-1][owners[some]]].astype(np.int64)
            found[some] = self._order.find(firsts, values[some])
        return found

    def _tie_integers(self, variables: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int32]:
        """The literal that an integer is at least a value, which it may miss and may reach, for pairs."""
        fresh = np.flatnonzero(self._order.find(variables, values) == 0)
        fresh = fresh[distinct_pairs(variables[fresh], values[fresh])]
        if len(fresh):
            column, at_least = variables[fresh], values[fresh]
            literals = self._declare_added("at least", ">=", column, at_least)
            before = at_least - 1
            for first, last, allowed in self.value_lists:
                mine = (column >= first) & (column <= last)
                before[mine] = allowed[np.searchsorted(allowed, at_least[mine]) - 1]
            rows = column[:, None].astype(np.int32)
            self.linear(at_least, None, TIED, rows, 1, when=literals)
            self.linear(None, before, TIED, rows, 1, when=-literals)
            self._mark_ties(2)
        return self._order.find(variables, values)

    def _order_choices(self, numbers: NumberColumns, chosen: NDArray[np.int64]) -> None:
        """Declare the literals "at least" of choices, all of a choice at once. The first and the last of them are
        literals of the choice itself."""
        starts = numbers.starts[:-1][chosen]
        firsts = numbers.literals[starts].astype(np.int64)
        known = self._order.find(firsts, numbers.values[starts + 1]) != 0
        _, once = np.unique(firsts, return_index=True)
        chosen = chosen[once[~known[once]]]
        lengths = numbers.lengths[chosen]
        places = concatenated_ranges(numbers.starts[:-1][chosen], lengths)
        position, width = segment_indices(lengths), np.repeat(lengths, lengths)
        own, values = numbers.literals[places], numbers.values[places]
        variables = np.repeat(numbers.literals[numbers.starts[:-1][chosen]].astype(np.int64), lengths)
        order = np.full(len(places), ALWAYS, np.int32)
        second = np.flatnonzero(position == 1)
        order[second] = -own[second - 1]
        order[position == width - 1] = own[position == width - 1]
        fresh = (position >= 2) & (position < width - 1)
        if fresh.any():
            order[fresh] = self._declare_added("at least", ">=", variables[fresh], values[fresh])
            between = np.flatnonzero((position >= 1) & (position < width - 1) & (width > 3))
            self.exactly(1, TIED, np.stack([own[between], -order[between], order[between + 1]], axis=1))
            self._mark_ties(1)
        own_order = (position > 0) & ~fresh
        self._order = self._order.with_more(variables[own_order], values[own_order], order[own_order])

    def _declare_added(
        self, stem: str, relation: str, variables: NDArray[np.int64], values: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """New Booleans for pairs of a variable and a value; relation: "=", or ">="."""
        literals = self.derive(stem, len(values))
        self.add_meaning(self.derived[-1], NumberLiterals(relation, variables, values))
        return literals

    def _mark_ties(self, blocks: int) -> None:
        """The last blocks say what literals of numbers are."""
        self._blocks[-blocks:] = [replace(block, graph=TIES) for block in self._blocks[-blocks:]]


def _value_list(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """Values in ascending order. Raises ModelError where there is none, or one twice."""
    given: Any = list(values) if isinstance(values, range | set | frozenset) else values
    allowed = np.sort(exact_integers(given, f"variables '{name}': values").ravel())
    if not len(allowed):
        raise ModelError(f"variables '{name}': values: expected at least one, found none")
    if (twice := allowed[1:][np.diff(allowed) == 0]).size:
        raise ModelError(f"variables '{name}': values: {twice[0]} stands twice")
    return allowed
