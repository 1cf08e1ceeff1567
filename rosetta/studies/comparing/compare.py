"""Comparing: the same instance for every entrant, one after the other, and a verdict over all of them.

Entrants take turns in the order of the registry (complete engines first). With repeats, everybody runs once to
warm up, then in rotating order, and the attempt with the median total time is the one that is shown. What does not
start within the budget is UNKNOWN with the note `budget`.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from statistics import median_low
from typing import TypeAlias

from backends.contract import Backend, Limits, Options, Outcome, Status
from backends.profiles import TUNED, profiles_of, supported_parameters
from backends.registry import modules
from backends.running.presolving import prepare
from instances.resolve import ResolvedInstance
from models.neutral import Form, forms
from models.neutral.forms import row_forms
from models.puzzles.contract import Answer, InputError, Puzzle
from report.comparison.records import Comparison, DrawnBoard
from report.words import join_names
from rosetta.studies.attempts import Attempt, attempt
from rosetta.studies.comparing.judge import judge_attempts, verdict, verified_answers
from rosetta.studies.comparing.race import Watch as RaceWatch
from rosetta.studies.comparing.race import race
from rosetta.studies.formulations import base_formulation, presolve_form
from rosetta.studies.question import Entrant, Question
from rosetta.studies.special_solvers import KIND, resolve_backend

BEFORE_RACE = 0.55  # of the time, for runs that look for one solution, where a race to all follows
BUDGET = "budget"  # the note of what did not start in time, as the contract of the command line has it
LOADING = 1.0  # seconds; a solver that is not ready by then is being compiled
Watch: TypeAlias = Callable[[str, float, tuple[int, int]], None]


@dataclass(slots=True)
class Deadline:
    """When the budget ends, on time.monotonic's clock: later by what is compiled, as no limit counts that."""

    at: float = inf

    def seconds_left(self) -> float:
        return self.at - time.monotonic()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a comparison is asked to do. deadline: of the budget (seconds), shared by what is made of the plan;
    every_encoding: entrants that lower to clauses run once per encoding of each form that their model has; race_until:
    when the race to all solutions ends, on the same clock, None for no race."""

    entrants: tuple[Entrant, ...]
    limits: Limits
    unique: bool = False
    repeat: int = 1
    deadline: Deadline = field(default_factory=Deadline)
    budget: float | None = None
    every_encoding: bool = False
    race_until: float | None = None


def entrants(
    question: Question,
    backends: Sequence[str],
    formulations: Sequence[str],
    options: Options,
    profile: str | None = None,
    sparing: bool = False,
) -> tuple[Entrant, ...]:
    """Every backend on every formulation, in each profile that it has for the puzzle, or in the one asked for (where
    it has no tuned one, the default), with those of the parameters that it has; those that suit the instance best
    first. sparing: without those that another form of the rows tells nothing of. Raises UnknownBackend or InputError
    when a name is not known, or when nobody is left: a puzzle's own solvers take the rules as they are stated."""
    found = []
    for name in formulations:
        base_formulation(question.puzzle, name)  # raises for one that is not known
        for full in backends:
            backend, named = resolve_backend(question, full, options)
            if presolve_form(question.puzzle, name) and (
                backend.kind == KIND or (sparing and not _is_search_engine(backend))
            ):
                continue
            known = profiles_of(backend, named.solver, question.puzzle.name)
            chosen = known if profile is None else known[-1:] if profile == TUNED else known[:1]
            own = supported_parameters(backend, options.parameters)
            found += [Entrant(full, name, replace(options, profile=one, parameters=own)) for one in chosen]
    if not found:
        raise InputError(
            f"{join_names(backends)}: for the rules as stated, not for the formulation {join_names(formulations)}"
        )
    suited = question.puzzle.advice(question.instance).solvers
    return tuple(sorted(found, key=lambda entrant: entrant.backend not in suited))


def _is_search_engine(backend: Backend) -> bool:
    """Is it an engine of its own that looks for an answer? Not one around others, nor algebra, nor brute force."""
    return backend.complete and not hasattr(backend, "inner") and backend.kind not in ("algebra", "brute force")


def all_backends(puzzle: Puzzle) -> list[str]:
    """The puzzle's own solvers and every registered backend, in the order of running."""
    return [*(one.name for one in puzzle.solvers), *modules()]


def warm_up(puzzle: Puzzle, plan: Plan) -> None:
    """Compile what the plan's formulations need, for all children, which are forked from here."""
    start = time.monotonic()
    if any(presolve_form(puzzle, entrant.formulation) for entrant in plan.entrants):
        with suppress(Exception):  # a compiler that breaks here: the children will say so
            prepare()
    plan.deadline.at += time.monotonic() - start


def compare(
    question: Question,
    given: ResolvedInstance,
    plan: Plan,
    command: str,
    watch: Watch | None = None,
    pictures: bool = False,
    race_watch: RaceWatch | None = None,
) -> Comparison:
    """Run the plan on the instance and judge it. pictures: draw boards as SVG too, which large ones take time for."""
    limits, whole, until = plan.limits, plan.deadline, plan.race_until
    if until is not None:
        plan = _shorten_plan(plan, until)
    with suppress(InputError):
        question.model(plan.entrants[0].formulation)  # else the first entrant alone would pay for a cold start
    if plan.every_encoding:
        plan = replace(plan, entrants=_expand_encodings(question, plan.entrants))
    planned = plan.deadline.at
    rounds = _rounds(question, plan, watch)
    everything = [one for tried in rounds for one in tried]
    shown = [_median_attempt(tries) for tries in zip(*rounds, strict=True)]
    runs = judge_attempts(question, shown, plan.unique, everything, given.planted)
    answers = verified_answers(everything)
    raced = None
    if until is not None:
        compiled = plan.deadline.at - planned
        whole.at += compiled
        raced = race(question, plan.entrants, runs, limits, until + compiled, race_watch)
    wrong = raced is not None and raced.verdict == "disagree"
    return Comparison(
        puzzle=question.puzzle.name,
        id=given.id,
        size=tuple(given.size),
        seed=given.seed,
        verdict="disagree" if wrong else verdict(runs),
        runs=runs,
        source=given.source,
        command=command,
        answers_differ=len(answers) > 1,
        boards=boards(question, answers[:2], pictures),
        limits=limits_by_name(plan),
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        race=raced,
    )


