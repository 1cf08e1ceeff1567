"""The plan of a campaign: every cell, each once, in a seeded random order.

The order is random, so that whatever changes while a campaign runs (heat, other users) hits all solvers alike. It goes
block by block: a *block* is all configurations on an instance with a seed, a symmetry and a repetition. So a campaign
that was stopped is a fair sample of the whole, in which nearly every run can be compared with those of all others.

Each instance is posed once, by the caller, and dropped when its cells are made. Which solvers run on it depends on its
puzzle, the formulations that suit it and its size, so that is looked up once for each of these.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from backends.contract import Options
from backends.profiles import parameters
from backends.registry import backend_named, split_name
from models.neutral import Form
from models.puzzles.contract import Advice, Puzzle
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup
from rosetta.campaigns.planning.campaign_checks import has_formulation, special_names
from rosetta.campaigns.planning.cells import Cell, CellInstance, Pairs, pairs
from rosetta.campaigns.planning.turning import turn_question
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import ALL, AUTO, expand_encodings, needs_forms, present_forms
from rosetta.studies.asking.entrants import Entrant, resolve_entrants
from rosetta.studies.asking.formulations import all_formulations
from rosetta.studies.asking.question import Question
from rosetta.studies.asking.special_solvers import find_special_solver
from rosetta.studies.comparing.compare import all_backends


@dataclass(frozen=True, slots=True)
class PlannedSolver:
    """A backend on a formulation in a profile, for a puzzle. parameters: of the profile; settings: asked for;
    single_threaded: more threads would be the same measurement under another name."""

    name: str
    formulation: str
    profile: str
    encodes: bool
    single_threaded: bool
    parameters: Pairs
    settings: Pairs


@dataclass(slots=True)
class _Planner:
    """What is looked up once. solvers: by puzzle, number of the configuration, formulations, advice, and cells of the
    board, on which it depends what is tuned."""

    campaign: Campaign
    versions: Mapping[str, str]
    solvers: dict[tuple[str, int, tuple[str, ...] | None, Advice, int | None], tuple[PlannedSolver, ...]] = field(
        default_factory=dict
    )
    refusal: str = ""  # why one of the configurations runs nothing


def planned_cells(
    campaign: Campaign, instances: Iterable[tuple[CellInstance, Question]], versions: Mapping[str, str]
) -> list[Cell]:
    """Every cell, in its random order. versions: of the engines, by the full name of a backend; a backend that is not
    among them cannot be used here. Raises InputError."""
    planner, seen = _Planner(campaign, versions), set[str]()
    cells: dict[str, Cell] = {}
    for instance, question in instances:
        if instance.hash not in seen:  # else the same board under another name
            seen.add(instance.hash)
            cells.update((cell.id, cell) for cell in _cells_of(planner, instance, question))
    if not cells:
        raise InputError(planner.refusal or "nothing to run: no configuration is for any of the instances")
    return _order_by_blocks([cells[id] for id in sorted(cells)])


def _order_by_blocks(cells: Sequence[Cell]) -> list[Cell]:
    """Blocks in a random order, and so the cells of each. cells: in an order that depends on nothing else."""
    blocks: dict[tuple[str, int, int, int], list[Cell]] = {}
    for cell in cells:
        blocks.setdefault(cell.block, []).append(cell)
    rng = np.random.default_rng(0)
    shuffled = [blocks[key] for key in sorted(blocks)]
    return [shuffled[i][k] for i in rng.permutation(len(shuffled)) for k in rng.permutation(len(shuffled[i]))]


def single_threaded_names(campaign: Campaign, cells: Iterable[Cell]) -> list[str]:
    """The backends that are planned with one thread where the campaign asks for other numbers, too."""
    asked = any(group.threads != (1,) for group in campaign.configurations)
    names = sorted({cell.backend for cell in cells if cell.backend not in special_names()}) if asked else []
    return [name for name in names if backend_named(split_name(name, Options())[0]).single_threaded]


def plan_digest(cells: Iterable[Cell]) -> str:
    """Equal for equal sets of cells: the beginning of the plan's hash in the store."""
    return hashlib.sha256("\n".join(sorted(cell.id for cell in cells)).encode()).hexdigest()[:12]


