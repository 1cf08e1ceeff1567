"""Solution-improving search: minimisation with a solver that knows no objective, as in MaxSAT.

    solve;  while a solution of cost c is found:  add  cost <= c - 1,  solve again.
    The last solution is optimal when the next model is unsatisfiable.

Each improvement is yielded, so that at a limit the best one found remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from backends.contract import STEPS, Backend, Limits, Options, Outcome, Status, Unsupported
from backends.outcomes import Stopwatch
from models.neutral import Model, objective_value
from models.neutral.blocks import Objective
from rosetta.foundation.limits import LimitReached, TooLarge


def improving_outcomes(backend: Backend, model: Model, limits: Limits, options: Options) -> Iterator[Outcome]:
    """Outcomes of falling cost; the last one is OPTIMAL, or UNSATISFIABLE if there was none before it."""
    watch, spent = Stopwatch(), dict.fromkeys(STEPS, 0.0)
    best: Outcome | None = None
    question, options = model.copy(), replace(options, file=None)
    goal, question.objective = model.objective, None
    assert goal is not None, "only a model with an objective can be minimised"
    while True:
        try:
            outcome = backend.solve(question, replace(limits, seconds=watch.seconds_left(limits)), options)
        except (LimitReached, TooLarge, Unsupported) as reason:
            if best is None:
                raise
            outcome = Outcome(Status.UNKNOWN, note=f"{reason}; best found so far")
        spent = {step: spent[step] + outcome.seconds.get(step, 0.0) for step in spent}
        if outcome.refutes and best is not None:
            yield replace(best, status=Status.OPTIMAL, bound=best.objective, seconds=spent)
            return
        if outcome.values is None:  # unsatisfiable at once, or a limit: `best` stays what was yielded last
            yield replace(outcome, seconds=spent) if best is None else replace(best, note=outcome.note, seconds=spent)
            return
        cost = objective_value(model, outcome.values)
        assert cost is not None
        fixed = (
            outcome.fixed if best is None else best.fixed
        )  # with the cost bounded, more is fixed: not in every solution
        best = replace(outcome, status=Status.SATISFIED, objective=cost, seconds=spent, fixed=fixed)
        yield best
        question = with_cost_below(question, goal, cost)


def with_cost_below(question: Model, goal: Objective, cost: int) -> Model:
    """The model with one more row: cost less than `cost`."""
    question = question.copy()
    question.linear(None, cost - 1, f"costs less than {cost}", [goal.literals], goal.coefs)
    return question
