"""What `bench show --json`, `bench diff --json`, `bench report --json` and `bench export --jsonl` print.

A report and a difference are the records of `report.campaign.records`, as they stand there; a row has the columns of
`rosetta.campaigns.rows.columns`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from report.schemas.restrictions import OneOf


class CellRow(TypedDict):
    """A row of a campaign's results, by column; its schema has all columns. Empty values are null."""

    cell: str
    """The cell's id."""


class AttemptDocument(TypedDict):
    """An attempt on a cell."""

    attempt: int
    """Its number, from 1."""
    started: str
    """UTC, ISO 8601."""
    finished: str | None
    """The same; null where it was cut off."""
    host: str | None
    """The fingerprint of the machine."""
    worker: str | None
    """The worker that ran it."""
    why: str | None
    """What ended it."""
    total_s: float | None
    """What it took, in seconds."""
    contended: int | None
    """1 if other processes took processor time from it."""


class BoardProofDocument(TypedDict):
    """What came of the attempt to prove a claim about a board."""

    instance: str
    """The id of the board."""
    claim: Annotated[str, OneOf("answer", "optimal", "unique")]
    """That there is no solution (`answer`), none better, no other."""
    subject: str
    """Of `optimal` the cost, of `unique` a hash of the answer."""
    status: Annotated[str, OneOf("proved", "refuted", "unknown")]
    """`unknown`: the limits were not enough."""
    words: str
    """For people."""
    formulation: str
    """Of the rules that it rests on."""
    limit_s: float
    """The time limit, in seconds."""
    limit_mb: int
    """The memory limit, in MB."""
    details: dict[str, Any]
    """The proof, as in the documents of `solve`."""
    testimony: dict[str, Any] | None
    """Of the answer that refutes it."""
    host: str | None
    """The fingerprint of the machine."""
    ended: str
    """UTC, ISO 8601."""


class ShowDocument(TypedDict):
    """One cell of a campaign, and what its verdict rests on."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    cell: CellRow
    """Its row, by column; `answer` and `details` are objects."""
    note: str
    """What is wrong with it, or open; for people."""
    attempts: list[AttemptDocument]
    """All attempts on it."""
    proofs: list[BoardProofDocument]
    """Of claims about its board."""
