"""One verified answer, or a "no solution" that does not rest on one engine's word."""

from __future__ import annotations

from dataclasses import dataclass, replace

from backends.contract import Limits
from backends.registry import backend_named
from models.puzzles.contract import Answer
from models.studies.attempts import Attempt, Entrant, Question, Tick, attempt
from models.studies.judging import judged
from report.records import Run

BEST = ("cpsat", "cnf", "highs", "cbc")  # suit any puzzle
SECOND_OPINIONS = ("cnf", "cpsat", "highs")  # engines of three kinds, asked when the first finds no solution


def best(question: Question) -> tuple[str, ...]:
    """Whom to ask when nobody is named: the first of these that is installed and takes the model."""
    return tuple(dict.fromkeys((*question.puzzle.advice(question.instance).solvers, *BEST)))


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """What the asked backend says and what became of it. witness: the second opinion, if one was needed."""

    run: Run
    answers: tuple[Answer, ...]
    witness: Run | None = None


def solve(question: Question, entrant: Entrant, limits: Limits, tick: Tick | None = None) -> Solved:
    """The entrant's answer, judged. A "no solution" without a proof is put to an engine of another kind."""
    one = attempt(question, entrant, limits, tick=tick)
    (run,) = judged(question, [one])
    answers = tuple(known.answer for known in one.answers)
    if run.verdict != "unproved":
        return Solved(run, answers)
    other = _other_kind(question, one, entrant, limits, tick)
    run, witness = judged(question, [one, other])
    return Solved(run, answers, witness)


def _other_kind(question: Question, one: Attempt, entrant: Entrant, limits: Limits, tick: Tick | None) -> Attempt:
    """The first second opinion of another kind that comes to an answer, else the last one tried."""
    other = one
    for backend in SECOND_OPINIONS:
        if backend_named(backend).kind == one.kind:
            continue
        other = attempt(question, replace(entrant, backend=backend), limits, tick=tick)
        if other.outcome.status.definite:
            break
    return other
