"""What `count --json` prints of one instance."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from report.documents.proofs import ProofDocument
from report.documents.provenance import Provenance
from report.documents.runs import ClaimsDocument, StepSeconds
from report.schemas.restrictions import Matching
from rosetta.foundation.vocabulary import Ending, Evidence, Verdict

Digits = Annotated[str, Matching("^[0-9]+$")]
"""A number in decimal: it may be larger than any number of JSON."""


class CountDocument(Provenance):
    """How many answers an instance has."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str
    """Its name."""
    id: str
    """The instance: its exchange ID or address; of a file its name and SHA-256."""
    count: Digits | None
    """How many there are, or were found; a decimal number in quotes, for it may be 2^1000."""
    distinct: Digits | None
    """The same up to symmetry; null where that was not asked, or is not known."""
    symmetries: NotRequired[str]
    """What `distinct` is up to, in a phrase; there where it is known."""
    exact: bool
    """Are these all?"""
    backend: str
    """Who counted, as on the command line."""
    ended: NotRequired[Ending]
    """`not-asked`, where one row of the model alone cannot hold, so that the solver was not started; else no such
    key."""
    seconds: StepSeconds
    """How long it took, by step."""
    verdict: Verdict
    """What is to be thought of the number."""
    evidence: Evidence | None
    """What it rests on."""
    witness: str | None
    """Who counted again, and found the same; null if nobody did."""
    witness_seconds: float | None
    """How long that took."""
    note: str
    """Why something is unknown, or which rules are broken; for people."""
    claims: ClaimsDocument
    """What each claim rests on."""
    proofs: NotRequired[list[ProofDocument]]
    """Of the number, where some were looked for."""
