"""Pages and documents of results: as a text, and in a file."""

from __future__ import annotations

import os
from os import PathLike

from report.saving import save


class WrittenText(str):
    """A text whose `repr` says how long it is: a notebook does not show half a megabyte of page."""

    def __repr__(self) -> str:
        return f"<text of {len(self):,} characters>"


def saved_text(text: str, file: str | PathLike[str] | None) -> str:
    """The text, which is written to the file, too, if one is named: whole or not at all. Raises NotWritable where the
    file cannot be written, or holds something else than a page."""
    if file is not None:
        save(os.fspath(file), text)
    return WrittenText(text)
