"""A scene: a board, and what lies on it, as data.

       top      1 . 1      Layers lie one above the other, and each holds one kind of thing, a glyph, in one state:
              +-------
    left    1 |   A T      SceneLayer(TREE, at=[[0, 2], ...])           trees
            1 | T   .      SceneLayer(TENT, at=[[0, 1]], state=WRONG)   a tent that breaks a rule

A glyph says how its kind of thing is drawn everywhere: by a letter in text, and by parts in pictures, from the bottom
up. A part is drawn in the square of a cell, of side UNIT, whose upper left corner is the origin; y grows downwards.

Places are cells by row and column, counted from 0; on boards with layers side by side by layer, row, column. Lines lie
between two corners of cells or between two cells, in layers of their own kind; one sequence holds both kinds:

    LineLayer(LOOP, ends=[[[0, 0], [0, 1]], ...], Between.CELLS)   lines from cell to cell

The vertices of a graph are places by number, whose squares lie around points; edges are lines from vertex to vertex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import Rows
from models.puzzles.boards import SIDES
from models.puzzles.svg import DETAILED, UNIT, WRONG, Style

Places: TypeAlias = NDArray[np.int64]
"""Cells, one per row: shape (n, 2), or (n, 3) on a board with layers side by side; or numbers of vertices, (n, 1)."""


class SceneState(StrEnum):
    """What is said of the things in a layer; of a layer without a glyph, of its cells."""

    PLAIN = "plain"
    WRONG = "wrong"  # it breaks a rule, or is a clue that is not met
    ONE = "only in this answer"
    OTHER = "only in the other answer"
    MARKED = "marked"  # to look at
    DEDUCED = "deduced"  # by the latest step of an explanation
    SUPPOSED = "supposed"  # by a step that leads to a contradiction
    EMPTY = "known to be empty"
    KEPT = "kept"  # known to hold no piece, said of the word in the cell
    UNKNOWN = "unknown"  # a clue that is not given


@dataclass(frozen=True, slots=True)
class Outline:
    """A part of a glyph: an outline in the square of a cell. path: SVG commands relative to its upper left corner;
    detail: left out on large boards. The first outline of a glyph that is no detail takes the colours of a state."""

    path: str
    style: Style
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of a glyph: a band through the middle of the cells, that joins those which follow each other. thick: its
    width; down: along a column, not a row."""

    thick: int
    style: Style
    down: bool = False


@dataclass(frozen=True, slots=True)
class Lettering:
    """A part of a glyph: words, centred at (x, y), where y is that of the base line. text: the same in each cell, ""
    for the words of the layer; wrong: the colour where a word is wrong; room: for a word of the layer, which is written
    smaller where it is wider."""

    style: Style
    x: float = UNIT / 2
    y: float = 17
    text: str = ""
    wrong: str = WRONG
    room: float = UNIT


Part: TypeAlias = Outline | Strip | Lettering


@dataclass(frozen=True, slots=True)
class Glyph:
    """How one kind of thing is drawn. name: what it is, unique in a scene (`lamp`); letter: in text, "" where what lies
    below stays to be seen; parts: in pictures, from the bottom up; pair: the letters in this answer only and in the
    other only, where two are compared; colour: the code of a terminal; is_written: are words of its layers in text?
    behind: what stands behind these in text."""

    name: str
    letter: str = ""
    parts: tuple[Part, ...] = ()
    pair: tuple[str, str] = ("A", "B")
    colour: str = ""
    is_written: bool = True
    behind: str = ""

    def letter_in(self, state: SceneState) -> str:
        """The letter in a state."""
        pairs = {SceneState.ONE: self.pair[0], SceneState.OTHER: self.pair[1]}
        return pairs.get(state, self.letter) if self.letter else ""


OUTSIDE = -2  # of areas; -1 is a cell of no area
MOST_FOLLOWED = 250_000  # numbers of places, of all cells together, that a scene lists for what follows from them
NOTHING = Glyph("")  # of a layer that only says something of its cells


class Between(StrEnum):
    """What lines join, by row and column."""

    CORNERS = "corners"  # of cells: (0, 0) is the upper left one of the board
    CELLS = "cells"  # from middle to middle; or vertices


@dataclass(frozen=True, slots=True)
class LineGlyph:
    """How one kind of line is drawn.

    name: what it is, unique in a scene (`bridge`).
    style: of its stroke.
    across, down: in text, a letter for one line, for two side by side, and so on, as many as there may be.
    pair: the letters in this answer only and in the other only, where two are compared.
    colour: the code of a terminal.
    apart: how far lines lie apart side by side.
    arrow: how far before its end a line has the tip of an arrow; 0 for none.
    """

    name: str
    style: Style = field(default_factory=dict)
    across: str = "-"
    down: str = "|"
    pair: tuple[str, str] = ("A", "B")
    colour: str = ""
    apart: float = 5
    arrow: float = 0

    def letter_in(self, state: SceneState, count: int, is_down: bool) -> str:
        """The letter in a state of so many lines side by side."""
        letters = self.down if is_down else self.across
        pairs = {SceneState.ONE: self.pair[0], SceneState.OTHER: self.pair[1]}
        return pairs.get(state, letters[min(count, len(letters)) - 1])


