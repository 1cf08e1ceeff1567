"""What `fuzz --json` prints."""

from __future__ import annotations

from typing import Literal, TypedDict

from report.documents.provenance import Provenance


class BackendTallyDocument(TypedDict):
    """What came of the models of one backend."""

    backend: str
    """Its name, as on the command line."""
    engine: str
    """The solver that ran; empty if it never did."""
    version: str
    """Of the engine."""
    statuses: dict[str, int]
    """How many models by status; under `not-asked` those for which the solver was not started, as one row alone cannot
    hold."""
    wrong: int
    """How many wrong answers."""
    seconds: float
    """Over all models for which it was started."""
    error: str
    """Its first message; empty if it had none."""


class FuzzDocument(Provenance):
    """What came of random models."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    models: int
    """How many were drawn."""
    refuted: int
    """Of these, parts of unions that are known to have no answer."""
    seconds: float
    """How long it took."""
    backends: list[BackendTallyDocument]
    """In the order in which they were named."""
    wrong: list[str]
    """A sentence for each kind of wrong answer: who, on which model, and where its bundle is."""
    repeated: int
    """Wrong answers beyond those."""
