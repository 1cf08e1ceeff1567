"""What `reproduce --json` prints: the items, or what came of some of them."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from report.documents.provenance import Provenance
from report.schemas.restrictions import OneOf

ClaimVerdict = Annotated[str, OneOf("reproduced", "corrected", "refuted", "open", "contradictory")]
"""Ours is theirs; theirs is another, and what it should be is shown; what they say does not hold; a limit ended the
work, or the quick form leaves it out; our own engines disagree."""
Figure = int | float | str | None


class LineDocument(TypedDict):
    """A claim of the source, with their figure and ours."""

    kind: Literal["line"]
    """Of the entry."""
    claim: str
    """In words."""
    theirs: Figure
    """Their figure; null where they give none."""
    ours: Figure
    """Ours; null where there is none yet."""
    verdict: ClaimVerdict
    """What follows."""
    reason: str
    """Why."""
    error: float | None
    """Half the width of the 95 % interval of ours, where it was measured on a sample."""
    proof: str
    """Where ours is proved, and the proof was checked: by what, in words."""


class TableDocument(TypedDict):
    """Several figures of one kind."""

    kind: Literal["table"]
    """Of the entry."""
    title: str
    """What they are."""
    columns: list[str]
    """The heads."""
    rows: list[list[Figure]]
    """As long as `columns`."""
    caption: str
    """Units, and how the numbers came about."""


class FigureDocument(TypedDict):
    """A picture."""

    kind: Literal["figure"]
    """Of the entry."""
    title: str
    """What it shows."""
    text: str
    """For a terminal."""
    svg: str
    """Complete in itself; empty where the text is all there is."""


class NoteDocument(TypedDict):
    """A paragraph."""

    kind: Literal["note"]
    """Of the entry."""
    text: str
    """Its text."""


EntryDocument = LineDocument | TableDocument | FigureDocument | NoteDocument


class ListedItem(TypedDict):
    """What can be reproduced."""

    item: str
    """Its name on the command line."""
    title: str
    """In words."""
    source: str
    """What is reproduced, cited by what it is."""
    shows: str
    """What the item is about, in a sentence."""


class ReproducedItem(ListedItem):
    """What came of an item."""

    command: str
    """What repeats it."""
    full: bool
    """Was it the full form (minutes), not the quick one (seconds)?"""
    seed: int
    """For all that is random."""
    verdicts: dict[str, int]
    """How many lines have each verdict; those that none has are left out."""
    entries: list[EntryDocument]
    """In the order in which they are shown."""


class ReproductionDocument(Provenance):
    """Items; what came of them, where some were named."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    items: list[ReproducedItem | ListedItem]
    """In the order in which they were named."""
