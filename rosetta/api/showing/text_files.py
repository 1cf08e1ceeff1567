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


class HasPage:
    """A result that has a page."""

    def _page_text(self) -> str:
        raise NotImplementedError

    def to_html(self, file: str | PathLike[str] | None = None) -> str:
        """The page that the command of the same name writes with ``--html``; it needs nothing from outside.

        Parameters
        ----------
        file : str or path, optional
            Where to write it, too. A file that is there and is no page of ours stays as it is.

        Returns
        -------
        str
            The page.

        Raises
        ------
        ValueError
            If the file cannot be written.
        """
        return saved_text(self._page_text(), file)


class HasLatex:
    """A result that has a table or a document in LaTeX."""

    def _latex_text(self) -> str:
        raise NotImplementedError

    def to_latex(self, file: str | PathLike[str] | None = None) -> str:
        """What the command of the same name writes with ``--latex``: a table for the package booktabs, or a document.

        Parameters
        ----------
        file : str or path, optional
            Where to write it, too. A file that is there and is none of ours stays as it is.

        Returns
        -------
        str
            The text.

        Raises
        ------
        ValueError
            If the file cannot be written.
        """
        return saved_text(self._latex_text(), file)
