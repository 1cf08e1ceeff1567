"""Running what is pending in a store: flags, the executor, progress, signals, and how it ended."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.contract import DONE, INTERRUPTED, LIMIT, TERMINATED, WRONG, UsageError

if TYPE_CHECKING:
    from backends.contract import Limits
    from rosetta.campaigns.executors.contract import Executor
    from rosetta.campaigns.running.prove_store import ProvingOutcome
    from rosetta.campaigns.running.run import CampaignEnd
    from rosetta.campaigns.store.store import CampaignStore


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
        "--keep-contended",
        action="store_true",
        help="do not rerun contended cells at the end (from which other processes took processor time)",
    )


def check_jobs(jobs: int, threads: int) -> list[tuple[int, ...]]:
    """The slots of this machine. Raises UsageError if there are fewer than `jobs`."""
    from backends.running.cores import core_slots

    slots = core_slots(threads)
    if jobs > len(slots):
        each = "" if threads == 1 else f", with {threads} threads each"
        raise UsageError(f"--jobs {jobs}: this machine has cores for {len(slots)} at once{each}")
    return slots


def check_prover() -> None:
    """Raises UsageError if nothing can be proved here."""
    from backends.running import supervisor

    reason = supervisor.probe("cnf")[0]
    if reason is not None:
        raise UsageError(f"--prove: the SAT solver cannot be used: {reason}")


def run_pending(
    store: CampaignStore, arguments: argparse.Namespace, threads: int, command: str, proving: Limits | None = None
) -> int:
    """Run the pending cells of the store's plan, then prove what they claim; the exit code. threads: the most that a
    cell uses; command: resumes it; proving: the limits of each claim, None to prove nothing. Raises UsageError if this
    machine is too small, InputError if the cluster cannot be used."""
    from report.campaign.progress import CampaignReporter, ended_text
    from rosetta.campaigns.executors.contract import ExecutorLost
    from rosetta.campaigns.executors.machine import machine_fingerprint
    from rosetta.campaigns.running.prove_store import prove_store
    from rosetta.campaigns.running.run import CampaignEnd, run_campaign
    from rosetta.campaigns.running.stopping import heeded_signals

    with heeded_signals() as stop, CampaignReporter() as reporter:
        try:
            with _open_executor(store, arguments, threads, reporter.tell) as executor:
                outcome = run_campaign(store, executor, reporter, stop, arguments.budget, arguments.keep_contended)
        except ExecutorLost as lost:
            reporter.tell(f"{lost}; the same command resumes: {command}")
            return LIMIT
        reporter.tell(ended_text(outcome.done, outcome.total, outcome.seconds))
        end, wrong = outcome.end, outcome.contradictions > 0
        if end is CampaignEnd.DONE and proving is not None:
            left = None if arguments.budget is None else arguments.budget - outcome.seconds
            slots = check_jobs(arguments.jobs, 1)[-arguments.jobs :]
            proved = prove_store(store, proving, reporter, stop, machine_fingerprint(), slots, left)
            end, wrong = proved.end, wrong or proved.refuted > 0
            if proved.total:
                reporter.tell(_proved_text(proved))
    return _report_end(end, wrong, command, stop.sign)


@contextlib.contextmanager
def _open_executor(
    store: CampaignStore, arguments: argparse.Namespace, threads: int, warn: Callable[[str], None]
) -> Iterator[Executor]:
    """What runs the cells, here or on a cluster."""
    from rosetta.campaigns.executors.local import LocalExecutor
    from rosetta.campaigns.executors.machine import machine_fingerprint, machine_record

    jobs, slots = arguments.jobs, check_jobs(arguments.jobs, threads)
    if arguments.on is None:
        store.add_machine(machine_fingerprint(), machine_record())
        yield LocalExecutor(slots[-jobs:], machine_fingerprint())
        return
    from rosetta.campaigns.executors.cluster import open_cluster
    from rosetta.campaigns.executors.dask import DaskExecutor
    from rosetta.campaigns.executors.environments import environment_here

    ours = environment_here({cell.backend: cell.version for cell in store.pending_cells()})
    with open_cluster(arguments.on, jobs, threads) as client:
        yield DaskExecutor(client, ours, threads, warn, store.add_machine)


def _proved_text(outcome: ProvingOutcome) -> str:
    """How far the proofs came."""
    from report.words import duration, join_names, plural

    left = outcome.total - outcome.proved - outcome.refuted - outcome.unknown
    counts = {
        "proved": outcome.proved,
        "REFUTED": outcome.refuted,
        "not within the limits": outcome.unknown,
        "still to be tried": left,
    }
    said = join_names(f"{count:,} {what}" for what, count in counts.items() if count)
    return f"{plural(outcome.total, 'claim')} without a proof: {said}, after {duration(outcome.seconds)}"


def _report_end(end: CampaignEnd, wrong: bool, command: str, sign: signal.Signals | None) -> int:
    """Say what resumes it; the exit code. wrong: something was contradicted."""
    from rosetta.campaigns.running.run import CampaignEnd

    if end is CampaignEnd.DONE:
        return WRONG if wrong else DONE
    why = "the budget is used up" if end is CampaignEnd.BUDGET else "stopped"
    print(f"rosetta: {why}; the same command resumes: {command}", file=sys.stderr)
    return LIMIT if end is CampaignEnd.BUDGET else INTERRUPTED if sign == signal.SIGINT else TERMINATED
