"""Rounds of unions: the backends of one warm parent on unions of models, judged part by part. A round of a recipe is

    a union of all its parts that have an answer     every part's rows are held against the answer, and its cost
                                                     against its least cost, which `truth` knows
    some small unions with one part that has none    they must be refuted

What a union leaves open is halved until single parts are left: a solver that gives up, ends with an error, or says that
there is no answer. An objective of all parts at once is hard, as few solvers see that it falls apart: so it is that of
some parts only, of fewer for solvers that lower it step by step, and of none for those that do not decide every model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status
from backends.registry import MODULES, backend_named, split_name
from backends.running import supervisor
from backends.running.inside import solve_inside
from models.neutral import Form
from rosetta.foundation.vocabulary import Ending
from rosetta.studies.fuzzing.recipes import Recipe, draw_options, draw_parts
from rosetta.studies.fuzzing.rounds import PROGRAMS, Round, RoundRequest, run_rounds
from rosetta.studies.fuzzing.truth import Truth, truth_of_parts
from rosetta.studies.fuzzing.unions import Union, broken_parts, costs_of_parts, largest_numbers, take_parts

REFUTED = 2  # parts without an answer that are tried, of each union
COMPANIONS = 3  # parts with an answer that stand beside such a one
PARTS_WITH_COSTS = 8  # so many parts of a union have an objective
FEWER_COSTS = {"cp": 3}  # by kind of solver
STEPWISE_COSTS = 1  # for solvers to which an objective is none, so that the cost is lowered step by step
GUARDED = 10  # the factor of a guard: so many times as large as a row's numbers the numbers of its lowering may be
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class UnionRequest:
    """recipes: each the first part that counts; parts: how many of its union count from there on; backends: by their
    full names."""

    recipes: tuple[Recipe, ...]
    parts: tuple[int, ...]
    backends: tuple[str, ...]
    limits: Limits


@dataclass(slots=True)
class UnionAnswer:
    """What a backend said of a union. statuses: parts by what was said of them; suspects: the numbers of parts on which
    it seems to be wrong, and why; whole: what is wrong with no part by itself, in words; error: the first one."""

    engine: str = ""
    version: str = ""
    statuses: Counter[str] = field(default_factory=Counter)
    suspects: dict[int, str] = field(default_factory=dict)
    whole: list[str] = field(default_factory=list)
    seconds: float = 0.0
    error: str = ""


@dataclass(frozen=True, slots=True)
class UnionRound:
    """models: how many parts were tried; without: how many of them have no answer; answers: by backend."""

    models: int
    without: int
    answers: dict[str, UnionAnswer]


@dataclass(frozen=True, slots=True, eq=False)
class _Questions:
    """A union as drawn, what is true of it, and how its backends are run. first: the number of its part 0."""

    union: Union
    truth: Truth
    first: int
    limits: Limits
    options: Options
    priced: NDArray[np.int64]  # parts in the order in which they get an objective


def run_requests(request: RoundRequest | UnionRequest) -> list[Round] | list[UnionRound]:
    """The work of a warm parent: rounds of either kind."""
    if isinstance(request, RoundRequest):
        return run_rounds(request)
    return [_union_round(recipe, parts, request) for recipe, parts in zip(request.recipes, request.parts, strict=True)]


def _union_round(recipe: Recipe, parts: int, request: UnionRequest) -> UnionRound:
    union, place = draw_parts(recipe), recipe.number % recipe.together
    truth = truth_of_parts(union)
    counts = np.zeros(union.count, np.bool_)
    counts[place : place + parts] = True
    with_answer = np.flatnonzero(counts & (truth.solutions > 0))
    without = np.flatnonzero(counts & (truth.solutions == 0))[:REFUTED]
    order = np.random.default_rng([recipe.seed, recipe.number]).permutation(with_answer)
    questions = _Questions(union, truth, recipe.number - place, request.limits, draw_options(recipe), order)
    answers = {name: UnionAnswer() for name in request.backends}
    largest = largest_numbers(union)
    for name, answer in answers.items():
        # what it refuses: for one part it would refuse whole unions
        most = _backend(name).largest_number
        takes = largest <= (np.inf if most is None else most / GUARDED)
        taken = with_answer[takes[with_answer]]
        if len(taken):
            _ask_for_answer(questions, name, taken, answer)
        for part in without[takes[without]]:
            _ask_for_refutation(questions, name, int(part), taken[:COMPANIONS], answer)
        refused = len(with_answer) + len(without) - len(taken) - int(takes[without].sum())
        if refused:
            answer.statuses["unsupported"] += refused
    return UnionRound(len(with_answer) + len(without), len(without), answers)


def _ask_for_answer(questions: _Questions, name: str, parts: NDArray[np.int64], answer: UnionAnswer) -> None:
    """Solve the union of the parts, which have answers; where that fails, its halves."""
    union, former, priced = _chosen_union(questions, name, parts)
    outcome = _solve(questions, name, union, answer)
    faults = dict(_faults(questions, union, former, parts, priced, outcome))
    halve = not faults and (outcome.refutes or outcome.status is Status.ERROR)
    halve |= outcome.status is Status.UNKNOWN and _backend(name).complete
    if halve and len(parts) > 1:
        before = len(answer.suspects) + answer.statuses["error"]
        for half in np.array_split(parts, 2):
            _ask_for_answer(questions, name, half, answer)
        is_found = len(answer.suspects) + answer.statuses["error"] > before
        if outcome.refutes and not is_found:
            answer.whole.append(
                f"no solution of a union of {len(parts)} models, {_numbers(questions, parts)}, each of which has one"
            )
        return
    if outcome.refutes:
        faults[int(parts[0])] = "no solution, but there is one"
    answer.statuses[_status_of(outcome)] += len(parts)
    answer.suspects.update({questions.first + part: why for part, why in faults.items()})
    if outcome.status is Status.ERROR and not answer.error:
        answer.error = outcome.note


def _ask_for_refutation(
    questions: _Questions, name: str, part: int, companions: NDArray[np.int64], answer: UnionAnswer
) -> None:
    """Solve a union in which one part has no answer."""
    union = _chosen_union(questions, name, np.union1d(companions, [part]))[0]
    outcome = _solve(questions, name, union, answer)
    answer.statuses[_status_of(outcome)] += 1
    if outcome.values is not None:
        answer.suspects[questions.first + part] = "an answer, but there is none"
    if outcome.status is Status.ERROR and not answer.error:
        answer.error = outcome.note


def _faults(
    questions: _Questions,
    union: Union,
    former: NDArray[np.int64],
    parts: NDArray[np.int64],
    priced: Mask,
    outcome: Outcome,
) -> Iterator[tuple[int, str]]:
    """The parts on which the outcome is wrong, and why. former: the numbers of the variables in the whole union."""
    least = np.where(priced, questions.truth.best[parts], 0)
    if outcome.fixed is not None and not outcome.refutes:
        witness = questions.truth.witness[former]
        refuted = witness[np.abs(outcome.fixed)] != (outcome.fixed > 0)
        yield from ((int(parts[p]), "derived too much") for p in union.parts[np.abs(outcome.fixed[refuted])])
    is_refuted = union.model.objective is not None and (outcome.bound or -np.inf) > least.sum() + 0.5
    if outcome.values is None:
        if is_refuted:
            yield from ((int(part), "a bound above the least cost") for part in parts[priced])
        return
    costs = costs_of_parts(union, outcome.values)
    yield from ((int(part), "breaks a row") for part in parts[broken_parts(union, outcome.values)])
    if outcome.status is Status.OPTIMAL or is_refuted:
        yield from ((int(part), "not the least cost") for part in parts[costs != least])
    if union.model.objective is not None and outcome.objective != costs.sum():
        yield from ((int(part), "claims another cost") for part in parts[priced])


def _chosen_union(questions: _Questions, name: str, parts: NDArray[np.int64]) -> tuple[Union, NDArray[np.int64], Mask]:
    """The union of the parts, the former numbers of its variables, and which of its parts have an objective."""
    chosen = np.zeros(questions.union.count, np.bool_)
    chosen[parts] = True
    union, former = take_parts(questions.union, chosen)
    objective, most = union.model.objective, _most_costs(_backend(name))
    priced = np.isin(parts, questions.priced[chosen[questions.priced]][:most])
    if objective is not None:
        stays = priced[union.parts[np.abs(objective.literals)]]
        kept = replace(objective, literals=objective.literals[stays], coefs=objective.coefs[stays])
        union.model.objective = kept if priced.any() else None
    return union, former, priced


def _solve(questions: _Questions, name: str, union: Union, answer: UnionAnswer) -> Outcome:
    base, options = split_name(name, questions.options)
    if base in MODULES and base not in PROGRAMS:
        outcome = solve_inside(base, union.model, questions.limits, options)
    else:
        outcome = supervisor.solve(base, union.model, questions.limits, options)
    if outcome.ended is not Ending.NOT_ASKED:
        answer.seconds += outcome.total
    answer.engine, answer.version = outcome.engine or name, outcome.version
    return outcome


def _status_of(outcome: Outcome) -> str:
    """The status, or that it was not asked."""
    return Ending.NOT_ASKED if outcome.ended is Ending.NOT_ASKED else outcome.status


def _backend(name: str) -> Backend:
    return backend_named(split_name(name, Options())[0])


def _most_costs(backend: Backend) -> int:
    """The most parts with an objective."""
    if not backend.complete:
        return 0
    return FEWER_COSTS.get(backend.kind, PARTS_WITH_COSTS) if Form.OBJECTIVE in backend.takes else STEPWISE_COSTS


def _numbers(questions: _Questions, parts: NDArray[np.int64]) -> str:
    return f"{questions.first + int(parts[0])}..{questions.first + int(parts[-1])}"
