"""`rosetta explain PUZZLE WHAT`: the solution step by step in the puzzle's words, or why there is none."""

from __future__ import annotations

import argparse

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request
from rosetta.requests.options import OptionGroup
from rosetta.verbs.explain import ExplainRequest

EXAMPLES = (
    "tents 8",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2",
    "akari 7 --html page.html",
    "akari source-4x4 --repair --all-conflicts",
    "tents 4x4:bgd_,0,1,0,2,2,0,1,0 --tree-rule adjacent",
    "lightsout 3 --to 5",
    "infeasible.lp",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Derive the solution step by step from the rules alone, in the puzzle's own words, or show why there is none.",
        EXAMPLES,
    )
    flags.add_puzzle(p)
    add_request(p, ExplainRequest, json=False, first=(OptionGroup.MODEL, OptionGroup.USUAL))
    flags.add_page(p, ", with a picture of each step")
    flags.add_json(p)
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.each_instance import ask_each
    from rosetta.commands.pages import check_page, write_page
    from rosetta.verbs.explain import explain

    request = line.request(ExplainRequest)
    check_page(line)
    return ask_each(
        line,
        lambda asked, caller: explain(asked, request, caller),
        lambda result, alone, number: write_page(alone, result.page),
    )
