"""Whose turn is when, where a comparison has one round on a small board.

numba takes 0.3 s to load, and half of the backends need it: on a small board that is most of what they take. So these
run last, and this process loads numba before the first of them, once for all their children. Children of the others are
forked before that, so that their memory is what they need. What the puzzle advises still comes first.
"""

from __future__ import annotations

from collections.abc import Sequence

from algebra.jit import load_compiler
from backends.running.preloading import KERNELS, family_of
from backends.running.processes import one_thread
from rosetta.studies.entrants import Entrant
from rosetta.studies.question import Question

SMALL = 400  # cells; on larger boards the budget may end before everybody had a turn, and the usual order counts


def turns_of_a_round(question: Question, entrants: Sequence[Entrant]) -> tuple[list[int], list[int]]:
    """The numbers of the entrants in the order of their turns: those before numba is loaded here, those after it."""
    suited = question.puzzle.extras.advice(question.instance).solvers
    behind = [i for i, each in enumerate(entrants) if _needs_compiler(each) and each.name not in suited]
    if question.cells is None or question.cells > SMALL or len(behind) < 2:
        return list(range(len(entrants))), []
    return [i for i in range(len(entrants)) if i not in behind], behind


def load_compiler_here() -> None:
    """For all children that are forked from now on."""
    with one_thread():
        load_compiler()


def _needs_compiler(entrant: Entrant) -> bool:
    """Does it run loops that numba compiles, whatever the length of the formula?"""
    return KERNELS in family_of(entrant.name, entrant.options.presolve is not None).split("+")
