"""`rosetta bench run PUZZLE WHAT ..`: run a campaign; the same command again resumes it."""

from __future__ import annotations

import argparse
import sys

from rosetta.campaigns.planning.campaign_request import CampaignRequest, RequestRefused
from rosetta.commands import flags
from rosetta.commands.bench.running.campaign_run import print_end, report_end
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request
from rosetta.foundation.exit_codes import DONE
from rosetta.requests.kinds import ALL
from rosetta.requests.options import OptionGroup

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
    add_request(p, CampaignRequest, json=False)
    symmetries = p.add_argument(
        "--symmetries", default=(0,), nargs="?", const=ALL, metavar="K,K",
        help="also run boards rotated and mirrored: numbers from 0 to 7, or no number for all eight",
    )  # fmt: skip
    flags.set_group(symmetries, OptionGroup.MODEL)
    dry_run = p.add_argument(
        "--dry-run", action="store_true", help="only say what would be run, and how long it would take at most"
    )
    flags.set_group(dry_run, OptionGroup.USUAL)
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.bench.running.campaign_arguments import campaign_request, refused_words

    request = campaign_request(line)
    try:
        return _run_campaign(line, request)
    except RequestRefused as refusal:
        raise refused_words(refusal, request) from None


def _run_campaign(line: CommandLine, asked: CampaignRequest) -> int:
    from report.provenance import provenance
    from rosetta.campaigns.planning.requested_campaign import requested_campaign
    from rosetta.campaigns.running.keep_plan import describe_change, keep_plan
    from rosetta.campaigns.running.run_store import check_request, run_request, run_store
    from rosetta.campaigns.store.opening import check_writable
    from rosetta.campaigns.store.store import open_store
    from rosetta.commands.bench.running.campaign_arguments import campaign_boards, check_file_alone
    from rosetta.commands.bench.running.shown_plan import plan_text, show_planning
    from rosetta.commands.each_instance import print_note
    from rosetta.version import __version__

    boards = campaign_boards(line)
    check_file_alone(boards, asked)
    campaign, path = requested_campaign(boards, asked), asked.store_path(boards.file)
    request = run_request(asked, campaign)
    if not line.values["dry_run"]:  # planning may take minutes
        check_request(request)  # it is checked again with the threads of the plan
        check_writable(path)
    plan = show_planning(campaign, line.command, asked.part())
    if line.values["dry_run"]:
        print(plan_text(plan, path, request.rerun_share))
        return DONE
    command, threads = line.repeat(), plan.threads
    with open_store(path) as store:
        origin = provenance(__version__, campaign.limits.by_name, (), command)
        change = keep_plan(store, plan, request, origin, command)
        del plan  # the store has it, and it may be large
        if change.dropped:
            print_note(describe_change(change))
        print(f"rosetta: the store is {path}", file=sys.stderr)
        return print_end(store, report_end(run_store(store, request, threads), command))
