"""`rosetta bench diff A B`: two campaigns compared cell by cell, as a gate for new versions."""

from __future__ import annotations

import argparse
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE, WRONG
from rosetta.foundation.vocabulary import ResultClass

EXAMPLES = (
    "before.db after.db",
    "laptop.csv server.csv --threshold 1.5",
    "before.db after.db --json",
)
MORE = (
    "",
    "Two cells are paired if they agree in board, configuration, seed and limits; versions of engines may differ.",
    "A regression is a new wrong answer, a changed optimum or claim, a crash where there was an answer, or a",
    "configuration that solves significantly fewer boards, or is significantly slower and by more than the threshold.",
    "",
    "exit code: 0 no regression; 1 a regression, or an answer of B is wrong; 2 bad usage or bad input",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Compare two campaigns cell by cell: what got worse?", EXAMPLES, *MORE)
    p.add_argument("before", metavar="A", help="the earlier results: a store, or a CSV from bench export")
    p.add_argument("after", metavar="B", help="the later results")
    p.add_argument(
        "--threshold", type=_read_threshold, default=None, metavar="X",
        help="ratio of times beyond which a significant slowdown is a regression (default 1.2)",
    )  # fmt: skip
    flags.add_json(p, lines=False)
    return p


def _read_threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 <= value < 1e6:
        raise argparse.ArgumentTypeError(f"expected a ratio of 1 or more, found '{text}'")
    return value


def run(line: CommandLine) -> int:
    import json
    from dataclasses import asdict

    from report.campaign.diff_table import diff_text
    from report.terminal import line_width
    from rosetta.campaigns.results.frames import frame_from_file
    from rosetta.campaigns.statistics.differences import THRESHOLD, compare_campaigns

    before, after = (frame_from_file(Path(name)) for name in (line.values["before"], line.values["after"]))
    names = line.values["before"], line.values["after"]
    diff = compare_campaigns(before, after, names, line.values["threshold"] or THRESHOLD)
    if line.values["json"]:
        print(json.dumps({"schema": 1, **asdict(diff)}, indent=1))
    else:
        print(diff_text(diff, flags.wants_colour(), line_width(), line.values["verbose"] > 0), end="")
    return WRONG if diff.regression or (after["result"] == ResultClass.WRONG).any() else DONE
