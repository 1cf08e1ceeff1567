"""`puzzles`: all puzzles, or one of them whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, overload

from report.listing.json_document import description_document, entries_document
from report.listing.records import PuzzleDescription, PuzzleEntry
from report.listing.text import describe_formats_briefly, description_text, entries_text
from rosetta.api.board import Board
from rosetta.api.calling.arguments import clear_errors
from rosetta.api.loading import load
from rosetta.api.showing.fragments import board_svg, figure
from rosetta.studies.listing.describing import describe_puzzle
from rosetta.studies.listing.overview import list_classics, list_puzzles
from rosetta.verbs.documents import provenance_of

WIDTH = 100  # columns of the text, as where the command line has no terminal
CELL = "padding:.2em .8em .2em 0;text-align:left;vertical-align:top"


@dataclass(frozen=True, repr=False, eq=False)
class PuzzleList:
    """All puzzles, a line of each.

    Attributes
    ----------
    puzzles : tuple of mappings
        With the keys of the command line's JSON: ``puzzle``, ``aliases``, ``title``, ``summary``, ...
    classics : tuple of mappings
        Models that are stated for each size, such as ``"queens"``, with the same keys.

    Notes
    -----
    ``str(puzzles)`` is what ``rosetta list`` prints; a notebook shows a table.
    """

    puzzles: tuple[Mapping[str, Any], ...]
    classics: tuple[Mapping[str, Any], ...] = ()
    _entries: tuple[PuzzleEntry, ...] = field(kw_only=True)
    _classics: tuple[PuzzleEntry, ...] = field(kw_only=True, default=())

    def __str__(self) -> str:
        return entries_text(self._entries, WIDTH, 'rosetta.puzzles("NAME")', self._classics)

    def __repr__(self) -> str:
        return f"<PuzzleList: {len(self.puzzles)} puzzles>"

    def _repr_html_(self) -> str:
        rows = [
            (", ".join((each.name, *each.aliases)), each.summary or each.fault, describe_formats_briefly(each))
            for each in (*self._entries, *self._classics)
        ]
        cells = ("".join(f'<td style="{CELL}">{escape(text)}</td>' for text in row) for row in rows)
        return f'<table class="rosetta">{"".join(f"<tr>{row}</tr>" for row in cells)}</table>'

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta list --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return entries_document(self._entries, self._classics, provenance_of({}))


@dataclass(frozen=True, repr=False, eq=False)
class PuzzlePage:
    """One puzzle whole: what somebody wants to know before using it.

    Attributes
    ----------
    name, title, summary : str
        Its name for functions, its name for people, and what it is.
    rules : tuple of str
        In words.
    board : Board or None
        A board that stands for it; None for ``"model"``.
    answer : mapping or None
        An answer to this board, as `Solution.answer` has it.

    Notes
    -----
    ``str(page)`` is what ``rosetta list NAME`` prints; a notebook shows it with pictures. `to_json` has all of it:
    options, formulations, formats, the names in the catalogue, commands.
    """

    name: str
    title: str
    summary: str
    rules: tuple[str, ...]
    board: Board | None
    answer: Mapping[str, Any] | None
    _described: PuzzleDescription = field(kw_only=True)

    def __str__(self) -> str:
        return description_text(self._described, WIDTH, _program, names_flags=False)

    def __repr__(self) -> str:
        return f"<PuzzlePage: {self.name}, {self.summary}>"

    def _repr_html_(self) -> str:
        pictures = []
        if self.board is not None:
            question = self.board._question
            pictures = [board_svg(question)]
            if self.answer is not None:
                answer = question.puzzle.answer_from_json(question.instance, self.answer)
                pictures.append(board_svg(question, answer))
        return f"{figure(pictures, [])}<pre>{escape(str(self))}</pre>"

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta list NAME --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return description_document(self._described, _program, provenance_of({}))


@overload
def puzzles(name: None = None) -> PuzzleList: ...
@overload
def puzzles(name: str) -> PuzzlePage: ...
def puzzles(name: str | None = None) -> PuzzleList | PuzzlePage:
    """List all puzzles; or describe one: rules, a board with a solution, options, formulations, formats.

    Parameters
    ----------
    name : str, optional
        A puzzle, by any of its names.

    Returns
    -------
    PuzzleList or PuzzlePage

    Raises
    ------
    ValueError
        If there is no such puzzle, or a third party's does not load.

    Examples
    --------
    >>> import rosetta as rs
    >>> [each["puzzle"] for each in rs.puzzles().puzzles][:3]
    ['tents', 'akari', 'lightsout']
    >>> page = rs.puzzles("singles")
    >>> page.name, page.summary
    ('hitori', 'shaded cells that leave no number twice in a line')
    >>> rs.verify(page.board, page.answer)
    []
    """
    with clear_errors():
        if name is None:
            entries, classics = list_puzzles(), list_classics()
            document = entries_document(entries, classics, {})
            told = (tuple(document[key]) for key in ("puzzles", "classics"))
            return PuzzleList(*told, _entries=entries, _classics=classics)
        described = describe_puzzle(name)
        entry, example = described.entry, described.example
        return PuzzlePage(
            name=entry.name,
            title=entry.title,
            summary=entry.summary,
            rules=described.rules,
            board=None if example is None else load(entry.name, example.words[0], **example.parameters),
            answer=None if example is None else example.answer,
            _described=described,
        )


def _program(verb: str) -> str:
    return f"rosetta {verb}"
