"""Linear algebra modulo 2: parity rows are equations; their solutions are one particular solution plus the kernel.

    no solution      some rows add up to 0 = 1: the certificate that goes with the claim, and that anybody can check
    how many         2^dimension, exactly, of the kernel projected on `project`
    solutions        in Gray code order
    the cheapest     any linear objective, by a transform over the kernel or by dynamic programming
                     (`algebra.modulo2.minimum.minimum_choice`)

It takes rows that are equations: parity rows, and rows that only fix literals. Any other row is refused, with the rule.
How the equations are solved is in `algebra.modulo2.affine`: short rows and columns are eliminated sparsely, light
chasing goes through the rest and guesses some variables, dense elimination determines the guesses; that part is
shared among `Limits.threads`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2 import affine
from algebra.modulo2.affine import AffineSpace, Contradiction
from algebra.modulo2.dense_elimination import unpack_bits
from algebra.modulo2.listing import list_solutions, projected_dimension
from algebra.modulo2.minimum.minimum_choice import cheapest_solution
from algebra.modulo2.warm_up import prepare
from backends.contract import Backend, Limits, Options, Outcome, Size, Status, Tell, Unsupported, Values, ignore_outcome
from backends.lowering.canonical import contradiction
from backends.lowering.equations import Equations, equations
from backends.outcomes import Stopwatch, check_literals, not_asked_outcome
from models.neutral import Form, Model, forms, objective_value
from models.neutral.blocks import row_label
from rosetta.foundation.jit import compiler_version, probe_compilation
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.work_clock import work_seconds

PYTHON_UP_TO = 100  # variables: at most 0.09 s on boards and graphs of all families (complete:100), numba takes 0.28 s
MOST_NAMED = 4  # rows of a certificate that the note names


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    system_and_space = _solve_equations(model, limits, watch, tell)
    if system_and_space is None:
        return not_asked_outcome(contradiction(model) or "", watch)
    system, space = system_and_space
    if isinstance(space, Contradiction):
        return _certified_outcome(model, system, space, watch)
    if model.objective is not None:
        return _cheapest_solution(model, system, space, limits, watch, tell)
    return _outcome(model, system, space.solution, Status.SATISFIED, watch, space)


def refusal(model: Model) -> str | None:
    """Why it does not take the model; None if it does, or if one row by itself cannot hold."""
    if forms(model) <= {Form.PARITY, Form.OBJECTIVE}:
        return None
    try:
        equations(model)
    except Unsupported as reason:
        return str(reason) if contradiction(model) is None else None
    return None


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    watch = Stopwatch()
    system_and_space = _solve_equations(model, limits, watch)
    if system_and_space is not None and isinstance(system_and_space[1], AffineSpace):
        for solution in list_solutions(system_and_space[1], project - 1, limits.memory):
            watch.seconds_left(limits)
            yield _values(solution)


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of assignments that differ on `project`: a power of two, or 0."""
    system_and_space = _solve_equations(model, limits, Stopwatch())
    if system_and_space is None:
        return 0
    system, space = system_and_space
    if isinstance(space, Contradiction):
        return 0
    return int(2 ** projected_dimension(system.matrix, space, project - 1, limits.memory))


def kernel(model: Model, limits: Limits = Limits()) -> NDArray[np.bool_]:  # noqa: B008 - frozen
    """A basis of the kernel: changes that leave the parity of every row as it is; shape (dimension, variables + 1),
    column 0 unused. On a board of lights, the quiet patterns. Raises Unsupported, or TooLarge."""
    system = equations(model)
    space = affine.solve(system.matrix, np.zeros_like(system.odd), megabytes=limits.memory, threads=limits.threads)
    assert isinstance(space, AffineSpace), "equations with 0 on the right have a solution"
    needed = space.dimension * model.variables / 1e6
    if needed > limits.memory / 4:
        raise TooLarge(f"the kernel is {needed:,.0f} MB; the limit is {limits.memory:,} MB for all")
    vectors = unpack_bits(space.kernel_vectors(np.arange(space.dimension)), space.dimension).T
    return np.pad(vectors, ((0, 0), (1, 0)))


