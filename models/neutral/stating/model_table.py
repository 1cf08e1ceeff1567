"""What a model holds: named arrays of variables, rules, at most one objective.

Variables are numbered 1, 2, 3, ... in the order of declaration; a Boolean is an integer with bounds 0..1 that may
also be used as a literal. The model is the one mutable object of the project, and only while it is built.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Self, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Objective, clause_block
from models.neutral.checking import check_block
from models.neutral.conditions.conditioned_rules import has_conditions, state_conditions
from models.neutral.conditions.soft_rules import SoftRule
from models.neutral.errors import ModelError
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import GlobalRule
from models.neutral.literals import LiteralArray
from models.neutral.numbers.choices import ChoiceArray
from models.neutral.numbers.domains import NumberLiterals
from models.neutral.numbers.known_literals import KnownLiterals
from models.neutral.rows import rename_literals, rows_from_lengths
from models.neutral.stating.calls import Bound, Scope, in_scope
from models.neutral.variables import NameTable, declare_singles, declare_variables, join_pieces
from models.neutral.wording.phrases import Each, words_of_variables
from models.neutral.words import describe_model

Shape: TypeAlias = "int | tuple[int, ...] | list[int]"


class ModelTable:
    """The variables and the rules of a model, as columns; its verbs are in `row_verbs` and `global_verbs`."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ModelError(f"Model: expected a name, found {name!r}")
        self.name = name
        self.arrays: dict[str, NDArray[np.int32]] = {}
        self.says: dict[str, Each] = {}  # what the variables of an array are called, by its name
        self._names = NameTable(self.arrays)
        self._numbers: dict[str, int] = {}  # the number of the last fresh name, by its stem
        self.global_rules: list[GlobalRule] = []
        self._blocks: list[Block] = []
        self.soft_rules: list[SoftRule] = []  # rows that may be broken; their weights are a part of the objective
        self.derived: list[str] = []  # arrays that rules added, whose values follow from those of the others
        self.objective: Objective | None = None
        self.labels: Sequence[str] = ()  # of variables 1.., where these have names beside those of their arrays
        self.choice_arrays: list[ChoiceArray] = []
        self.value_lists: list[tuple[int, int, NDArray[np.int64]]] = []  # first, last variable, and what each may be
        self.added: dict[str, NumberLiterals | None] = {}  # arrays that were declared for numbers, and what they say
        self._order = KnownLiterals()  # that numbers are at least a value
        self._is = KnownLiterals()  # that they are a value, of integers
        self._always: int | None = None
        self._variables = 0
        # Columns lower, upper, integer: a piece per declaration, joined when read; number 0 is no variable.
        self._columns: list[list[NDArray[Any]]] = [[np.zeros(1, kind)] for kind in (np.int64, np.int64, np.bool_)]

    # ---- variables ------------------------------------------------------------------------------------------

    def bools(self, name: str, shape: Shape, says: str | Each = "") -> LiteralArray:
        """Declare Boolean variables; returns them as literals in that shape. `()` is a single variable.

        says: what a variable that holds says, in words: `a queen at {cell}`; see `each`.
        """
        return self._declare(name, shape, 0, 1, integer=False, says=says)

    def singles(self, names: Sequence[str], lo: Bound, hi: Bound) -> NDArray[np.int32]:
        """Declare many single variables, each an array of its own name; those with bounds 0..1 are Booleans."""
        numbers, lower, upper = declare_singles(names, lo, hi, self.arrays, after=self.variables)
        self._extend(numbers, lower, upper, (lower != 0) | (upper != 1))
        self.arrays.update(zip(names, [numbers[place, ...] for place in range(len(names))], strict=True))
        return numbers

    @property
    def variables(self) -> int:
        """How many variables are declared; their numbers are 1..variables."""
        return self._variables

    @property
    def lower(self) -> NDArray[np.int64]:
        """Least value by variable number, shape (variables + 1,), read-only; entry 0 is not a variable."""
        return join_pieces(self._columns[0])

    @property
    def upper(self) -> NDArray[np.int64]:
        """Largest value by variable number, shape (variables + 1,), read-only."""
        return join_pieces(self._columns[1])

    @property
    def integer(self) -> NDArray[np.bool_]:
        """True for integers, False for Booleans, by variable number, shape (variables + 1,), read-only."""
        return join_pieces(self._columns[2])

    @property
    def boolean_variables(self) -> NDArray[np.int32]:
        """The numbers of all Boolean variables, ascending."""
        return np.flatnonzero(~self.integer[1:]).astype(np.int32) + 1

    def name_of(self, literal: int) -> str:
        """A literal in words: `tent[2,3]`, or `not tent[2,3]`; by its label, where it has one."""
        literal = operator.index(literal)
        if 0 < abs(literal) <= len(self.labels):
            label = self.labels[abs(literal) - 1]
            return label if literal > 0 else f"not {label}"
        name = self._number_literal(literal) or self._names.name_of(literal)
        if name is None:
            raise ModelError(f"literal {literal}: unknown variable, the model has {self.variables}")
        return name

    def _number_literal(self, literal: int) -> str | None:
        """`digit[0,1]=5`, or `not n>=3`, of a literal of a number; None of any other."""
        if not (self.added or self.choice_arrays) or (place := self.place_of(literal)) is None:
            return None
        array, position = place
        if (meant := self.added.get(array)) is not None:
            variable, value = int(meant.variables[position]), meant.values[position]
            text = f"{self.number_name(variable)}{meant.relation}{value}"
        elif (choice := self._choice_of(abs(literal))) is not None:
            text = f"{self.number_name(abs(literal))}={choice.values[position % len(choice.values)]}"
        else:
            return None
        return text if literal > 0 else f"not {text}"

    def number_name(self, variable: int) -> str:
        """What a number is called, by its variable; of a choice, by that of any of its literals."""
        if (choice := self._choice_of(variable)) is None:
            return self.name_of(variable)
        place = (variable - int(choice.literals[0, 0])) // len(choice.values)
        index = ",".join(map(str, np.unravel_index(place, choice.shape))) if choice.shape else ""
        return f"{choice.name}[{index}]" if choice.shape else choice.name

    def _choice_of(self, variable: int) -> ChoiceArray | None:
        """The choices of which the variable is a literal."""
        return next((choice for choice in self.choice_arrays if choice.has_literal(variable)), None)

    @property
    def blocks(self) -> list[Block]:
        """The rules as rows. Raises ModelError where some rule has none: who reads rows must not miss it."""
        for rule in self.open_rules:
            raise ModelError(
                f"rule '{rule.sentence}' is not written as rows (formulation '{rule.by}'); {rule.remedy} does that"
            )
        return self._blocks

    @blocks.setter
    def blocks(self, blocks: list[Block]) -> None:
        """Other rules: these rows alone. Global rules, which may be about other variables now, are dropped."""
        self._blocks, self.global_rules = blocks, []

    @property
    def stated_blocks(self) -> list[Block]:
        """The rules that are rows, whatever others there are: for who treats those by themselves."""
        return self._blocks

    @property
    def open_rules(self) -> list[GlobalRule]:
        """The global rules that no rows state."""
        return [rule for rule in self.global_rules if rule.is_open]

    @property
    def graph_rules(self) -> list[GraphRule]:
        """The global rules that are about connected graphs."""
        return [rule for rule in self.global_rules if isinstance(rule, GraphRule)]

    @property
    def numbered_graph_rules(self) -> list[tuple[int, GraphRule]]:
        """The same, with their numbers among all global rules, by which blocks name them."""
        return [(number, rule) for number, rule in enumerate(self.global_rules) if isinstance(rule, GraphRule)]

    @property
    def open_graph_rules(self) -> list[GraphRule]:
        """Those of them that no rows state."""
        return [rule for rule in self.graph_rules if rule.is_open]

    def place_of(self, literal: int) -> tuple[str, int] | None:
        """The array of a variable, by name, and its place in it, counted through; None where it is in none."""
        return self._names.place_of(literal)

    # ---- reach --------------------------------------------------------------------------------------------------

    def reach(self, block: Block) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the largest sum of each row, within the bounds of its variables, shape (rows,)."""
        if block.coefs is None:
            return np.zeros(len(block), np.int64), block.rows.lengths
        at = np.minimum(np.abs(block.rows.literals), self.variables)  # unknown variables are refused later
        low, high = block.coefs * self.lower[at], block.coefs * self.upper[at]  # for -x the bounds 0..1 are the same
        return block.rows.sums(np.minimum(low, high)), block.rows.sums(np.maximum(low, high))

    def copy(self) -> Self:
        """A model that can be extended without changing this one; columns are shared, being read-only."""
        twin = type(self)(self.name)
        twin.arrays.update(self.arrays)
        twin.says.update(self.says)
        twin._blocks, twin.objective, twin.labels = list(self._blocks), self.objective, self.labels
        twin.global_rules = list(self.global_rules)
        twin.choice_arrays, twin.value_lists = list(self.choice_arrays), list(self.value_lists)
        twin.added, twin._always = dict(self.added), self._always
        twin._order, twin._is = self._order, self._is
        twin.soft_rules, twin.derived = list(self.soft_rules), list(self.derived)
        twin._variables, twin._columns = self._variables, [list(pieces) for pieces in self._columns]
        return twin

    def relaxed(self) -> Self:
        """A copy without the rules that no rows state: what it allows may break these."""
        twin = self.copy()
        twin.global_rules = [rule for rule in self.global_rules if not rule.is_open]
        return twin

    def reopened(self) -> Self:
        """The model without the rows that state global rules, which are open again, and without the names of variables
        that were declared for that. Variables keep their numbers."""
        twin = self.copy()
        stating = {number for rule in self.global_rules for number in range(*rule.blocks)}
        twin._blocks = [block for number, block in enumerate(self._blocks) if number not in stating]
        twin.global_rules = [rule.opened() for rule in self.global_rules]
        for rule in self.global_rules:
            for name in rule.arrays:
                del twin.arrays[name]
                twin.says.pop(name, None)
        twin.derived = [name for name in self.derived if name in twin.arrays]
        return twin

    def restrict_variables(self, kept: NDArray[np.bool_]) -> None:
        """Drop the columns of all other variables, which are numbered anew; what names them is not changed."""
        self._columns = [[column[kept | (np.arange(len(kept)) == 0)]] for column in map(join_pieces, self._columns)]
        self._variables = int(kept[1:].sum())

    def add_meaning(self, name: str, meant: NumberLiterals | None) -> None:
        """What the Booleans of an array say of numbers; None: that of its only one is that it always holds."""
        self.added[name], literals = meant, self.arrays[name].ravel()
        if meant is None:
            self._always = int(literals[0])
        elif meant.relation == "=":
            self._is = self._is.with_more(meant.variables, meant.values, literals)
        else:
            self._order = self._order.with_more(meant.variables, meant.values, literals)

    def adopt_literals(self, other: ModelTable, new: NDArray[np.int32]) -> None:
        """The literals of numbers of another model, where variable x is called new[x] here."""

        def renumbered(known: KnownLiterals) -> KnownLiterals:
            literals = rename_literals(known.literals, new)
            return KnownLiterals(new[known.variables].astype(np.int64), known.values, literals)

        self._order, self._is = renumbered(other._order), renumbered(other._is)
        self._always = None if other._always is None else int(new[other._always])

    def check_literals(self, rule: GraphRule) -> None:
        """Raise ModelError where a literal of a graph rule is unknown, or no Boolean."""
        named = rule.named
        check_block(clause_block(rule.sentence, rows_from_lengths(np.ones(len(named), np.int64), named)), self)

    def literals_of_numbers(self, values: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int32], NDArray[np.bool_]]]:
        """The arrays that were declared for literals of numbers, and which of them hold where all numbers are known.

        values: by variable number, shape (variables + 1,)
        """
        for name, meant in self.added.items():
            if meant is None:
                yield self.arrays[name], np.ones(self.arrays[name].shape, np.bool_)
                continue
            variables, compared = meant.variables, meant.values
            known = values[variables]
            for choice in self.choice_arrays:
                mine = np.isin(variables, choice.literals[:, 0])
                own = choice.literals[(variables[mine] - choice.literals[0, 0]) // len(choice.values)]
                known[mine] = (values[own] * choice.values).sum(axis=1)
            yield self.arrays[name], known == compared if meant.relation == "=" else known >= compared

    def derive(self, stem: str, size: int, says: str | Each = "") -> NDArray[np.int32]:
        """Declare Booleans that a rule needs, and that answers do not tell, as their values follow from the others."""
        if not size:
            return np.zeros(0, np.int32)
        name = self.fresh_name(stem)
        self.derived.append(name)
        return np.asarray(self.bools(name, size, says))

    def fresh_name(self, stem: str) -> str:
        """A name for variables that nobody has yet: `rank`, then `rank 2`."""
        tried = self._numbers.get(stem, 1)  # many rules may ask for the same stem
        names = ((number, stem if number == 1 else f"{stem} {number}") for number in count(tried))
        self._numbers[stem], name = next((number, name) for number, name in names if name not in self.arrays)
        return name

    def __str__(self) -> str:
        return describe_model(self)

    # ---- validation -------------------------------------------------------------------------------------------

    def _declare(
        self, name: str, shape: Shape, lo: Bound, hi: Bound, *, integer: bool, says: str | Each
    ) -> LiteralArray:
        if isinstance(says, int):
            raise ModelError(f"variables '{name}': expected one shape, such as (3, 3), found further numbers: {says}")
        numbers, lower, upper = declare_variables(name, shape, lo, hi, self.arrays, after=self.variables)
        words = words_of_variables(says, numbers.shape) if says else None
        self._extend(numbers, lower, upper, np.full(numbers.size, integer))
        self.arrays[name] = numbers
        if words is not None:
            self.says[name] = words
        return numbers.view(LiteralArray)

    def _extend(self, numbers: NDArray[np.int32], *columns: NDArray[Any]) -> None:
        """New variables with these lower and upper bounds; which of them are integers."""
        for pieces, more in zip(self._columns, columns, strict=True):
            pieces.append(more)
        self._variables += numbers.size

    def _state(self, block: Block, **scope: Unpack[Scope]) -> None:
        """Add a rule, if the language accepts it."""
        if has_conditions(scope):
            return state_conditions(self, block, scope)
        block = in_scope(block, **scope)
        check_block(block, self)
        self._blocks.append(block)
