"""Reproductions as one JSON document.

{"schema": 1, "items": [{"item": "tiling", "title": ..., "source": ..., "full": false, "seed": 0,
  "verdicts": {"reproduced": 12, ...},
  "entries": [{"kind": "line", "claim": ..., "theirs": 2357, "ours": 2357, "error": null,
               "verdict": ..., "reason": ..., "proof": ""},
              {"kind": "table", "title": ..., "columns": [...], "rows": [[...]], "caption": ...},
              {"kind": "figure", "title": ..., "text": ..., "svg": ...}, {"kind": "note", "text": ...}]}]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from report.reproduction.records import Chapter, Entry, tally

SCHEMA = 1


def reproduction_json(chapters: Sequence[Chapter], full: bool, seed: int, provenance: Mapping[str, Any]) -> str:
    """The document, indented."""
    items = [_item(chapter, full, seed) for chapter in chapters]
    return json.dumps({"schema": SCHEMA, "items": items, **provenance}, indent=1, ensure_ascii=True, allow_nan=False)


def list_json(chapters: Sequence[Chapter], provenance: Mapping[str, Any]) -> str:
    """The items that there are, without anything having been run."""
    items = [{"item": c.name, "title": c.title, "source": c.source, "shows": c.shows} for c in chapters]
    return json.dumps({"schema": SCHEMA, "items": items, **provenance}, indent=1, ensure_ascii=True)


def _item(chapter: Chapter, full: bool, seed: int) -> dict[str, Any]:
    return {
        "item": chapter.name,
        "title": chapter.title,
        "source": chapter.source,
        "shows": chapter.shows,
        "command": chapter.command,
        "full": full,
        "seed": seed,
        "verdicts": tally(chapter.lines),
        "entries": [_entry(entry) for entry in chapter.entries],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {"kind": type(entry).__name__.lower(), **asdict(entry)}
