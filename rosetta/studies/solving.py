"""Solving: one verified answer, or a "no solution" that does not rest on one engine's word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from algebra.progress import Progress, ignore_progress
from backends.contract import Limits, Options, Values
from models.puzzles.contract import Answer
from report.comparison.records import Claims, Run
from rosetta.studies.attempts import Attempt, attempt
from rosetta.studies.comparing.judge import judge_attempts
from rosetta.studies.entrants import SECOND_OPINIONS, Entrant, check_backends, resolve_entrant
from rosetta.studies.formulations import base_formulation, second_formulation
from rosetta.studies.question import Question

GENERAL_BACKENDS = ("cpsat", "cnf", "highs", "cbc")  # suit any puzzle
SMALL = 2500  # cells up to which `cnf` comes first: quicker to start, and to answer (docs/performance.md)
CHEAP = 1.0  # seconds up to which a minimum is asked for twice


def default_backends(question: Question) -> tuple[str, ...]:
    """The backends to try where none is named: the first that is installed and takes the model is used."""
    advised = question.puzzle.extras.advice(question.instance).solvers
    quick = ("cnf",) if question.cells is not None and question.cells <= SMALL else ()
    return tuple(dict.fromkeys((*advised, *quick, *GENERAL_BACKENDS)))


def choose_entrants(
    question: Question, name: str | None, formulation: str | None, options: Options
) -> Iterator[Entrant]:
    """The named backend, or those to try where none is named, resolved one after the other, on the formulation, or on
    what suits each. Raises InputError for a name that cannot be used here."""
    if formulation is not None:
        base_formulation(question.puzzle, formulation)
    names = default_backends(question) if name is None else check_backends([name], options, question.puzzle)
    return (resolve_entrant(question, each, formulation, options) for each in names)


@dataclass(frozen=True, slots=True, eq=False)
class SolveResult:
    """The judged run of the backend and its answers; where it was not asked, since one row alone cannot hold, the run
    has the verdict and the evidence of that row. witness: the second opinion, if one was needed; values: the
    assignment that the first answer was decoded from, of the formulation's model, None without one."""

    run: Run
    answers: tuple[Answer, ...]
    witness: Run | None = None
    values: Values | None = None


def solve(question: Question, entrant: Entrant, limits: Limits, progress: Progress = ignore_progress) -> SolveResult:
    """The entrant's answer, judged. A "no solution" without a proof is put to an engine of another kind, and so is a
    minimum where the puzzle has a solver of its own and that is cheap."""
    first = attempt(question, entrant, limits, progress=progress)
    (run,) = judge_attempts(question, [first])
    if run.impossible_row:  # nobody need be asked
        return SolveResult(replace(run, verdict="correct", evidence="proved", claims=Claims(answer="proved")), ())
    answers, values = tuple(checked.answer for checked in first.answers), first.outcome.values
    if run.verdict == "unproved":
        others: tuple[str, ...] = SECOND_OPINIONS
    elif run.status == "optimal" and run.evidence == "verified" and first.total < CHEAP:
        others = tuple(own.name for own in question.puzzle.extras.solvers)
    else:
        others = ()
    other = _second_opinion(question, first, others, limits, progress)
    if other is None:
        return SolveResult(run, answers, values=values)
    run, witness = judge_attempts(question, [first, other])
    return SolveResult(run, answers, witness, values)


def _second_opinion(
    question: Question, first: Attempt, others: tuple[str, ...], limits: Limits, progress: Progress
) -> Attempt | None:
    """The attempt of the first backend of another kind that ends with the same status on the rules as stated; else the
    last that comes to a definite answer."""
    best: Attempt | None = None
    formulation = second_formulation(question.puzzle, question.instance, first.entrant.formulation)
    options = replace(first.entrant.options, solver=None, parameters={})  # these are the first engine's
    for name in others:
        entrant = resolve_entrant(question, name, formulation, options)
        if entrant.kind == first.entrant.kind:
            continue
        other = attempt(question, entrant, limits, progress=progress)
        if best is None or other.outcome.status.is_definite:
            best = other
        if other.outcome.status is first.outcome.status:
            break
    return best
