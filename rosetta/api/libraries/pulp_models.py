"""`from_pulp`: an integer program of PuLP as a model, number by number, or refused.

0.5 x + 0.25 y <= 1   ->   2 x + y <= 4      fractions are multiplied away, row by row
0.1 x                 ->   one tenth         a float with few decimals is the number that it is written as
0.3333333333333333    ->   refused           one third was meant, and this is another number
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from models.neutral import Model, ModelError, ObjectiveSense
from models.neutral.errors import EXACT
from models.puzzles.contract import InputError

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
        With binary and bounded integer variables. Each constraint becomes a rule, its name the sentence; each variable
        an array of one value, of its own name.

    Returns
    -------
    Model
        What is maximised becomes the least negative, and `convert` writes it so; `solve` and `compare` report the
        objective in the problem's own sense, with its constant: as an int, or as a float where it is a fraction.

    Raises
    ------
    ValueError
        For a continuous variable or one without bounds, a special ordered set, a coefficient beyond 2^53 or with more
        than 9 decimals; the message has its name. Nothing is rounded.

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
    model = Model(str(problem.name))
    stated = [variable for variable in problem.variables() if variable.name != DUMMY]
    variables = {id(variable): _declare(model, variable) for variable in stated}
    rows = problem.constraints() if callable(problem.constraints) else problem.constraints.values()  # until PuLP 3.2
    for constraint in rows:
        _state_row(model, variables, constraint)
    if problem.objective is not None:
        _state_objective(model, variables, problem)
    return model


def _declare(model: Model, variable: Any) -> int:
    """The variable of that name, declared; its number."""
    name = str(variable.name)
    if variable.cat != "Integer":
        raise InputError(f"variable {name}: {str(variable.cat).lower()} variables are not in the language of models")
    bounds = [variable.lowBound, variable.upBound]
    if any(bound is None or not math.isfinite(bound) for bound in bounds):
        raise InputError(f"variable {name}: expected a lower and an upper bound, found {bounds[0]}..{bounds[1]}")
    lower, upper = math.ceil(exact(bounds[0], f"variable {name}")), math.floor(exact(bounds[1], f"variable {name}"))
    if name in model.arrays:
        raise InputError(f"two variables are called {name}")
    try:
        array = model.bools(name, ()) if (lower, upper) == (0, 1) else model.ints(name, (), lower, upper)
    except ModelError as error:
        raise InputError(f"variable {name}: {error}") from None
    return int(array)


def _state_row(model: Model, variables: Mapping[int, int], constraint: Any) -> None:
    """The constraint: coefficients * variables + constant <= 0 (sense -1), >= 0 (sense 1) or = 0."""
    name = " ".join(str(constraint.name or "").split()) or "a constraint without a name"
    where = f"constraint {name}"
    literals, coefs = _terms(variables, constraint, where)
    bound = -exact(constraint.constant, where)
    divisor = math.lcm(*(coef.denominator for coef in coefs), bound.denominator)
    whole, limit = [_whole(coef * divisor, where) for coef in coefs], _whole(bound * divisor, where)
    lo, hi = (None if constraint.sense == -1 else limit), (None if constraint.sense == 1 else limit)
    try:
        model.linear(lo, hi, name, [literals] if literals else [[]], np.array(whole, np.int64))
    except ModelError as error:
        raise InputError(f"{where}: {error}") from None
    model.blocks[-1] = replace(model.blocks[-1], names=(str(constraint.name or ""),))


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
