"""Reproductions as one JSON document: the keys are those of `report.documents.reproduce`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from report.documents.writing import document_text, plain_document
from report.reproduction.records import Chapter, Entry, Figure, Line, Table, tally

if TYPE_CHECKING:
    from report.documents.provenance import Provenance
    from report.documents.reproduce import EntryDocument, ListedItem, ReproducedItem, ReproductionDocument


def reproduction_json(chapters: Sequence[Chapter], full: bool, seed: int, provenance: Provenance) -> str:
    """The document as text, indented."""
    return document_text(reproduction_document(chapters, full, seed, provenance), indent=1)


def reproduction_document(
    chapters: Sequence[Chapter], full: bool, seed: int, provenance: Provenance
) -> ReproductionDocument:
    """What came of the items. provenance: see `report.provenance`."""
    items: list[ReproducedItem | ListedItem] = [_reproduced_item(chapter, full, seed) for chapter in chapters]
    document: ReproductionDocument = {"schema": 1, "items": items, **provenance}
    return plain_document(document)


def list_json(chapters: Sequence[Chapter], provenance: Provenance) -> str:
    """The list as text, indented."""
    return document_text(list_document(chapters, provenance), indent=1)


def list_document(chapters: Sequence[Chapter], provenance: Provenance) -> ReproductionDocument:
    """The items that there are, without anything having been run."""
    items: list[ReproducedItem | ListedItem] = [_listed_item(chapter) for chapter in chapters]
    document: ReproductionDocument = {"schema": 1, "items": items, **provenance}
    return plain_document(document)


def _listed_item(chapter: Chapter) -> ListedItem:
    return {"item": chapter.name, "title": chapter.title, "source": chapter.source, "shows": chapter.shows}


def _reproduced_item(chapter: Chapter, full: bool, seed: int) -> ReproducedItem:
    return {
        **_listed_item(chapter),
        "command": chapter.command,
        "full": full,
        "seed": seed,
        "verdicts": tally(chapter.lines),
        "entries": [_entry(entry) for entry in chapter.entries],
    }


def _entry(entry: Entry) -> EntryDocument:
    if isinstance(entry, Line):
        return {
            "kind": "line",
            "claim": entry.claim,
            "theirs": entry.theirs,
            "ours": entry.ours,
            "verdict": entry.verdict,
            "reason": entry.reason,
            "error": entry.error,
            "proof": entry.proof,
        }
    if isinstance(entry, Table):
        rows = [list(row) for row in entry.rows]
        return {
            "kind": "table",
            "title": entry.title,
            "columns": list(entry.columns),
            "rows": rows,
            "caption": entry.caption,
        }
    if isinstance(entry, Figure):
        return {"kind": "figure", "title": entry.title, "text": entry.text, "svg": entry.svg}
    return {"kind": "note", "text": entry.text}
