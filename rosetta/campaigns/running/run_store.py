"""Running what is pending in a store, here or on a cluster, and then proving what its cells claim.

    with open_store(path) as store:
        store.add_cells(plan.cells)
        run = run_store(store, RunRequest(jobs=2), plan.threads)

Whatever ends a run, the store is whole, and the next run resumes.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from backends.contract import Limits
from backends.running import supervisor
from backends.running.cores import core_slots
from report.campaign.progress import CampaignReporter, ended_text
from report.words import duration, join_names, plural
from rosetta.campaigns.executors.contract import Executor, ExecutorLost
from rosetta.campaigns.executors.local import LocalExecutor
from rosetta.campaigns.executors.machine import machine_fingerprint, machine_record
from rosetta.campaigns.planning.campaign import Campaign
from rosetta.campaigns.planning.campaign_request import CellRunRequest, RequestRefused
from rosetta.campaigns.running.prove_store import ProvingOutcome, ProvingReporter, prove_store
from rosetta.campaigns.running.run import CampaignEnd, Reporter, run_campaign
from rosetta.campaigns.running.stopping import StopRequest, heeded_signals
from rosetta.campaigns.store.reruns import RERUN_SHARE, RerunState
from rosetta.campaigns.store.store import CampaignStore


class StoreReporter(Reporter, ProvingReporter, Protocol):
    """Is told how cells and proofs go."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """How the pending cells of a store run."""

    jobs: int = 1  # cells at once, each on cores of its own
    on: str | None = None  # a Dask cluster (`executors.cluster`), None for this machine
    budget: float | None = None  # seconds after which no cell starts
    rerun_share: float = RERUN_SHARE  # of the cells: so many reruns of contended ones at most
    prove: Limits | None = None  # of each claim that is to be proved, None to prove nothing


@dataclass(frozen=True, slots=True)
class StoreRun:
    """How a run ended."""

    end: CampaignEnd
    is_contradicted: bool = False  # an answer is wrong, or engines disagree, as far as is seen while running
    sign: signal.Signals | None = None  # the signal that stopped it
    lost: str = ""  # why there is no executor any more


def run_request(request: CellRunRequest, campaign: Campaign) -> RunRequest:
    """How the cells of the campaign are to run. Raises InputError for a cluster that cannot be one."""
    if request.on is not None:
        from rosetta.campaigns.executors.cluster import check_address

        check_address(request.on)
    share = RERUN_SHARE if request.reruns is None else request.reruns / 100
    return RunRequest(
        jobs=request.jobs,
        on=request.on,
        budget=request.budget,
        rerun_share=0.0 if request.keep_contended else share,
        prove=campaign.limits if campaign.prove else None,
    )


def check_request(request: RunRequest) -> None:
    """Before there is a plan: raises RequestRefused if this machine has too few cores even for cells of one thread, or
    if nothing can be proved on it."""
    choose_slots(request.jobs, 1)
    reason = None if request.prove is None else supervisor.probe("cnf")[0]
    if reason is not None:
        raise RequestRefused("prove", f"the SAT solver cannot be used: {reason}")


def choose_slots(jobs: int, threads: int) -> list[tuple[int, ...]]:
    """The cores of each of so many cells that run at once. Raises RequestRefused if this machine has too few."""
    slots = core_slots(threads)
    if jobs > len(slots):
        each = "" if threads == 1 else f", with {threads} threads each"
        raise RequestRefused("jobs", f"this machine has cores for {len(slots)} at once{each}", str(jobs))
    return slots[-jobs:]


def run_store(
    store: CampaignStore, request: RunRequest, threads: int, reporter: StoreReporter | None = None
) -> StoreRun:
    """Run the pending cells of the store's plan, then prove what they claim, and heed signals meanwhile. threads: the
    most that a cell uses; reporter: is told how it goes, on stderr where None. Raises RequestRefused if this machine is
    too small, InputError if the cluster cannot be used."""
    if reporter is None:
        with CampaignReporter() as reporter:
            return run_store(store, request, threads, reporter)
    with heeded_signals() as stop:
        try:
            with _open_executor(store, request, threads, reporter.tell) as executor:
                outcome = run_campaign(store, executor, reporter, stop, request.budget, request.rerun_share)
        except ExecutorLost as lost:
            return StoreRun(CampaignEnd.STOPPED, lost=str(lost))
        reporter.tell(ended_text(outcome.done, outcome.total, outcome.seconds))
        if outcome.end is CampaignEnd.DONE and outcome.reruns.leftovers:
            reporter.tell(_kept_text(outcome.reruns))
        is_contradicted = outcome.contradictions > 0
        if outcome.end is not CampaignEnd.DONE or request.prove is None:
            return StoreRun(outcome.end, is_contradicted, stop.sign)
        left = None if request.budget is None else request.budget - outcome.seconds
        proved = _prove_claims(store, request, request.prove, reporter, stop, left)
        return StoreRun(proved.end, is_contradicted or proved.refuted > 0, stop.sign)


@contextlib.contextmanager
def _open_executor(
    store: CampaignStore, request: RunRequest, threads: int, warn: Callable[[str], None]
) -> Iterator[Executor]:
    """What runs the cells, here or on a cluster."""
    slots = choose_slots(request.jobs, threads)
    if request.on is None:
        store.add_machine(machine_fingerprint(), machine_record())
        yield LocalExecutor(slots, machine_fingerprint())
        return
    from rosetta.campaigns.executors.cluster import open_cluster
    from rosetta.campaigns.executors.dask import DaskExecutor
    from rosetta.campaigns.executors.environments import environment_here

    ours = environment_here({cell.backend: cell.version for cell in store.pending_cells()})
    with open_cluster(request.on, request.jobs, threads) as client:
        yield DaskExecutor(client, ours, threads, warn, store.add_machine)


def _prove_claims(
    store: CampaignStore,
    request: RunRequest,
    limits: Limits,
    reporter: StoreReporter,
    stop: StopRequest,
    left: float | None,
) -> ProvingOutcome:
    """Prove what the cells claim. left: seconds after which no proof starts."""
    slots = choose_slots(request.jobs, 1)
    proved = prove_store(store, limits, reporter, stop, machine_fingerprint(), slots, left)
    if proved.total:
        reporter.tell(_proved_text(proved))
    return proved


def _kept_text(reruns: RerunState) -> str:
    """Which times are too long, and what can be done about it."""
    cap = f"no more than {plural(reruns.most, 'rerun')}" if reruns.most else "no reruns"
    return f"{plural(reruns.leftovers, 'cell')} stay contended, as {cap} may be made (--reruns PERCENT)"


def _proved_text(outcome: ProvingOutcome) -> str:
    """How far the proofs came."""
    left = outcome.total - outcome.proved - outcome.refuted - outcome.unknown
    counts = {
        "proved": outcome.proved,
        "REFUTED": outcome.refuted,
        "not within the limits": outcome.unknown,
        "still to be tried": left,
    }
    said = join_names(f"{count:,} {what}" for what, count in counts.items() if count)
    return f"{plural(outcome.total, 'claim')} without a proof: {said}, after {duration(outcome.seconds)}"
