"""The fewest presses of a rectangular Lights Out board, cross-checked by backends from the rules alone.

    gf2       elimination on the rows of the model, which knows nothing of boards, and the weights of all solutions
    cpsat     the rows after elimination modulo 2 (`merged`), and the search of CP-SAT: a proof of another kind

The answer is checked against the rules, like any other. The theory of boards
(`models.puzzles.lightsout.theory.minimum`) plays no part.

That nothing is below a number is proved by a certificate from the rows (`rosetta.studies.refuting.coset_certificate`).
A SAT solver's proof would be far larger: on 14 x 14, 59,388 lemmas that take 25 s, for 16 candidates.
"""

from __future__ import annotations

from collections.abc import Sequence

from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from models.neutral import evaluate, objective_value
from models.puzzles.lightsout import rules
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.presses import decode
from models.puzzles.lightsout.record import PUZZLE
from rosetta.foundation.limits import LimitReached
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.refuting.coset_certificate import CheckedCoset, check_certificate, find_certificate


def fewest_presses(rows: int, columns: int, way: str, limits: Limits) -> int | None:
    """The value; None where it was not proved within the limits. Raises RuntimeError for an answer that breaks rules,
    and where a backend is missing or fails."""
    p, _ = rules.generate((rows, columns))
    if way == "gf2":
        return _algebra(p, limits)
    question = Question(PUZZLE, p)
    run = attempt(question, resolve_entrant(question, way, "merged"), limits)
    if run.outcome.status in (Status.UNKNOWN, Status.SATISFIED):
        return None
    if not run.answers or run.answers[0].broken:
        raise RuntimeError(f"{way}: {run.answers[0].broken[0] if run.answers else run.outcome.note}")
    return run.answers[0].cost


def prove_fewest(rows: int, columns: int, presses: int) -> CheckedCoset:
    """Is it proved that the board cannot be solved with fewer presses than that?"""
    model = rules.model(rules.generate((rows, columns))[0])
    return check_certificate(model, find_certificate(model), presses)


def certificates_sentence(checked: Sequence[CheckedCoset]) -> str:
    """What of these is proved, in words, "" where nothing is."""
    proved = [each for each in checked if each.refusal is None]
    if not proved:
        return ""
    share = "all" if len(proved) == len(checked) else f"{len(proved)} of {len(checked)}"
    candidates = sum(each.candidates for each in proved)
    return (
        f"That no fewer do is proved, {share} by sums of rows and {candidates:,} candidates that they leave, checked."
    )


def _algebra(p: LightsOut, limits: Limits) -> int | None:
    """The value by `gf2`, in this process: linear algebra takes milliseconds."""
    model, backend = rules.model(p), backend_named("gf2")
    if reason := backend.probe():
        raise RuntimeError(f"gf2: {reason}")
    try:
        outcome = backend.solve(model, limits, Options())
    except LimitReached:
        return None
    if outcome.values is None:
        raise RuntimeError(f"gf2: no solution: {outcome.note}")
    broken = [str(row) for row in evaluate(model, outcome.values)]
    broken += rules.verify(p, decode(p, model, outcome.values))
    if broken:
        raise RuntimeError(f"gf2: {broken[0]}")
    return objective_value(model, outcome.values) if outcome.status is Status.OPTIMAL else None
