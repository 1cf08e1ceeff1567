"""Boards with labelled rows and columns, and with marks at what a step of an explanation speaks of.

            C1 C2 C3 C4
             1  1  0 <2>    R1, C1: labels, so that `R3C1` of a sentence can be found
         +-------------    [ ]: what the step concludes
     R1 0|  .  .  . [A]    < >: the clues (of lines without one, the labels) and cells that it uses
     R2 2|  .  . (A) .     ( ): what it supposes

`draw_labelled` draws text, `label_picture` writes labels and frames over the SVG of a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import BESIDE_ROWS, BOTTOM, LEFT, RIGHT, TOP
from models.puzzles.scenes.canvas import Canvas, border_canvas, canvas_lines
from models.puzzles.svg import FONT, INK, MARK, OTHER, SOFT, WRONG

Cells: TypeAlias = frozenset[Any]
MOST_LABELLED = 99  # rows and columns of a board that is drawn with labels
MOST_COLUMNS = 40  # of one in text: wider ones would be folded by the terminal


@dataclass(frozen=True, slots=True)
class Grid:
    """A board, or a layer of one, in words. words: of its cells, by row; beside: the clues of its rows and columns, by
    their side; areas: a number by cell, with lines where two of them meet; slanted: each row begins half a cell
    further to the right. canvas: what stands between the cells of a board with lines. wrong, wrong_beside: the cells,
    and the clues, by side and line, that get an exclamation mark: something there breaks a rule. are_lists: are clues
    lists of words?"""

    words: Sequence[Sequence[str]]
    beside: Mapping[str, Sequence[str]] = field(default_factory=dict)
    areas: NDArray[Any] | None = None
    slanted: bool = False
    canvas: Canvas | None = None
    wrong: Cells = field(default_factory=frozenset)
    wrong_beside: frozenset[tuple[str, int]] = frozenset()
    are_lists: bool = False

    @property
    def is_framed(self) -> bool:
        """Is something drawn between the cells?"""
        return self.areas is not None or self.canvas is not None


@dataclass(frozen=True, slots=True)
class Squares:
    """Where the cells of a board are in its SVG. shape: rows and columns; unit: side of a cell; corner: of the first
    cell; layers: how many lie side by side, a cell apart; clues: are there clues beside the rows and columns?
    aside: how far the ends of lines lie from the corners of their cells, in units; beside: the squares of the clues
    beside each line, by side and line, as x, y, width, height."""

    shape: tuple[int, int]
    unit: float
    corner: tuple[float, float] = (0, 0)
    layers: int = 1
    clues: bool = False
    aside: float = 0
    beside: Mapping[tuple[str, int], tuple[float, float, float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Marks:
    """What a step speaks of. concluded, used, supposed: cells; rows, columns: lines of which it uses the clue, or the
    rule, from 0; beside: clues by side and line, where a line has several; conflict: these contradict each other."""

    concluded: Cells = field(default_factory=frozenset)
    used: Cells = field(default_factory=frozenset)
    supposed: Cells = field(default_factory=frozenset)
    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()
    beside: frozenset[tuple[str, int]] = frozenset()
    conflict: bool = False

    def uses(self, side: str, line: int) -> bool:
        """Is the clue on this side of the line used?"""
        return line in (self.rows if side in BESIDE_ROWS else self.columns) or (side, line) in self.beside


# ---- text ------------------------------------------------------------------------------------------------------------


def draw_labelled(grids: Sequence[Grid], marks: Marks) -> str:
    """The layers of a board, one below the other, or the one board; "" where there are none, or too many rows or
    columns for labels."""
    if not grids or len(grids[0].words) > MOST_LABELLED or len(grids[0].words[0]) > MOST_COLUMNS:
        return ""
    if len(grids) == 1:
        return "\n".join(_grid_lines(grids[0], marks, ()))
    lines: list[str] = []
    for z, layer in enumerate(grids):
        lines += [*([""] if z else []), f"L{z + 1}", *_grid_lines(layer, marks, (z,))]
    return "\n".join(lines)


def _grid_lines(grid: Grid, marks: Marks, layer: tuple[int, ...]) -> list[str]:
    """The lines of one grid."""
    columns = [word for side in (TOP, BOTTOM) for words in grid.beside.get(side, ()) for word in _words(grid, words)]
    wide = max(max(len(word) for row in grid.words for word in row), max(map(len, columns), default=0))
    margins = _row_margins(grid, marks)
    above, below = _lines_around(grid, marks, len(margins[0]), wide)
    lines = [*above, *_row_lines(grid, marks, layer, margins, wide), *below]
    return [line.rstrip() for line in lines]


def _words(grid: Grid, words: str) -> list[str]:
    return words.split() if grid.are_lists else [words]


def stack_words(words: Sequence[str], are_lists: bool, is_above: bool) -> list[list[str]]:
    """The words above or below columns, line by line; a word that is no list is read downwards."""
    several = [word.split() if are_lists else list(word) for word in words]
    tall = max(map(len, several), default=0)
    blank = [[""] * (tall - len(each)) if are_lists else [" "] * (tall - len(each)) for each in several]
    columns = [[*before, *each] if is_above else [*each, *before] for before, each in zip(blank, several, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def _row_margins(grid: Grid, marks: Marks) -> list[str]:
    """What stands before each row: its label, and its clue."""
    left = grid.beside.get(LEFT, ())
    labels = [_bracket(f"R{r + 1}", r in marks.rows and not left) for r in range(len(grid.words))]
    clues = [_clue(grid, marks, LEFT, r, clue) for r, clue in enumerate(left)]
    wide, beside = max(map(len, labels)), max(map(len, clues), default=0)
    return [
        f"{label:>{wide}} {clue:>{beside}}{'| ' if clues else ''}"
        for label, clue in zip(labels, clues or [""] * len(labels), strict=True)
    ]


def _clue(grid: Grid, marks: Marks, side: str, line: int, clue: str) -> str:
    """The clue of a line, and its mark."""
    return _bracket(clue, marks.uses(side, line), (side, line) in grid.wrong_beside)


def _lines_around(grid: Grid, marks: Marks, margin: int, wide: int) -> tuple[list[str], list[str]]:
    """The labels of the columns and their clues, with a line below these; and the clues below the board. margin:
    letters before a row; wide: letters of the longest word."""
    has_rim = grid.canvas.is_dotted if grid.canvas is not None else grid.is_framed
    indent, gap = " " * (margin + has_rim), " " if grid.is_framed else ""
    width = len(grid.words[0])
    labels = [_column_label(line, wide + 2) for line in _column_lines(width, marks, TOP in grid.beside)]
    rule = " " * (len(indent) - 2) + "+" + "-" * (width * (wide + 2 + len(gap)))
    above, below = (
        [indent + gap.join(line) for line in _column_clues(grid, marks, side, wide)] for side in (TOP, BOTTOM)
    )
    above = [*(indent + gap.join(line) for line in labels), *above, *([rule] if above else [])]
    return above, [*([rule] if below else []), *below]


def _column_clues(grid: Grid, marks: Marks, side: str, wide: int) -> list[list[str]]:
    """The clues on one side of the columns, line by line, with their marks; of a list, the word nearest to the board
    has it."""
    words = grid.beside.get(side, ())
    stacks = stack_words(words, True, side == TOP) if grid.are_lists else [list(words)] if words else []
    nearest = len(stacks) - 1 if side == TOP else 0
    return [
        [
            _padded(word, *_line_sign(marks, side, c, (side, c) in grid.wrong_beside), wide)
            if i == nearest
            else f"{word:^{wide + 2}}"
            for c, word in enumerate(row)
        ]
        for i, row in enumerate(stacks)
    ]


def _row_lines(grid: Grid, marks: Marks, layer: tuple[int, ...], margins: list[str], wide: int) -> list[str]:
    """The rows, and what is drawn between their cells. wide: letters of the longest word."""
    canvas, brackets = grid.canvas, dict[tuple[int, int], str]()
    if canvas is not None:
        marks, brackets = _marked_lines(canvas, marks)
    elif grid.areas is not None:
        canvas = border_canvas(np.asarray(grid.areas))
    cells = [
        [_padded(word, *_sign(marks, (*layer, r, c), (r, c) in grid.wrong), wide) for c, word in enumerate(row)]
        for r, row in enumerate(grid.words)
    ]
    right = grid.beside.get(RIGHT, [""] * len(cells))
    behind = [f"|{_clue(grid, marks, RIGHT, r, clue)}" if clue else "" for r, clue in enumerate(right)]
    if canvas is not None:
        return canvas_lines(canvas, cells, margins, len(margins[0]), wide + 2, brackets, behind)
    shift = (wide + 2) / 2 if grid.slanted else 0
    return [
        margin + " " * round(shift * r) + "".join(row) + behind[r]
        for r, (margin, row) in enumerate(zip(margins, cells, strict=True))
    ]


def _column_lines(width: int, marks: Marks, clued: bool) -> list[list[str]]:
    """The labels of the columns: `C1`, or C above the number where there are more than nine."""
    used = [c in marks.columns and not clued for c in range(width)]
    if width < 10 and not any(used):
        return [[_bracket(f"C{c + 1}", mark) if mark else f"C{c + 1}" for c, mark in enumerate(used)]]
    return [["<C>" if mark else "C" for mark in used], [f"{c + 1}" for c in range(width)]]


def _column_label(line: Sequence[str], wide: int) -> list[str]:
    return [f"{label[:wide]:^{wide}}" for label in line]


def _bracket(text: str, mark: bool, is_wrong: bool = False) -> str:
    return f"<{text}>" if mark else f" {text}{'!' if is_wrong else ' '}"


def _sign(marks: Marks, cell: tuple[Any, ...], is_wrong: bool = False) -> tuple[bool, str]:
    """Is the cell marked, and how?"""
    for cells, sign in ((marks.supposed, "()"), (marks.concluded, "[]"), (marks.used, "<>")):
        if cell in cells:
            return True, sign
    return is_wrong, " !"


def _line_sign(marks: Marks, side: str, column: int, is_wrong: bool) -> tuple[bool, str]:
    """Is the clue of the column marked, and how?"""
    return (True, "<>") if marks.uses(side, column) else (is_wrong, " !")


def _padded(word: str, mark: bool, sign: str, wide: int) -> str:
    return f"{sign[0]}{word}{sign[1]}".center(wide + 2) if mark else f"{word:^{wide + 2}}"


def _marked_lines(canvas: Canvas, marks: Marks) -> tuple[Marks, dict[tuple[int, int], str]]:
    """The marks with a cell for each line that is marked in one, and the brackets of the others, by place."""
    brackets: dict[tuple[int, int], str] = {}
    kept: dict[str, Any] = {}
    for name, sign in (("used", "<>"), ("concluded", "[]"), ("supposed", "()")):
        marked: Cells = getattr(marks, name)
        lines = {place for place in marked if isinstance(place[0], tuple)}
        places = set(map(canvas.middle, lines))
        in_cells = {(y, x) for y, x in places if y % 2 and x % 2}
        brackets |= dict.fromkeys(places - in_cells, sign)
        kept[name] = (marked - lines) | {(y // 2, x // 2) for y, x in in_cells}
    return replace(marks, **kept), brackets


# ---- SVG -------------------------------------------------------------------------------------------------------------

LABEL_SIZE = 10
SVG_HEAD = re.compile(
    r'viewBox="([^"]+)" width="[^"]+" height="[^"]+">(<title>.*?</title>)<rect x="[^"]+" y="[^"]+" width="[^"]+" '
    r'height="[^"]+"',
    re.S,
)


def label_picture(svg: str, squares: Squares | None, marks: Marks) -> str:
    """The picture of a board (`svg.picture`) with labels and marks; as it is where `squares` is None."""
    head = SVG_HEAD.search(svg)
    if squares is None or head is None or max(squares.shape) > MOST_LABELLED:
        return svg
    x, y, width, height = map(float, head[1].split())
    room = 22
    box = [x - room, y - 14, width + room, height + 14]
    sides = " ".join(f'{name}="{value:g}"' for name, value in zip(("x", "y", "width", "height"), box, strict=True))
    begin = f'viewBox="{" ".join(f"{value:g}" for value in box)}" width="{box[2]:g}" height="{box[3]:g}">{head[2]}'
    content = "".join([*_labels(squares, x, y), *_line_frames(squares, x, y, marks), *_cell_frames(squares, marks)])
    return f"{svg[: head.start()]}{begin}<rect {sides}{svg[head.end() : -len('</svg>')]}{content}</svg>"


def _labels(squares: Squares, left: float, top: float) -> Iterable[str]:
    """R1 to the left of what is drawn, C1 above it."""
    (x, y), unit, (height, width) = squares.corner, squares.unit, squares.shape
    inset = 0 if squares.clues else 8  # of a margin that holds no clues
    yield f'<g class="labels" {FONT} font-size="{LABEL_SIZE}" fill="{SOFT}" text-anchor="end">'
    yield from (
        f'<text x="{left + inset - 1:g}" y="{y + unit * (r + 0.5) + 4:g}">R{r + 1}</text>' for r in range(height)
    )
    yield f'</g><g class="labels" {FONT} font-size="{LABEL_SIZE}" fill="{SOFT}" text-anchor="middle">'
    for z in range(squares.layers):
        for c in range(width):
            at = x + unit * (z * (width + 1) + c + 0.5)
            yield f'<text x="{at:g}" y="{top + inset - 2:g}">C{c + 1}</text>'
        if squares.layers > 1:
            at = x + unit * (z * (width + 1) - 0.4)
            yield f'<text x="{at:g}" y="{top + inset - 2:g}" fill="{INK}">L{z + 1}</text>'
    yield "</g>"


def _line_frames(squares: Squares, left: float, top: float, marks: Marks) -> Iterable[str]:
    """Frames around the clues of lines, or around their labels."""
    (x, y), unit = squares.corner, squares.unit
    inset, thick = (0.0, 0.0) if squares.clues else (8.0, 22.0)
    colour = WRONG if marks.conflict else OTHER
    for r in sorted(marks.rows):
        begin, wide = (left + 1, x - left - 3) if squares.clues else (left + inset - thick + 1, thick)
        yield _frame(begin, y + unit * r + 2, wide, unit - 4, colour)
    for c in sorted(marks.columns):
        begin, tall = (top + 2, y - top - 3) if squares.clues else (top + inset - 13, 14.0)
        yield _frame(x + unit * c + 1, begin, unit - 2, tall, colour)
    for clue in sorted(marks.beside & set(squares.beside)):
        yield _frame(*squares.beside[clue], colour)


def _cell_frames(squares: Squares, marks: Marks) -> Iterable[str]:
    """Frames around the cells used, and a question mark in those that are supposed to hold something or nothing."""
    unit = squares.unit
    for cell in sorted(marks.used, key=_sort_key):
        left, top = _cell_corner(squares, cell)
        yield _frame(left + 1, top + 1, unit - 2, unit - 2, WRONG if marks.conflict else OTHER)
    if marks.supposed:
        yield f'<g class="supposed" {FONT} font-size="13" font-weight="800" fill="{MARK}" text-anchor="middle">'
        for cell in sorted(marks.supposed, key=_sort_key):
            left, top = _cell_corner(squares, cell)
            yield f'<text x="{left + 5:g}" y="{top + 12:g}">?</text>'
        yield "</g>"


def _sort_key(place: Any) -> tuple[bool, Any]:
    """Cells before lines."""
    return isinstance(place[0], tuple), place


def _cell_corner(squares: Squares, cell: Sequence[Any]) -> tuple[float, float]:
    (x, y), unit = squares.corner, squares.unit
    if isinstance(cell[0], tuple):  # a line between two points: the square with it in the middle
        (r, c), (s, d) = cell
        shift = squares.aside - 0.5
        return x + unit * ((c + d) / 2 + shift), y + unit * ((r + s) / 2 + shift)
    z, (r, c) = (cell[0] if len(cell) == 3 else 0), cell[-2:]
    return x + unit * (z * (squares.shape[1] + 1) + c), y + unit * r


def _frame(x: float, y: float, width: float, height: float, colour: str) -> str:
    return (
        f'<rect class="used" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" fill="none" '
        f'stroke="{colour}" stroke-width="2"/>'
    )
