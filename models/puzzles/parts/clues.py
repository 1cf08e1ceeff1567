"""The generator for everybody: a board without clues, a random answer of its rules, all clues read off the answer, and
some of them taken away.

    Planting(blank=draw_regions, read_clues=count_shaded_cells, share=60)

A board that is generated so has its planted answer, perhaps others, too: with `generate --unique`, clues are taken away
only as long as there is one answer (`rosetta.studies.setting`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from models.neutral import Model
from models.puzzles.boards import check_board_size
from models.puzzles.grid_text import GridText
from models.puzzles.parameters import Parameter, number_reader
from models.puzzles.parts.answers import AnswerKind
from models.puzzles.parts.planting import open_first, plant_answer
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError

CLUES = "clues"  # the parameter
MOST_BLANKS = 20  # boards without clues that are drawn, until one has an answer


@dataclass(frozen=True, slots=True)
class Planting:
    """How boards are made from their answers.

    blank(size, stream, **parameters): a board without clues, of that size (rows, columns). Raises InputError for a size
        that has none.
    read_clues(board, answer): the board with all the clues that this answer gives it.
    share: percent of the clues that stay, if nobody says how many.
    likely: percent, with which a free variable holds in the planted answer.
    """

    blank: Callable[..., Any]
    read_clues: Callable[[Any, Any], Any]
    share: int = 100
    likely: int = 50

    @property
    def parameter(self) -> Parameter:
        return Parameter(self.share, number_reader(0, 100), "percent of the clues that stay", "P")


@dataclass(frozen=True, slots=True)
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
            model = open_first(state(blank) for state in self.formulations.values())
            values = plant_answer(model, self.answer.variables(model), stream, self.planting.likely)
            if values is not None:
                answer = self.answer.decode(model, values)
                return self._take_clues(self.planting.read_clues(blank, answer), share, stream), answer
        raise InputError(f"{self.name}: found no answer for a board of {size[0]}x{size[1]}; try another size or seed")

    def _take_clues(self, board: Any, share: int, stream: Stream) -> Any:
        """The board with that share of its clues, chosen at random."""
        cells = self.text.clue_cells(board)
        for number in stream.order(len(cells))[len(cells) * share // 100 :].tolist():
            board = self.text.with_word(board, cells[number], self.text.blank, -1)
        return board