NO_LINE = LineGlyph("")  # of a layer that only says something of places of lines


@dataclass(frozen=True, slots=True, eq=False)
class SceneLayer:
    """Things of one kind in one state. at: their cells; words: what is written at each, for glyphs with words."""

    glyph: Glyph
    at: Places
    state: SceneState = SceneState.PLAIN
    words: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.at)


@dataclass(frozen=True, slots=True, eq=False)
class LineLayer:
    """Lines of one kind in one state.

    ends: the two points of each, shape (lines, 2, 2), the upper or left one first; of edges (lines, 2, 1).
    between: what these are.
    count: so many lines lie side by side at each place.
    lane, lanes: there is room for `lanes` side by side; these leave the first `lane` to another layer.
    """

    glyph: LineGlyph
    ends: NDArray[np.int64]
    between: Between
    state: SceneState = SceneState.PLAIN
    count: int = 1
    lane: int = 0
    lanes: int = 1

    def __len__(self) -> int:
        return len(self.ends)


Layer: TypeAlias = SceneLayer | LineLayer


@dataclass(frozen=True, slots=True)
class Margin:
    """The words beside the rows of a board, or at its columns, each with its state; () where all are plain. are_lists:
    are they lists of words, with blanks between them, which stand one below the other at a column?"""

    words: tuple[str, ...]
    states: tuple[SceneState, ...] = ()
    are_lists: bool = False

    def where(self, state: SceneState) -> frozenset[int]:
        """The numbers of the lines whose word is in this state."""
        return frozenset(i for i, each in enumerate(self.states) if each is state)


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """What something on the board means, told below it.

    glyph: the thing, NOTHING for a text by itself.
    text: what it means.
    word: of the glyph, where it has words of its own.
    """

    glyph: Glyph
    text: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class ClickStep:
    """What a click leaves in a cell: a glyph in a state.

    key: of the list of cells in the JSON of an answer to which it then belongs, or of its grid of numbers; "" for none.
    number: the number; with it, a cell is on a list of pairs, [cell, number].
    """

    glyph: Glyph = NOTHING
    state: SceneState = SceneState.PLAIN
    key: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Clicks:
    """What clicks mean.

    at: the cells that can be clicked.
    steps: what lies there in turn; the first one is what lies there before any click, and comes after the last one.
    numbers: where an answer is a grid of numbers, those before any click, shape (rows, columns).
    is_press: does a click press something, so that further ones take that back, and none says that nothing lies there?
    is_dividing: of a grid of numbers: as soon as all are known, do lines stand between areas of equal numbers?
    inside: the key of the object with all this in the JSON of an answer, or ""; given: cells of an answer, not clicked.
    """

    at: Places
    steps: tuple[ClickStep, ...]
    numbers: NDArray[np.int64] | None = None
    is_press: bool = False
    is_dividing: bool = False
    inside: str = ""
    given: Places | None = None


@dataclass(frozen=True, slots=True)
class LineStep:
    """What a click leaves between two points: so many lines of a glyph in a state. key: of the list of lines in the
    JSON of an answer to which they then belong, "" for none."""

    glyph: LineGlyph = NO_LINE
    state: SceneState = SceneState.PLAIN
    key: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class LineClicks:
    """What clicks mean on the places of lines. ends, between: the places, as in a layer; steps: what lies there in
    turn, as in `Clicks`; is_numbered: does an answer say how many lie side by side?"""

    ends: NDArray[np.int64]
    between: Between
    steps: tuple[LineStep, ...]
    is_numbered: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BothClicks:
    """What clicks mean where cells and lines between them can be clicked; both begin with nothing, and end with the
    step that says so."""

    cells: Clicks
    lines: LineClicks

    @property
    def steps(self) -> tuple[ClickStep | LineStep, ...]:
        """Nothing, what lies in cells, what lies between them, and what says that nothing does."""
        return (*self.cells.steps[:-1], *self.lines.steps[1:])


@dataclass(frozen=True, slots=True)
class PiecePlace:
    """A way to lay a piece. piece: its name, as answers have it; cells: those that it covers; word: of its letter."""

    piece: str
    cells: tuple[tuple[int, ...], ...]
    glyph: Glyph
    word: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PieceClicks:
    """What clicks mean where pieces are laid on several cells.

    list_places: returns all ways to lay a piece; a function, since a picture does not need them; None where there are
        too many to list.
    copies: how often each piece lies in an answer, by its name; None where that is open.
    key: of the pieces in the JSON of an answer.
    letter: what has the word of a piece that is laid, in its first cell (of a box, in each layer).
    room: what lies in the ground where no piece does; NOTHING for nothing.
    """

    list_places: Callable[[], Sequence[PiecePlace] | None]
    copies: Mapping[str, int] | None
    key: str
    letter: Glyph = NOTHING
    room: Glyph = NOTHING


