"""A board: an instance of a puzzle with the reading of its rules. A model that somebody stated is one, too."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from instances.links import play_link
from instances.networks import describe_node
from instances.resolve import ResolvedInstance
from models.neutral import Model
from models.puzzles.contract import Answer
from models.puzzles.model.instance import VALUES, ModelInstance
from report.words import size_text
from rosetta.api.showing.fragments import board_svg, figure
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.question import Question


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
    planted : mapping or None
        Of a board of `generate`: the answer it was made from.
    unique : bool or None
        Of a board of `generate`: whether that is confirmed to be the only one; None where it was not asked.
    difficulty : str or None
        Of a board of `generate`: the grade that was asked for.

    Notes
    -----
    ``str(board)`` draws it; a notebook shows a picture of a board of up to 40,000 cells. Boards with the same cells
    and the same reading of the rules are equal.
    """

    puzzle: str
    id: str
    size: tuple[int, ...]
    seed: int | None
    source: str
    notes: tuple[str, ...] = ()
    planted: Mapping[str, Any] | None = None
    unique: bool | None = None
    difficulty: str | None = None
    _question: Question = field(kw_only=True)
    _resolved: ResolvedInstance = field(kw_only=True)
    _choices: Mapping[str, Any] = field(kw_only=True, default_factory=dict)  # parameters and options, by name
    _nodes: Mapping[Any, Hashable] | None = field(kw_only=True, default=None)  # of a networkx graph, by name

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
        return hash((self.puzzle, self.size))

    def _repr_svg_(self) -> str | None:
        return board_svg(self._question)

    def _repr_html_(self) -> str:
        title = f"{self._question.puzzle.title}, {size_text(self.size)}, {self.source}"
        link = play_link(self.puzzle, self._question.instance)
        return figure([self._repr_svg_()], [title, *self.notes], link)

    def model(self, formulation: str | None = None) -> Model:
        """The rules of this board in the neutral language, as the solvers get them.

        Parameters
        ----------
        formulation : str, optional
            Which of the puzzle's models; by default the usual one.

        Returns
        -------
        Model
            A copy, to read or to add rules to; ``str(model)`` says it in words. Solved by itself it gives values of
            variables; several of these may be one answer of the board.

        Raises
        ------
        ValueError
            If there is no such formulation.
        """
        question = self._question
        return question.model(question.readable_formulation(formulation))

    def to_json(self) -> dict[str, Any]:
        """The board as a document: its identity, not its cells, for which `convert` has formats.

        Returns
        -------
        dict
            ``schema``, ``puzzle``, ``id``, ``size``, ``seed``, ``source``, ``notes``, ``answer`` (the planted one),
            ``unique``, ``difficulty``.
        """
        return {
            "schema": 1,
            "puzzle": self.puzzle,
            "id": self.id,
            "size": list(self.size),
            "seed": self.seed,
            "source": self.source,
            "notes": list(self.notes),
            "answer": self.planted,
            "unique": self.unique,
            "difficulty": self.difficulty,
        }


def board_from(
    resolved: ResolvedInstance,
    question: Question,
    choices: Mapping[str, Any] | None = None,
    nodes: Mapping[Any, Hashable] | None = None,
    planted: Answer | None = None,
    unique: bool | None = None,
    difficulty: str | None = None,
) -> Board:
    """The board of an instance that was resolved. choices: the parameters and options that it was made with; nodes: of
    a networkx graph, by name."""
    return Board(
        puzzle=resolved.puzzle,
        id=resolved.id,
        size=tuple(resolved.size),
        seed=resolved.seed,
        source=resolved.source,
        notes=question.puzzle.extras.notes(question.instance),
        planted=None if planted is None else question.puzzle.answer_json(planted),
        unique=unique,
        difficulty=difficulty,
        _question=question,
        _resolved=resolved,
        _choices=choices or {},
        _nodes=nodes,
    )


def as_board(subject: Board | Model) -> Board:
    """The board itself, or the model as it is now. Raises InputError for anything else."""
    if isinstance(subject, Model):
        return board_from(*question_about_model(subject))
    if not isinstance(subject, Board):
        raise InputError(f"expected a board (see rosetta.load) or a rosetta.Model, found {type(subject).__name__}")
    return subject


def is_model(board: Board) -> bool:
    """Is it a model that somebody stated, or one of a size?"""
    return isinstance(board._question.instance, ModelInstance)


def own_answer(board: Board, answer: Answer) -> Mapping[str, Any]:
    """An answer as the user knows it: of a graph with its own nodes, of a model by its arrays, else as in JSON."""
    document = board._question.puzzle.answer_json(answer)
    if is_model(board):
        values: Mapping[str, Any] = document[VALUES]
        return values
    boards, key = board._question.puzzle.extras.graphs, next(iter(document))
    if board._nodes is None or boards is None:
        return document
    return boards.rename(board._question.instance, {key: list(answer)}, board._nodes.__getitem__)


def names_for_nodes(board: Board, document: Mapping[str, Any]) -> Mapping[str, Any]:
    """An answer about a graph with the names of its nodes in place of the nodes; JSON has the names already. Raises
    InputError for another node."""
    boards = board._question.puzzle.extras.graphs
    if board._nodes is None or boards is None:
        return document
    names = {**{name: name for name in board._nodes}, **{node: name for name, node in board._nodes.items()}}

    def name_of(node: Any) -> Any:
        if isinstance(node, list):
            return node
        try:
            return names[node]
        except (KeyError, TypeError):
            raise InputError(f"{describe_node(node)} is no node of the graph") from None

    return boards.rename(board._question.instance, document, name_of)
