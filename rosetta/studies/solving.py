"""Solving: one verified answer, or a "no solution" that does not rest on one engine's word."""

from __future__ import annotations

from dataclasses import dataclass, replace

from backends.contract import Limits, Options
from models.puzzles.contract import Answer
from report.comparison.records import Run
from rosetta.studies.attempts import Attempt, Tick, attempt
from rosetta.studies.backend_check import check_backends
from rosetta.studies.comparing.judge import judge_attempts
from rosetta.studies.formulations import base_formulation
from rosetta.studies.question import Entrant, Question
from rosetta.studies.special_solvers import resolve_backend

GENERAL_BACKENDS = ("cpsat", "cnf", "highs", "cbc")  # suit any puzzle
CHEAP = 1.0  # seconds up to which a minimum is asked for twice
SECOND_OPINIONS = ("cnf", "cpsat", "highs")  # engines of three kinds, asked when the first finds no solution


def default_backends(question: Question) -> tuple[str, ...]:
    """The backends to try where none is named: the first that is installed and takes the model is used."""
    return tuple(dict.fromkeys((*question.puzzle.extras.advice(question.instance).solvers, *GENERAL_BACKENDS)))


def choose_backends(question: Question, name: str | None, options: Options) -> list[str]:
    """The named backend, or those to try where none is named. Raises InputError if it cannot be used here."""
    return list(default_backends(question)) if name is None else check_backends([name], options, question.puzzle)


@dataclass(frozen=True, slots=True, eq=False)
class SolveResult:
    """The judged run of the backend and its answers. witness: the second opinion, if one was needed."""

    run: Run
    answers: tuple[Answer, ...]
    witness: Run | None = None


def solve(question: Question, entrant: Entrant, limits: Limits, tick: Tick | None = None) -> SolveResult:
    """The entrant's answer, judged. A "no solution" without a proof is put to an engine of another kind, and so is a
    minimum where the puzzle has a solver of its own and that is cheap."""
    first = attempt(question, entrant, limits, tick=tick)
    (run,) = judge_attempts(question, [first])
    answers = tuple(checked.answer for checked in first.answers)
    if run.verdict == "unproved":
        others: tuple[str, ...] = SECOND_OPINIONS
    elif run.status == "optimal" and run.evidence == "verified" and first.total < CHEAP:
        others = tuple(own.name for own in question.puzzle.extras.solvers)
    else:
        others = ()
    other = _second_opinion(question, first, others, entrant, limits, tick)
    if other is None:
        return SolveResult(run, answers)
    run, witness = judge_attempts(question, [first, other])
    return SolveResult(run, answers, witness)


def _second_opinion(
    question: Question, first: Attempt, others: tuple[str, ...], entrant: Entrant, limits: Limits, tick: Tick | None
) -> Attempt | None:
    """The attempt of the first backend of another kind that ends with the same status on the rules as stated; else the
    last that comes to a definite answer."""
    best: Attempt | None = None
    options = replace(entrant.options, parameters={})  # those given are the first engine's
    entrant = replace(entrant, formulation=base_formulation(question.puzzle, entrant.formulation), options=options)
    for name in others:
        if resolve_backend(question, name, entrant.options)[0].kind == first.kind:
            continue
        other = attempt(question, replace(entrant, backend=name), limits, tick=tick)
        if best is None or other.outcome.status.is_definite:
            best = other
        if other.outcome.status is first.outcome.status:
            break
    return best
