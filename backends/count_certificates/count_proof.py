"""Numbers of solutions, proved: certificates are made in one child process, and checked in another.

    child 1    rows --search or elimination--> certificates, as bytes      need not be trusted
    child 2    rows, bytes --> how many solutions there are

The second child takes nothing from the first but the bytes. Trusted: `read_rows`, `check_certificate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from backends.contract import Limits, Status, Unsupported
from backends.count_certificates.fixed_solutions import Names
from backends.count_certificates.parity_count import (
    ParityRows,
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
from backends.count_certificates.stated_cover import StatedCover, read_cover
from backends.running import supervisor
from backends.running.worker import Send, phrase_progress
from models.neutral import Model
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

CountRows: TypeAlias = StatedCover | ParityRows
"""The rows of a model, as one of the kinds of which numbers can be certified."""


class CountStatus(StrEnum):
    """PROVED: there are so many; REFUSED: the certificate is wrong; UNKNOWN: a limit ended the work."""

    PROVED = "proved"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CountSize:
    """Of a certificate. states: that are listed; dimension: of the kernel, None of a cover; combinations: of rows."""

    states: int = 0
    dimension: int | None = None
    combinations: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CountProof:
    """Of several rows together. numbers: of solutions of each, none where they are not all proved; note: why it is not
    PROVED; sizes and certificates: of each that was made; seconds: of making them (search), and of the check."""

    status: CountStatus
    numbers: tuple[int, ...] = ()
    note: str = ""
    sizes: tuple[CountSize, ...] = ()
    certificates: tuple[bytes, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def is_proved(self) -> bool:
        """Are the numbers?"""
        return self.status is CountStatus.PROVED


def read_rows(model: Model, names: Names | None = None) -> CountRows:
    """The rows of the model: of those of its solutions in which variables of one name are equal (`fixed_solutions`).
    Raises Unsupported, with the reason for each kind."""
    try:
        return read_parities(model, names)
    except Unsupported as reason:
        no_parities = str(reason)
    try:
        return read_cover(model, names)
    except Unsupported as reason:
        raise Unsupported(f"{no_parities}; {reason}") from None


def prove_counts(rows: Sequence[CountRows], limits: Limits, progress: Progress = ignore_progress) -> CountProof:
    """The numbers of solutions of each. The limits are for both children together. It does not raise, but for what
    `progress` raises."""
    _load_loops(rows, progress)
    made: list[bytes] = []
    end = supervisor.run_job(send_certificates, ("certificates", rows, limits), limits, made.append, progress)
    seconds = {"search": end.seconds}
    if not end.complete:
        return CountProof(CountStatus.UNKNOWN, note=end.note, seconds=seconds)
    remaining = replace(limits, seconds=max(limits.seconds - end.seconds, 0.0))
    proof = check_counts_apart(rows, made, remaining, progress)
    return replace(proof, seconds={**seconds, **proof.seconds})


def check_counts_apart(
    rows: Sequence[CountRows], certificates: Sequence[bytes], limits: Limits, progress: Progress = ignore_progress
) -> CountProof:
    """Each certificate held against its rows, in a child of its own; whatever the bytes are, it does not raise."""
    _load_loops(rows, progress)
    checked: list[tuple[str | None, int, CountSize]] = []
    job = ("the check of a count", rows, certificates, limits)
    end = supervisor.run_job(send_checked_counts, job, limits, checked.append, progress)
    sizes, seconds = tuple(size for _, _, size in checked), {"check": end.seconds}
    if not end.complete:
        status = CountStatus.REFUSED if end.status is Status.ERROR else CountStatus.UNKNOWN
        return CountProof(status, (), end.note, sizes, tuple(certificates), seconds)
    refusals = [refusal for refusal, _, _ in checked if refusal is not None]
    if refusals or len(checked) != len(rows) or len(certificates) != len(rows):
        note = refusals[0] if refusals else f"expected {len(rows)} certificates, found {len(certificates)}"
        return CountProof(CountStatus.REFUSED, (), note, sizes, tuple(certificates), seconds)
    numbers = tuple(number for _, number, _ in checked)
    return CountProof(CountStatus.PROVED, numbers, "", sizes, tuple(certificates), seconds)


def _load_loops(rows: Sequence[CountRows], progress: Progress) -> None:
    """Here, so that all children have them."""
    if any(isinstance(each, StatedCover) for each in rows):
        progress("loading the check of numbers")
        prepare()


def make_certificate(
    rows: CountRows, megabytes: int, deadline: float = float("inf"), progress: Progress = ignore_progress
) -> bytes:
    """The bytes of a certificate. Raises Unsupported, LimitReached, TooLarge."""
    if isinstance(rows, ParityRows):
        return encode_parities(certify_parities(rows, deadline, progress))
    return encode_states(search_states(rows, megabytes, deadline, progress))


def check_certificate(
    rows: CountRows,
    certificate: bytes,
    megabytes: int,
    deadline: float = float("inf"),
    progress: Progress = ignore_progress,
) -> tuple[str | None, int, CountSize]:
    """What is wrong with the certificate, None if nothing is; how many solutions the rows have; its size.

    Raises LimitReached, TooLarge, and Unsupported for rows of which states are too large."""
    try:
        if isinstance(rows, ParityRows):
            parities = decode_parities(certificate)
            size = CountSize(0, len(parities.kernel), len(parities.pivots))
            return check_parity_count(rows, parities, deadline, progress), parities.number, size
        layout = lay_out(rows)
        file = open_states(certificate, megabytes)
        if file.words != layout.root.shape[1]:
            return f"expected states of {layout.root.shape[1]} words, found {file.words}", 0, CountSize()
        refusal, number = check_states(layout, file.read_layers(), deadline, progress)
    except InputError as error:
        return str(error), 0, CountSize()
    return refusal, number, CountSize(sum(file.sizes))


# ---- in the children -------------------------------------------------------------------------------------------


def send_certificates(send: Send, _: str, rows: Sequence[CountRows], limits: Limits) -> None:
    """ "found": the bytes of a certificate, for each."""
    deadline, tell = _begin(send, limits)
    for each in rows:
        send("found", make_certificate(each, limits.memory // 2, deadline, tell))
    send("end", True)


def send_checked_counts(
    send: Send, _: str, rows: Sequence[CountRows], certificates: Sequence[bytes], limits: Limits
) -> None:
    """ "found": what `check_certificate` says, of each."""
    deadline, tell = _begin(send, limits)
    for each, certificate in zip(rows, certificates, strict=False):
        send("found", check_certificate(each, certificate, limits.memory, deadline, tell))
    send("end", True)


def _begin(send: Send, limits: Limits) -> tuple[float, Progress]:
    """The clock started: the deadline, and a progress that tells the parent."""
    send("ready", False)
    return work_seconds() + limits.seconds, phrase_progress(send)
