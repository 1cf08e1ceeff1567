"""How hard an instance with one solution is, by what it takes to get at it from the rules.

    easy     what single rules say of what is known, again and again, gives the whole answer     (unit propagation)
    tricky   so it does if now and then one asks of a cell "what if it were so", and that breaks a rule in the same
             way of reasoning                                                                    (failed literals)
    hard     that leaves something open

Counts go as clauses that propagate as the counts do, so that a rule says all it can by itself. Nothing is guessed,
and the order of asking does not change what is known in the end, only how soon.

Reference: Le Berre, "Exploiting the real power of unit propagation lookahead" (2001), on failed literals.
"""

from __future__ import annotations

from backends.passes.propagation import propagated
from backends.standing import Standing
from models.studies.attempts import Question

GRADES = ("easy", "tricky", "hard")


def grade(question: Question) -> str:
    """One of `GRADES`, for an instance with exactly one solution, in the puzzle's first formulation."""
    model = question.model(next(iter(question.puzzle.formulations)))
    model.objective = None
    known = set(propagated(model).fixed(model).tolist())
    wanted = question.puzzle.project(question.instance, model).ravel().tolist()
    open_ = [one for one in wanted if one not in known and -one not in known]
    if not open_:
        return "easy"
    solver, learnt = Standing(model, clauses=True), True
    while open_ and learnt:
        learnt = False
        for one in open_:
            for literal in (one, -one):
                if literal not in known and -literal not in known and solver.consequences([*known, literal]) is None:
                    known |= solver.consequences([*known, -literal]) or frozenset()
                    learnt = True
        open_ = [one for one in open_ if one not in known and -one not in known]
    return "hard" if open_ else "tricky"
