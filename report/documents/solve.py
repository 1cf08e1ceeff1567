"""What `solve --json` prints of one instance."""

from __future__ import annotations

from typing import Literal, NotRequired

from report.documents.proofs import ProofDocument
from report.documents.provenance import Provenance
from report.documents.runs import AnswerDocument, RunKeys


class SolveDocument(RunKeys, Provenance):
    """One instance, and its verified answer."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str
    """Its name."""
    id: str
    """The instance: its exchange ID or address; of a file its name and SHA-256."""
    answers: NotRequired[list[AnswerDocument]]
    """All that were found, where several were asked for (`--all`, `--limit`)."""
    missed: NotRequired[AnswerDocument]
    """An answer that another engine found, and that this one denies."""
    proofs: NotRequired[list[ProofDocument]]
    """Of what is claimed, where that was asked for."""
