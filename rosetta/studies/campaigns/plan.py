"""The plan of a campaign: every cell, each once, in a seeded random order.

The order is random, so that whatever changes while a campaign runs (heat, other users) hits all solvers alike, and a
campaign that was stopped is a fair sample of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from backends.contract import Limits, Options
from backends.encoding_templates.catalogue import encodings_by_form
from models.puzzles.contract import InputError
from rosetta.studies.campaigns.cells import AUTO, Cell, CellInstance
from rosetta.studies.campaigns.run_cell import pose_cell_question
from rosetta.studies.comparing.compare import all_backends
from rosetta.studies.entrants import resolve_entrants
from rosetta.studies.formulations import default_formulations


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """What a campaign runs: everything on everything. backends: None for all; formulations: None for the default ones
    of each instance; encodings: each a text of `FORM=NAME,...`, or AUTO; repeats: of each cell."""

    instances: tuple[CellInstance, ...]
    backends: tuple[str, ...] | None = None
    formulations: tuple[str, ...] | None = None
    encodings: tuple[str, ...] = (AUTO,)
    profile: str | None = None
    threads: tuple[int, ...] = (1,)
    seeds: tuple[int, ...] = (0,)
    repeats: int = 1
    unique: bool = False
    limits: Limits = field(default_factory=Limits)


def planned_cells(plan: CampaignPlan, versions: dict[str, str]) -> list[Cell]:
    """Every cell of the plan, in its random order. versions: of the engines, by the full name of a backend; a backend
    that is not among them cannot be used here. Raises InputError."""
    cells = {cell.id: cell for instance in plan.instances for cell in _cells_of(plan, instance, versions)}
    ids = list(cells)
    return [cells[ids[i]] for i in np.random.default_rng(0).permutation(len(ids))]


def _cells_of(plan: CampaignPlan, instance: CellInstance, versions: dict[str, str]) -> Iterator[Cell]:
    question = pose_cell_question(instance)
    names = [name for name in plan.backends or all_backends(question.puzzle) if name in versions]
    formulations: Sequence[str] = plan.formulations or default_formulations(question.puzzle, question.instance)
    for encoding in plan.encodings:
        chosen = Options(encodings=encodings_by_form([] if encoding == AUTO else encoding.split(",")))
        try:
            entrants = resolve_entrants(question, names, formulations, chosen, plan.profile, plan.backends is None)
        except InputError:
            continue
        for entrant, threads, seed, repeat in product(entrants, plan.threads, plan.seeds, range(plan.repeats)):
            if encoding == AUTO or entrant.backend.encodes:
                yield Cell(
                    instance, entrant.name, versions[entrant.name], entrant.formulation, encoding, entrant.profile,
                    threads, seed, unique=plan.unique, seconds=plan.limits.seconds, memory=plan.limits.memory,
                    repeat=repeat,
                )  # fmt: skip


def distinct_instances(instances: Iterable[CellInstance]) -> tuple[CellInstance, ...]:
    """Each board once, whatever it is called."""
    return tuple({instance.hash: instance for instance in instances}.values())