def _shorten_plan(plan: Plan, until: float) -> Plan:
    """The plan where one solution is asked for within a part of the time, and each run has a part of that."""
    left = max(until - time.monotonic(), 0.0) * BEFORE_RACE
    own = replace(plan.limits, seconds=min(plan.limits.seconds, max(round(left / 4, 1), 0.1)))
    return replace(plan, limits=own, deadline=Deadline(min(plan.deadline.at, time.monotonic() + left)))


def _rounds(question: Question, plan: Plan, watch: Watch | None) -> list[list[Attempt]]:
    """The attempts of every round that counts, in the order of the plan whatever order they ran in."""
    rounds = []
    number = len(plan.entrants)
    for turn in range(plan.repeat + (plan.repeat > 1)):
        tried = {i: _turn(question, plan, i, watch) for i in ((k + turn) % number for k in range(number))}
        if turn or plan.repeat == 1:  # the first of several rounds only warms up
            rounds.append([tried[i] for i in range(number)])
    return rounds


def boards(question: Question, answers: Sequence[Answer], pictures: bool) -> tuple[DrawnBoard, ...]:
    """The drawn instance, with its first answers if there are any; the second shows how it differs."""
    puzzle, p = question.puzzle, question.instance
    first = answers[0] if answers else None
    drawn = []
    shown = [("puzzle", None, None), *zip(("answer", "another answer"), answers, (None, first), strict=False)]
    for title, answer, other in shown:
        drawn.append(
            DrawnBoard(
                title,
                puzzle.draw_text(p, answer, second=other),
                puzzle.draw_text(p, answer, colour=True, second=other),
                puzzle.draw_svg(p, answer, second=other) if pictures else "",
            )
        )
    return tuple(drawn)


def limits_by_name(plan: Plan) -> Mapping[str, float]:
    """The plan's limits in the words of the report."""
    limits = plan.limits
    named = {"seconds": limits.seconds, "threads": limits.threads, "memory_mb": limits.memory, "repeat": plan.repeat}
    if plan.budget is not None:
        named["budget"] = plan.budget
    return {name: float(value) for name, value in named.items()}


def _turn(question: Question, plan: Plan, number: int, watch: Watch | None) -> Attempt:
    entrant = plan.entrants[number]

    def tick(who: str, elapsed: float) -> None:
        if watch is not None:
            watch(who, elapsed, (number + 1, len(plan.entrants)))

    left = plan.deadline.seconds_left()
    if left <= 0:
        kind = resolve_backend(question, entrant.backend, entrant.options)[0].kind
        return Attempt(entrant, kind, Outcome(Status.UNKNOWN, note=BUDGET), {})
    limits = replace(plan.limits, seconds=min(plan.limits.seconds, left))
    found = attempt(question, entrant, limits, plan.unique, tick)
    plan.deadline.at += max(found.outcome.loading - LOADING, 0.0)
    if found.outcome.status is Status.UNKNOWN and left < plan.limits.seconds:
        note = f"{found.outcome.note}; the budget left no more than {left:.1f} s"
        return replace(found, outcome=replace(found.outcome, note=note))
    return found


def _median_attempt(attempts: Sequence[Attempt]) -> Attempt:
    """The attempt with the median total time among those of the worst kind that happened: a wrong answer hides
    behind nothing, an indefinite one only behind a wrong one; what the budget cut off does not count."""
    started = [one for one in attempts if one.outcome.note != BUDGET] or list(attempts)
    worst = min(_badness(one) for one in started)
    alike = [one for one in started if _badness(one) == worst]
    middle = median_low(one.total for one in alike)
    return next(one for one in alike if one.total == middle)


def _badness(one: Attempt) -> int:
    if any(known.broken for known in one.answers):
        return 0
    return 2 if one.outcome.status.is_definite else 1


def _expand_encodings(question: Question, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Entrants that lower to clauses once for each encoding of each form that their model has when its rows are in
    simplest form, in turn: of others the clauses would be the same each time."""
    from backends.passes.canonical import canonical_rules
    from backends.templates.catalogue import encoding_names

    found: list[Entrant] = []
    for entrant in entrants:
        backend, _ = resolve_backend(question, entrant.backend, entrant.options)
        present: frozenset[Form] = frozenset()
        if backend.encodes:
            with suppress(InputError):  # the attempt will say why this formulation does not do
                model = question.model(entrant.formulation)
                of_rows = (row_forms(block) for block in canonical_rules(model).blocks)
                present = (forms(model) & {Form.INTEGER}).union(*of_rows)
        choices = [{form: name} for form in Form if form in present for name in encoding_names(form)]
        for choice in choices or [{}]:
            chosen = {**entrant.options.encodings, **choice}
            found.append(replace(entrant, options=replace(entrant.options, encodings=chosen)))
    return tuple(found)
