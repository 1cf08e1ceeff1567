"""Is a planted answer the only one? Asked of an engine of another kind than the one that set the board.

Boards are set with a SAT solver (tilings: exact cover; Lights Out: linear algebra) and a model of their own; CP-SAT is
asked here, with the rules as everybody states them. Of Lights Out, where it does not get far beyond 15 x 15,
CryptoMiniSat is asked, where it is installed.
"""

from __future__ import annotations

from algebra.limits import LimitReached, TooLarge
from backends.contract import Limits, Options, Unsupported
from backends.profiles import TUNED, resolve_options
from backends.registry import backend_named
from models.puzzles.contract import Answer
from rosetta.studies.question import Question
from rosetta.studies.setting.targets import Say

WITNESS, DEFAULT_WITNESS = {"lightsout": "cryptominisat"}, "cpsat"
SECONDS = 60.0  # the child that asks is ended earlier by its own limit


def confirm_uniqueness(question: Question, answer: Answer, say: Say) -> tuple[bool | None, str]:
    """True if this is the only answer, False if there is another, None and why if that was not settled. In this
    process, so to be called in a child."""
    witness = WITNESS.get(question.puzzle.name, DEFAULT_WITNESS)
    if witness != DEFAULT_WITNESS and backend_named(witness).probe() is not None:
        witness = DEFAULT_WITNESS
    backend, limits = backend_named(witness), Limits(seconds=SECONDS)
    reason = backend.probe()
    if reason is not None:
        return None, f"nobody else was asked for another solution: {witness} is {reason}"
    say(f"asking {witness} for another solution")
    name = question.puzzle.advice(question.instance).formulation or next(iter(question.puzzle.formulations))
    model = question.model(name)
    model.objective = None
    options = resolve_options(backend, Options(profile=TUNED), model.name)
    try:
        for values in backend.solutions(model, question.puzzle.project(question.instance, model), limits, options):
            if question.answer(model, values) != answer:
                return False, ""
    except (LimitReached, TooLarge, Unsupported) as reached:
        return None, f"{witness} did not settle whether there is another solution: {reached}"
    return True, ""
