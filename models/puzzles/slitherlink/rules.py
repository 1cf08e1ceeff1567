"""Slitherlink, also called Loopy: draw one loop from dot to dot.

    +---+   +   +    + are dots; lines run from dot to dot, across and down
    | 3 |       |
    +   +---+---+    * the lines form a single loop, which neither crosses nor touches itself
    | 2   2   3 |
    +---+---+---+    * a cell with a number has as many lines around it as its number says

A board may have no answer, or several. A cell with a 4 is the whole inside of its loop.

Two views give two kinds of models. Seen from its dots, the loop is a cycle of a graph (`model`). Seen from its cells,
it is the border between an inside and an outside (`inside_model`); both are connected, the outside by way of what is
around the board. (That is the curve theorem of Jordan. Where two inside cells touched at a dot only, the inside would
surround one of the outside cells there, or be in two parts.) Both have a variable for each line, `across` and `down`.

References: Nikoli (Puzzle Communication Nikoli 26, 1989); T. Yato, "On the NP-completeness of the Slither Link puzzle"
(2000); S. Tatham's Portable Puzzle Collection, loopy.c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, Model
from models.neutral.graphs import least_connected
from models.puzzles import defaults
from models.puzzles.boards import Isometry, describe_cell, grid_edges, isometries, numbered_isometry
from models.puzzles.contract import InputError
from models.puzzles.randomness import Stream
from models.puzzles.slitherlink.generate import borders, planted_board
from models.puzzles.slitherlink.instance import (
    BLANK,
    TEXT,
    Answer,
    Dot,
    Line,
    Slitherlink,
    answer_of_lines,
    around_cells,
    board,
    lines_of_answer,
)
from models.puzzles.slitherlink.verify import broken_rules

CLUE = "a cell has as many lines around it as its number says"
LOOP = "the lines form a single loop"
PIECES = "edges"
BESIDE = {"across": ("above", "below"), "down": ("left of", "right of")}  # of an array, the last line: of its last cell

# ---- the models ------------------------------------------------------------------------------------------------------


def model(p: Slitherlink, by: str = CONNECTIVITY[0]) -> Model:
    """The rules, seen from the dots. Decisions: `across` and `down`, a line each. by: how a single loop is stated."""
    m, across, down = _clued_lines(p)
    m.single_cycle(LOOP, np.concatenate([across.ravel(), down.ravel()]), joined_dots(p), by=by)
    return m


def inside_model(p: Slitherlink, by: str = CONNECTIVITY[0]) -> Model:
    """The rules, seen from the cells: `inside` says which are inside. by: how it is stated that they are connected."""
    m, across, down = _clued_lines(p)
    inside, beside = m.bools("inside", p.shape), grid_edges(p.shape)
    m.any("there is a loop", inside.reshape(1, -1))
    for lines, cells in ((across, inside), (down.T, inside.T)):
        between = np.stack([lines[1:-1], cells[1:], cells[:-1]], axis=-1)
        m.parity(0, "a line runs where inside and outside meet", between.reshape(-1, 3))
        rim = np.stack([lines[[0, -1]], cells[[0, -1]]], axis=-1)
        m.parity(0, "a line runs around the board where the inside comes to its rim", rim.reshape(-1, 2))
    m.connected("the inside is connected", inside, beside, by=by)
    m.connected("the outside is connected, around the board, too", -inside, beside, roots=_rim(p.shape), by=by)
    return m


def _clued_lines(p: Slitherlink) -> tuple[Model, NDArray[np.int32], NDArray[np.int32]]:
    """A model with what all formulations state alike, and the variables of its lines."""
    m, (height, width), numbers = Model("slitherlink"), p.shape, p.numbers
    across, down = m.bools("across", (height + 1, width)), m.bools("down", (height, width + 1))
    m.exactly(numbers, CLUE, around_cells(across, down).reshape(-1, 4), where=numbers != BLANK)
    return m, across, down


def joined_dots(p: Slitherlink) -> NDArray[np.int64]:
    """The two dots of each line, those across first, as numbers row by row, shape (lines, 2)."""
    height, width = p.shape
    dot = np.arange((height + 1) * (width + 1)).reshape(height + 1, width + 1)
    ends = (np.stack([dot[:, :-1], dot[:, 1:]], axis=-1), np.stack([dot[:-1], dot[1:]], axis=-1))
    return np.concatenate([pairs.reshape(-1, 2) for pairs in ends])


def _rim(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """The cells at the rim of the board."""
    rim = np.ones(shape, np.bool_)
    rim[1:-1, 1:-1] = False
    return rim


# ---- boards and answers ----------------------------------------------------------------------------------------------


def parse(text: str) -> Slitherlink:
    """A board from plain text. Raises InputError."""
    try:
        parsed: Slitherlink = TEXT.parse(text)
        return parsed
    except InputError as error:
        example = defaults.example_board(generate, format)
        raise InputError(f"slitherlink, plain text: {error}; expected a board such as {example!r}") from None


def format(p: Slitherlink) -> str:
    """The board as plain text that `parse` reads."""
    return TEXT.format(p)


def size(p: Slitherlink) -> tuple[int, int]:
    """Rows and columns."""
    return p.shape


def generate(size: tuple[int, int], seed: int = 0, clues: int = 50) -> tuple[Slitherlink, Answer]:
    """A random board of that size (rows, columns), and the loop from which its numbers were read.

    clues: how many of the numbers it keeps, in percent of the cells."""
    numbers, inside = planted_board(size, seed, clues)
    return board(numbers), answer_of_lines(*borders(inside))


def exclude(p: Slitherlink, answer: Answer, second: Answer, stream: Stream) -> tuple[Slitherlink, Answer] | None:
    """A board without the second answer, and the first: with more numbers in cells where the two differ, one beside
    each part of the lines that only one of them has, so that large boards need few rounds."""
    lines, others = (lines_of_answer(p, each) for each in (answer, second))
    numbers, clues = around_cells(*lines).sum(axis=-1), p.numbers
    differs = (numbers != around_cells(*others).sum(axis=-1)) & (clues == BLANK)
    part = _parts_beside(p, [mine != other for mine, other in zip(lines, others, strict=True)])
    cells = stream.order(clues.size)
    cells = cells[differs.ravel()[cells]]
    chosen = cells[np.unique(part.ravel()[cells], return_index=True)[1]]  # the first cell of each part
    clues.ravel()[chosen] = numbers.ravel()[chosen]
    return (board(clues), answer) if len(chosen) else None


def _parts_beside(p: Slitherlink, lines: list[NDArray[np.bool_]]) -> NDArray[np.int64]:
    """For each cell the connected part of these lines that runs beside it, -1 for none; of several, one."""
    dots, chosen = joined_dots(p), np.concatenate([each.ravel() for each in lines])
    least = least_connected((p.shape[0] + 1) * (p.shape[1] + 1), dots[chosen])
    across, down = np.split(np.where(chosen, least[dots[:, 0]], -1), [lines[0].size])
    beside = around_cells(across.reshape(lines[0].shape), down.reshape(lines[1].shape))
    parts: NDArray[np.int64] = beside.max(axis=-1)
    return parts


def without_clue(p: Slitherlink) -> Iterable[Slitherlink]:
    """The board without one of its numbers, for each of them."""
    for r, c in np.argwhere(p.numbers != BLANK).tolist():
        yield _with_number(p, r, c, BLANK)


def _with_number(p: Slitherlink, r: int, c: int, number: int) -> Slitherlink:
    row = (*p.clues[r][:c], number, *p.clues[r][c + 1 :])
    return Slitherlink((*p.clues[:r], row, *p.clues[r + 1 :]))


def transform(p: Slitherlink, number: int) -> tuple[Slitherlink, Callable[[Answer], Answer]]:
    """The board under the isometry with that number, and the map of its answers back to those of this one."""
    height, width = p.shape
    image, _ = numbered_isometry(p.shape, number)
    _, back = numbered_isometry((height + 1, width + 1), number)
    return board(image.board(p.numbers)), partial(_map_lines, back)


def symmetries(p: Slitherlink) -> list[Callable[[Answer], Answer]]:
    """The isometries that map the board onto itself, as maps of answers, the identity first."""
    height, width = p.shape
    pairs = zip(isometries(p.shape), isometries((height + 1, width + 1)), strict=True)  # of cells, of dots
    return [partial(_map_lines, dots) for cells, dots in pairs if np.array_equal(cells.board(p.numbers), p.numbers)]


def _map_lines(dots: Isometry, answer: Answer) -> Answer:
    """The answer under an isometry of its dots."""
    mapped = (dots(line) for line in answer)  # sorted pairs
    return tuple(sorted((a, b) for a, b in mapped))


def decode(p: Slitherlink, m: Model, values: NDArray[np.int64]) -> Answer:
    """The lines of an assignment (entry x: value of variable x)."""
    across, down = (np.asarray(values)[m.arrays[name]] == 1 for name in ("across", "down"))
    return answer_of_lines(across, down)


def project(p: Slitherlink, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer, one per line."""
    return np.concatenate([m.arrays["across"].ravel(), m.arrays["down"].ravel()])


