"""A board: an instance of a puzzle with the reading of its rules; or a model that somebody stated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from instances.resolve import ResolvedInstance
from report.words import size_text
from rosetta.api.fragments import board_svg, figure
from rosetta.studies.question import Question


@dataclass(frozen=True, repr=False, eq=False)
class Board:
    """A board of a puzzle, as `load`, `lights_out` and `generate` return it.

    Attributes
    ----------
    puzzle : str
        The puzzle's name: ``"tents"``.
    id : str
        An ID or address by which any puzzle program finds the board again; a hash where there is none.
    size : tuple of int
        Rows and columns; of a graph, the number of its vertices.
    seed : int or None
        What the board was generated from, None if it was not.
    source : str
        Where the board is from, in words, and which options are not the usual ones.
    notes : tuple of str
        How odd input was interpreted.

    Notes
    -----
    ``str(board)`` draws it; a notebook shows a picture of a board of up to 40,000 cells.
    """

    puzzle: str
    id: str
    size: tuple[int, ...]
    seed: int | None
    source: str
    notes: tuple[str, ...]
    _question: Question = field(repr=False)
    _resolved: ResolvedInstance = field(repr=False)

    def __str__(self) -> str:
        return self._question.puzzle.draw_text(self._question.instance)

    def __repr__(self) -> str:
        return f"<Board: {self.puzzle} {size_text(self.size)}, {self.source}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine, theirs = self._question, other._question
        return (self.puzzle, mine.rules) == (other.puzzle, theirs.rules) and bool(mine.instance == theirs.instance)

    def __hash__(self) -> int:
        return hash((self.puzzle, self.id, self.size))

    def _repr_svg_(self) -> str | None:
        return board_svg(self._question)

    def _repr_html_(self) -> str:
        title = f"{self._question.puzzle.title}, {size_text(self.size)}, {self.source}"
        return figure([self._repr_svg_()], [title, *self.notes])

    def to_json(self) -> dict[str, Any]:
        """The board as a document: its identity, not its cells.

        Returns
        -------
        dict
            ``schema``, ``puzzle``, ``id``, ``size``, ``seed``, ``source``, ``notes``.
        """
        return {
            "schema": 1,
            "puzzle": self.puzzle,
            "id": self.id,
            "size": list(self.size),
            "seed": self.seed,
            "source": self.source,
            "notes": list(self.notes),
        }


def board_from(resolved: ResolvedInstance, question: Question) -> Board:
    """The board of an instance that was resolved."""
    return Board(
        puzzle=resolved.puzzle,
        id=resolved.id,
        size=tuple(resolved.size),
        seed=resolved.seed,
        source=resolved.source,
        notes=question.puzzle.extras.notes(question.instance),
        _question=question,
        _resolved=resolved,
    )
