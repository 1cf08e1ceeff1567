"""What verbs print of several instances in one document: the documents of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from report.documents.provenance import Provenance

OneDocument = TypeVar("OneDocument")


class MissingInstance(TypedDict):
    """An instance of which nothing is said."""

    what: str
    """The word that names it, or where that stands."""
    seed: NotRequired[int]
    """That it would have been generated from."""
    note: str
    """Why: `budget`, or what is wrong with the word."""


class SeveralDocument(Provenance, Generic[OneDocument]):
    """Several instances; with `--jsonl`, the line of one that could not be read."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str | None
    """The puzzle of all; null where they are of several, or there are none."""
    instances: list[OneDocument]
    """The document of each, in the order in which they were named."""
    missing: list[MissingInstance]
    """What could not be read."""


def several_document(
    documents: Sequence[Any], missing: Sequence[MissingInstance], provenance: Provenance
) -> SeveralDocument[Any]:
    """The documents of instances in one; each names its puzzle."""
    puzzles = list(dict.fromkeys(document["puzzle"] for document in documents))
    return {
        "schema": 1,
        "puzzle": puzzles[0] if len(puzzles) == 1 else None,
        "instances": list(documents),
        "missing": list(missing),
        **provenance,
    }
