"""The number of a model's solutions, proved: a certificate is made in one child process, and checked in another.

    child 1    model --search or elimination--> certificate, as bytes      need not be trusted
    child 2    model, bytes --> is the number right?

The second child takes nothing from the first but the bytes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from enum import Enum
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algebra.progress import Progress, ignore_progress
from backends.contract import Limits, Status, Unsupported
from backends.count_certificates.parity_count import (
    certify_parities,
    check_parity_count,
    decode_parities,
    encode_parities,
    read_parities,
)
from backends.count_certificates.state_check import check_states
from backends.count_certificates.state_file import encode_states, open_states
from backends.count_certificates.state_layout import lay_out
from backends.count_certificates.state_search import prepare, search_states
from backends.count_certificates.stated_cover import read_cover
from backends.running import supervisor
from backends.running.worker import REPORT_SECONDS, Send
from models.neutral import Model


class CertificateKind(Enum):
    """STATES: of an exact cover; PARITIES: of equations modulo 2."""

    STATES = "states"
    PARITIES = "parities"


class CountStatus(Enum):
    """PROVED: there are so many; REFUSED: the certificate is wrong; UNKNOWN: a limit ended the work."""

    PROVED = "proved"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class CountProof:
    """number: of solutions, None where none is proved; note: why it is not PROVED; size: in words; certificate: its
    bytes; seconds: of making it, and of the check."""

    status: CountStatus
    kind: CertificateKind
    number: int | None = None
    note: str = ""
    size: str = ""
    certificate: bytes = b""
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def is_proved(self) -> bool:
        return self.status is CountStatus.PROVED

    def to_json(self) -> dict[str, Any]:
        """As documents have it."""
        return {
            "claim": "count",
            "status": self.status.value,
            "kind": self.kind.value,
            "size": self.size,
            "bytes": len(self.certificate),
            "seconds": self.seconds,
            "note": self.note,
        }

    def __str__(self) -> str:
        """`exactly so many: proved by 25,505 states, each the sum of its successors, in 2.10 s`."""
        if not self.is_proved:
            return f"exactly so many: not proved: {self.note}"
        return f"exactly so many: proved by {self.size}, in {sum(self.seconds.values()):.2f} s"


def choose_kind(model: Model, project: NDArray[np.int32]) -> CertificateKind:
    """The kind of certificate that the model's rows allow. Raises Unsupported, with the reason for each kind."""
    if len(np.unique(project)) < model.variables:
        raise Unsupported("some variables are not part of the answer")
    reasons = []
    for kind, read in ((CertificateKind.PARITIES, read_parities), (CertificateKind.STATES, read_cover)):
        try:
            read(model)
        except Unsupported as reason:
            reasons.append(str(reason))
        else:
            return kind
    raise Unsupported("; ".join(reasons))


def prove_count(
    model: Model, kind: CertificateKind, limits: Limits, progress: Progress = ignore_progress
) -> CountProof:
    """The number of assignments that keep all rows; the objective is ignored. The limits are for both children
    together. It does not raise, but for what `progress` raises."""
    made: list[bytes] = []
    end = supervisor.run_job(send_certificate, ("the certificate", model, kind, limits), limits, made.append, progress)
    seconds = {"search": end.seconds}
    if not end.complete:
        return CountProof(CountStatus.UNKNOWN, kind, note=end.note, seconds=seconds)
    remaining = replace(limits, seconds=max(limits.seconds - end.seconds, 0.0))
    proof = check_count_apart(model, kind, made[0], remaining, progress)
    return replace(proof, seconds={**seconds, **proof.seconds})


def check_count_apart(
    model: Model, kind: CertificateKind, certificate: bytes, limits: Limits, progress: Progress = ignore_progress
) -> CountProof:
    """The certificate checked in a child of its own; whatever the bytes are, it does not raise."""
    checked: list[tuple[str | None, int, str]] = []
    job = ("the check of a count", model, kind, certificate, limits)
    end = supervisor.run_job(send_checked_count, job, limits, checked.append, progress)
    seconds = {"check": end.seconds}
    if not end.complete:
        status = CountStatus.REFUSED if end.status is Status.ERROR else CountStatus.UNKNOWN
        return CountProof(status, kind, None, end.note, certificate=certificate, seconds=seconds)
    refusal, number, size = checked[0]
    if refusal is not None:
        return CountProof(CountStatus.REFUSED, kind, None, refusal, size, certificate, seconds)
    return CountProof(CountStatus.PROVED, kind, number, "", size, certificate, seconds)


def check_count(
    model: Model, kind: CertificateKind, certificate: bytes, deadline: float, progress: Progress = ignore_progress
) -> tuple[str | None, int, str]:
    """What is wrong with the certificate, None if nothing is; the number that it states; its size in words.

    Raises LimitReached, and Unsupported where the model does not have that kind of rows."""
    try:
        if kind is CertificateKind.PARITIES:
            rows, parities = read_parities(model), decode_parities(certificate)
            words = f"a kernel of dimension {len(parities.kernel)} and {len(parities.pivots):,} combinations of rows"
            words = "rows that add up to 0 = 1" if parities.contradiction else words
            return check_parity_count(rows, parities, deadline, progress), parities.number, words
        file = open_states(BytesIO(certificate))
        layout = lay_out(read_cover(model), file.order)
        if file.words != layout.words:
            return f"expected states of {layout.words} words, found {file.words}", 0, ""
        refusal, number = check_states(layout, file.read_layers(), deadline, progress)
    except ValueError as error:
        return str(error), 0, ""
    size = f"{sum(file.sizes):,} states, each the sum of its successors"
    return refusal, number, size


# ---- in the children -------------------------------------------------------------------------------------------


def send_certificate(send: Send, _: str, model: Model, kind: CertificateKind, limits: Limits) -> None:
    """ "found": the bytes of a certificate."""
    deadline, tell = _begin(send, kind, limits)
    if kind is CertificateKind.PARITIES:
        send("found", encode_parities(certify_parities(read_parities(model), deadline, tell)))
    else:
        send("found", encode_states(search_states(read_cover(model), limits.memory, deadline, tell)))
    send("end", True)


def send_checked_count(
    send: Send, _: str, model: Model, kind: CertificateKind, certificate: bytes, limits: Limits
) -> None:
    """ "found": what `check_count` says."""
    deadline, tell = _begin(send, kind, limits)
    send("found", check_count(model, kind, certificate, deadline, tell))
    send("end", True)


def _begin(send: Send, kind: CertificateKind, limits: Limits) -> tuple[float, Progress]:
    """The loops compiled, the clock started: the deadline, and a progress that tells the parent."""
    if kind is CertificateKind.STATES:
        prepare()
    send("ready", False)
    last_report = time.monotonic()

    def tell(what: str, done: float = 0.0, of: float | None = None, note: str = "", /) -> None:
        nonlocal last_report
        if time.monotonic() - last_report > REPORT_SECONDS:
            last_report = time.monotonic()
            send("progress", f"{what}, {100 * done / of:.0f}%" if of else what)

    return time.monotonic() + limits.seconds, tell
