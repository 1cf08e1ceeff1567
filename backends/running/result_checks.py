"""The shape of what a backend returns, checked where it returns it: in the child, before anybody makes use of it.

A backend may be anybody's. One that returns an assignment with a value too few, or None in place of an outcome, has
failed, as one that raises has: its run is an error that says what was expected, and all other runs go on. Whether a
well-formed result is *right* is judged elsewhere (`rosetta.studies.judging.judge`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    STEPS,
    Backend,
    Certificate,
    Ending,
    Limits,
    Options,
    Outcome,
    Size,
    Status,
    Tell,
    Values,
    ignore_outcome,
)
from models.neutral import Model, Rows

BITS = 53  # the neutral language has no larger numbers


class MalformedResult(Exception):
    """What a backend returned is no result. The message says what was expected, and what was found."""


def checked_backend(backend: Backend) -> Backend:
    """The backend with its results checked: each function raises MalformedResult where they are malformed."""
    engine = backend.engine
    return replace(
        backend,
        probe=lambda: None if (reason := backend.probe()) is None else check_text(reason, "the reason of probe"),
        version=lambda: check_text(backend.version(), "its version"),
        engine=None if engine is None else lambda options: check_text(engine(options), "its engine"),
        solve=partial(_solve, backend),
        solutions=partial(_solutions, backend),
        count=None if backend.count is None else partial(_count, backend),
        incremental=None if backend.incremental is None else partial(_incremental, backend),
    )


def check_outcome(outcome: object, model: Model) -> Outcome:
    """The outcome, its numbers as Python and numpy have them here. Raises MalformedResult."""
    if not isinstance(outcome, Outcome):
        _refuse("an Outcome of solve", outcome)
    if not isinstance(outcome.status, Status):
        _refuse(f"one of {', '.join(f'Status.{status.name}' for status in Status)} as status", outcome.status)
    if outcome.ended is not None and not isinstance(outcome.ended, Ending):
        _refuse(f"one of {', '.join(f'Ending.{ending.name}' for ending in Ending)} as ended, or None", outcome.ended)
    if outcome.ended is Ending.NOT_ASKED and outcome.status is not Status.UNKNOWN:
        raise MalformedResult(f"claims {outcome.status}, of a solver that was not asked")
    if not isinstance(outcome.by_rule, bool):
        _refuse("True or False as by_rule", outcome.by_rule)
    values = None if outcome.values is None else check_values(outcome.values, model)
    if values is None and outcome.status in (Status.OPTIMAL, Status.SATISFIED):
        raise MalformedResult(f"claims {outcome.status} and shows no assignment")
    if values is not None and outcome.status is Status.UNSATISFIABLE:
        raise MalformedResult(f"claims {outcome.status} and shows an assignment")
    objective, bound = _claimed_costs(outcome, model)
    return replace(
        outcome,
        values=values,
        objective=objective,
        bound=bound,
        seconds=_seconds(outcome.seconds),
        size=_size(outcome.size),
        note=check_text(outcome.note, "its note"),
        encoding=check_text(outcome.encoding, "its encoding"),
        engine=check_text(outcome.engine, "its engine"),
        version=check_text(outcome.version, "its version"),
        fixed=None if outcome.fixed is None else _literals(outcome.fixed, model),
        stats=_numbers(outcome.stats, "its statistics"),
        certificate=None if outcome.certificate is None else _certificate(outcome.certificate),
    )


def check_values(values: object, model: Model) -> Values:
    """An assignment as int64; nothing is rounded. Raises MalformedResult."""
    expected = f"{model.variables + 1} whole numbers as its assignment (entry 0 is not a variable)"
    if not isinstance(values, np.ndarray):
        _refuse(expected, values)
    if values.shape != (model.variables + 1,):
        raise MalformedResult(f"expected {expected}, found an array of shape {values.shape}")
    if values.dtype.kind == "f":
        odd = np.flatnonzero(values[1:] != np.trunc(values[1:]))  # NaN too, which equals nothing
        where = f", {values[1 + odd[0]]} for variable {1 + odd[0]}" if len(odd) else ""
        raise MalformedResult(f"expected {expected}, found {values.dtype}{where}")
    integers = _integers(values, expected)
    if (np.abs(integers[1:]) >= 1 << BITS).any():
        raise MalformedResult(f"expected {expected}, each below 2^{BITS} in absolute value, found larger ones")
    return integers


def check_integer(number: object, what: str, least: float = -math.inf) -> int:
    """A whole number, of numpy too, but no truth value. Raises MalformedResult."""
    if not isinstance(number, int | np.integer) or isinstance(number, bool) or number < least:
        _refuse(f"a whole number{'' if least == -math.inf else f' from {least:g} on'} as {what}", number)
    return int(number)


def check_text(text: object, what: str) -> str:
    """A text. Raises MalformedResult."""
    if not isinstance(text, str):
        _refuse(f"a text as {what}", text)
    return str(text)


# ---- the functions of a backend --------------------------------------------------------------------------------------


def _solve(backend: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    outcome = backend.solve(model, limits, options, lambda interim: tell(check_outcome(interim, model)))
    return check_outcome(outcome, model)


def _solutions(
    backend: Backend, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    solutions: Any = backend.solutions(model, np.asarray(project), limits, options)
    if not isinstance(solutions, Iterable):
        _refuse("an iterator of solutions", solutions)
    for values in solutions:
        yield check_values(values, model)


def _incremental(
    backend: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Callable[[Rows], Outcome]:
    assert backend.incremental is not None
    heard = tell is not ignore_outcome  # one that nobody reads need not be checked: lists ask thousands of times
    checked = (lambda interim: tell(check_outcome(interim, model))) if heard else ignore_outcome
    ask = backend.incremental(model, limits, options, checked)
    return lambda clauses: check_outcome(ask(clauses), model)


def _count(
    backend: Backend,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options,
    tell: Tell = ignore_outcome,
) -> int:
    count: Callable[..., object] | None = backend.count
    assert count is not None
    number = count(model, np.asarray(project), limits, options, lambda interim: tell(check_outcome(interim, model)))
    return check_integer(number, "the number of count", least=0)


# ---- parts of an outcome ---------------------------------------------------------------------------------------------


def _number(number: object, what: str, least: float = -math.inf) -> float:
    """A number, perhaps infinite, but a number."""
    fits = isinstance(number, int | float | np.integer | np.floating) and not isinstance(number, bool)
    if not fits or math.isnan(number) or number < least:  # type: ignore[arg-type, operator]
        _refuse(f"a number{'' if least == -math.inf else f' from {least:g} on'} as {what}", number)
    return float(number)  # type: ignore[arg-type]


def _claimed_costs(outcome: Outcome, model: Model) -> tuple[int | None, float | None]:
    """The objective and the bound that it claims; None of a model without an objective, of which the cost is 0."""
    objective = None if outcome.objective is None else check_integer(outcome.objective, "its objective")
    bound = None if outcome.bound is None else _number(outcome.bound, "its bound")
    if objective is not None and abs(objective) >= 1 << BITS:
        _refuse(f"an objective below 2^{BITS} in absolute value", objective)
    if model.objective is not None:
        return objective, bound
    if objective or (bound is not None and bound > 0):
        _refuse("no objective, as the model has none", objective or bound)
    return None, None


def _seconds(seconds: object) -> dict[str, float]:
    """Seconds by step."""
    checked = _numbers(seconds, "its seconds", least=0.0)
    for step in checked.keys() - set(STEPS):
        _refuse(f"seconds of the steps {', '.join(STEPS)}", step)
    return checked


def _numbers(numbers: object, what: str, least: float = -math.inf) -> dict[str, float]:
    """Finite numbers by name."""
    if not isinstance(numbers, Mapping):
        _refuse(f"numbers by name as {what}", numbers)
    checked = {
        check_text(name, f"a name of {what}"): _number(n, f"'{name}' of {what}", least) for name, n in numbers.items()
    }
    for name, number in checked.items():
        if math.isinf(number):
            _refuse(f"a finite number as '{name}' of {what}", number)
    return checked


def _size(size: object) -> Size:
    if not isinstance(size, Size):
        _refuse("a Size as its size", size)
    return Size(*(check_integer(getattr(size, part.name), f"{part.name} of its size", 0) for part in fields(Size)))


def _literals(literals: object, model: Model) -> NDArray[np.int32]:
    """Literals of variables of the model, shape (literals,)."""
    expected = "an array of literals of the model as what is fixed"
    if not isinstance(literals, np.ndarray) or literals.ndim != 1:
        _refuse(expected, literals)
    checked = _integers(literals, expected)
    if ((checked == 0) | (np.abs(checked) > model.variables)).any():
        raise MalformedResult(f"expected {expected}, found numbers beyond its {model.variables} variables, or 0")
    return checked.astype(np.int32)


def _certificate(certificate: object) -> Certificate:
    """Three columns of whole numbers; whether they prove anything is seen when the rows are added up."""
    if not isinstance(certificate, Certificate):
        _refuse("a Certificate", certificate)
    for part in fields(Certificate):
        column = getattr(certificate, part.name)
        if not isinstance(column, np.ndarray) or column.ndim != 1:
            _refuse(f"an array as {part.name} of its certificate", column)
        _integers(column, f"whole numbers as {part.name} of its certificate")
    return certificate


def _integers(numbers: NDArray[Any], expected: str) -> NDArray[np.int64]:
    if numbers.dtype.kind not in "biu" or not np.can_cast(numbers.dtype, np.int64):
        raise MalformedResult(f"expected {expected}, found {numbers.dtype}")
    return numbers.astype(np.int64, copy=False)


def _refuse(expected: str, found: object) -> NoReturn:
    """found: anything; its text may be long, or raise."""
    simple = isinstance(found, bool | int | float | str | np.generic)
    if isinstance(found, int) and found.bit_length() > 200:  # more digits than Python writes, perhaps
        raise MalformedResult(f"expected {expected}, found a number of {found.bit_length()} bits")
    shown = f"{found!r:.60}" if simple else "None" if found is None else type(found).__name__
    raise MalformedResult(f"expected {expected}, found {shown}")
