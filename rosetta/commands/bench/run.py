"""`rosetta bench run PUZZLE WHAT ..`: run a campaign; the same command again resumes it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bench.running.campaign_run import add_run_flags, report_end
from rosetta.commands.bench.shared_flags import STORE
from rosetta.commands.contract import DONE, WRONG, UsageError

if TYPE_CHECKING:
    from report.campaign.records import Summary

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
    from rosetta.campaigns.planning.campaign_request import RequestRefused
    from rosetta.commands.bench.running.campaign_arguments import flag_of

    try:
        return _run_campaign(arguments)
    except RequestRefused as refusal:
        raise UsageError(refusal.message(flag_of(refusal.field))) from None


def _run_campaign(arguments: argparse.Namespace) -> int:
    from rosetta.campaigns.reporting.campaign_results import read_end
    from rosetta.campaigns.running.keep_plan import describe_change, keep_plan
    from rosetta.campaigns.running.run_store import check_request, run_request, run_store
    from rosetta.campaigns.store.opening import check_writable
    from rosetta.campaigns.store.store import open_store
    from rosetta.commands import options
    from rosetta.commands.bench.running.campaign_arguments import campaign_from, campaign_request
    from rosetta.commands.bench.running.shown_plan import plan_text, show_planning

    asked = campaign_request(arguments)
    campaign, path = campaign_from(asked), asked.store_path()
    request = run_request(asked, campaign)
    if not arguments.dry_run:  # planning may take minutes
        check_request(request)  # it is checked again with the threads of the plan
        check_writable(path)
    plan = show_planning(campaign, arguments.command, asked.shard)
    if arguments.dry_run:
        print(plan_text(plan, path, request.rerun_share))
        return DONE
    provenance, threads = options.provenance_from(arguments, named=campaign.limits.by_name), plan.threads
    with open_store(path) as store:
        change = keep_plan(store, plan, request, provenance, provenance["command"])
        del plan  # the store has it, and it may be large
        if change.dropped:
            options.print_note(describe_change(change))
        print(f"rosetta: the store is {path}", file=sys.stderr)
        code = report_end(run_store(store, request, threads), provenance["command"])
        end = read_end(store)
        if end.summary is not None:
            _print_summary(end.summary)
    return WRONG if end.is_wrong and code == DONE else code


def _print_summary(summary: Summary) -> None:
    from report.campaign.summary_table import summary_text
    from report.terminal import line_width

    print(summary_text(summary, flags.wants_colour(), line_width()))