def _solve_equations(
    model: Model, limits: Limits, watch: Stopwatch, tell: Tell = ignore_outcome
) -> tuple[Equations, AffineSpace | Contradiction] | None:
    """The model's equations, and their solutions; None where it has other rows and one of them by itself cannot hold.
    Solution and contradiction are checked against the equations: a wrong one is an error, never an answer."""
    check_literals(model, limits, "gf2 needs")
    with watch("lower"):
        try:
            system = equations(model)
        except Unsupported:
            if contradiction(model) is None:
                raise
            return None
    watch.seconds_left(limits)
    tell(Outcome(Status.UNKNOWN, seconds=dict(watch.seconds), size=_size(system)))
    with watch("solve"):
        space = affine.solve(system.matrix, system.odd, megabytes=limits.memory, threads=limits.threads)
        if isinstance(space, Contradiction):
            assert system.certificate(space.chosen) is not None, "the rows do not add up to 0 = 1"
        else:
            assert not len(system.broken_equations(space.solution)), "the solution breaks equations"
    return system, space


def _certified_outcome(model: Model, system: Equations, conflict: Contradiction, watch: Stopwatch) -> Outcome:
    """No solution, with the rows that contradict each other."""
    certificate = system.certificate(conflict.chosen)
    assert certificate is not None
    places = dict.fromkeys(zip(certificate.blocks.tolist(), certificate.rows.tolist(), strict=True))
    named = [row_label(model.blocks[block], row) for block, row in list(places)[:MOST_NAMED]]
    more = f" and {len(places) - MOST_NAMED:,} more" if len(places) > MOST_NAMED else ""
    alone = len(certificate) == 1
    note = f"{named[0]}: cannot be kept" if alone else f"{'; '.join(named)}{more}: add up to 0 = 1 modulo 2"
    return Outcome(
        Status.UNSATISFIABLE,
        seconds=watch.seconds,
        size=_size(system),
        note=note,
        by_rule=alone,
        certificate=certificate,
        stats={"certificate": float(len(certificate))},
    )


def _cheapest_solution(
    model: Model, system: Equations, space: AffineSpace, limits: Limits, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The cheapest solution; the best one found and a lower bound, where time or memory runs out."""
    assert model.objective is not None
    weights, constant = model.objective.variable_costs(model.variables)
    first = _outcome(model, system, space.solution, Status.SATISFIED, watch, space)
    tell(first)
    if space.dimension:  # else nothing is taken apart
        import_module("scipy.sparse.csgraph")  # outside the timed steps, where the probe has not loaded it
    deadline = work_seconds() + 0.95 * watch.seconds_left(limits)
    try:
        with watch("solve"):
            minimum = cheapest_solution(system.matrix, system.odd, space, weights[1:], deadline, limits.memory)
    except (LimitReached, TooLarge) as reason:
        bound = constant + int(np.minimum(weights, 0).sum())
        return _outcome(model, system, space.solution, Status.SATISFIED, watch, space, bound, f"; {reason}")
    bound = constant + minimum.bound
    status = Status.OPTIMAL if minimum.cost == minimum.bound else Status.SATISFIED
    return _outcome(model, system, minimum.solution, status, watch, space, bound, f"; {minimum.method}")


def _outcome(
    model: Model,
    system: Equations,
    solution: NDArray[np.bool_],
    status: Status,
    watch: Stopwatch,
    space: AffineSpace,
    bound: int | None = None,
    more: str = "",
) -> Outcome:
    """A solution, with a note on how it was found."""
    plan = space.plan
    with watch("decode"):
        values = _values(solution)
    guessed = len(plan.core.guesses)
    note = f"{plan.method}: {guessed:,} of {model.variables:,} variables solved for"
    if guessed < model.variables - plan.eliminated:
        note += ", the others follow from them"
    if plan.eliminated:
        note += f", {plan.eliminated:,} peeled off before"
    cost = objective_value(model, values)
    stats = {"guessed": guessed, "peeled": plan.eliminated, "rank": space.rank, "nullity": space.dimension}
    return Outcome(
        status,
        values,
        cost,
        None if bound is None else float(bound),
        dict(watch.seconds),
        _size(system),
        f"{note}; kernel of dimension {space.dimension:,}{more}",
        stats={name: float(number) for name, number in stats.items()},
    )


def _values(solution: NDArray[np.bool_]) -> Values:
    return np.concatenate([np.zeros(1, np.int64), solution.astype(np.int64)])


def _size(system: Equations) -> Size:
    return Size(system.matrix.columns, len(system.matrix), len(system.matrix.entries))


BACKEND = Backend(
    name="gf2",
    kind="algebra",
    takes=frozenset({Form.PARITY, Form.OBJECTIVE}),
    probe=partial(probe_compilation, prepare),
    version=compiler_version,
    python_up_to=PYTHON_UP_TO,
    refusal=refusal,
    solve=solve,
    solutions=solutions,
    interruptible=True,
    count=count,
)
