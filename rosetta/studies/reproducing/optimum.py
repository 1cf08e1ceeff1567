"""The least value of an objective, by several engines: proved bounds, and by whom.

    lower_bound   the largest bound that an engine proved        upper_bound   the cost of the best assignment

An assignment counts only if it satisfies every row of the model; its cost is computed here. `proofs` are the engines
that claim that nothing is below `upper_bound`. A value is proved by two engines of different kinds, or by an argument
whose bound is reached; one engine alone is a claim. If another engine has a solution below a claimed optimum, that is a
contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from algebra.progress import Progress, name_progress
from backends.contract import Limits, Status, Values
from backends.running import supervisor
from models.neutral import Model, evaluate, objective_value
from rosetta.studies.reproducing.records import solver_progress


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """values: an assignment of cost `upper_bound`, None where none was found; faults: contradictions, in words;
    by_argument: the bound of an argument is reached."""

    lower_bound: int
    upper_bound: int | None
    proofs: tuple[str, ...]
    faults: tuple[str, ...]
    values: Values | None
    by_argument: bool = False

    @property
    def is_proved(self) -> bool:
        """Is it proved by an argument, or by two engines?"""
        return not self.faults and (self.by_argument or len(self.proofs) > 1)

    @property
    def value_text(self) -> str:
        """The value, or the bounds."""
        top = "?" if self.upper_bound is None else str(self.upper_bound)
        return top if self.proofs else f"{self.lower_bound} to {top}"


def optimum(
    model: Model,
    engines: Sequence[str],
    limits: Limits,
    what: str,
    progress: Progress,
    least: int = 0,
    argument: str = "",
) -> Optimum:
    """Minimise a model by each engine. least: a lower bound that `argument` proves."""
    argued = least
    solutions: list[tuple[int, Values]] = []
    claimed: dict[str, int] = {}
    faults: list[str] = []
    for engine in engines:
        report = name_progress(engine, solver_progress(what, progress))
        outcome = supervisor.solve(engine, model, limits, progress=report)
        if outcome.status in (Status.ERROR, Status.UNSATISFIABLE):
            faults.append(f"{engine}: {outcome.note or outcome.status.value}")
        if outcome.values is not None:
            broken = evaluate(model, outcome.values)
            cost = objective_value(model, outcome.values)
            if broken or cost is None:
                faults.append(f"{engine} breaks a rule: {broken[:1]}")
                continue
            solutions.append((cost, outcome.values))
            if outcome.status is Status.OPTIMAL:
                claimed[engine] = cost
        if outcome.bound is not None and outcome.status is not Status.OPTIMAL:
            least = max(least, ceil(outcome.bound - 1e-6))
    most, values = min(solutions, key=lambda pair: pair[0], default=(None, None))
    faults += [f"{engine} proves {cost}, but {most} is shown" for engine, cost in claimed.items() if cost != most]
    proofs = tuple(engine for engine, cost in claimed.items() if cost == most)
    faults += [f"{most} is shown, below {argued} ({argument})"] * (
        argument != "" and most is not None and most < argued
    )
    if argument and most == argued:
        proofs = (argument, *proofs)
    return Optimum(max([least, *claimed.values()]), most, proofs, tuple(faults), values, argument in proofs)