@dataclass(frozen=True, slots=True, eq=False)
class Follows:
    """What lies in cells by what was put on places of the scene's clicks: in cell number i the glyph with the number
    `start[i]` plus the numbers of what lies on its places (1 for a piece that has none), modulo as many as there are
    glyphs, or, where `is_cyclic` is false, at most the last one.

    at: the cells.
    of: a row for each, of places by their number, as often as each counts.
    start: a number for each, shape (cells,).
    glyphs: NOTHING for none.
    in_ground: below the lines between cells?
    wanted: the number of each that answers have, shape (cells,); None where they do not say.
    """

    at: Places
    of: Rows
    start: NDArray[np.int64]
    glyphs: tuple[Glyph, ...]
    is_cyclic: bool
    in_ground: bool
    wanted: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What is to be seen of a board.

    shape: rows and columns; of several boards side by side with their number before; of a graph how many vertices.
    title: for the blind. layers: from the bottom up; ground: below the lines between cells. points: the middles of the
    squares in the picture, x and y in sides of a square, shape (*shape, 2), where they are not in rows and columns; of
    a board, each row begins half a cell further to the right then. names: of vertices, as answers have them. key: what
    is told below the picture. areas: a number per cell; thick lines are drawn where two of them meet, and around the
    board; OUTSIDE is like what is around it. other_areas: those of another answer, in pictures with dashed lines.
    cages: groups of cells, with lines between them in text. below: in pictures, a scene below the board, half as large.
    left, top, right, bottom: words beside the rows and columns. caption: what a reader has to know and does not see.
    clicks, follows: for play. blank, empty: the letters of a cell in which there is nothing, and of one of which this
    is known. floor, lines, dots: colours of the cells, of the lines between them, and of dots at their corners; "" for
    no lines, no dots. level: how many layers lie below what clicks lay; None for those before the first layer of such
    things. covers: what is seen above a thing on which something is laid, NOTHING for nothing.
    """

    shape: tuple[int, ...]
    title: str
    layers: tuple[Layer, ...]
    ground: tuple[Layer, ...] = ()
    points: NDArray[np.float64] | None = None
    names: Sequence[Any] = ()
    key: tuple[KeyEntry, ...] = ()
    areas: NDArray[Any] | None = None
    other_areas: NDArray[Any] | None = None
    cages: NDArray[Any] | None = None
    below: Scene | None = None
    left: Margin | None = None
    top: Margin | None = None
    right: Margin | None = None
    bottom: Margin | None = None
    caption: str = ""
    clicks: Clicks | LineClicks | BothClicks | PieceClicks | None = None
    follows: tuple[Follows, ...] = ()
    blank: str = "."
    empty: str = "x"
    floor: str = "#f6f4ec"
    lines: str = "#d3d0c4"
    dots: str = ""
    level: int | None = None
    covers: tuple[tuple[Glyph, Glyph], ...] = ()

    def __post_init__(self) -> None:
        if self.level is None:
            object.__setattr__(self, "level", _find_level(self.layers, self.clicks))
        for name in ("layers", "ground"):
            object.__setattr__(self, name, tuple(layer for layer in getattr(self, name) if len(layer)))

    @property
    def margins(self) -> dict[str, Margin]:
        """The words beside the board, by side, where there are any."""
        return {side: getattr(self, side) for side in SIDES if getattr(self, side) is not None}

    @property
    def every_layer(self) -> tuple[Layer, ...]:
        """All layers, from the bottom up."""
        return (*self.ground, *self.layers)

    @property
    def cell_layers(self) -> tuple[SceneLayer, ...]:
        """Those of things in cells."""
        return tuple(layer for layer in self.every_layer if isinstance(layer, SceneLayer))

    @property
    def line_layers(self) -> tuple[LineLayer, ...]:
        """Those of lines."""
        return tuple(layer for layer in self.every_layer if isinstance(layer, LineLayer))

    @property
    def line_places(self) -> tuple[LineLayer | LineClicks, ...]:
        """Where lines are, and where some may be put by a click."""
        clicks = self.clicks.lines if isinstance(self.clicks, BothClicks) else self.clicks
        return (*self.line_layers, *((clicks,) if isinstance(clicks, LineClicks) else ()))

    @property
    def is_slanted(self) -> bool:
        """Does each row begin half a cell further to the right?"""
        return self.points is not None and len(self.shape) == 2

    @property
    def is_detailed(self) -> bool:
        """Is the board so small that details are drawn?"""
        return int(np.prod(self.shape)) <= DETAILED

    def draws(self, part: Part) -> bool:
        """Is the part drawn, or a detail of a large board?"""
        return self.is_detailed or not (isinstance(part, Outline) and part.detail)


def _find_level(layers: Iterable[Layer], clicks: object) -> int:
    """How many layers with something in them lie below the things of these clicks: all, if none is a layer of such."""
    cells = clicks.cells if isinstance(clicks, BothClicks) else clicks
    laid = [step.glyph.parts for step in cells.steps if step.glyph.parts] if isinstance(cells, Clicks) else []
    has_lines, below = isinstance(clicks, LineClicks | BothClicks), 0
    for layer in layers:
        if has_lines if isinstance(layer, LineLayer) else layer.glyph.parts in laid:
            break
        below += len(layer) > 0
    return below
