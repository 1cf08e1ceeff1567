"""`rosetta bench diff A B`: two campaigns, cell by cell: a gate for a new version."""

from __future__ import annotations

import argparse
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.contract import DONE, WRONG

EXAMPLES = (
    "before.db after.db",
    "laptop.csv server.csv --threshold 1.5",
    "before.db after.db --json",
)
MORE = (
    "",
    "Cells are paired that agree in board, configuration, seed and limits; the versions of engines may differ.",
    "A regression is a new wrong answer, an optimum or claim that changed, a crash where there was an answer, or a",
    "configuration that takes longer or solves fewer boards, significantly, and in time beyond the threshold.",
    "",
    "exit code: 0 no regression; 1 a regression, or an answer of B is wrong; 2 bad usage or bad input",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Compare two campaigns, cell by cell: what got worse?", EXAMPLES, *MORE)
    p.add_argument("before", metavar="A", help="a store, or an exported CSV")
    p.add_argument("after", metavar="B", help="another one")
    p.add_argument(
        "--threshold", type=_read_threshold, default=None, metavar="X",
        help="how many times as long it must take to be a regression (default 1.2)",
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


def run(arguments: argparse.Namespace) -> int:
    import json
    from dataclasses import asdict

    from report.campaign.diff_table import diff_text
    from report.terminal import line_width
    from rosetta.studies.campaigns.frames import frame_from_file
    from rosetta.studies.campaigns.statistics.differences import THRESHOLD, compare_campaigns

    before, after = (frame_from_file(Path(name)) for name in (arguments.before, arguments.after))
    names = arguments.before, arguments.after
    diff = compare_campaigns(before, after, names, arguments.threshold or THRESHOLD)
    if arguments.json:
        print(json.dumps({"schema": 1, **asdict(diff)}, indent=1))
    else:
        print(diff_text(diff, flags.wants_colour(), line_width(), arguments.verbose > 0), end="")
    return WRONG if diff.regression or (after["result"] == "wrong").any() else DONE
