"""The least value of an objective, by several engines, and proved if it can be: bounds, and by whom.

    lower_bound   the largest bound that an engine proved        upper_bound   the cost of the best assignment

An assignment counts only if it satisfies every row of the model; its cost is computed here. `proofs` are the engines
that claim that nothing is below `upper_bound`. A value is proved by a refutation of what is better, which is checked
(`refuting`), or by an argument whose bound is reached. Where neither is there, two engines of different kinds settle
it; one alone is a claim. If anyone has a solution below a claimed optimum, that is a contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from operator import attrgetter

from backends.contract import Limits, Status, Values
from backends.justifying.refutation import Refutation
from backends.running import supervisor
from models.neutral import Model, evaluate, objective_value
from rosetta.foundation.progress import Progress, name_progress
from rosetta.reproducing.records import solver_progress
from rosetta.reproducing.refuting import is_denied, refute_claim, size_of_proof
from rosetta.studies.refuting.claims_as_models import claim_of_no_better


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """values: an assignment of cost `upper_bound`, None where none was found; faults: contradictions, in words;
    by_argument: the bound of an argument is reached; refutations: of "it costs less", none where it was not tried."""

    lower_bound: int
    upper_bound: int | None
    proofs: tuple[str, ...]
    faults: tuple[str, ...]
    values: Values | None
    by_argument: bool = False
    refutations: tuple[Refutation, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Does it rest on a checked proof, on an argument, or on two engines?"""
        return not self.faults and (self.by_argument or bool(self.proof_size) or len(self.proofs) > 1)

    @property
    def proof_size(self) -> str:
        """`46 lemmas from 37 of 175 clauses` where it is proved in this way, else ""."""
        return size_of_proof(self.refutations)

    @property
    def witness_text(self) -> str:
        """What it rests on, for a table: `46 lemmas`, or the names of engines."""
        return self.proof_size.split(" from ")[0] or ", ".join(self.proofs) or "-"

    @property
    def value_text(self) -> str:
        """The value, or the bounds."""
        top = "?" if self.upper_bound is None else str(self.upper_bound)
        return top if self.proofs or self.proof_size else f"{self.lower_bound} to {top}"


@dataclass(frozen=True, slots=True, eq=False)
class _EngineAnswer:
    """What an engine says.

    engine: its name
    cost: of its assignment, by our own count; None without one that satisfies every row
    values: that assignment
    is_best: it says that none costs less
    bound: that no assignment costs less than, as it says; None where it says nothing
    faults: what is wrong with it, in words"""

    engine: str
    cost: int | None = None
    values: Values | None = None
    is_best: bool = False
    bound: int | None = None
    faults: tuple[str, ...] = ()


def optimum(
    model: Model,
    engines: Sequence[str],
    limits: Limits,
    what: str,
    progress: Progress,
    least: int = 0,
    argument: str = "",
    proof_seconds: float | None = None,
) -> Optimum:
    """Minimise a model by each engine. least: a lower bound that `argument` proves; proof_seconds: the limit of a proof
    of what an engine claims, None for none."""
    said = [_ask_engine(engine, model, limits, solver_progress(what, progress)) for engine in engines]
    cheapest = min((each for each in said if each.cost is not None), key=attrgetter("cost"), default=None)
    most = None if cheapest is None else cheapest.cost
    by_argument = argument != "" and most == least
    proofs = (*(argument,) * by_argument, *(each.engine for each in said if each.is_best and each.cost == most))
    faults, refutations = _contradictions(said, most, least, argument), tuple[Refutation, ...]()
    if proof_seconds is not None and most is not None and proofs and not faults:
        refutations, faults = _refute_better(model, most, proofs, what, proof_seconds, progress)
    bound = max([least, *(each.bound for each in said if each.bound is not None)])
    values = None if cheapest is None else cheapest.values
    return Optimum(bound, most, proofs, faults, values, by_argument, refutations)


def _refute_better(
    model: Model, most: int, proofs: Sequence[str], what: str, seconds: float, progress: Progress
) -> tuple[tuple[Refutation, ...], tuple[str, ...]]:
    """The refutation of "it costs less than `most`", and what is wrong if it has a solution. proofs: who denies it."""
    refutations = (refute_claim(claim_of_no_better(model, most), what, seconds, progress),)
    denied = f"{', '.join(proofs)}: none is below {most}, but the solver finds one"
    return refutations, (denied,) * is_denied(refutations)


def _contradictions(said: Sequence[_EngineAnswer], most: int | None, least: int, argument: str) -> tuple[str, ...]:
    """What is wrong with the answers, by themselves and beside the cheapest assignment, which costs `most`. least: the
    bound that the argument proves, if there is one."""
    faults = [fault for each in said for fault in each.faults]
    proved = [each for each in said if each.is_best and each.cost != most]
    faults += [f"{each.engine} proves {each.cost}, but {most} is shown" for each in proved]
    if argument and most is not None and most < least:
        faults.append(f"{most} is shown, below {least} ({argument})")
    return tuple(faults)


def _ask_engine(engine: str, model: Model, limits: Limits, progress: Progress) -> _EngineAnswer:
    """What the engine says of the model, its assignment checked."""
    outcome = supervisor.solve(engine, model, limits, progress=name_progress(engine, progress))
    is_best, faults = outcome.status is Status.OPTIMAL, list[str]()
    if outcome.status in (Status.ERROR, Status.UNSATISFIABLE):
        faults.append(f"{engine}: {outcome.note or outcome.status}")
    cost = None
    if outcome.values is not None:
        broken, cost = evaluate(model, outcome.values), objective_value(model, outcome.values)
        if broken or cost is None:
            return _EngineAnswer(engine, faults=(*faults, f"{engine} breaks a rule: {broken[:1]}"))
    bound = cost if is_best else None if outcome.bound is None else ceil(outcome.bound - 1e-6)
    return _EngineAnswer(engine, cost, outcome.values, is_best and cost is not None, bound, tuple(faults))
