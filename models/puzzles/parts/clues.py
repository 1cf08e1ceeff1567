"""The generator for everybody: a board without clues, a random answer of its rules, all clues read off the answer, and
some of them taken away.

    Planting(blank=draw_regions, read_clues=count_shaded_cells, share=60)

A board that is generated so has its planted answer, perhaps others, too: with `generate --unique`, clues are taken away
only as long as there is one answer (`rosetta.studies.setting`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from models.neutral import Model
from models.neutral.global_rules.connected.rule import LAZY
from models.puzzles.boards import check_board_size
from models.puzzles.grid_text import GridText
from models.puzzles.parameters import Parameter, number_reader
from models.puzzles.parts.answers import AnswerKind
from models.puzzles.parts.planting import open_first, plant_answer
from models.puzzles.randomness import Stream
from models.puzzles.regions import are_rectangles, cut_rectangle, hand_over
from rosetta.foundation.errors import InputError

CLUES = "clues"  # the parameter
MOST_BLANKS = 20  # boards without clues that are drawn, until one has an answer


@dataclass(frozen=True, slots=True)
class Planting:
    """How boards are made from their answers.

    blank(size, stream, **parameters): a board without clues, of that size (rows, columns). Raises InputError for a size
        that has none. Where board and answer are drawn together, the pair of them.
    read_clues(board, answer): the board with all the clues that this answer gives it; by default it has none.
    share: percent of the clues that stay, if nobody says how many.
    likely: percent, with which a free variable holds in the planted answer.
    draw_answer(board, stream): a random answer of a board without clues; by default it is found by search.
    """

    blank: Callable[..., Any]
    read_clues: Callable[[Any, Any], Any] = lambda board, answer: board
    share: int = 100
    likely: int = 50
    draw_answer: Callable[[Any, Stream], Any] | None = None

    @property
    def parameter(self) -> Parameter:
        return Parameter(self.share, number_reader(0, 100), "percent of the clues that stay", "P")


@dataclass(frozen=True, slots=True, eq=False)
class PlantedBoards:
    """`Puzzle.generate` by planting."""

    name: str
    planting: Planting
    text: GridText
    answer: AnswerKind
    formulations: Mapping[str, Callable[..., Model]]

    def __call__(self, size: tuple[int, int], seed: int = 0, **parameters: Any) -> tuple[Any, Any]:
        """A random board and its planted answer."""
        check_board_size(self.name, *size)
        share = parameters.pop(CLUES, self.planting.share)
        stream = Stream(self.name, "board", f"{size[0]}x{size[1]}", seed)
        for _ in range(MOST_BLANKS):
            blank = self.planting.blank(size, stream, **parameters)
            if isinstance(blank, tuple):
                blank, answer = blank
            else:
                answer = (self.planting.draw_answer or self._search_answer)(blank, stream)
            if answer is not None:
                return self._take_clues(self.planting.read_clues(blank, answer), share, stream), answer
        raise InputError(f"{self.name}: found no answer for a board of {size[0]}x{size[1]}; try another size or seed")

    def _search_answer(self, blank: Any, stream: Stream) -> Any:
        """A random answer of a board without clues; None if none was found."""
        first = sorted(self.formulations, key=LAZY.__ne__)  # the one that leaves rules open, if there is one
        model = open_first(self.formulations[name](blank) for name in first)
        values = plant_answer(model, self.answer.variables(model), stream, self.planting.likely)
        return None if values is None else self.answer.decode(model, values)

    def _take_clues(self, board: Any, share: int, stream: Stream) -> Any:
        """The board with that share of its clues, chosen at random."""
        count = self.text.count_clues(board)
        return self.text.remove_clues(board, stream.order(count)[count * share // 100 :].tolist())


def give_number(field: str) -> Callable[[Any, Any, Any, Stream], tuple[Any, Any] | None]:
    """`Extras.exclude` where numbers of the answer are clues: one that the second answer has not becomes given. field:
    of the record, with the given numbers, 0 for none."""

    def exclude(board: Any, answer: Any, second: Any, stream: Stream) -> tuple[Any, Any] | None:
        numbers, wanted = getattr(board, field).copy(), np.array(answer)
        cells = np.flatnonzero((wanted != np.array(second)) & (wanted > 0))
        if not len(cells):
            return None
        cell = cells[stream.number_below(len(cells))]
        numbers.flat[cell] = wanted.flat[cell]
        return replace(board, **{field: numbers}), answer

    return exclude


@dataclass(frozen=True, slots=True)
class RegionChanges:
    """`Extras.exclude` for boards with regions: a cell in which two answers differ goes to another region; where the
    regions are rectangles, and have clues, one is cut in two that hold other numbers of pieces. Then the clues are read
    anew. Whether the answer still keeps the rules is checked by the setter.

    grid: the number of the grid with the names of regions, whose words are `RegionWords`.
    planting: None where boards have no clues.
    """

    text: GridText
    answer: AnswerKind
    grid: int
    planting: Planting | None = None

    def __call__(self, board: Any, answer: Any, second: Any, stream: Stream) -> tuple[Any, Any] | None:
        """A board with other regions, and the answer; None where nothing can be changed, or the board refuses it."""
        words, kind = self.text.words(board, self.grid), self.text.kinds[self.grid]
        one, other = (set[Any](self.answer.pieces(each)) for each in (answer, second))
        regions, difference = kind.read(words), np.zeros(words.shape, np.int64)
        for sign, pieces in ((0 if self.planting is None else 1, one - other), (-1, other - one)):
            difference[tuple(np.array([piece[:2] for piece in pieces], np.int64).reshape(-1, 2).T)] = sign
        if self.planting is not None and are_rectangles(regions):
            changed = cut_rectangle(regions, difference, stream)
        else:
            cells = np.flatnonzero(difference.ravel())
            changed = hand_over(regions, cells[stream.order(len(cells))], stream, most=1)
        if np.array_equal(changed, regions):
            return None
        with suppress(InputError):
            return self._with_regions(board, kind.write(changed), answer), answer
        return None

    def _with_regions(self, board: Any, names: Any, answer: Any) -> Any:
        """The board with these regions, and the clues of the answer. Raises InputError."""
        if self.planting is None:
            return self.text.with_words(board, names, self.grid)
        blank = self.text.with_words(self.text.without_clues(board), names, self.grid)
        return self.planting.read_clues(blank, answer)
