"""The fewest presses of a rectangular Lights Out board once more, by backends, from the rules alone.

    gf2       elimination on the rows of the model, which knows of no board, and all solutions weighed
    cpsat     the rows after elimination modulo 2 (`merged`), and the search of CP-SAT: a proof of another kind

The answer is held against the rules, as any other. What a board says of itself (`lightsout_minimum`) plays no part.
"""

from __future__ import annotations

from algebra.limits import LimitReached
from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from models.neutral import evaluate, objective_value
from models.puzzles.lightsout import PUZZLE, rules
from models.puzzles.lightsout.instance import LightsOut
from rosetta.studies.attempts import attempt
from rosetta.studies.question import Entrant, Question

WAYS = ("gf2", "cpsat")


def fewest_presses(rows: int, columns: int, way: str, limits: Limits) -> int | None:
    """The value; None where it was not proved within the limits. Raises RuntimeError for an answer that breaks rules,
    and where the way cannot be gone."""
    p, _ = rules.generate((rows, columns))
    if way == "gf2":
        return _algebra(p, limits)
    made = attempt(Question(PUZZLE, p), Entrant(way, "merged"), limits)
    if made.outcome.status in (Status.UNKNOWN, Status.SATISFIED):
        return None
    if not made.answers or made.answers[0].broken:
        raise RuntimeError(f"{way}: {made.answers[0].broken[0] if made.answers else made.outcome.note}")
    return made.answers[0].cost


def _algebra(p: LightsOut, limits: Limits) -> int | None:
    """In this process: it is linear algebra, and done in milliseconds."""
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
