"""That a model has no solution, proved: a solver's proof about clauses, and the clauses that it needs from the model.

    child 1    model --lower--> clauses --solver--> DRAT proof                 need not be trusted
    child 2    model --lower--> clauses; the proof is checked (`proofs`), and every clause that it uses follows from a
               row of the model (`judge`)

The second child calls no solver, and takes nothing from the first but the bytes of the proof. What it says rests on
`proofs.lrat`, `judge` and `stated_rows` alone; the lowering is not trusted in either.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache

from backends.contract import Limits, Options, Status, Unsupported
from backends.justifying.origins import justify_clauses, trace_clauses
from backends.lowering.clauses import to_clauses
from backends.proofs.backward import check_proof
from backends.proofs.drat_files import read_drat
from backends.running import supervisor
from backends.running.worker import Send, phrase_progress
from models.neutral import Form, Model
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

SOLVER = "cadical195"
# Of encodings that say what their fresh variables stand for, those that are smallest at every size.
ENCODINGS = {
    Form.AT_MOST_ONE: "product",
    Form.EXACTLY_ONE: "product",
    Form.CARDINALITY: "totalizer",
    Form.LINEAR: "totalizer",
    Form.PARITY: "parity-chain",
    Form.INTEGER: "order",
}


class RefutationStatus(StrEnum):
    """PROVED: there is no solution; SATISFIABLE: the solver says there is one; REFUSED: it says there is none, and its
    proof, or a clause, does not hold; UNKNOWN: a limit ended the work."""

    PROVED = "proved"
    SATISFIABLE = "satisfiable"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class CheckedProof:
    """refusal: None where the model has no solution, else what is wrong. lemmas: in the proof, and how many of them
    were used; clauses: of the lowering, and how many of them were used; seconds: by part."""

    refusal: str | None
    lemmas: tuple[int, int] = (0, 0)
    clauses: tuple[int, int] = (0, 0)
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """What came out. note: why it is not PROVED; options: with the encodings of the clauses; proof: the bytes that the
    solver wrote; checked: None where no proof was looked at; seconds: of the solver, and of the check, lowering
    included."""

    status: RefutationStatus
    note: str
    options: Options
    proof: bytes = b""
    checked: CheckedProof | None = None
    seconds: dict[str, float] = field(default_factory=dict)


def refute(model: Model, limits: Limits, progress: Progress = ignore_progress) -> Refutation:
    """Is it proved that the model has no solution? Its objective is ignored. The limits are for solver and check
    together. Lowered with encodings that can be justified. No solver makes it raise."""
    options = Options(encodings=ENCODINGS)
    proofs: list[bytes | None] = []
    end = supervisor.run_job(send_proof, (SOLVER, model, limits, options), limits, proofs.append, progress)
    seconds = {"solver": end.seconds}
    if not end.complete:
        return Refutation(_failed_status(end.status), end.note, options, seconds=seconds)
    if proofs[0] is None:
        note = "the solver finds a solution"
        return Refutation(RefutationStatus.SATISFIABLE, note, options, seconds=seconds)
    remaining = replace(limits, seconds=max(limits.seconds - end.seconds, 0.0))
    refutation = check_proof_apart(model, proofs[0], remaining, options, progress)
    return replace(refutation, seconds={**seconds, **refutation.seconds})


def check_proof_apart(
    model: Model, proof: bytes, limits: Limits, options: Options, progress: Progress = ignore_progress
) -> Refutation:
    """`check_refutation` in a child of its own, within the limits; whatever the bytes are, it does not raise. The loops
    of the check are loaded here, so that the children of later checks have them."""
    progress("loading the check of proofs")
    prepare()
    checked: list[CheckedProof] = []
    job = ("the check of a proof", model, limits, options, proof)
    end = supervisor.run_job(send_checked_proof, job, limits, checked.append, progress)
    seconds = {"check": end.seconds}
    if not end.complete:
        return Refutation(_failed_status(end.status), end.note, options, proof, seconds=seconds)
    status = RefutationStatus.PROVED if checked[0].refusal is None else RefutationStatus.REFUSED
    return Refutation(status, checked[0].refusal or "", options, proof, checked[0], seconds)


@cache
def prepare() -> None:
    """Compile the loops of the check, or read them from disk; once in a process."""
    from backends.justifying import judge
    from backends.proofs import backward

    judge.prepare()
    backward.prepare()


def check_refutation(
    model: Model, proof: bytes, limits: Limits, options: Options, progress: Progress = ignore_progress
) -> CheckedProof:
    """Does the proof, of the model's clauses, show that the model has no solution?

    Raises FileError for bytes that are no proof, LimitReached and TooLarge."""
    begin = work_seconds()
    traced = trace_clauses(model, limits, options)
    seconds = {"lower": work_seconds() - begin}
    steps = read_drat(proof)
    verdict = check_proof(traced.clauses, steps, limits.seconds, progress=progress)
    seconds |= verdict.seconds
    lemmas = int((~steps.deletes).sum()), len(verdict.lemmas)
    clauses = len(traced.clauses), len(verdict.core)
    if verdict.refusal is not None:
        return CheckedProof(verdict.refusal, lemmas, clauses, seconds)
    begin = work_seconds()
    justified = justify_clauses(model, traced, verdict.core, limits.seconds, progress)
    seconds["clauses"] = work_seconds() - begin
    return CheckedProof(justified.refusal, lemmas, clauses, seconds)


def _failed_status(status: Status) -> RefutationStatus:
    """An error refuses what was claimed; a limit, or what is not supported, leaves it open."""
    return RefutationStatus.REFUSED if status is Status.ERROR else RefutationStatus.UNKNOWN


# ---- in the children -------------------------------------------------------------------------------------------


def send_proof(send: Send, solver: str, model: Model, limits: Limits, options: Options) -> None:
    """ "found": the bytes of a proof, None where there is a solution."""
    from backends.cnf import probe, prove

    reason = probe()
    if reason is not None:
        raise Unsupported(reason)
    send("ready", False)
    lowered = to_clauses(model, limits, options)
    if lowered.contradiction:  # an empty clause is among the clauses, so that nothing is left to prove
        send("found", b"")
    else:
        send("found", prove(solver, lowered, limits))
    send("end", True)


def send_checked_proof(send: Send, _: str, model: Model, limits: Limits, options: Options, proof: bytes) -> None:
    """ "found": the checked proof."""
    send("ready", False)
    send("found", check_refutation(model, proof, limits, options, phrase_progress(send)))
    send("end", True)
