"""`from_pulp`: an integer program of PuLP as a model, number by number, or refused.

0.5 x + 0.25 y <= 1   ->   2 x + y <= 4      fractions are multiplied away, row by row
0.1 x                 ->   one tenth         a float with few decimals is the number that it is written as
0.3333333333333333    ->   refused           one third was meant, and this is another number
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from backends.formats.text.decimals import OPEN
from backends.formats.text.implied_integers import are_whole_by_bounds, complete_linear
from backends.formats.text.linear_file import LinearFile
from backends.formats.text.reversed_sides import LOWER_BOUND, UPPER_BOUND
from models.neutral import Model, ModelError, ObjectiveSense
from models.neutral.errors import EXACT
from rosetta.foundation.errors import InputError

if TYPE_CHECKING:
    from pulp import LpProblem

MOST_DECIMALS = 9
MOST_DIVISOR = 2**30
DUMMY = "__dummy"  # PuLP's own, left behind by a solve without an objective


def from_pulp(problem: LpProblem) -> Model:
    """A model of an integer program that was stated with PuLP.

    Parameters
    ----------
    problem : pulp.LpProblem
        With binary and integer variables, whose bounds are stated or follow from the constraints; a continuous variable
        only if the constraints show that it is whole. Each constraint becomes a rule, its name the sentence; each
        variable an array of one value, of its own name.

    Returns
    -------
    Model
        What is maximised becomes the least negative, and `convert` writes it so; `solve` and `compare` report the
        objective in the problem's own sense, with its constant: as an int, or as a float where it is a fraction.

    Raises
    ------
    ValueError
        For a continuous variable, one without bounds that no constraint implies, a special ordered set, a
        coefficient beyond 2^53 or with more than 9 decimals; the message has its name. Nothing is rounded.

    Examples
    --------
    >>> import pulp, rosetta as rs
    >>> problem = pulp.LpProblem("knapsack", pulp.LpMaximize)
    >>> x, y = problem.add_variable("x", cat="Binary"), problem.add_variable("y", 0, 3, cat="Integer")
    >>> problem += 5 * x + 2.5 * y
    >>> problem += 2 * x + y <= 4, "weight"
    >>> solution = rs.solve(rs.from_pulp(problem))
    >>> solution.objective, solution.answer
    (10, {'x': 1, 'y': 2})
    """
    for method in ("variables", "constraints", "objective", "sense"):
        if not hasattr(problem, method):
            raise InputError(f"expected a pulp.LpProblem, found {type(problem).__name__}")
    if problem.sos1 or problem.sos2:
        raise InputError("special ordered sets are not in the language of models")
    stated = [variable for variable in problem.variables() if variable.name != DUMMY]
    variables = {id(variable): number for number, variable in enumerate(stated, 1)}
    rows = problem.constraints() if callable(problem.constraints) else problem.constraints.values()  # until PuLP 3.2
    read = [_read_row(variables, constraint) for constraint in rows]
    model = Model(str(problem.name))
    _declare(model, [str(variable.name) for variable in stated], *_bounds(stated, read))
    for row in read:
        _state_row(model, row)
    if problem.objective is not None:
        _state_objective(model, variables, problem)
    return model


@dataclass(frozen=True, slots=True)
class _PulpRow:
    """lo <= sum of coefs * variables <= hi, None where a side is open. name: as a sentence; stated_name: as PuLP has
    it, "" without one; variables: their numbers, from 1."""

    name: str
    stated_name: str
    variables: list[int]
    coefs: list[int]
    lo: int | None
    hi: int | None

    @property
    def place(self) -> str:
        """For messages."""
        return f"constraint {self.name}"


def _bounds(variables: Sequence[Any], rows: Sequence[_PulpRow]) -> tuple[list[int], list[int]]:
    """Whole bounds of the variables, as they are stated or as the rows imply them: as of a file that says the same."""
    stated = [_stated_bounds(variable) for variable in variables]
    lower = np.array([-OPEN if low is None else math.ceil(low) for low, _ in stated], np.int64)
    upper = np.array([OPEN if high is None else math.floor(high) for _, high in stated], np.int64)
    fractional = np.array([any(side and side.denominator > 1 for side in sides) for sides in stated], np.bool_)
    integer = np.array([variable.cat == "Integer" for variable in variables], np.bool_)

    def refuse(column: int, expected: str) -> InputError:
        return InputError(f"variable {variables[column].name}: expected {expected}")

    owner = np.repeat(np.arange(len(rows)), [len(row.coefs) for row in rows])
    columns = np.array([number - 1 for row in rows for number in row.variables], np.int64)
    coefs = np.array([coef for row in rows for coef in row.coefs], np.int64)
    lo = np.array([-OPEN if row.lo is None else row.lo for row in rows], np.int64)
    hi = np.array([OPEN if row.hi is None else row.hi for row in rows], np.int64)
    linear = LinearFile((), lower, upper, owner, columns, coefs, lo, hi, None)
    whole = integer | are_whole_by_bounds(lower, upper, fractional)
    linear = complete_linear(linear, whole, np.ones(len(lower), np.bool_), refuse, where="")
    return linear.lower.tolist(), linear.upper.tolist()


def _stated_bounds(variable: Any) -> tuple[Fraction | None, Fraction | None]:
    """The bounds of a variable, None where it has none."""
    low, high = (
        None if bound is None or math.isinf(bound) else exact(bound, f"variable {variable.name}")
        for bound in (variable.lowBound, variable.upBound)
    )
    for bound in (low, high):
        if bound is not None:
            _whole(Fraction(math.floor(bound)), f"variable {variable.name}")
    return low, high


def _declare(model: Model, names: Sequence[str], lower: Sequence[int], upper: Sequence[int]) -> None:
    """Declare the variables. One without a value between its bounds has them as rows, which contradict each other."""
    for name, low, high in zip(names, lower, upper, strict=True):
        if name in model.arrays:
            raise InputError(f"two variables are called {name}")
        first, last = min(low, high), max(low, high)
        try:
            array = model.bools(name, ()) if (first, last) == (0, 1) else model.ints(name, (), first, last)
            if low > high:
                model.linear(low, None, LOWER_BOUND.format(name), array, 1)
                model.linear(None, high, UPPER_BOUND.format(name), array, 1)
        except ModelError as error:
            raise InputError(f"variable {name}: {error}") from None


def _read_row(variables: Mapping[int, int], constraint: Any) -> _PulpRow:
    """The constraint: coefficients * variables + constant <= 0 (sense -1), >= 0 (sense 1) or = 0."""
    name = " ".join(str(constraint.name or "").split()) or "a constraint without a name"
    where = f"constraint {name}"
    literals, coefs = _terms(variables, constraint, where)
    bound = -exact(constraint.constant, where)
    divisor = math.lcm(*(coef.denominator for coef in coefs), bound.denominator)
    whole, limit = [_whole(coef * divisor, where) for coef in coefs], _whole(bound * divisor, where)
    lo, hi = (None if constraint.sense == -1 else limit), (None if constraint.sense == 1 else limit)
    return _PulpRow(name, str(constraint.name or ""), literals, whole, lo, hi)


def _state_row(model: Model, row: _PulpRow) -> None:
    try:
        model.linear(row.lo, row.hi, row.name, [row.variables or []], np.array(row.coefs, np.int64))
    except ModelError as error:
        raise InputError(f"{row.place}: {error}") from None
    model.blocks[-1] = replace(model.blocks[-1], names=(row.stated_name,))


def _state_objective(model: Model, variables: Mapping[int, int], problem: Any) -> None:
    where = "the objective"
    literals, coefs = _terms(variables, problem.objective, where)
    if not literals:
        return
    sign = -1 if problem.sense == -1 else 1  # LpMaximize is -1
    divisor = math.lcm(*(coef.denominator for coef in coefs))
    whole = [_whole(sign * coef * divisor, where) for coef in coefs]
    sentence = " ".join(str(problem.objective.name or "").split()) or "the objective"
    try:
        model.minimize(sentence, np.array(literals, np.int32), np.array(whole, np.int64))
    except ModelError as error:
        raise InputError(f"{where}: {error}") from None
    assert model.objective is not None
    sense = ObjectiveSense(sign, divisor, exact(problem.objective.constant, where))
    model.objective = replace(model.objective, sense=sense)


def _terms(variables: Mapping[int, int], expression: Any, where: str) -> tuple[list[int], list[Fraction]]:
    """The variables of an expression and their coefficients, those that are 0 left out."""
    named: Iterable[tuple[Any, Any]] = expression.items()
    pairs = [(variables[id(variable)], exact(coef, f"{where}, {variable.name}")) for variable, coef in named]
    return [literal for literal, coef in pairs if coef], [coef for _, coef in pairs if coef]


def exact(number: Any, where: str) -> Fraction:
    """The number as a fraction: a float that a small power of two divides out as it is, one with few decimals as it is
    written. Raises InputError for any other, so that nothing is rounded. where: for the message."""
    try:
        fraction = Fraction(number.item() if isinstance(number, np.generic) else number)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{where}: expected a finite number, found {number!r:.60}") from None
    if fraction.denominator > MOST_DIVISOR:
        fraction = Fraction(repr(float(fraction)))
        if 10**MOST_DECIMALS % fraction.denominator:
            raise InputError(
                f"{where}: {number!r:.60} has more than {MOST_DECIMALS} decimals; multiply by a number that makes all "
                "coefficients whole"
            )
    return fraction


def _whole(fraction: Fraction, where: str) -> int:
    if abs(fraction) >= EXACT:
        raise InputError(f"{where}: a number of 2^53 or more, once all are whole: {int(fraction)}")
    return int(fraction)
