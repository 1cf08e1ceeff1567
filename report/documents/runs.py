"""What `compare` and `solve` have in common: a run of a backend, with what came of it."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from report.schemas.restrictions import Matching
from rosetta.foundation.vocabulary import Ending, Evidence, Status, Verdict

AnswerDocument = dict[str, Any]
"""An answer in the words of its puzzle: `{"tents": [[row, column], ..]}`, counted from 0, sorted; of a solver's file
`{"values": {name: value}}`."""


class StepSeconds(TypedDict):
    """Seconds by step, to the microsecond; 0 of a step that was not reached."""

    build: float
    """Stating the model."""
    lower: float
    """Turning it into what the solver takes."""
    load: float
    """Handing it to the solver."""
    solve: float
    """Solving."""
    decode: float
    """Reading the answer."""
    verify: float
    """Checking it."""


class ModelSize(TypedDict):
    """The model as the solver got it; 0 where it got none."""

    variables: int
    """All, with those that encodings add."""
    rows: int
    """Rows, or clauses."""
    literals: int
    """Literals, or coefficients that are not 0."""


class ClaimsDocument(TypedDict):
    """What each claim rests on; null where it is not made, or refuted."""

    answer: Evidence | None
    """The answer, or that there is none."""
    optimal: Evidence | None
    """That none is better."""
    unique: Evidence | None
    """That there is no other, or that there is one."""
    count: Evidence | None
    """That there are so many, or that these are all."""


class RunKeys(TypedDict):
    """One backend on one model of an instance, and what came of it."""

    backend: str
    """Its name, as on the command line."""
    engine: str
    """The solver that ran: two backends with the same engine are one witness."""
    version: str
    """Of the engine; empty if it did not start."""
    encoding: str | None
    """The encodings that its clauses were made with, as FORM=NAME; null where there are none."""
    formulation: str
    """Which model of the rules."""
    profile: str
    """The solver's parameters: `default` or `tuned`, or those that were set, in words."""
    status: Status | Annotated[str, Matching("^counts [0-9]")]
    """What the solver claims. In a bundle of a disagreement (`claims.json`), a run that counted has `counts N`."""
    ended: NotRequired[Ending]
    """`not-asked`, where one row of the model alone cannot hold, so that the solver was not started; else no such
    key."""
    verdict: Verdict
    """What is to be thought of it."""
    evidence: Evidence | None
    """What the answer rests on."""
    unique: bool | None
    """Is it the only answer? null where that was not asked, or is not settled."""
    objective: float | None
    """Of the answer, in the sense in which it was stated; null where nothing is minimised or maximised."""
    bound: float | None
    """That the solver claims, in the same sense."""
    seconds: StepSeconds
    """How long it took, by step."""
    size: ModelSize
    """Of the model."""
    answer: AnswerDocument | None
    """In the words of the puzzle: `{"tents": [[row, column], ..]}`; null without one."""
    note: str
    """Why something is unknown, which rules are broken, or what else is to be known; for people."""
    claims: ClaimsDocument
    """What each claim rests on."""
    cpu_seconds: float
    """CPU time of the solver with all processes that it started, after the start."""
    peak_mb: float
    """The most memory that these had, in MB (10^6 bytes)."""
    startup_seconds: float
    """For a process and the import of the solver; in no other time."""
