"""The fewest presses of a rectangular Lights Out board, cross-checked by backends from the rules alone.

    gf2       elimination on the rows of the model, which knows nothing of boards, and the weights of all solutions
    cpsat     the rows after elimination modulo 2 (`merged`), and the search of CP-SAT: a proof of another kind

The answer is checked against the rules, like any other. The theory of boards
(`models.puzzles.lightsout.theory.minimum`) plays no part.
"""

from __future__ import annotations

from algebra.limits import LimitReached
from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from models.neutral import evaluate, objective_value
from models.puzzles.lightsout import rules
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from rosetta.studies.attempts import attempt
from rosetta.studies.entrants import resolve_entrant
from rosetta.studies.question import Question

WAYS = ("gf2", "cpsat")


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
    broken += rules.verify(p, rules.decode(p, model, outcome.values))
    if broken:
        raise RuntimeError(f"gf2: {broken[0]}")
    return objective_value(model, outcome.values) if outcome.status is Status.OPTIMAL else None
