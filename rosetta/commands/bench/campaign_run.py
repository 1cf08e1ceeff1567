"""Running what is pending in a store: flags, the executor, progress, signals, and how it ended."""

from __future__ import annotations

import argparse
import signal
import sys
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.contract import DONE, INTERRUPTED, LIMIT, TERMINATED, WRONG, UsageError

if TYPE_CHECKING:
    from rosetta.studies.campaigns.executors.contract import Executor
    from rosetta.studies.campaigns.run import CampaignOutcome
    from rosetta.studies.campaigns.store.store import CampaignStore


def add_run_flags(parser: argparse.ArgumentParser) -> None:
    flags.add_number(
        parser,
        "--jobs",
        flags.positive_integer,
        1,
        "N",
        "cells at the same time, each on cores of its own, but with the same memory; times are the most exact with 1",
    )
    parser.add_argument("--budget", type=flags.seconds, metavar="S", help="start no more cells after S seconds")
    parser.add_argument(
        "--keep-contended",
        action="store_true",
        help="do not run cells again, up to twice at the end, from which others took the processor",
    )


def run_pending(store: CampaignStore, arguments: argparse.Namespace, threads: int, command: str) -> int:
    """Run the pending cells of the store's plan; the exit code. threads: the most that a cell uses; command: resumes
    it. Raises UsageError if this machine is too small."""
    from report.campaign.progress import CampaignReporter
    from rosetta.studies.campaigns.run import run_campaign
    from rosetta.studies.campaigns.running.machine import machine_fingerprint, machine_record
    from rosetta.studies.campaigns.running.stopping import heeded_signals

    executor = _executor(arguments.jobs, threads)
    store.add_machine(machine_fingerprint(), machine_record())
    with heeded_signals() as stop, CampaignReporter() as reporter:
        outcome = run_campaign(store, executor, reporter, stop, arguments.budget, arguments.keep_contended)
    return _report_end(outcome, command, stop.sign)


def _executor(jobs: int, threads: int) -> Executor:
    """What runs the cells."""
    from backends.running.cores import core_slots
    from rosetta.studies.campaigns.executors.local import LocalExecutor
    from rosetta.studies.campaigns.running.machine import machine_fingerprint

    slots = core_slots(threads)
    if jobs > len(slots):
        each = "" if threads == 1 else f" of {threads} threads each"
        raise UsageError(f"--jobs {jobs}: there are processors for {len(slots)}{each}")
    return LocalExecutor(slots[-jobs:], machine_fingerprint())


def _report_end(outcome: CampaignOutcome, command: str, sign: signal.Signals | None) -> int:
    """Say how far it came, and what resumes it; the exit code."""
    from report.campaign.progress import ended_text
    from rosetta.studies.campaigns.run import CampaignEnd

    print(f"rosetta: {ended_text(outcome.done, outcome.total, outcome.seconds)}", file=sys.stderr)
    if outcome.end is CampaignEnd.DONE:
        return WRONG if outcome.contradictions else DONE
    why = "the budget is used up" if outcome.end is CampaignEnd.BUDGET else "stopped"
    print(f"rosetta: {why}; the same command resumes: {command}", file=sys.stderr)
    return LIMIT if outcome.end is CampaignEnd.BUDGET else INTERRUPTED if sign == signal.SIGINT else TERMINATED