def backend_names(campaign: Campaign, puzzles: Iterable[Puzzle]) -> dict[str, bool]:
    """Every backend that may run, by its full name, and whether it was named, so that it must be usable."""
    named = [name for group in campaign.configurations for name in group.backends or ()]
    others: list[str] = []
    if any(group.backends is None for group in campaign.configurations):
        others = [name for record in puzzles for name in all_backends(record)]
    return {**dict.fromkeys(others, False), **dict.fromkeys(named, True)}


def _cells_of(planner: _Planner, instance: CellInstance, question: Question) -> Iterator[Cell]:
    campaign = planner.campaign
    for number, group in enumerate(campaign.configurations):
        if group.families and not {instance.family, instance.puzzle} & set(group.families):
            continue
        present: dict[str, frozenset[Form]] = {}
        symmetries = [number for number in campaign.symmetries if turn_question(question, number) is not None]
        for solver in _solvers(planner, number, group, question):
            for encoding in _encodings(solver, group, question, present):
                for threads, seed, symmetry, repeat in product(
                    (1,) if solver.single_threaded else group.threads,
                    campaign.seeds,
                    symmetries,
                    range(campaign.repeats),
                ):
                    yield Cell(
                        instance, solver.name, planner.versions[solver.name], solver.formulation, encoding,
                        solver.profile, threads, seed, campaign.shuffled, symmetry,
                        campaign.unique, campaign.limits.seconds, campaign.limits.memory, repeat, solver.parameters,
                        solver.settings,
                    )  # fmt: skip


def _encodings(
    solver: PlannedSolver, group: ConfigurationGroup, question: Question, present: dict[str, frozenset[Form]]
) -> Iterator[str]:
    """The encodings that the solver runs with. present: keeps the forms of each formulation's model."""
    if not solver.encodes:
        yield AUTO
        return
    for encoding in group.encodings:
        if needs_forms(encoding) and solver.formulation not in present:
            present[solver.formulation] = present_forms(question, solver.formulation)
        yield from expand_encodings(encoding, present.get(solver.formulation, frozenset()))


def _solvers(
    planner: _Planner, number: int, group: ConfigurationGroup, question: Question
) -> tuple[PlannedSolver, ...]:
    """Those of the configurations for the instance of a question."""
    record = question.puzzle
    formulations = _formulations(group, question)
    key = (record.name, number, formulations, record.extras.advice(question.instance), question.cells)
    if key not in planner.solvers:
        names = [name for name in group.backends or all_backends(record) if name in planner.versions]
        own = [name for name in names if name not in special_names() or find_special_solver(record, name)]
        try:
            planner.solvers[key] = _planned_solvers(group, question, own, formulations)
        except InputError as refusal:  # other puzzles may have something to run
            planner.solvers[key], planner.refusal = (), str(refusal)
    return planner.solvers[key]


def _planned_solvers(
    group: ConfigurationGroup, question: Question, names: Sequence[str], formulations: Sequence[str] | None
) -> tuple[PlannedSolver, ...]:
    """Raises InputError if no backend takes these formulations."""
    if not names or formulations == ():
        return ()
    sparing = group.backends is None and group.formulations is None
    options = Options(parameters=group.settings)
    entrants = resolve_entrants(question, names, formulations, options, group.profile, sparing)
    return tuple(_planned_solver(entrant, question.puzzle) for entrant in entrants)


def _planned_solver(entrant: Entrant, record: Puzzle) -> PlannedSolver:
    options = entrant.options
    tuned = parameters(entrant.backend, entrant.profile, record.name, options.solver, options.cells)
    return PlannedSolver(
        name=entrant.name,
        formulation=entrant.formulation,
        profile=entrant.profile,
        encodes=entrant.backend.encodes,
        single_threaded=entrant.backend.single_threaded,
        parameters=pairs(tuned),
        settings=pairs(options.parameters),
    )


def _formulations(group: ConfigurationGroup, question: Question) -> tuple[str, ...] | None:
    """The formulations for the instance: of those named, the ones that its puzzle has; None for those that suit each
    backend."""
    puzzle, instance = question.puzzle, question.instance
    if group.formulations is None:
        return None
    if group.formulations == (ALL,):
        return all_formulations(puzzle, instance)
    return tuple(name for name in group.formulations if has_formulation(puzzle, name))
