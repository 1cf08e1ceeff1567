"""Symmetries of boards whose rules treat all numbers alike: turns of the board together with exchanges of numbers.

    1 .    turned by half   2 .    with 1 and 2 exchanged   1 .    which is the board again
    . 2                     . 1                             . 2

Rules treat numbers alike if, wherever the numbers of a board and of its answer are exchanged by one permutation, the
answer remains one (Latin squares, Sudoku). Numbers that the board does not name can be exchanged freely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.contract import SYMMETRIES, TURNS, AnswerMap, Transform
from models.puzzles.grid_text import GridText
from models.puzzles.parts.answers import CellNumbers, Grid, as_grid

Permutation = NDArray[np.int64]
"""Entry k is what becomes of number k; entry 0 is 0."""
WORDS = f"{TURNS}, and exchanges of numbers"


@dataclass(frozen=True, slots=True)
class NumberSymmetries:
    """`Extras.symmetries` of such a puzzle. The numbers of a board are the words of the last grid of its text."""

    text: GridText
    answer: CellNumbers
    transform: Transform | None
    formulation: Callable[[Any], Model]

    def __call__(self, instance: Any) -> Sequence[AnswerMap]:
        """The maps of answers, the identity first, whose products are all symmetries."""
        most = self.formulation(instance).arrays[self.answer.piece].shape[2]
        named = set(self._numbers(instance).ravel().tolist())
        free = [number for number in range(1, most + 1) if number not in named]
        maps: list[AnswerMap] = [partial(exchange_numbers, np.arange(most + 1))]
        for one, other in pairwise(free):
            exchange = np.arange(most + 1)
            exchange[[one, other]] = other, one
            maps.append(partial(exchange_numbers, exchange))
        return [*maps, *self._turns(instance, most)]

    def _turns(self, instance: Any, most: int) -> Iterator[AnswerMap]:
        for number in range(1, SYMMETRIES):
            turned = None if self.transform is None else self.transform(instance, number)
            if turned is None or self.text.shape(turned[0]) != self.text.shape(instance):
                continue
            permutation = _permutation_between(self._numbers(turned[0]), self._numbers(instance), most)
            if permutation is not None and self._exchanged(turned[0], permutation) == instance:
                yield partial(_exchange_and_turn, np.argsort(permutation), turned[1])

    def _numbers(self, instance: Any) -> NDArray[np.int64]:
        """The numbers of the cells, 0 for none."""
        words = self.text.words(instance, -1)
        return np.where(words == self.text.blank, "0", words).astype(np.int64)

    def _exchanged(self, instance: Any, permutation: Permutation) -> Any:
        numbers = permutation[self._numbers(instance)]
        return self.text.with_words(instance, np.where(numbers == 0, self.text.blank, numbers.astype(str)), -1)


def exchange_numbers(permutation: Permutation, answer: Grid) -> Grid:
    """The answer with its numbers exchanged."""
    return as_grid(permutation[np.array(answer)])


def _exchange_and_turn(permutation: Permutation, back: AnswerMap, answer: Grid) -> Grid:
    turned: Grid = back(exchange_numbers(permutation, answer))
    return turned


def _permutation_between(before: NDArray[np.int64], after: NDArray[np.int64], most: int) -> Permutation | None:
    """A permutation that makes the one board of the other; None if there is none. Numbers that neither names are
    mapped in their order."""
    pairs = np.unique(np.stack([before.ravel(), after.ravel()]), axis=1).T.tolist()
    ahead = dict(pairs)
    if len(ahead) < len(pairs) or len(set(ahead.values())) < len(pairs) or ahead.get(0, 0) != 0:
        return None
    open_before = [number for number in range(1, most + 1) if number not in ahead]
    open_after = [number for number in range(1, most + 1) if number not in ahead.values()]
    if len(open_before) != len(open_after):
        return None
    ahead |= {0: 0, **dict(zip(open_before, open_after, strict=True))}
    return np.array([ahead[number] for number in range(most + 1)])
