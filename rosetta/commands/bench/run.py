"""`rosetta bench run PUZZLE WHAT ..`: run a campaign; the same command again resumes it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import DONE, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rosetta.studies.campaigns.cells import CellInstance

EXAMPLES = ("tents 8 --count 20 --store tents.db", "akari 10 --count 5 --backends cpsat,cnf --time-limit 5")


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Run every backend on many boards, each once, into a store.", EXAMPLES)
    flags.add_puzzle(p)
    flags.add_solver_options(p, "solver parameters (default: both, if there are tuned ones)")
    p.add_argument("--backends", default=None, metavar="A,B", help="which backends to run (default: all)")
    p.add_argument("--count", type=flags.positive_integer, default=1, metavar="K", help="boards of each size")
    p.add_argument("--repeat", type=flags.positive_integer, default=1, metavar="R", help="how often to run each cell")
    p.add_argument("--unique", action="store_true", help="also ask for a second answer")
    add_store(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.campaigns.executors.in_turn import InTurn
    from rosetta.studies.campaigns.plan import CampaignPlan, distinct_instances, planned_cells
    from rosetta.studies.campaigns.run import run_campaign
    from rosetta.studies.campaigns.store.store import open_store

    backends = None if arguments.backends is None else tuple(arguments.backends.split(","))
    formulations = None if arguments.formulation is None else tuple(arguments.formulation.split(","))
    instances = distinct_instances(_instances(arguments))
    plan = CampaignPlan(
        instances, backends, formulations, tuple(arguments.encoding) or ("auto",), arguments.profile,
        (arguments.threads,), repeats=arguments.repeat, unique=arguments.unique, limits=options.limits(arguments),
    )  # fmt: skip
    cells = planned_cells(plan, _versions(plan))
    with open_store(Path(arguments.store)) as store, ProgressLine() as line:
        store.add_cells(cells)
        run_campaign(store, InTurn(), lambda done, of: line.show("cells", done, of))
    print(f"{len(cells)} cells in {arguments.store}", file=sys.stderr)
    return DONE


def _instances(arguments: argparse.Namespace) -> Iterator[CellInstance]:
    from rosetta.commands import options
    from rosetta.commands.named_instances import instance_arguments, instance_texts, name_puzzle
    from rosetta.studies.campaigns.cells import cell_instance

    name_puzzle(arguments)
    for text in instance_texts(arguments):
        alone = instance_arguments(arguments, text)
        first = alone.seed
        for alone.seed in range(first, first + arguments.count):
            resolved, question = options.question_from(alone)
            record, _, choices = options.instance_choices(alone)
            usual = {name: parameter.default for name, parameter in record.parameters.items()}
            usual |= {name: values[0] for name, values in record.options.items()}
            chosen = {name: value for name, value in choices.items() if value != usual[name]}
            yield cell_instance(question, resolved, chosen, alone.what)


def _versions(plan: object) -> dict[str, str]:
    from backends.contract import Options
    from backends.registry import UnknownBackend, split_name
    from backends.running import supervisor
    from models.puzzles.registry import puzzle
    from rosetta.studies.campaigns.plan import CampaignPlan
    from rosetta.studies.comparing.compare import all_backends

    assert isinstance(plan, CampaignPlan)
    names = plan.backends or tuple(all_backends(puzzle(plan.instances[0].puzzle)))
    versions: dict[str, str] = {}
    for name in names:
        try:
            backend, named = split_name(name, Options())
        except UnknownBackend as error:
            if plan.backends is not None:
                raise UsageError(str(error)) from None
            versions[name] = ""  # one of the puzzle's own solvers
            continue
        reason, version = supervisor.probe(backend, named)
        if reason is None:
            versions[name] = version
        else:
            print(f"note: {name} is left out: {reason}", file=sys.stderr)
    return versions
