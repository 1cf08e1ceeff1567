"""`from_cpmpy`: a model of CPMpy as a model of ours, constraint by constraint.

constraint --CPMpy's no_partial_functions--> defined for all values --cpmpy_rows--> rows
                                             global constraints by simpler ones (cpmpy_globals), as they are met
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from models.neutral import Kind, Model, ModelError, ObjectiveSense
from models.neutral.rows import rows_from_lengths
from report.words import one_line
from rosetta.api.libraries.cpmpy_rows import LONGEST_TEXT, Translation
from rosetta.api.libraries.defined_literals import DEFINITIONS, DefinedLiterals, StatedRow
from rosetta.foundation.errors import InputError
from rosetta.foundation.libraries import extra_advice

if TYPE_CHECKING:
    from cpmpy import Model as CpmpyModel

MOST_RULES = 200  # constraints that are rules of their own; lowering takes a millisecond for each
ALL_CONSTRAINTS, OBJECTIVE_PARTS = "the constraints", "what the objective means"


def from_cpmpy(model: CpmpyModel) -> Model:
    """A model that was stated with CPMpy, as constraints on Booleans and bounded integers, one inside the other.

    Parameters
    ----------
    model : cpmpy.Model
        With whatever expressions CPMpy has for all solvers: its operators, global constraints and global functions.
        What CPMpy calls undefined (`x // 0`, an index out of range) makes the constraint around it false, as there.
        Each constraint is a rule, its text the sentence; of more than 200, all are one rule.

    Returns
    -------
    Model
        Answers have the variables of the constraints and the objective, by name. Others, which are added for the parts
        of constraints, are no part of an answer: it is counted and listed once. What is maximised becomes the least
        negative; `solve` and `compare` report the objective in the model's own sense, with its constant.

    Raises
    ------
    ValueError
        Without CPMpy; for `DirectConstraint`, which is meant for one solver; for a fraction, for sums that may reach
        2^53, and where a constraint would need literals for more than 10,000 values of a number. The message has the
        constraint and what to do. Nothing is rounded.

    Examples
    --------
    >>> import cpmpy as cp, rosetta as rs
    >>> x, y = cp.intvar(0, 3, name="x"), cp.intvar(0, 3, name="y")
    >>> late = cp.boolvar(name="late")
    >>> problem = cp.Model(late == (x + y >= 5), late.implies(x < y), x != 1, maximize=x + 2 * y)
    >>> solution = rs.solve(rs.from_cpmpy(problem))
    >>> solution.objective, solution.answer
    (8, {'late': 1, 'x': 2, 'y': 3})
    """
    try:
        from cpmpy import Model as Expected
        from cpmpy.transformations.get_variables import get_variables_model
        from cpmpy.transformations.normalize import toplevel_list
    except ImportError as error:
        advice = extra_advice("modelling")
        raise InputError(f"from_cpmpy needs CPMpy, which is not installed here ({error}); {advice}") from None
    if not isinstance(model, Expected):
        raise InputError(f"expected a cpmpy.Model, found {type(model).__name__}")
    try:
        constraints = toplevel_list(model.constraints, merge_and=False)
        translation = _declare(get_variables_model(model))
        own = len(translation.numbers)
        for number, constraint in enumerate(constraints, 1):
            text = one_line(str(constraint), LONGEST_TEXT)
            translation.made.rule = text if len(constraints) <= MOST_RULES else ALL_CONSTRAINTS
            translation.place = f"constraint {number} ({text})"
            translation.state_constraint(constraint)
        return _build(translation, model, own)
    except RecursionError:
        raise InputError("a constraint is nested too deeply; give its parts names: `b == (part)`") from None


def _declare(variables: Iterable[Any]) -> Translation:
    """The user's variables, in the order in which they first occur."""
    from cpmpy import boolvar, intvar

    bounds = {str(variable.name): (int(variable.lb), int(variable.ub)) for variable in variables}
    for new in (boolvar().name, intvar(0, 1).name):  # those that CPMpy adds are numbered on from here
        for name in bounds:
            if name[:2] == new[:2] and name[2:].isdecimal() and int(name[2:]) >= int(new[2:]):
                raise InputError(f"a variable is called {name}, as CPMpy calls its own; give it another name")
    numbers = {name: number for number, name in enumerate(bounds, 1)}
    return Translation(numbers, DefinedLiterals(list(bounds), list(bounds.values())))


