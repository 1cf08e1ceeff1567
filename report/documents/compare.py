"""What `compare --json` prints."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from report.documents.proofs import ProofDocument
from report.documents.provenance import Provenance
from report.documents.runs import RunKeys
from report.documents.several import MissingInstance
from report.schemas.restrictions import OneOf
from rosetta.foundation.vocabulary import Agreement, Evidence, Reading, Status, Verdict


class RunDocument(RunKeys):
    """A run of `compare`."""

    cut_to: NotRequired[float]
    """The seconds that it had, where the budget left less than the limit, and more would have helped."""
    derived: float | None
    """The share of the answer that propagation found, 0 to 1; null where propagation was not used."""


class RacerDocument(TypedDict):
    """What one backend found of all solutions, in its share of the time."""

    backend: str
    """Its name, as on the command line."""
    engine: str
    """The solver that ran."""
    way: Annotated[str, OneOf("listed", "counted")]
    """Did it list solutions, or count them without listing?"""
    found: str
    """How many, as a decimal number: it may be larger than any number of JSON."""
    total: str | None
    """How many there are, in the same form; null if unknown."""
    finished: bool
    """Does it say that these are all?"""
    seconds: float
    """From when the solver was imported until it ended or was stopped."""
    limit: float
    """Its share of the time, in seconds."""
    rate: float | None
    """Solutions per second; null for a number that is too large for one."""
    checked: int
    """How many of its solutions were checked against the rules."""
    verdict: Verdict
    """Of what it found, and if it finished, of there being no others."""
    evidence: Evidence | None
    """What that rests on."""
    note: str
    """What is wrong, or why it did not finish."""


class ReadingDocument(TypedDict):
    """What a program that reads the file itself says of it."""

    reader: str
    """The program."""
    version: str
    """Its own words for its version; empty if it was not asked."""
    status: Status
    """As of a run. `unsupported`: it cannot be asked; `error`: it refuses the file."""
    objective: float | None
    """In the sense of the file."""
    verdict: Reading
    """Against what the model of our reader has."""
    note: str
    """Why it says nothing, or how it reads what others read otherwise."""
    seconds: float
    """Of the program."""


class InstanceDocument(TypedDict):
    """All runs on one instance."""

    puzzle: NotRequired[str]
    """Its puzzle, where the instances are of several puzzles."""
    id: str
    """Its exchange ID or address; of a file its name and SHA-256."""
    size: list[int]
    """Rows and columns; of a graph its vertices; of a file its variables."""
    seed: int | None
    """That it was generated from; null if it was read."""
    verdict: Agreement
    """What is to be thought of all runs together."""
    runs: list[RunDocument]
    """One for each backend, formulation, encoding and profile."""
    impossible_row: NotRequired[str]
    """The row of the model that alone cannot hold, in words, where there is one: solvers were not asked."""
    race: NotRequired[list[RacerDocument]]
    """Where backends also listed all solutions (`--all`): the best rate first."""
    reread: NotRequired[list[ReadingDocument]]
    """Where the file was given to other programs (`--reread`)."""
    proofs: NotRequired[list[ProofDocument]]
    """Of what the runs claim, where that was asked for."""


class ComparisonDocument(Provenance):
    """Backends on the same instances, and what is to be thought of what they say."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str | None
    """The puzzle of all instances; null where they are of several, or there are none."""
    instances: list[InstanceDocument]
    """In the order in which they were named."""
    missing: NotRequired[list[MissingInstance]]
    """Instances that could not be read, or that the budget did not reach."""
