"""CPMpy's expressions as rows of the neutral language, by structure; what the language cannot say is refused by name.

x + 2 y <= 7                a linear row
b -> (x + 2 y <= 7)         the same row, under the guard b
a | ~b | (x + y >= 3)       a clause over a, not b and a literal t, which is defined by two guarded rows:
                            t: x + y >= 3,  not t: x + y <= 2
(x + y == 3) inside         both x + y >= 3 and not x + y >= 4; `!=` is its negation
a xor b xor c               a parity row
AllDifferent(x, y, z)       for each value: at most one of them has it
max(x, y) + z <= 5          a linear row over z and a new variable m, which other rows define (`cpmpy_globals`):
                            m >= x, m >= y, and m <= x or m <= y

The user's variables determine whatever is added (`defined_literals`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NoReturn

import numpy as np

from report.words import one_line
from rosetta.api.libraries.cpmpy_globals import simplify, unfold_comparison
from rosetta.api.libraries.cpmpy_rules import Reading, StatedGlobal, find_rule
from rosetta.api.libraries.defined_literals import LONGEST_NAME, DefinedLiterals, Sum, Truth, negate
from rosetta.foundation.errors import InputError

ADVICE = "state it with what CPMpy offers for all solvers"
PARTIAL = frozenset({"div", "mod", "element", "nd_element"})  # not defined for some values
LONGEST_TEXT = 120  # characters of an expression in a message or as the sentence of a rule
MOST_VALUES = 1000  # in all, of variables that differ, for which each value has a row; beyond it, if pairs are more
VARIABLE = "a variable"  # which may have the name of an operation
OWN_NAME = re.compile(r"\b[IB]V\d+\b")  # as CPMpy calls variables that nobody named
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(slots=True)
class Translation:
    """Constraints, turned into the rows of `made` one after the other.

    numbers: of variables, by CPMpy's name; first those of the user, then those that are needed for parts of
    constraints; place: the constraint at work, for messages; rules: what is no rows."""

    numbers: dict[str, int]
    made: DefinedLiterals
    place: str = ""
    rules: list[StatedGlobal] = field(default_factory=list)
    _simpler: dict[int, tuple[Any, Any]] = field(default_factory=dict)  # by id: the expression, and what it is
    _sums: dict[int, tuple[Any, Sum]] = field(default_factory=dict)

    def state_constraint(self, constraint: Any) -> None:
        """Rows for the constraint at work, or a rule. Raises InputError."""
        from cpmpy.transformations.safening import no_partial_functions

        if (found := find_rule(constraint)) is not None and self._state_rule(constraint, *found):
            return
        parts = [constraint] if _is_constant(constraint) else no_partial_functions([constraint], safen_toplevel=PARTIAL)
        self._state_parts(parts, constraint)

    def _state_rule(self, constraint: Any, verb: str, read: Reading) -> bool:
        """The constraint as one rule, if its arguments suit it."""
        from cpmpy.transformations.safening import no_partial_functions

        total, *parts = no_partial_functions([constraint])
        self._begin([total, *parts], constraint)
        place, arguments = len(self.made.rows), read(self, total)
        if arguments is None:
            return False
        for part in parts:
            self.state(part)
        rule = StatedGlobal(verb, self.made.rule, place, arguments)
        if self.rules and (joined := self.rules[-1].joined(rule)) is not None:
            self.rules[-1] = joined
        else:
            self.rules.append(rule)
        return True

    def state_objective(self, objective: Any) -> Sum:
        """The linear sum that it is, and rows for its parts. Raises InputError."""
        from cpmpy.transformations.safening import safen_objective

        goal, parts = (objective, []) if _is_constant(objective) else safen_objective(objective)
        self._declare(goal, objective)
        self._state_parts(parts, objective)
        return self.sum(goal)

    def _state_parts(self, parts: Sequence[Any], whole: Any) -> None:
        self._begin(parts, whole)
        for part in parts:
            self.state(part)

    def _begin(self, parts: Sequence[Any], whole: Any) -> None:
        """Forget the parts of other constraints: their variables belong to one, whose rule defines them."""
        self._simpler.clear()
        self._sums.clear()
        self._declare(parts, whole)

    # ---- statements: that an expression holds, or that it does not ------------------------------------------------

    def state(self, expression: Any, holds: bool = True, when: int | None = None) -> None:
        """Rows for: the expression holds (or: does not), if the guard does. Raises InputError."""
        if _is_constant(expression):
            if bool(_value(expression)) != holds:
                self.made.clause([], when)
            return
        name, parts = _name_and_parts(expression)
        if name in ("and", "or") and holds == (name == "and"):
            for part in parts:
                self.state(part, holds, when)
        elif name in ("and", "or"):
            self.made.clause([self.truth(part, holds) for part in parts], when)
        elif name == "not":
            self.state(parts[0], not holds, when)
        elif name == "->":
            self._state_implication(parts[0], parts[1], holds, when)
        elif name == "xor":
            self.made.parity([self.truth(part) for part in parts], holds, when)
        elif name in NEGATED:
            self._state_comparison(name if holds else NEGATED[name], parts, when)
        elif name == "alldifferent" and holds:
            self._state_difference([self.sum(part) for part in parts], when)
        elif _is_variable(expression) or not holds:
            self.made.clause([self.truth(expression, holds)], when)
        else:
            for part in self._decompose(expression):
                self.state(part, True, when)

    def _state_implication(self, left: Any, right: Any, holds: bool, when: int | None) -> None:
        if not holds:
            self.state(left, True, when)
            self.state(right, False, when)
            return
        guard = self.truth(left)
        if when is not None:
            guard = self.made.all_of([guard, when])
        if guard is True:
            self.state(right, True, None)
        elif guard is not False:
            self.state(right, True, guard)

    def _state_comparison(self, sign: str, sides: Sequence[Any], when: int | None) -> None:
        if sign in ("==", "!=") and all(map(_is_boolean, sides)):
            self._state_equivalence(sides, sign == "==", when)
            return
        if (unfolded := unfold_comparison(sign, *sides)) is not None:
            self.state(unfolded, True, when)
            return
        total = self.sum(sides[0]).plus(self.sum(sides[1]), -1)
        if sign == "!=":
            self.made.clause([self.made.at_least(total, 1), negate(self.made.at_least(total, 0))], when)
            return
        lo = {"==": 0, ">=": 0, ">": 1}.get(sign)
        hi = {"==": 0, "<=": 0, "<": -1}.get(sign)
        self.made.linear(total, lo, hi, when)

    def _state_equivalence(self, sides: Sequence[Any], same: bool, when: int | None) -> None:
        """Two Booleans are the same, or not. Where one is a variable, it guards what the other says."""
        plain, other = sorted(sides, key=_is_compound)
        guard: Truth = True if _is_compound(plain) else self.truth(plain)
        if isinstance(guard, bool) and not _is_compound(plain):
            self.state(other, guard == same, when)
        elif not isinstance(guard, bool) and when is None and _is_compound(other):
            self.state(other, same, guard)
            self.state(other, not same, -guard)
        else:
            one, two = self.made.number_of([self.truth(plain)]), self.made.number_of([self.truth(other)])
            self.made.linear(one.plus(two, -1 if same else 1), 1 - same, 1 - same, when)

    def _state_difference(self, sums: Sequence[Sum], when: int | None) -> None:
        """All differ: for each value, at most one has it; pair by pair where the sums have several variables, or too
        many values."""
        reaches = [self.made.reach(each) for each in sums]
        values = sum(high - low + 1 for low, high in reaches)
        single = all(len(each.coefs) <= 1 for each in sums)
        if not single or values > max(MOST_VALUES, 2 * len(sums) ** 2):
            for one, other in combinations(sums, 2):
                total = one.plus(other, -1)
                self.made.clause([self.made.at_least(total, 1), negate(self.made.at_least(total, 0))], when)
            return
        first, last = min(low for low, _ in reaches), max(high for _, high in reaches)
        for value in range(first, last + 1):
            owners = [
                self.made.equals(each, value)
                for each, (low, high) in zip(sums, reaches, strict=True)
                if low <= value <= high
            ]
            if len(owners) > 1:
                self.made.linear(self.made.number_of(owners), None, 1, when)

    # ---- literals -------------------------------------------------------------------------------------------------

    def truth(self, expression: Any, holds: bool = True) -> Truth:
        """A literal that is true exactly if the expression holds (or: does not). Raises InputError."""
        literal = self._find_literal(expression)
        return literal if holds else negate(literal)

    def _find_literal(self, expression: Any) -> Truth:
        if _is_constant(expression):
            return bool(_value(expression))
        name, parts = _name_and_parts(expression)
        if _is_variable(expression):
            return self._variable(expression)
        if name == "and":
            return self.made.all_of([self.truth(part) for part in parts])
        if name == "or":
            return negate(self.made.all_of([self.truth(part, False) for part in parts]))
        if name == "not":
            return self.truth(parts[0], False)
        if name == "->":
            return negate(self.made.all_of([self.truth(parts[0]), self.truth(parts[1], False)]))
        if name == "xor":
            return self.made.odd_of([self.truth(part) for part in parts])
        if name in NEGATED:
            return self._compare(name, parts)
        if name == "alldifferent":
            pairs = combinations([self.sum(part) for part in parts], 2)
            return self.made.all_of([negate(self.made.equals(one.plus(other, -1), 0)) for one, other in pairs])
        return self.made.all_of([self.truth(part) for part in self._decompose(expression)])

    def _variable(self, expression: Any) -> Truth:
        """The literal of a Boolean variable or its negation; a constant where its bounds leave one value."""
        base = getattr(expression, "_bv", expression)
        number = self._number(base)
        if base.lb == base.ub:
            return bool(base.lb) == (base is expression)
        return number if base is expression else -number

    def _number(self, variable: Any) -> int:
        """The variable's number. CPMpy takes variables of one name for one; with other bounds that cannot be meant."""
        number = self.numbers[str(variable.name)]
        if self.made.bounds[number - 1] != (variable.lb, variable.ub):
            self.refuse(f"two variables are called {variable.name}; give each a name of its own")
        return number

    def _compare(self, sign: str, sides: Sequence[Any]) -> Truth:
        if sign in ("==", "!=") and all(map(_is_boolean, sides)):
            differ = self.made.odd_of([self.truth(side) for side in sides])
            return differ if sign == "!=" else negate(differ)
        if (unfolded := unfold_comparison(sign, *sides)) is not None:
            return self.truth(unfolded)
        total = self.sum(sides[0]).plus(self.sum(sides[1]), -1)
        match sign:
            case ">=" | "<":
                literal = self.made.at_least(total, 0)
            case ">" | "<=":
                literal = self.made.at_least(total, 1)
            case _:
                literal = self.made.equals(total, 0)
        return negate(literal) if sign in ("<", "<=", "!=") else literal

    # ---- sums -----------------------------------------------------------------------------------------------------

    def sum(self, expression: Any) -> Sum:
        """The linear sum that an expression is; what is Boolean counts 0 or 1. Raises InputError."""
        if _is_constant(expression):
            return Sum({}, self.whole(_value(expression)))
        if id(expression) not in self._sums:
            self._sums[id(expression)] = expression, self._find_sum(expression)
        return self._sums[id(expression)][1]

    def _find_sum(self, expression: Any) -> Sum:
        name, parts = _name_and_parts(expression)
        if _is_boolean(expression):
            return self.made.number_of([self.truth(expression)])
        if _is_variable(expression):
            return Sum({self._number(expression): 1})
        if name == "wsum":
            return self._weigh(zip(*parts, strict=True))
        if name in ("sum", "-", "sub"):
            weights = {"sum": [1] * len(parts), "-": [-1], "sub": [1, -1]}[name]
            return self._weigh(zip(weights, parts, strict=True))
        if name == "mul" and any(map(_is_constant, parts)):
            factor, other = sorted(parts, key=lambda part: not _is_constant(part))
            return self._weigh([(factor, other)])
        if name == "mul" and all(map(_is_boolean, parts)):
            return self.made.number_of([self.made.all_of(map(self.truth, parts))])
        return self.sum(self._decompose(expression))

    def _weigh(self, terms: Iterable[tuple[Any, Any]]) -> Sum:
        coefs: dict[int, int] = {}
        constant = 0
        for weight, part in terms:
            factor, total = self.whole(_value(weight)), self.sum(part)
            constant += factor * total.constant
            for x, coef in total.coefs.items():
                coefs[x] = coefs.get(x, 0) + factor * coef
        return Sum({x: coef for x, coef in coefs.items() if coef}, constant)

    def whole(self, number: Any) -> int:
        """The number as an int. Raises InputError where it is none."""
        try:
            value = int(number)
        except (TypeError, ValueError, OverflowError):
            value = None
        if value is None or value != number:
            self.refuse(f"expected whole numbers, found {number!s:.60}; multiply so that all are whole")
        return value

    # ---- what CPMpy says in simpler words, and what is refused -----------------------------------------------------

    def _decompose(self, expression: Any) -> Any:
        """What a global constraint says (a list) or a function is (an expression), by simpler ones; what defines the
        new variables of these is stated. Raises InputError."""
        if id(expression) not in self._simpler:
            parts, defining = self._simplify(expression)
            self._declare([parts, defining], expression)
            self._simpler[id(expression)] = expression, parts
            for constraint in defining:
                self.state(constraint)
        return self._simpler[id(expression)][1]

    def _simplify(self, expression: Any) -> tuple[Any, list[Any]]:
        kind = type(expression).__name__
        if not hasattr(expression, "decompose"):
            self.refuse(f"{kind} is not supported, found {one_line(str(expression), LONGEST_TEXT)}; {ADVICE}")
        try:
            return simplify(expression)
        except InputError as error:
            self.refuse(str(error))
        except Exception as error:  # CPMpy's own code raises whatever it likes for arguments that it did not expect
            found = one_line(str(expression), LONGEST_TEXT)
            self.refuse(f"CPMpy cannot take {kind} apart, found {found} ({one_line(repr(error), LONGEST_TEXT)})")

    def _declare(self, expressions: Any, whole: Any) -> None:
        """The variables of the expressions that are not known, as parts of a whole, by which they are called."""
        from cpmpy.transformations.get_variables import get_variables

        new = [variable for variable in get_variables(expressions) if str(variable.name) not in self.numbers]
        words = one_line(str(whole), LONGEST_NAME) if new else ""
        if OWN_NAME.search(words):  # CPMpy counts them over all models
            words = f"part of {self.place}"
        for variable in new:
            self.numbers[str(variable.name)] = self.made.declare(words, (int(variable.lb), int(variable.ub)))

    def refuse(self, why: str) -> NoReturn:
        """Raises InputError about the constraint at work."""
        raise InputError(f"{self.place}: {why}")


def _name_and_parts(expression: Any) -> tuple[str, Sequence[Any]]:
    """What CPMpy calls the operation, and what it is applied to; of a variable neither."""
    return (VARIABLE, ()) if _is_variable(expression) else (str(expression.name), expression.args)


def _is_constant(expression: Any) -> bool:
    return isinstance(expression, int | float | np.generic) or getattr(expression, "name", "") == "boolval"


def _value(constant: Any) -> Any:
    """The number or truth value that a constant is."""
    return constant.args[0] if getattr(constant, "name", "") == "boolval" else constant


def _is_variable(expression: Any) -> bool:
    """A variable, or the negation of one."""
    return hasattr(expression, "lb") and hasattr(expression, "ub")


def _is_compound(expression: Any) -> bool:
    return not _is_constant(expression) and not _is_variable(expression)


def _is_boolean(expression: Any) -> bool:
    """An expression that is true or false, or a constant that may stand for it."""
    return bool(_value(expression) in (0, 1)) if _is_constant(expression) else bool(expression.is_bool())
