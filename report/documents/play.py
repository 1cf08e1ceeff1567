"""The documents of a board on which people play: what a page needs to draw it, to check what lies on it, and to help.

A *place* is one of those that the scene's `clicks` list, by its number; a *step* is what may lie there, by its number
among `clicks.steps`, 0 for nothing yet.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

HintKind = Literal[
    "row", "rows", "contradiction", "sum", "search", "chase", "elimination", "cheaper", "open", "solution", "conflict"
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
    `cheaper`: to a solution that costs less than that of the steps before; `solution`: no short reason was found;
    `conflict`: why the board has no solution."""
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


class BlockDocument(TypedDict):
    """The rows of one rule of a model, as columns."""

    kind: str
    """What a row says: `clause`, `cardinality`, `linear`, `parity`."""
    sentence: str
    """The rule."""
    starts: list[int]
    """Where the literals of each row begin, and the end of the last."""
    literals: list[int]
    """Variables by number, negated where they count when they do not hold."""
    coefs: list[int] | None
    """The factor of each literal; null where all are 1."""
    lo: list[int]
    """The least sum of each row; of a parity row 1 for an odd sum, 0 for an even one."""
    hi: list[int]
    """The greatest sum."""
    when: list[int] | None
    """The literal with which each row counts; null where all count always."""
    names: list[str]
    """Each row in words; empty where it has none."""
    cells: list[list[int] | None]
    """The cell where each row stands, such as that of its clue."""
    margins: list[tuple[str, int] | None]
    """The word beside the board that each row is about."""


class GraphDocument(TypedDict):
    """A rule about the vertices and edges that are there. A literal 0 always holds."""

    sentence: str
    """The rule."""
    on: list[int]
    """The literal by which each vertex is there."""
    edges: list[list[int]]
    """The two ends of each edge."""
    links: list[int]
    """The literal by which each edge is there, if both of its ends are."""
    roots: list[bool] | None
    """Which vertices are roots: all must be connected with one; null: all with each other."""
    cycle: bool
    """Do the edges form one cycle through all vertices?"""


class ObjectiveDocument(TypedDict):
    """What costs, and is to be as little as possible."""

    sentence: str
    """In words."""
    literals: list[int]
    """What is counted."""
    coefs: list[int]
    """How much each counts."""
    best: int | None
    """The least cost; null where it is not known."""


class PlaceVariables(TypedDict):
    """The variables that a place is about."""

    variables: list[int]
    """By number."""
    kind: int
    """Which of the `kinds` says what its steps mean."""


class ChecksDocument(TypedDict):
    """The rules as rows over variables, so that a page can evaluate them."""

    lower: list[int]
    """The least value of each variable, by number; entry 0 is none."""
    upper: list[int]
    """The greatest value."""
    empty: int
    """The step that says that nothing lies at a place; 0 for none."""
    kinds: list[list[list[int] | None]]
    """By kind of place and step the values of its variables; null where the step says nothing."""
    places: list[PlaceVariables]
    """As the scene's clicks list them."""
    blocks: list[BlockDocument]
    """The rules that are rows."""
    graphs: list[GraphDocument]
    """The rules about graphs."""
    objective: ObjectiveDocument | None
    """What counts; null where nothing does."""


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
    checks: ChecksDocument | None
    """The rows of a model, by which a page tells which rules are broken; null where they are too many."""
    hints: HintsDocument | None
    """The way to a solution; null where none is known."""
    solution: SolutionSteps | None
    """A solution; null where none is known, or there is none."""
    notes: list[str]
    """What is missing, and why."""
