"""The least value of an objective, by several engines: bounds that are proved, and by whom.

    least   the value is at least this: the largest bound that an engine proved        most    somebody shows this one

An assignment counts only if it keeps every row of the model, and for what it costs by our own sum. `proofs` are the
engines that claim that nothing is below `most`. Two engines of different kinds settle a value, and so does an argument
whose bound somebody reaches; one engine leaves it to its word. A claim below which another engine shows a solution is
a contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from backends.contract import Limits, Status, Values
from backends.running import supervisor
from models.neutral import Model, evaluate, objective_value
from rosetta.studies.reproducing.records import Watch


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """values: an assignment that costs `most`, None where none was found; faults: contradictions, in words."""

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
    model: Model, engines: Sequence[str], limits: Limits, what: str, watch: Watch, least: int = 0, argument: str = ""
) -> Optimum:
    """What the engines make of a model with an objective. least: a bound that an argument proves, by its name."""
    argued = least
    shown: list[tuple[int, Values]] = []
    claimed: dict[str, int] = {}
    faults: list[str] = []
    for engine in engines:

        def tick(seconds: float, engine: str = engine) -> None:
            watch(f"{what}: {engine}, {seconds:.0f} s")

        outcome = supervisor.solve(engine, model, limits, tick=tick)
        if outcome.status in (Status.ERROR, Status.UNSATISFIABLE):
            faults.append(f"{engine}: {outcome.note or outcome.status.value}")
        if outcome.values is not None:
            broken = evaluate(model, outcome.values)
            cost = objective_value(model, outcome.values)
            if broken or cost is None:
                faults.append(f"{engine} breaks a rule: {broken[:1]}")
                continue
            shown.append((cost, outcome.values))
            if outcome.status is Status.OPTIMAL:
                claimed[engine] = cost
        if outcome.bound is not None and outcome.status is not Status.OPTIMAL:
            least = max(least, ceil(outcome.bound - 1e-6))
    most, values = min(shown, key=lambda pair: pair[0], default=(None, None))
    faults += [f"{engine} proves {cost}, but {most} is shown" for engine, cost in claimed.items() if cost != most]
    proofs = tuple(engine for engine, cost in claimed.items() if cost == most)
    faults += [f"{most} is shown, below {argued} ({argument})"] * (
        argument != "" and most is not None and most < argued
    )
    if argument and most == argued:
        proofs = (argument, *proofs)
    return Optimum(max([least, *claimed.values()]), most, proofs, tuple(faults), values, argument in proofs)
