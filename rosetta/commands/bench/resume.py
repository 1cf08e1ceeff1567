"""`rosetta bench resume`: run what is left of a campaign, from its store alone."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rosetta.campaigns.planning.campaign_request import RequestRefused, ResumeRequest
from rosetta.commands import flags
from rosetta.commands.bench.running.campaign_run import print_end, report_end
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request

EXAMPLES = ("--store tents.db", "--store tents.db --jobs 2 --budget 3600")
MORE = (
    "",
    "Boards are not named: they are in the store, also those that a program made. An engine must be of the version",
    "that the cells were planned with; with another one, plan them anew with bench run.",
    "",
    "exit code: as of bench run",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Run what is left of a campaign, from its store alone.", EXAMPLES, *MORE)
    add_request(p, ResumeRequest, json=False)
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.bench.running.campaign_arguments import refused_words

    asked = line.request(ResumeRequest)
    try:
        return _resume_campaign(line, asked)
    except RequestRefused as refusal:
        raise refused_words(refusal, asked) from None


def _resume_campaign(line: CommandLine, asked: ResumeRequest) -> int:
    from report.provenance import provenance
    from rosetta.campaigns.planning.campaign import Campaign
    from rosetta.campaigns.running.resume import plan_rest, resume_store
    from rosetta.campaigns.running.run_store import check_request, run_request
    from rosetta.campaigns.store.errors import check_exists
    from rosetta.campaigns.store.store import open_store
    from rosetta.version import __version__

    path, command = Path(asked.store), line.repeat()
    check_exists(path)
    with open_store(path) as store:
        rest = plan_rest(store)
        proves = asked.prove or rest.proves
        request = run_request(asked, Campaign((), limits=rest.limits, prove=proves))
        check_request(request)
        print(f"rosetta: the store is {path}", file=sys.stderr)
        origin = provenance(__version__, rest.limits.by_name, (), command)
        return print_end(store, report_end(resume_store(store, request, origin, command), command))
