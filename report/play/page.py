"""Pages to play on: one file of HTML each, with its scripts and documents inside.

The scripts are modules that import each other. In a page they are one script, since a file opened from disk may load
no other: the imports are left out and the modules stand in the order of their imports. So names at their top level are
unique over all modules (a test says so).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from report.frame import render_page

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let)\b)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WorksheetBoard:
    """A board of a worksheet.

    heading: its name, size and grade
    caption: what a reader has to know and does not see
    svg: its drawing, for a reader without scripts
    document: what the scripts play it by (documents.js)
    """

    heading: str
    caption: str
    svg: str
    document: Mapping[str, Any]


def join_modules(entry: str) -> str:
    """A module with all that it imports as one script. entry: its file, such as `worksheet.js`."""
    parts: dict[str, str] = {}
    _add_module(entry, parts)
    return '"use strict";\n' + "\n".join(parts.values())


def _add_module(name: str, parts: dict[str, str]) -> None:
    """Add a module behind those that it imports, each once."""
    if name in parts:
        return
    text = (FOLDER / name).read_text("utf-8")
    for imported in IMPORT.findall(text):
        _add_module(imported, parts)
    parts[name] = EXPORT.sub("", IMPORT.sub("", text))


def worksheet_html(boards: Sequence[WorksheetBoard], title: str, command: str = "") -> str:
    """The page of a worksheet. command: the line that makes it again, "" for none."""
    shown = [
        {
            "heading": board.heading,
            "caption": board.caption,
            "svg": board.svg,
            "rules": board.document["rules"],
            "notes": board.document["notes"],
            "link": board.document["link"],
            "id": board.document["id"],
        }
        for board in boards
    ]
    return render_page(
        "play/worksheet.html",
        title=title,
        boards=shown,
        command=command,
        script=join_modules("worksheet.js"),
        documents=[board.document for board in boards],
    )


def play_html() -> str:
    """The page of the server: it asks for boards, and asks about them, at addresses below its own."""
    return render_page("play/play.html", script=join_modules("play_page.js"))
