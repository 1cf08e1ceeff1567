"""Rules that are left to solvers that know their kind, for all other solvers: stated by their default formulations.

    model, rules without rows --default formulations--> a copy, rows of these  --backend--> values
                                                          |                                   |
                                                  more variables, which come last       cut off the answer

This is done where the backend runs, so that the model travels, and is judged, as it was stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Ending, Limits, Options, Outcome, Tell, Values, ignore_outcome
from backends.lowering.canonical import contradiction
from backends.outcomes import Stopwatch, refuted_by
from models.neutral import Model, ModelError
from models.neutral.restating import is_left_to_solvers, state_native_rules
from rosetta.foundation.limits import TooLarge

ENGINE = "default rows"  # where one of these alone cannot hold


def stating_backend(inner: Backend) -> Backend:
    """The backend, which now also takes rules of kinds that it does not know."""
    return replace(
        inner,
        solve=partial(solve, inner),
        solutions=partial(solutions, inner),
        count=None if inner.count is None else partial(count, inner),
    )


def has_unknown_rules(backend: Backend, model: Model) -> bool:
    """Whether the model leaves rules to solvers of kinds that this one does not know."""
    return any(is_left_to_solvers(rule) and rule.kind not in backend.native for rule in model.open_rules)


def state_unknown_rules(backend: Backend, model: Model) -> Model:
    """The model with rows for these. Raises TooLarge where there would be too many."""
    try:
        return state_native_rules(model, backend.native)
    except ModelError as reason:  # its arguments are checked, so that only sizes are left
        raise TooLarge(str(reason)) from None


def solve(inner: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    if not has_unknown_rules(inner, model):
        return inner.solve(model, limits, options, tell)
    watch = Stopwatch()
    with watch("lower"):
        stated = state_unknown_rules(inner, model)
    spent, variables, blocks = watch.seconds["lower"], model.variables, len(model.stated_blocks)

    def cut(outcome: Outcome) -> Outcome:
        return _cut_outcome(outcome, variables, blocks, spent)

    rest = replace(limits, seconds=watch.seconds_left(limits))
    outcome = cut(inner.solve(stated, rest, replace(options, file=None), lambda interim: tell(cut(interim))))
    if outcome.ended is Ending.NOT_ASKED and contradiction(model.relaxed()) is None:
        return replace(refuted_by(outcome, ENGINE, ""), by_rule=True)  # nobody would find that row in the model
    return outcome


def solutions(
    inner: Backend, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    if not has_unknown_rules(inner, model):
        yield from inner.solutions(model, project, limits, options)
        return
    watch = Stopwatch()
    stated = state_unknown_rules(inner, model)
    rest = replace(limits, seconds=watch.seconds_left(limits))
    for values in inner.solutions(stated, project, rest, replace(options, file=None)):
        yield values[: model.variables + 1]


def count(
    inner: Backend,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options,
    tell: Tell = ignore_outcome,
) -> int:
    assert inner.count is not None
    if not has_unknown_rules(inner, model):
        return inner.count(model, project, limits, options, tell)
    watch = Stopwatch()
    stated = state_unknown_rules(inner, model)
    rest = replace(limits, seconds=watch.seconds_left(limits))
    return inner.count(stated, project, rest, replace(options, file=None), tell)


def keep_variables(outcome: Outcome, variables: int) -> Outcome:
    """The outcome without what it says of variables that were added behind those of the model."""
    values, fixed = outcome.values, outcome.fixed
    return replace(
        outcome,
        values=None if values is None else values[: variables + 1],
        fixed=None if fixed is None else fixed[np.abs(fixed) <= variables],
    )


def _cut_outcome(outcome: Outcome, variables: int, blocks: int, spent: float) -> Outcome:
    """The outcome without what it says of variables and rows that the model does not have."""
    certificate = outcome.certificate
    return replace(
        keep_variables(outcome, variables),
        certificate=certificate if certificate is None or (certificate.blocks < blocks).all() else None,
        seconds={**outcome.seconds, "lower": outcome.seconds.get("lower", 0.0) + spent},
    )
