"""Boards with one solution for puzzles that have no setter of their own: boards are drawn until one has.

    draw a board --> is there a second answer? --no--> remove clues, if asked to --> done
                          |            ^
                         yes           |
                          v            |
                     Extras.exclude: a board without the second answer;  where there is none: the next drawing

A puzzle helps with two functions (`Extras`): `exclude` changes a board where two answers differ, which needs far fewer
drawings; `without_clue` lists the boards that lack one clue, from which a minimal board is made: each clue is removed,
in random order, if the answer remains the only one. Boards with all their clues are mostly easy, so where another
difficulty is asked for, every other board is made minimal; but where the puzzle's `by_difficulty` draws boards that are
likely to have it.

On some drawings, excluding goes round in circles for ever, where another drawing is done in a few steps. So each
drawing has an allowance of changes: CHANGES times 1, 1, 2, 1, 1, 2, 4, ... Whatever the number of changes that suits a
board, this takes at most a logarithmic factor more than with just that allowance (Luby, Sinclair and Zuckerman, 1993,
"Optimal speedup of Las Vegas algorithms").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Options
from backends.loading.python_sat import load_bulk_loops, needs_loops
from backends.registry import backend_named
from instances.resolve import is_generated, resolve
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.parts.clues import CLUES, PlantedBoards
from models.puzzles.randomness import Stream
from models.puzzles.setting.setter import Setter, SettingAttempt
from models.puzzles.setting.targets import PlantedBoard, Targets
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting.engines import LIMITS

CHANGES = 20  # that the first drawing is allowed; nine in ten that end well need at most 12, on all boards measured
CANDIDATES = 10  # boards that are tried to exclude one


def redrawing_setter(record: Puzzle) -> Setter:
    """The setter of a puzzle that has none of its own."""
    fits = {"difficulty"} | ({"minimal"} if record.extras.without_clue else set())
    return Setter(RedrawingSetter(record).set_up, frozenset(fits), ("cnf", "propagate", "cpsat"))


@dataclass(frozen=True, slots=True)
class RedrawingSetter:
    """Sets boards of any puzzle."""

    record: Puzzle

    def set_up(self, attempt: SettingAttempt) -> PlantedBoard | None:
        """A drawn board with one answer, None if it has none or keeps several."""
        name, what, wish, progress = self.record.name, attempt.what, attempt.wish, attempt.progress
        if not is_generated(name, what):
            raise InputError(f"{name}: a board is set by its size (8, 10x10), found '{what[:40]}'")
        drawn = resolve(name, what, attempt.own_seed, options=self._parameters(wish))
        stream = attempt.stream()
        changes = min(CHANGES * luby_number(attempt.number + 1), self.record.extras.most_excluded)
        planted = self.make_unique(drawn.instance, drawn.planted, changes, wish, stream, progress)
        if planted is not None and (wish.minimal or (attempt.number % 2 and self._needs_fewer_clues(wish))):
            return self.remove_clues(planted, 0, wish, stream, progress)
        generate = self.record.generate
        if planted is not None and isinstance(generate, PlantedBoards):
            share = wish.parameters.get(CLUES, generate.planting.share)
            return self.remove_clues(planted, share, wish, stream, progress)
        return planted

    def _parameters(self, wish: Targets) -> dict[str, Any]:
        """Those that the user set, and those that suit the difficulty; with all clues, of which some are taken away
        once there is one answer."""
        is_planted = isinstance(self.record.generate, PlantedBoards) and CLUES in self.record.parameters
        every = {CLUES: 100} if is_planted else {}
        return {**self._suited(wish), **wish.parameters, **every}

    def _suited(self, wish: Targets) -> Mapping[str, Any]:
        return {} if wish.difficulty is None else self.record.extras.by_difficulty.get(wish.difficulty, {})

    def _needs_fewer_clues(self, wish: Targets) -> bool:
        """Are boards with all their clues likely to be easier than what is asked for?"""
        return wish.difficulty not in (None, GRADES[0]) and self._suited(wish).keys() <= wish.parameters.keys()

    def make_unique(
        self, instance: Instance, answer: Answer | None, changes: int, wish: Targets, stream: Stream, progress: Progress
    ) -> PlantedBoard | None:
        """The board, changed until this answer (if it is none: the first that is found) is the only one; None if so
        many changes do not do it."""
        if answer is not None and self.record.verify(instance, answer, **wish.rules):
            answer = None  # planted by a generator that does not know this reading of the rules
        seen: list[Answer] = []
        for _ in range(changes):
            both = self.two_answers(instance, wish)
            answer = next(iter(both), None) if answer is None else answer
            second = next((other for other in both if other != answer), None)
            if answer is None or second is None:
                return None if answer is None else PlantedBoard(instance, answer)
            seen.append(second)
            changed = self._exclude(instance, answer, seen, wish, stream)
            if changed is None:
                return None
            instance, answer = changed
            progress(f"{len(seen)} second answers gone")
        return None

    def _exclude(
        self, instance: Instance, answer: Answer, seen: list[Answer], wish: Targets, stream: Stream
    ) -> tuple[Instance, Answer] | None:
        """A board without the last of the answers seen, and its answer: of some, the one that lets the fewest of the
        others return."""
        exclude = self.record.extras.exclude
        best, fewest = None, len(seen)
        for _ in range(CANDIDATES if exclude is not None else 0):
            changed = exclude(instance, answer, seen[-1], stream) if exclude is not None else None
            if changed is None or self.record.verify(*changed, **wish.rules):
                continue
            returned = self._count_returning(changed[0], seen, fewest, wish)
            if returned < fewest:
                best, fewest = changed, returned
            if not fewest:
                break
        return best

    def _count_returning(self, instance: Instance, seen: list[Answer], most: int, wish: Targets) -> int:
        """How many of the answers seen a board has, counted up to `most`; the last ones are the likeliest."""
        returning = (other for other in reversed(seen) if not self.record.verify(instance, other, **wish.rules))
        return sum(1 for _ in islice(returning, most))

    def remove_clues(
        self, planted: PlantedBoard, share: int, wish: Targets, stream: Stream, progress: Progress
    ) -> PlantedBoard:
        """The board without clues that its only answer does not need, down to a share of them in percent. Clues are
        tried in random order, many at once, and in halves where these are not all superfluous: the clues that stay are
        the same as if each were tried by itself, since answers only come where a clue goes."""
        if self.record.extras.without_clue is None:
            return planted
        clues = NumberedClues(self.record, planted.instance)
        removed, most, waiting = list[int](), clues.count * share // 100, [stream.order(clues.count).tolist()]
        while waiting and clues.count - len(removed) > most:
            tried, spare = waiting.pop(), clues.count - len(removed) - most
            waiting += [tried[spare:]] if tried[spare:] else []
            tried = tried[:spare]
            if len(self.two_answers(clues.without([*removed, *tried]), wish)) == 1:
                removed += tried
            elif len(tried) > 1:
                waiting += [tried[len(tried) // 2 :], tried[: len(tried) // 2]]
            progress(f"{clues.count - len(removed)} clues, {sum(map(len, waiting))} to try")
        return PlantedBoard(clues.without(removed), planted.answer)

    def two_answers(self, instance: Instance, wish: Targets) -> list[Answer]:
        """Two different answers, or as many as there are."""
        question = Question(self.record, instance, wish.rules)
        advised = self.record.extras.advice(instance).formulation
        model = question.model(advised or next(iter(self.record.formulations)))
        model.objective = None
        project = self.record.project(instance, model)
        two = islice(cutting_backend(backend_named("cnf")).solutions(model, project, LIMITS, Options()), 2)
        answers = [question.answer(model, values) for values in two]
        if needs_loops():
            load_bulk_loops()  # for the many boards that will follow
        return answers


class NumberedClues:
    """The clues of a board by their numbers, from 0 in the order in which `without_clue` lists them."""

    def __init__(self, record: Puzzle, board: Instance) -> None:
        assert record.extras.without_clue is not None
        self.board, self.removal, self.without_clue = board, record.extras.removal, record.extras.without_clue
        counted = sum(1 for _ in self.without_clue(board)) if self.removal is None else self.removal.count_clues(board)
        self.count: int = counted

    def without(self, numbers: list[int]) -> Instance:
        """The board without these clues."""
        if self.removal is not None:
            return self.removal.remove_clues(self.board, numbers)
        board = self.board
        for number in sorted(numbers, reverse=True):  # those before it keep their numbers
            board = next(islice(self.without_clue(board), number, None))
        return board


def luby_number(number: int) -> int:
    """Luby's sequence from 1 on: 1, 1, 2, 1, 1, 2, 4, 1, ...: after 2^k - 1 numbers, which end with 2^(k - 1), the same
    ones again."""
    while number & (number + 1):  # not the last one of such a block: where it stands in the block that is repeated
        number -= (1 << (number.bit_length() - 1)) - 1
    return (number + 1) // 2
