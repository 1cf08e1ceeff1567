"""Confirmation that a planted answer is the only one, by an engine of another kind than the one that set the board.

Boards are set with a SAT solver, or with what suits the puzzle better, and a model of their own. CP-SAT confirms them
here, on the puzzle's usual model, or the backend that the puzzle's setter names (`Setter.witness`), where that is
installed.
"""

from __future__ import annotations

from backends.connectivity.lazy_cuts import cutting_backend, suit_backend
from backends.contract import Limits, Options, Unsupported
from backends.profiles import TUNED, resolve_options
from backends.registry import backend_named
from models.puzzles.contract import Answer
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.question import Question
from rosetta.studies.setting.setters import setter_of

WITNESS = "cpsat"
SECONDS = 60.0  # the limit of the child process usually ends it earlier


def confirm_uniqueness(question: Question, answer: Answer, progress: Progress) -> tuple[bool | None, str]:
    """True if this is the only answer, False if there is another, None and why if this was not decided. Runs in this
    process, so call it in a child."""
    witness = setter_of(question.puzzle).witness or WITNESS
    if witness != WITNESS and backend_named(witness).probe() is not None:
        witness = WITNESS
    backend, limits = cutting_backend(backend_named(witness)), Limits(seconds=SECONDS)
    reason = backend.probe()
    if reason is not None:
        return None, f"nobody else was asked for another solution: {witness} is {reason}"
    progress(f"asking {witness} for another solution")
    name = question.puzzle.extras.advice(question.instance).formulation or next(iter(question.puzzle.formulations))
    model = suit_backend(backend, question.model(name))
    model.objective = None
    options = resolve_options(backend, Options(profile=TUNED, cells=question.cells), model.name)
    try:
        for values in backend.solutions(model, question.puzzle.project(question.instance, model), limits, options):
            if question.answer(model, values) != answer:
                return False, ""
    except (LimitReached, TooLarge, Unsupported) as reached:
        return None, f"{witness} did not settle whether there is another solution: {reached}"
    return True, ""
