"""`rosetta bench run PUZZLE WHAT ..`: run a campaign; the same command again resumes it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bench.running.campaign_run import add_run_flags, check_jobs, check_prover, run_pending
from rosetta.commands.bench.shared_flags import STORE
from rosetta.commands.contract import DONE, WRONG

if TYPE_CHECKING:
    from rosetta.campaigns.planning.campaign import Campaign
    from rosetta.campaigns.planning.cells import Cell

EXAMPLES = (
    "tents 8..20/4 --count 20",
    "akari 10 --count 5 --backends cpsat,cnf,highs --time-limit 5 --store akari.db",
    "tents 12 --backends cnf --encoding cardinality=all --seeds 5 --shuffle",
    "benchmarks/standard.toml --dry-run",
)
MORE = (
    "",
    "The same command again resumes a campaign that was stopped.",
    "",
    "A campaign file is complete in itself: of the flags that say what is run, only --time-limit and --memory may be",
    "given with it, and override its own, and --prove. --dry-run prints the campaign file that is equivalent to a",
    "command line.",
    "",
    "exit code: 0 every cell has a result, if only that it reached a limit, and so has every proof; 1 an answer is",
    "wrong, or engines disagree; 2 bad usage or bad input; 3 some cells or proofs are still to be run; 130 interrupted",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Run each combination of solver and board once, and keep the results in a store.", EXAMPLES, *MORE
    )
    flags.add_puzzle(p, "; a range of sizes (8..30/4); or, in place of PUZZLE WHAT, a campaign file (CAMPAIGN.toml)")
    _add_dimensions(p)
    p.add_argument(
        "--store", default=None, metavar="FILE", help=f"the store (default {STORE}, or named after the campaign file)"
    )
    add_run_flags(p)
    p.add_argument("--shard", metavar="I/N", help="run only part I of N, into a store of its own; see bench merge")
    p.add_argument(
        "--dry-run", action="store_true", help="only say what would be run, and how long it would take at most"
    )
    return p


def _add_dimensions(p: argparse.ArgumentParser) -> None:
    """What is combined with what, and the limits of each cell."""
    p.add_argument(
        "--count", type=flags.positive_integer, default=1, metavar="K", help="boards of each size (default 1)"
    )
    p.add_argument("--backends", default=None, metavar="A,B", help="which backends to run (default: all)")
    p.add_argument(
        "--formulation",
        default=None,
        metavar="A,B",
        help="models of the puzzle; all for every one (default: those that compare shows)",
    )
    flags.add_encoding(
        p, "CNF encodings, FORM=NAME,...; `FORM=all` or `all` for every one; may be repeated for further choices"
    )
    p.add_argument(
        "--profile", choices=("default", "tuned"), default=None,
        help="solver parameters (default: both, if there are tuned ones)",
    )  # fmt: skip
    p.add_argument("--threads", default="1", metavar="T,T", help="threads per solver (default 1)")
    p.add_argument(
        "--seeds", default="1", metavar="K", help="solver seeds: how many, or a list such as 3,7 (default 1)"
    )
    p.add_argument("--shuffle", action="store_true", help="the seed also shuffles variables and constraints")
    p.add_argument(
        "--symmetries", default="0", nargs="?", const="all", metavar="K,K",
        help="also run boards rotated and mirrored: numbers from 0 to 7, or no number for all eight",
    )  # fmt: skip
    p.add_argument(
        "--repeat", type=flags.positive_integer, default=1, metavar="R", help="how often to run each cell (default 1)"
    )
    p.add_argument("--unique", action="store_true", help="also ask each solver whether its answer is the only one")
    p.add_argument(
        "--prove",
        action="store_true",
        help="prove what cells claim (no solution, none is better, with --unique no other), once for each board",
    )
    p.add_argument("--time-limit", type=flags.seconds, default=None, metavar="S", help="seconds per cell (default 10)")
    p.add_argument(
        "--memory", type=flags.positive_integer, default=None, metavar="MB", help="memory per cell (default 8000)"
    )


def run(arguments: argparse.Namespace) -> int:
    from rosetta.campaigns.executors.cluster import check_address
    from rosetta.campaigns.planning.campaign import campaign_toml
    from rosetta.campaigns.planning.shards import parse_shard
    from rosetta.campaigns.running.revision import source_revision
    from rosetta.campaigns.store.opening import check_writable
    from rosetta.campaigns.store.store import open_store
    from rosetta.commands import options
    from rosetta.commands.bench.running.campaign_arguments import campaign_from
    from rosetta.commands.bench.running.dry_run import plan_text
    from rosetta.commands.bench.running.end_summary import print_summary

    shard = None if arguments.shard is None else parse_shard(arguments.shard)
    if arguments.on is not None:
        check_address(arguments.on)
    campaign, path = campaign_from(arguments), store_path(arguments)
    if shard is not None and arguments.store is None:
        path = shard.store_beside(path)
    if not arguments.dry_run:  # planning may take minutes
        check_jobs(arguments.jobs, 1)  # it tells how many threads there are, too
        check_writable(path)
        if campaign.prove:
            check_prover()
    cells = [cell for cell in plan_cells(campaign, arguments.command) if shard is None or shard.holds(cell)]
    if arguments.dry_run:
        print(plan_text(campaign, cells, path))
        return DONE
    text, provenance = campaign_toml(campaign), options.provenance_from(arguments, named=campaign.limits.by_name)
    provenance |= {"revision": source_revision()}
    with open_store(path) as store:
        change = store.add_cells(cells, command=provenance["command"], text=text, provenance=provenance)
        if change.dropped:
            options.print_note(f"{change.dropped} cells of the previous plan stay in the store, but no longer count")
        threads = max((cell.threads for cell in cells), default=1)
        del cells  # the store has them
        print(f"rosetta: the store is {path}", file=sys.stderr)
        proving = campaign.limits if campaign.prove else None
        code = run_pending(store, arguments, threads, provenance["command"], proving)
        wrong = print_summary(store)
    return WRONG if wrong and code == DONE else code


def plan_cells(campaign: Campaign, command: str) -> list[Cell]:
    """The cells of the campaign. Says which backends are left out. Raises InputError."""
    from report.progress import ProgressLine
    from rosetta.campaigns.planning.boards import posed_instances
    from rosetta.campaigns.planning.campaign_checks import puzzles_of_groups
    from rosetta.campaigns.planning.engines import probe_engines
    from rosetta.campaigns.planning.plan import backend_names, planned_cells, single_threaded_names
    from rosetta.commands import options

    with ProgressLine() as line:
        engines = probe_engines(backend_names(campaign, puzzles_of_groups(campaign.instances)), line.show)
        line.clear()
        for name, reason in engines.absent.items():
            options.print_note(f"{name} is left out: {reason}")
        cells = planned_cells(campaign, posed_instances(campaign, command, line.show), engines.versions)
        line.clear()
        if names := single_threaded_names(campaign, cells):
            options.print_note(f"planned with 1 thread only, since they never use more: {', '.join(names)}")
        return cells


def store_path(arguments: argparse.Namespace) -> Path:
    """The store that is named, else one that is called like the campaign file, here."""
    from rosetta.commands.bench.running.campaign_arguments import campaign_path

    if arguments.store is not None:
        return Path(arguments.store)
    file = campaign_path(arguments)
    return Path(STORE) if file is None else Path(file.stem + ".db")
