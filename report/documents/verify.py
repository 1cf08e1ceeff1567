"""What `verify --json` prints: of an answer, of a proof by `solve --proof`, of one by `count --proof`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from report.documents.count import Digits
from report.documents.proofs import ClaimProofDocument, NumberProofDocument
from report.documents.provenance import Provenance


class VerifyKeys(TypedDict):
    """Something that was checked against the rules."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str
    """Its name."""
    id: str
    """The instance: its exchange ID or address; of a file its name and SHA-256."""
    valid: bool
    """Does it hold?"""
    broken: list[str]
    """The rules that the answer, or one of the answers, breaks, as sentences."""


class AnswerCheck(VerifyKeys, Provenance):
    """An answer that was checked against the rules."""


class ArchiveKeys(TypedDict):
    """What an archive says beside its proofs."""

    differing: list[str]
    """A sentence for each part that is not what follows from the rules."""
    unneeded: list[str]
    """Parts that the verdict does not need, in words."""


class ProofCheck(VerifyKeys, ArchiveKeys, Provenance):
    """A file of `solve --proof` or `compare --proof`, checked from the rules on."""

    proofs: list[ClaimProofDocument]
    """Each that is in it."""


class CountCheck(VerifyKeys, ArchiveKeys, Provenance):
    """A file of `count --proof`, checked from the rules on."""

    count: Digits | None
    """The number that it states, in decimal; null where it states none."""
    distinct: Digits | None
    """The number up to symmetry."""
    proofs: list[NumberProofDocument | ClaimProofDocument]
    """Each that is in it."""


def check_of_answer(puzzle: str, id: str, broken: Sequence[str], provenance: Provenance) -> AnswerCheck:
    """The document of an answer. broken: the rules that it breaks."""
    return {"schema": 1, "puzzle": puzzle, "id": id, "valid": not broken, "broken": list(broken), **provenance}


def check_of_proofs(
    puzzle: str,
    id: str,
    valid: bool,
    broken: Sequence[str],
    proofs: Sequence[ClaimProofDocument],
    contents: ArchiveKeys,
    provenance: Provenance,
) -> ProofCheck:
    """The document of a file of `solve --proof`. broken: the rules that its answers break."""
    return {
        "schema": 1,
        "puzzle": puzzle,
        "id": id,
        "valid": valid,
        "broken": list(broken),
        "proofs": list(proofs),
        **contents,
        **provenance,
    }


def check_of_count(
    puzzle: str,
    id: str,
    valid: bool,
    numbers: Mapping[str, str],
    proofs: Sequence[NumberProofDocument | ClaimProofDocument],
    contents: ArchiveKeys,
    provenance: Provenance,
) -> CountCheck:
    """The document of a file of `count --proof`. numbers: in decimal, by claim: `count`, `distinct`."""
    return {
        "schema": 1,
        "puzzle": puzzle,
        "id": id,
        "valid": valid,
        "count": numbers.get("count"),
        "distinct": numbers.get("distinct"),
        "broken": [],
        "proofs": list(proofs),
        **contents,
        **provenance,
    }
