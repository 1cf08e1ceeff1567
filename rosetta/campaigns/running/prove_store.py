"""Proving what the cells of a campaign claim: each claim about a board once, whichever cells make it.

    judged rows --open_claims--> claims without a proof --warm parents--> proofs --store--> judged rows

What is proved, refuted, or was out of reach of the same limits is in the store, and is not tried again. So this can be
stopped like the cells: Ctrl-C once lets the proofs that are at work end, twice kills them.
"""

from __future__ import annotations

import select
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Protocol

from backends.contract import Limits
from backends.running.supervisor import IMPORT_SECONDS
from backends.running.warm import WarmParent
from rosetta.campaigns.rows.board_proofs import PROVED, REFUTED, UNKNOWN, BoardClaim, BoardProof
from rosetta.campaigns.rows.judging import judge_instance_rows, stored_testimony
from rosetta.campaigns.rows.proved_rows import standing_claims
from rosetta.campaigns.running.prove_board import ProofRequest, answer_request, unsettled_proof
from rosetta.campaigns.running.run import WAIT_SECONDS, CampaignEnd
from rosetta.campaigns.running.stopping import StopRequest
from rosetta.campaigns.store.store import AttemptedRow, CampaignStore
from rosetta.foundation.work_clock import work_seconds

SOFT_STOP = "stopping after the proofs at work (Ctrl-C again kills them)"
UNTRIED = "untried"
CHECKING_SECONDS = 60.0  # for building the model and checking an answer, beyond the limits


