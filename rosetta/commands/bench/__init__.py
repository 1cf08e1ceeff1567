"""`rosetta bench`: campaigns. Each sub-verb is a module, with `parser` and `run` as a verb has them."""

from __future__ import annotations

import argparse

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError

SUBVERBS = {
    "run": "run a campaign, or resume it",
    "resume": "run what is left of a campaign, from its store alone",
    "status": "show the progress of a campaign",
    "show": "show one cell: its board, its verdict, and what the verdict rests on",
    "report": "show the results: a table, a page, figures, LaTeX",
    "rerun": "run cells again, showing each step",
    "export": "write the results as CSV, JSON lines or Parquet",
    "merge": "merge the stores of shards or machines into one",
    "clean": "delete attempts that no longer count",
    "diff": "compare two campaigns cell by cell, as a gate for new versions",
    "tune": "test the default encodings and profiles against the others",
    "script": "write a script that runs a campaign in shards, for Slurm, PBS or a shell",
}


def parser(command: str) -> argparse.ArgumentParser:
    """The parser for a line that names no sub-verb: it shows what there is."""
    lines = [f"  {name:<9}{what}" for name, what in SUBVERBS.items()]
    p = flags.arguments_parser(
        command,
        "Campaigns: many boards, backends and encodings under the same limits.",
        (
            "run tents 8 --count 20 --store tents.db",
            "status --store tents.db",
            "report --store tents.db --html tents.html",
            "export --store tents.db --csv tents.csv",
        ),
        "",
        "sub-verbs:",
        *lines,
        "",
        f"For details: {command} SUBVERB --help",
    )
    p.add_argument("subverb", metavar="SUBVERB", choices=tuple(SUBVERBS), help=", ".join(SUBVERBS))
    return p


def run(line: CommandLine) -> int:
    raise UsageError(f"{line.values['subverb']} must come right after bench")