def verify(p: Slitherlink, answer: Iterable[Line]) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with the models."""
    return broken_rules(p.clues, answer)


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {PIECES: [[list(dot) for dot in line] for line in answer]}


def answer_from_json(p: Slitherlink, document: Mapping[str, Any]) -> Answer:
    """The answer that `answer_json` wrote; the two dots of a line may come in either order. Raises InputError."""
    lines = document.get(PIECES) if isinstance(document, Mapping) else None
    if not isinstance(lines, list):
        raise InputError(f'slitherlink: expected {{"{PIECES}": [[[r, c], [r2, c2]], ...]}}, found no list "{PIECES}"')
    for i, line in enumerate(lines):
        if not (_is_pair(line) and all(_is_pair(dot) and all(type(x) is int for x in dot) for dot in line)):
            raise InputError(
                f"slitherlink: {PIECES}[{i}]: expected two dots [[r, c], [r2, c2]], found {str(line)[:40]}"
            )
    pairs = (sorted(map(tuple, line)) for line in lines)
    return tuple(sorted((a, b) for a, b in pairs))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2


# ---- words -----------------------------------------------------------------------------------------------------------


def name_of(p: Slitherlink, m: Model, literal: int) -> str:
    """A literal in the words of the puzzle: `a line above R2C3`, `no line above R2C3`, `inside at R2C3`, `a
    line at the dot at the upper left of R2C3`."""
    name, place = _array_and_place(m, literal)
    if name == "inside":
        return f"{'in' if literal > 0 else 'out'}side at {describe_cell(place)}"
    if name == "visited":
        return f"{'a' if literal > 0 else 'no'} line at {_describe_dot(p, place)}"
    if name not in BESIDE:
        return defaults.name_of(p, m, literal)
    return f"{'a' if literal > 0 else 'no'} line {_describe_place(p, name, place)}"


def _describe_place(p: Slitherlink, name: str, place: Dot) -> str:
    """Where a line is: above or left of a cell, below or right of one of the last."""
    (first, last), axis = BESIDE[name], 0 if name == "across" else 1
    if place[axis] < p.shape[axis]:
        return f"{first} {describe_cell(place)}"
    cell = [place[0], place[1]]
    cell[axis] -= 1
    return f"{last} {describe_cell(cell)}"


def cells_of(p: Slitherlink, m: Model, literal: int) -> frozenset[Any]:
    """What a variable is about: a line, as its two dots, or a cell; nothing for a variable of a formulation."""
    name, (r, c) = _array_and_place(m, literal)
    if name == "inside":
        return frozenset({(r, c)})
    return frozenset({((r, c), (r, c + 1) if name == "across" else (r + 1, c))} if name in BESIDE else ())


def _array_and_place(m: Model, literal: int) -> tuple[str, Dot]:
    """The array of a variable, and its place there; (0, 0) where that has no rows and columns."""
    for name in (*BESIDE, "inside"):
        array = m.arrays.get(name)
        if array is not None and array.flat[0] <= abs(literal) <= array.flat[-1]:
            r, c = divmod(abs(literal) - int(array.flat[0]), array.shape[1])
            return name, (r, c)
    visited = m.arrays.get("visited")
    if visited is not None and visited[0] <= abs(literal) <= visited[-1]:
        r, c = divmod(abs(literal) - int(visited[0]), m.arrays["down"].shape[1])
        return "visited", (r, c)
    return "", (0, 0)


def row_name(p: Slitherlink, m: Model, sentence: str, number: int) -> str:
    """Which row of a rule: `the 3 at R2C3`, `the dot at the upper left of R2C3`."""
    if sentence == CLUE:
        r, c = divmod(number, p.shape[1])
        return f"the {p.clues[r][c]} at {describe_cell((r, c))}"
    r, c = divmod(number, p.shape[1] + 1)
    return _describe_dot(p, (r, c)) if sentence == LOOP and r <= p.shape[0] else f"row {number}"


def _describe_dot(p: Slitherlink, dot: Dot) -> str:
    """A dot, by the cell at whose corner it is."""
    (r, c), (height, width) = dot, p.shape
    corner = f"{'lower' if r == height else 'upper'} {'right' if c == width else 'left'}"
    return f"the dot at the {corner} of {describe_cell((min(r, height - 1), min(c, width - 1)))}"


def row_cells(p: Slitherlink, m: Model, sentence: str, number: int) -> frozenset[Any]:
    """The cell of a number."""
    return frozenset({divmod(number, p.shape[1])} if sentence == CLUE else ())
