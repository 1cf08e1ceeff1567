"""Solving: one verified answer, and nothing said of it, or of there being none, that rests on one engine's word.

What one kind of engine claims is put to engines of other kinds (`second_opinions`); what nobody confirms is unproved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from backends.contract import Backend, Limits, Options, Values
from backends.registry import backend_named
from models.neutral import Model
from models.neutral.global_rules.connected.rule import LAZY
from models.puzzles.contract import Answer
from report.comparison.records import Claims, Run
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Caveat, Evidence, Verdict
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant, check_backends, resolve_entrant
from rosetta.studies.asking.formulations import base_formulation, choose_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts
from rosetta.studies.solving.second_opinions import ask_others

GENERAL_BACKENDS = ("cpsat", "cnf", "clingo", "highs", "cbc")  # suit any puzzle
SMALL = 2500  # cells up to which `cnf` comes first: quicker to start, and to answer (docs/measurements/performance.md)


def default_backends(question: Question) -> tuple[str, ...]:
    """The backends to try where none is named: the first that is installed and takes the model is used."""
    advised = question.puzzle.extras.advice(question.instance).solvers or _native_backends(question)
    quick = ("cnf",) if question.cells is not None and question.cells <= SMALL else ()
    return tuple(dict.fromkeys((*advised, *quick, *GENERAL_BACKENDS)))


def _native_backends(question: Question) -> tuple[str, ...]:
    """Those with a constraint for every graph rule that the model leaves to solvers: others learn of it from whole
    answers, by cuts (docs/connectivity.md)."""
    try:
        model = question.state_model(choose_formulation(question.puzzle, question.instance, None)).model
    except InputError:  # too large; whoever is asked says so
        return ()
    if not model.open_graph_rules:
        return ()
    return tuple(name for name in GENERAL_BACKENDS if _knows_rules(backend_named(name), model))


def _knows_rules(backend: Backend, model: Model) -> bool:
    return all(rule.by != LAZY and rule.kind in backend.native for rule in model.open_graph_rules)


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
    assignment that the first answer was decoded from, of the formulation's model, None without one; asking: seconds
    that all second opinions took."""

    run: Run
    answers: tuple[Answer, ...]
    witness: Run | None = None
    values: Values | None = None
    asking: float = 0.0


def solve(question: Question, entrant: Entrant, limits: Limits, progress: Progress = ignore_progress) -> SolveResult:
    """The entrant's answer, judged, with a second opinion on what only its kind of engine claims: that there is no
    solution, or none that is better. limits: of the entrant, and once more of all second opinions together."""
    first = attempt(question, entrant, limits, progress=progress)
    (run,) = judge_attempts(question, [first])
    if run.impossible_row:  # nobody need be asked
        return SolveResult(
            replace(run, verdict=Verdict.CORRECT, evidence=Evidence.PROVED, claims=Claims(answer=Evidence.PROVED)), ()
        )
    answers, values = tuple(checked.answer for checked in first.answers), first.outcome.values
    start, witness = work_seconds(), None
    other = ask_others(question, first, run.claims.lone[0], limits, progress) if run.claims.lone else None
    if other is not None:
        run, witness = judge_attempts(question, [first, other])
    if run.verdict == Verdict.CORRECT and Caveat.BETTER_OPEN in run.caveats:
        run = replace(run, verdict=Verdict.UNPROVED)  # the best was asked for
    return SolveResult(run, answers, witness, values, work_seconds() - start)
