"""The documents of a board on which people play: what a page needs to draw it, to check what lies on it, and to help.

A *place* is one of those that the scene's `clicks` list, by its number; a *step* is what may lie there, by its number
among `clicks.steps`, 0 for nothing yet.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

HintKind = Literal[
    "row", "rows", "contradiction", "sum", "search", "chase", "elimination", "open", "solution", "conflict"
]


class HintPlaces(TypedDict):
    """Where to look, and what is there, in words."""

    words: str
    """The names of the rules and of what they are about."""
    cells: list[list[int]]
    """Cells to look at, as the scene has them."""
    lines: list[list[list[int]]]
    """Lines to look at, each by its two ends."""
    margins: list[tuple[str, int]]
    """Words beside the board: `left` or `top`, and the number of the row or column."""


class HintConclusion(TypedDict):
    """What follows."""

    words: str
    """In the words of the puzzle; it may be cut where it is long."""
    marks: list[tuple[int, int]]
    """Places and the steps that lie there."""


class HintStep(TypedDict):
    """A hint: where to look, why something follows, what follows."""

    kind: HintKind
    """How it follows, as in `explain`; `open`: from here on there are several solutions, and this belongs to one;
    `solution`: no short reason was found; `conflict`: why the board has no solution."""
    where: HintPlaces
    """Where to look."""
    why: list[str]
    """The reasons, as sentences in order."""
    what: HintConclusion
    """What follows."""
    certain: bool
    """Does it hold in every solution?"""
    plain: bool
    """Does it only say that nothing lies in some places, as one clue or rule by itself shows at a glance?"""
    rests: list[int]
    """The numbers of the earlier steps that it uses, from 0."""


class HintsDocument(TypedDict):
    """The way to a solution, hint by hint."""

    complete: bool
    """Has every hint but the last its reason, up to what is open?"""
    note: str
    """Why not; empty where they have."""
    steps: list[HintStep]
    """In the order in which they are given."""


class SolutionSteps(TypedDict):
    """A solution of the board."""

    unique: bool | None
    """Is it the only one? Null where that is not known."""
    steps: list[int]
    """The step at each place."""


class BoardDocument(TypedDict):
    """A board, with all that a page needs to let people play it."""

    schema: Literal[1]
    """The version of the document: a key may be added, and nothing else changes."""
    puzzle: str
    """The name of the puzzle, as on the command line."""
    title: str
    """The name of the puzzle, for people."""
    id: str
    """The board in a format of puzzle programs; empty where it has none."""
    link: str
    """The address where others let it be played; empty where there is none."""
    place: str
    """Where the board is from: a seed, a line of a file."""
    rules: list[str]
    """Each in one sentence."""
    difficulty: str | None
    """How hard it is, in a word; null where that is not known."""
    scene: dict[str, Any]
    """What the empty board looks like, and what clicks mean: docs/scenes.md."""
    checks: dict[str, Any] | None
    """The rows of a model, by which a page tells which rules are broken; null where they are too many."""
    hints: HintsDocument | None
    """The way to a solution; null where none is known."""
    solution: SolutionSteps | None
    """A solution; null where none is known, or there is none."""
    notes: list[str]
    """What is missing, and why."""
