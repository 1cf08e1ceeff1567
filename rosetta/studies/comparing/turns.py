"""Whose turn is when, where a comparison has one round on a small board; and what is done before the first turn, where
nothing has been compiled on this machine yet.

numba takes 0.3 s to load, and half of the backends need it: on a small board that is most of what they take. So these
run last, and this process loads numba before the first of them, once for all their children. Children of the others are
forked before that, so that their memory is what they need. What the puzzle advises still comes first.

At first use, the loops of all entrants are compiled on all cores at once. A loop that is compiled later, in a turn, has
one core for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backends.contract import Limits
from backends.running import supervisor, worker
from backends.running.cores import core_slots
from backends.running.preloading import KERNELS, family_of
from backends.running.processes import one_thread
from rosetta.foundation.jit import load_compiler
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.entrants import Entrant, known_refusal
from rosetta.studies.asking.question import Question

BUILT_ON = "propagate"  # its loops are run by other backends, too: compiled before theirs, they are compiled once
LOADING = "loading what loops are compiled with"
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


def compile_loops(question: Question, entrants: Sequence[Entrant], progress: Progress) -> None:
    """Compile the loops of those entrants that take the model. What fails, fails again in a turn, and is told there."""
    solvers: dict[str, worker.SolverWish] = {}
    for entrant in sorted(entrants, key=lambda each: each.name != BUILT_ON):
        if _needs_compiler(entrant) and known_refusal(replace(question), entrant) is None:
            solvers.setdefault(f"{entrant.name} {entrant.options.presolve}", (entrant.backend, entrant.options))
    cores = min(len(core_slots()), len(solvers))
    if cores:
        wishes = tuple(solvers.values())
        job = ("the loops of all entrants", wishes, cores)
        supervisor.run_job(
            worker.send_loops, job, Limits(threads=cores), lambda _: None, lambda what, *_: progress(what or LOADING)
        )


def _needs_compiler(entrant: Entrant) -> bool:
    """Does it run loops that numba compiles, whatever the length of the formula?"""
    return KERNELS in family_of(entrant.name, entrant.options.presolve is not None).split("+")
