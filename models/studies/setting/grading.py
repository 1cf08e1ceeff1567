"""How hard an instance with one solution is, by what it takes to get at it from the rules.

    easy     what single rules say of what is known, again and again, gives the whole answer     (unit propagation)
    tricky   so it does if now and then one asks of a cell "what if it were so", and that breaks a rule in the same
             way of reasoning                                                                    (failed literals)
    hard     that leaves something open

Counts and clauses propagate as they stand (MiniCard), so that a rule says all it can by itself. Nothing is guessed,
and the order of asking does not change what is known in the end, only how soon.

Reference: Le Berre, "Exploiting the real power of unit propagation lookahead" (2001), on failed literals.
"""

from __future__ import annotations

from backends.standing import Standing
from models.studies.attempts import Question

GRADES = ("easy", "tricky", "hard")


def grade(question: Question) -> str:
    """One of `GRADES`, for an instance with exactly one solution, in the puzzle's first formulation."""
    model = question.model(next(iter(question.puzzle.formulations)))
    model.objective = None
    solver = Standing(model)
    open_ = _open(solver, question.puzzle.project(question.instance, model).ravel().tolist())
    if not open_:
        return "easy"
    learnt = True
    while open_ and learnt:
        learnt = False
        for variable in open_:
            for literal in (variable, -variable):
                if solver.consequences([literal]) is None:
                    solver.add([-literal])
                    learnt = True
                    break
        open_ = _open(solver, open_)
    return "hard" if open_ else "tricky"


def _open(solver: Standing, variables: list[int]) -> list[int]:
    """Those of the variables that are not known."""
    known = solver.consequences() or frozenset()
    return [variable for variable in variables if variable not in known and -variable not in known]
