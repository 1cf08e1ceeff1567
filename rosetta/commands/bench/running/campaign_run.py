"""The flags of a run of pending cells, and what they ask for; how it ended, in words and as an exit code."""

from __future__ import annotations

import argparse
import signal
import sys
from typing import TYPE_CHECKING

from report.words import LONGEST_MESSAGE, one_line
from rosetta.commands import flags
from rosetta.commands.contract import DONE, INTERRUPTED, LIMIT, TERMINATED, WRONG

if TYPE_CHECKING:
    from rosetta.campaigns.running.run_store import StoreRun


def add_run_flags(parser: argparse.ArgumentParser) -> None:
    flags.add_number(
        parser,
        "--jobs",
        flags.positive_integer,
        1,
        "N",
        "cells to run at once, each on cores of its own, though they share memory; times are most exact with 1",
    )
    parser.add_argument(
        "--on", metavar="CLUSTER", help="run on a Dask cluster: dask:tcp://HOST:PORT, dask:FILE.json, or dask:local"
    )
    parser.add_argument("--budget", type=flags.seconds, metavar="S", help="start no more cells after S seconds")
    parser.add_argument(
        "--reruns",
        type=flags.percent,
        default=None,
        metavar="PERCENT",
        help="of contended cells (from which other processes took processor time): at most so many at the end, in per "
        "cent of all cells (default 25)",
    )
    parser.add_argument("--keep-contended", action="store_true", help="the same as --reruns 0")


def report_end(run: StoreRun, command: str) -> int:
    """Say what resumes a run that is not complete; the exit code. command: resumes it."""
    from rosetta.campaigns.running.run import CampaignEnd

    if run.lost:
        why, code = one_line(run.lost, LONGEST_MESSAGE), LIMIT
    elif run.end is CampaignEnd.DONE:
        return WRONG if run.is_contradicted else DONE
    elif run.end is CampaignEnd.BUDGET:
        why, code = "the budget is used up", LIMIT
    else:
        why, code = "stopped", INTERRUPTED if run.sign == signal.SIGINT else TERMINATED
    print(f"rosetta: {why}; the same command resumes: {command}", file=sys.stderr)
    return code
