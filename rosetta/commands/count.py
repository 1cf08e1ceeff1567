"""`rosetta count PUZZLE WHAT`: the exact number of solutions, projected on the puzzle's answer."""

from __future__ import annotations

import argparse

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request
from rosetta.verbs.count import CountRequest

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent",
    "tents board.txt --distinct --backend cnf",
    "akari cross --distinct",
    "lightsout 4 --distinct",
    "tiling 8x8 --distinct",
    "model.cnf --project x1,x2",
    "tiling 6x10 --distinct --prove",
    "lightsout 9 --proof lights.zip       for others to check: `verify lightsout 9 --proof lights.zip`",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Count the solutions of a puzzle exactly.", EXAMPLES)
    flags.add_puzzle(p)
    add_request(p, CountRequest)
    return p


def run(line: CommandLine) -> int:
    from backends.running.preloading import keep_solvers
    from rosetta.commands.each_instance import ask_each, save_disagreement
    from rosetta.verbs.count import count

    request = line.request(CountRequest)
    request.check_files()
    keep_solvers()  # an engine counts and lists a few answers, another one counts again
    return ask_each(line, lambda asked, caller: count(asked, request, caller), save_disagreement)
