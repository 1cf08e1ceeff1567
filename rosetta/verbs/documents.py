"""The last keys of a document: where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from report.comparison.records import Run
    from report.documents.provenance import Provenance


def provenance_of(limits: Mapping[str, float], runs: Iterable[Run] = (), command: str | None = None) -> Provenance:
    """Machine, versions, limits, and the command that repeats it; a program has none."""
    from report.provenance import provenance
    from rosetta.version import __version__

    return provenance(__version__, limits, runs, command)
