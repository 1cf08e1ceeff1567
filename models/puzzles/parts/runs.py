"""Runs of white cells between black ones, and black cells with up to two sums, as in a Kakuro: words, scenes, boards.

    #   4/   3/      4/     the cells below add up to 4
    /3   .    .      /3     the cells to the right add up to 3
    /4   .    .      4/3    both, down and across; # neither

Sums are an array of shape (rows, columns, 2): down, then across; 0 for none, and WHITE twice for a white cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, each, group
from models.puzzles.boards import Cell, Isometry, Literals, Mask, Numbers, describe_cell, numbered_isometry
from models.puzzles.contract import AnswerMap
from models.puzzles.grid_text import is_number
from models.puzzles.parts.answers import as_grid
from models.puzzles.scenes.glyphs import STONE
from models.puzzles.scenes.scene import Glyph, Lettering, Outline, SceneLayer
from models.puzzles.svg import Style
from rosetta.foundation.errors import InputError

WHITE, BLACK = -1, "#"
DOWN, ACROSS = range(2)
TOTAL = "the digits of a run add up to its sum"
DIRECTIONS = ("down", "across")
MOST_DIGIT = 9
TRANSPOSED = 4  # of the number of a turn: rows become columns
SMALL: Style = {"font_size": 9, "fill": "#ffffff"}
BLACK_CELL = Glyph("black cell", parts=(Outline("m.5.5h23v23h-23z", {"fill": STONE}),), is_written=False)
SLASH = Glyph(
    "diagonal",
    parts=(Outline("m.5.5l23 23", {"fill": "none", "stroke": "#aab0ba", "stroke_width": 0.8}),),
    is_written=False,
)
SUM_WORDS = Glyph("sums", BLACK)  # in text
SUM_DOWN = Glyph("sum down", parts=(Lettering(SMALL, x=7.5, y=21, wrong="#ff9a8a", room=13),), is_written=False)
SUM_ACROSS = Glyph("sum across", parts=(Lettering(SMALL, x=16.5, y=10, wrong="#ff9a8a", room=13),), is_written=False)


class Runs(NamedTuple):
    """The runs of white cells in one direction.

    cells: the number of each cell's run, from 0, -1 for a black cell; shape (rows, columns)
    first: the first cell of each, shape (runs, 2)
    sums: of each, 0 where none is given, shape (runs,)
    """

    cells: Numbers
    first: Numbers
    sums: Numbers

    @property
    def lengths(self) -> Numbers:
        """How many cells each has."""
        return np.bincount(self.cells[self.cells >= 0], minlength=len(self.first))


def find_runs(sums: Numbers, direction: int) -> Runs:
    """The runs of a board, down or across."""
    own = sums if direction == ACROSS else sums.transpose(1, 0, 2)
    white = own[..., 0] == WHITE
    before = np.pad(white, ((0, 0), (1, 0)))[:, :-1]
    begins = white & ~before
    cells = np.where(white, np.cumsum(begins.ravel()).reshape(white.shape) - 1, -1)
    first, given = np.argwhere(begins), np.pad(own[..., direction], ((0, 0), (1, 0)))[:, :-1][begins]
    return Runs(cells, first, given) if direction == ACROSS else Runs(cells.T, first[:, ::-1], given)


@cache
def find_digit_sets(length: int, total: int) -> list[tuple[int, ...]]:
    """The sets of so many digits from 1 to 9 that have this sum."""
    return [chosen for chosen in combinations(range(1, MOST_DIGIT + 1), length) if sum(chosen) == total]


def name_runs(runs: Runs, name: str) -> Each:
    """What runs are called: `the sum 17 down at R1C2`, by their first cells; their sums are written before these."""
    written = runs.first - np.eye(2, dtype=np.int64)[DIRECTIONS.index(name)]
    return each(f"the sum {{sum}} {name} at {{first}}", sum=runs.sums, first=runs.first, cell=written)


def name_run_digits(runs: Runs, name: str) -> Each:
    """What the digits of runs are called, nine for each: `the 3 of the run down at R1C2`."""
    digits, first = np.tile(np.arange(1, MOST_DIGIT + 1), len(runs.first)), np.repeat(runs.first, MOST_DIGIT, axis=0)
    return each(f"the {{digit}} of the run {name} at {{first}}", digit=digits, first=first)


def state_run_sums(m: Model, digit: Literals, runs: Runs, own: Numbers, name: str) -> None:
    """The digits of each run with a sum add up to it.

    digit: the literals of the white cells, shape (cells, 9)
    own: the run of each of these cells
    name: of the direction
    """
    cells = group(digit, by=np.broadcast_to(own[:, None], digit.shape), n=len(runs.sums))
    digits = np.tile(np.arange(1, MOST_DIGIT + 1), len(own))
    of = name_runs(runs, name)
    m.linear(runs.sums, runs.sums, TOTAL, cells, digits, where=runs.sums > 0, of=of, clue=True)


def state_sum_sets(m: Model, digit: Literals, runs: Runs, own: Numbers, name: str) -> None:
    """Each run with a sum has one of the sets of digits that add up to it; all as for `state_run_sums`."""
    given, n = np.flatnonzero(runs.sums), len(runs.sums)
    pairs = zip(runs.lengths[given].tolist(), runs.sums[given].tolist(), strict=True)
    found = [find_digit_sets(*pair) for pair in pairs]
    run, sets = np.repeat(given, list(map(len, found))), [digits for several in found for digits in several]
    told = ["".join(map(str, digits)) for digits in sets]
    words = each(f"the run {name} at {{cell}} has {{digits}}", cell=runs.first[run], digits=told)
    chosen, is_given = m.bools(f"{name} set", len(sets), says=words), runs.sums > 0
    m.exactly(1, TOTAL, group(chosen, by=run, n=n), where=is_given, of=name_runs(runs, name), clue=True)
    lacking = np.array([[digit not in digits for digit in range(1, MOST_DIGIT + 1)] for digits in sets], np.bool_)
    place, number = np.nonzero(lacking.reshape(-1, MOST_DIGIT))
    of_digit = own[:, None] * MOST_DIGIT + np.arange(MOST_DIGIT)
    keys = np.concatenate([of_digit.ravel(), run[place] * MOST_DIGIT + number])
    rows = group(np.concatenate([digit.ravel(), chosen[place]]), by=keys, n=n * MOST_DIGIT)
    of, where = name_run_digits(runs, name), np.repeat(is_given, MOST_DIGIT)
    m.exactly(1, "a run has each digit of its set once", rows, where=where, of=of)


def list_sums(white: Mask, digits: Numbers) -> Numbers:
    """The sums of a board with these white cells and these digits, each before its run; 0 where there is no run."""
    sums = np.where(white[..., None], WHITE, np.zeros((*white.shape, 2), np.int64))
    for direction in (DOWN, ACROSS):
        runs = find_runs(sums, direction)
        totals = np.bincount(runs.cells[white], digits[white], len(runs.first)).astype(np.int64)
        before = runs.first - np.eye(2, dtype=np.int64)[direction]
        inside = before.min(axis=1, initial=0) >= 0
        sums[(*before[inside].T, direction)] = totals[inside]
    return sums


def turn_within_frame(make: Callable[[Numbers], Any]) -> Callable[[Any, int], tuple[Any, AnswerMap] | None]:
    """`Extras.transform` of boards with `sums` whose first row and column are black: the others are turned, and sums
    stand before their runs again. make: the board with these sums."""

    def turn(board: Any, number: int) -> tuple[Any, AnswerMap] | None:
        sums: Numbers = board.sums
        if (sums[0, :, 0] == WHITE).any() or (sums[:, 0, 0] == WHITE).any() or min(sums.shape[:2]) < 2:
            return None
        ahead, back = numbered_isometry((sums.shape[0] - 1, sums.shape[1] - 1), number)
        runs = [find_runs(sums, direction) for direction in (DOWN, ACROSS)]
        given = [ahead.board(np.append(own.sums, 0)[own.cells][1:, 1:]) for own in runs]
        white = np.pad(ahead.board(sums[1:, 1:, 0] == WHITE), ((1, 0), (1, 0)))
        totals = np.pad(np.stack(given[::-1] if number & TRANSPOSED else given), ((0, 0), (1, 0), (1, 0)))
        turned = np.where(white[..., None], WHITE, np.zeros((*white.shape, 2), np.int64))
        for direction in (DOWN, ACROSS):
            first = find_runs(turned, direction).first
            before = first - np.eye(2, dtype=np.int64)[direction]
            turned[(*before.T, direction)] = totals[(direction, *first.T)]
        return make(turned), lambda answer: _turn_answer(answer, back)

    return turn


def _turn_answer(answer: Any, isometry: Isometry) -> Any:
    """The digits turned, but for the first row and column."""
    return as_grid(np.pad(isometry.board(np.array(answer)[1:, 1:]), ((1, 0), (1, 0))))


def list_run_faults(sums: Numbers, digits: Any) -> Iterator[str]:
    """Which runs of digits repeat one, or have another sum than is given, as sentences; by code that shares nothing
    with the rows of a model."""
    height, width = sums.shape[:2]
    for direction, (down, right) in enumerate(((1, 0), (0, 1))):
        for r, c in np.ndindex(height, width):
            clue, run = 0, list[int]()
            if sums[r, c, 0] == WHITE:
                if r >= down and c >= right and sums[r - down, c - right, 0] == WHITE:
                    continue  # within a run
                clue = int(sums[r - down, c - right, direction]) if r >= down and c >= right else 0
                i, j = r, c
                while i < height and j < width and sums[i, j, 0] == WHITE:
                    run.append(digits[i][j])
                    i, j = i + down, j + right
            name = f"the run {DIRECTIONS[direction]} at {describe_cell((r, c))}"
            for digit in sorted({digit for digit in run if run.count(digit) > 1}):
                yield f"{name} has the digit {digit} {run.count(digit)} times"
            if clue and sum(run) != clue:
                yield f"{name} has the sum {sum(run)}, not {clue}"


def find_idle_sums(sums: Numbers) -> NDArray[np.bool_]:
    """Which sums no run follows, in their shape."""
    white = np.pad(sums[..., 0] == WHITE, ((0, 1), (0, 1)))
    behind = np.stack([white[1:, :-1], white[:-1, 1:]], axis=2)
    return np.asarray((sums > 0) & ~behind, np.bool_)


def drop_idle_sums(sums: Numbers) -> Numbers:
    """The sums without those that no run follows, of which other programs take no notice."""
    return np.where(find_idle_sums(sums), 0, sums)


def check_sums(name: str, sums: Numbers) -> None:
    """Raises InputError for a sum that no run follows."""
    for r, c, direction in np.argwhere(find_idle_sums(sums))[:1].tolist():
        found = f"found {sums[r, c, direction]} {DIRECTIONS[direction]}"
        raise InputError(f"{name}, cell {describe_cell((r, c))}: expected no sum where no cells follow, {found}")


@dataclass(frozen=True, slots=True)
class SumWords:
    """A white cell `.`, a black one `#`, and one with sums: `27/9`, down and across, `27/`, `/9`."""

    blank: str = field(default="", init=False)

    def read(self, words: NDArray[np.str_]) -> Numbers:
        """The sums. Raises InputError."""
        sums = np.zeros((*words.shape, 2), np.int64)
        for cell, word in np.ndenumerate(words):
            sums[cell] = read_sums(word, (int(cell[0]), int(cell[1])))
        return sums

    def write(self, values: Numbers) -> NDArray[Any]:
        """The words."""
        return np.array([[write_sums(*sums) for sums in row] for row in values.tolist()])


def read_sums(word: str, cell: Cell) -> tuple[int, int]:
    """What a word says, down and across. Raises InputError."""
    if word in (".", BLACK):
        return (WHITE, WHITE) if word == "." else (0, 0)
    down, slash, across = word.partition("/")
    told = [part for part in (down, across) if part]
    if not (slash and told and all(is_number(part) and int(part) for part in told)):
        raise InputError(f"cell {describe_cell(cell)}: expected `.`, `#` or sums such as `27/9`, found '{word[:40]}'")
    return int(down or 0), int(across or 0)


def write_sums(down: int, across: int) -> str:
    """The word of a cell."""
    if down == WHITE:
        return "."
    return f"{down or ''}/{across or ''}" if down or across else BLACK


def sum_layers(sums: Numbers) -> tuple[SceneLayer, ...]:
    """Black cells, each with a diagonal, below it the sum down, and above it the sum across."""
    black = sums[..., 0] != WHITE
    at = np.argwhere(black)
    words = tuple(write_sums(*sums[r, c]) for r, c in at)
    slashed = np.argwhere((sums > 0).any(axis=2))
    layers = [SceneLayer(BLACK_CELL, at), SceneLayer(SLASH, slashed), SceneLayer(SUM_WORDS, at, words=words)]
    for direction, glyph in ((DOWN, SUM_DOWN), (ACROSS, SUM_ACROSS)):
        given = sums[..., direction] > 0
        words = tuple(map(str, sums[given][:, direction].tolist()))
        layers.append(SceneLayer(glyph, np.argwhere(given), words=words))
    return tuple(layers)