def _build(translation: Translation, stated: CpmpyModel, own: int) -> Model:
    """The model, from its rows; of its variables so many are the author's own. Raises InputError."""
    objective, made = stated.objective_, translation.made
    translation.place, made.rule = "the objective", OBJECTIVE_PARTS
    total = None if objective is None else translation.state_objective(objective)
    model = Model("CPMpy model")
    try:
        lower, upper = (np.array(ends, np.int64) for ends in zip(*made.bounds, strict=True)) if made.names else ((), ())
        model.singles(made.names, lower, upper)
        model.labels = made.names[:own]
        _state_rules(model, translation)
        if total is not None and total.coefs:
            sign = 1 if stated.objective_is_min else -1
            coefs = sign * np.array(list(total.coefs.values()), np.int64)
            model.minimize("the objective", np.array(list(total.coefs), np.int32), coefs)
            assert model.objective is not None
            model.objective = replace(model.objective, sense=ObjectiveSense(sign, 1, Fraction(total.constant)))
    except ModelError as error:
        raise InputError(str(error)) from None
    except OverflowError:
        raise InputError("expected numbers below 2^53, beyond which sums are not exact; found a larger one") from None
    return model


def _state_rules(model: Model, translation: Translation) -> None:
    """A rule for each constraint, or where its rows are of several kinds, for each of these; definitions come first, so
    that of an answer that breaks a constraint it is said that it breaks this."""
    made = translation.made
    groups: dict[tuple[str, Kind, bool], list[StatedRow]] = {}
    places: dict[tuple[str, Kind, bool], int] = {}
    for place, row in enumerate(made.rows):
        key = row.rule, row.kind, row.when is not None
        groups.setdefault(key, []).append(row)
        places.setdefault(key, -1 if row.rule == DEFINITIONS else place)
    stated: list[tuple[int, str, Callable[[str], None]]] = [
        (places[key], key[0], partial(_state_block, model, made, kind=key[1], stated=rows))
        for key, rows in groups.items()
    ]
    stated += [(rule.place, rule.rule, partial(rule.state, model)) for rule in translation.rules]
    numbers: dict[str, int] = {}
    for _, rule, state in sorted(stated, key=lambda each: each[0]):
        numbers[rule] = numbers.get(rule, 0) + 1
        state(rule if numbers[rule] == 1 else f"{rule}, {numbers[rule]}")


def _state_block(model: Model, made: DefinedLiterals, sentence: str, kind: Kind, stated: Sequence[StatedRow]) -> None:
    """Rows of one kind, all guarded or none."""
    literals = [x for row in stated for x in row.terms]
    rows = rows_from_lengths(np.array([len(row.terms) for row in stated]), np.array(literals, np.int32))
    when = None if stated[0].when is None else np.array([row.when for row in stated], np.int32)
    match kind:
        case Kind.CLAUSE:
            model.any(sentence, rows, when=when)
        case Kind.PARITY:
            model.parity(np.array([row.lo for row in stated]), sentence, rows, when=when)
        case Kind.LINEAR | Kind.CARDINALITY:
            lo, hi = zip(*map(made.closed_bounds, stated), strict=True)
            coefs = np.array([coef for row in stated for coef in row.terms.values()], np.int64)
            model.linear(np.array(lo, np.int64), np.array(hi, np.int64), sentence, rows, coefs, when=when)
        case _:
            assert_never(kind)