class ProvingReporter(Protocol):
    """Is told how it goes."""

    def show_proving(self, done: int, total: int, running: int) -> None: ...

    def tell(self, what: str) -> None: ...


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim without a proof. board: in words; formulations: in which cells make it."""

    claim: BoardClaim
    board: str
    formulations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvingOutcome:
    """How far it came. total: claims that had no proof; proved, refuted, unknown: of these, now."""

    end: CampaignEnd
    total: int
    proved: int
    refuted: int
    unknown: int
    seconds: float


@dataclass(slots=True)
class ProofRun:
    """A claim at work. begun: on the clock of `work_clock`."""

    claim: OpenClaim
    begun: float


@dataclass(slots=True)
class StoreProver:
    """Proves claims for a store. parents: one for each claim at work; host: the fingerprint of this machine."""

    store: CampaignStore
    limits: Limits
    reporter: ProvingReporter
    parents: Sequence[WarmParent]
    host: str
    runs: dict[int, ProofRun] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def begin_claims(self, upcoming: deque[OpenClaim]) -> None:
        """Hand claims to the parents that have nothing to do."""
        for place, parent in enumerate(self.parents):
            if upcoming and place not in self.runs:
                each = upcoming.popleft()
                parent.submit(self._request(each))
                self.runs[place] = ProofRun(each, work_seconds())

    def keep_proofs(self) -> None:
        """Wait a moment, and store what has come."""
        poll = select.poll()
        for place in self.runs:
            poll.register(self.parents[place], select.POLLIN)
        poll.poll(WAIT_SECONDS * 1000)
        for place, run in list(self.runs.items()):
            proof = self._proof_of(self.parents[place], run)
            if proof is not None:
                del self.runs[place]
                self._keep_proof(run.claim, proof)

    def _request(self, each: OpenClaim) -> ProofRequest:
        claim = each.claim
        answer = self.store.read_answer(claim.subject) if claim.claim == "unique" else ""
        instance = self.store.read_instance(claim.instance)
        return ProofRequest(claim, instance, each.formulations, answer, self.limits)

    def _proof_of(self, parent: WarmParent, run: ProofRun) -> BoardProof | None:
        """What came of it; None while it is at work. What has no end is killed."""
        reply = parent.receive(0.0)
        if reply is None:
            why = self._reason_to_kill(parent, run)
            if why is None:
                return None
            reply = parent.kill(why)
        if isinstance(reply.result, BoardProof):
            return reply.result
        return unsettled_proof(run.claim.claim, reply.fault.partition("\n")[0], "", self.limits)

    def _reason_to_kill(self, parent: WarmParent, run: ProofRun) -> str | None:
        """The limits hold for solver and checker; this is for what surrounds them."""
        most = IMPORT_SECONDS + 3 * self.limits.seconds + CHECKING_SECONDS
        if work_seconds() - run.begun > most:
            return f"killed after {most:.4g} s, with building the model"
        if parent.resident_megabytes() > self.limits.memory:
            return f"memory limit of {self.limits.memory} MB, in building the model"
        return None

    def _keep_proof(self, each: OpenClaim, proof: BoardProof) -> None:
        self.store.record_proof(replace(proof, host=self.host))
        self.counts[proof.status] += 1
        if proof.status == REFUTED:
            self.reporter.tell(f"wrong: {proof.words}, on {each.board}")


def prove_store(
    store: CampaignStore,
    limits: Limits,
    reporter: ProvingReporter,
    stop: StopRequest,
    host: str,
    slots: Sequence[tuple[int, ...]] = ((),),
    budget: float | None = None,
) -> ProvingOutcome:
    """Prove what the cells of the last plan claim and nothing proves yet. limits: of each claim; host: the fingerprint
    of this machine; slots: the cores of each claim that is proved at the same time; budget: seconds after which no
    proof starts. Raises StoreError."""
    begun, end = work_seconds(), CampaignEnd.DONE
    claims = open_claims(store, limits)
    upcoming = deque(claims)
    with ExitStack() as stack:  # which kills what is still at work
        parents = [stack.enter_context(WarmParent(answer_request, cores)) for cores in slots[: len(claims)]]
        prover = StoreProver(store, limits, reporter, parents, host)
        while (upcoming or prover.runs) and not stop.hard:
            late = budget is not None and work_seconds() - begun > budget
            if upcoming and (stop.soft or late):
                upcoming.clear()
                end = CampaignEnd.STOPPED if stop.soft else CampaignEnd.BUDGET
                if stop.soft and prover.runs:
                    reporter.tell(SOFT_STOP)
            prover.begin_claims(upcoming)
            prover.keep_proofs()
            reporter.show_proving(prover.counts.total(), len(claims), len(prover.runs))
        if stop.hard and prover.counts.total() < len(claims):
            end = CampaignEnd.STOPPED
    counts, seconds = prover.counts, work_seconds() - begun
    return ProvingOutcome(end, len(claims), counts[PROVED], counts[REFUTED], counts[UNKNOWN], seconds)


def count_proofs(store: CampaignStore) -> Counter[str]:
    """How many claims about its boards are proved, refuted, out of reach of the limits (PROVED, REFUTED, UNKNOWN), and
    not tried yet (UNTRIED). Raises StoreError."""
    counts = Counter(proof.status for known in store.proofs().values() for proof in known)
    counts[UNTRIED] = len(open_claims(store, Limits(seconds=0.0, memory=0)))  # which any attempt has settled
    return counts


def open_claims(store: CampaignStore, limits: Limits) -> list[OpenClaim]:
    """What cells of the last plan claim and nothing proves or refutes, board by board, without what an attempt under
    limits as wide as these could not settle. Raises StoreError."""
    proofs = store.proofs()
    found: list[OpenClaim] = []
    for instance, group in groupby(store.attempted_rows(), key=lambda each: each.row["instance"]):
        attempts, known = list(group), proofs[instance]
        settled = {(each.claim, each.subject) for each in known if each.settles(limits.seconds, limits.memory)}
        formulations: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        with store.translate_faults():
            unproved = list(_unproved_claims(attempts, known))
        for claim, formulation in unproved:
            if claim not in settled:
                formulations[claim].add(formulation)
        board = _describe_board(attempts[0].row)
        for (kind, subject), names in sorted(formulations.items()):
            found.append(OpenClaim(BoardClaim(instance, kind, subject), board, tuple(sorted(names))))
    return found


def _unproved_claims(
    attempts: Sequence[AttemptedRow], proofs: Sequence[BoardProof]
) -> Iterator[tuple[tuple[str, str], str]]:
    """What planned cells of an instance claim and neither a certificate nor a proof shows: claim and subject, and the
    formulation of the cell."""
    judgements = judge_instance_rows([each.row for each in attempts], proofs)
    for attempt, judgement in zip(attempts, judgements, strict=True):
        testimony = stored_testimony(attempt.row) if attempt.planned else None
        if testimony is not None:
            for claim in standing_claims(testimony, judgement):
                if getattr(judgement.claims, claim[0]) != PROVED:
                    yield claim, attempt.row["formulation"]


def _describe_board(row: dict[str, Any]) -> str:
    return f"{row['puzzle']} {row['what']}" + (f" --seed {row['board_seed']}" if row["board_seed"] else "")
