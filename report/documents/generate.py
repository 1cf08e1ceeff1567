"""What `generate --json` prints."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from report.documents.provenance import Provenance
from report.documents.runs import AnswerDocument, ClaimsDocument
from rosetta.foundation.vocabulary import Verdict


class GeneratedDocument(TypedDict):
    """A board that was made."""

    id: str
    """Its exchange ID or address; `sha256:..` where it has none that is short enough, and then `text` has it whole."""
    size: list[int]
    """Rows and columns; of a graph its vertices."""
    seed: int
    """That it was made from: the same seed gives the same board on every machine."""
    answer: AnswerDocument | None
    """The planted answer; null where there is none."""
    unique: bool | None
    """Is that the only one? null where it was not checked, or remains open."""
    difficulty: str | None
    """The grade, where that was asked for."""
    note: str
    """What else is to be known of it; for people."""
    claims: ClaimsDocument
    """What each claim rests on."""
    whole: NotRequired[str]
    """With `--minimal`, where parts of the answer are given: the ID of the board without them."""
    given: NotRequired[AnswerDocument]
    """Those parts."""
    text: NotRequired[str]
    """The board in the format of `--to`, or in plain text where its ID does not have it."""


class MissingSeed(TypedDict):
    """A board that was not made."""

    seed: int
    """That it would have been made from."""
    note: str
    """Why: `budget`, or the limit that ended the search."""


class GenerateDocument(Provenance):
    """Boards with the answers that were planted in them."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str
    """Its name."""
    instances: list[GeneratedDocument]
    """In the order of their seeds."""
    verdict: Verdict
    """`correct`; `none`: some are missing; `wrong`: engines contradict each other."""
    missing: list[MissingSeed]
    """What was not made."""
