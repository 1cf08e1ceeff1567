"""Light chasing in words: what is pressed in each row, what remains, which presses of row 1 repair it, if any do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from models.neutral import Model
from models.puzzles.boards import describe_cell
from models.puzzles.labelled import Marks, draw_labelled, label_picture
from models.puzzles.lightsout.chasing.chase import Chase, ChasedRow, bits, chase_board, other_presses
from models.puzzles.lightsout.chasing.top_row import (
    eliminate_top_row,
    equation_lines,
    press_names,
    quiet_patterns,
    solved_lines,
)
from models.puzzles.lightsout.draw import list_grids
from models.puzzles.lightsout.elimination.quiet import dark_board, name_some
from models.puzzles.lightsout.elimination.system import Elimination
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.scene import scene
from models.puzzles.scenes.drawings import draw_svg, find_squares
from models.puzzles.teaching.lesson import Lesson, LessonStep

MOST_PATTERNS = 8  # quiet patterns that are drawn
MOST_DRAWN_ROWS = 8  # of a board that is drawn in text after each row


def teach(p: LightsOut, model: Model) -> Lesson | None:
    """The lesson for a board, None where light chasing is not what a teacher would show."""
    chase = chase_board(p)
    if chase is None:
        return None
    words = ChaseWording(p, chase, int(model.arrays["press"].flat[0]))
    answers = () if chase.top is None else words.answers()
    steps = partial(ChaseWording.steps, words)
    return Lesson("chase", words.headline(), answers, steps, "The presses (x, X on a lamp that is on):")


@dataclass(frozen=True, slots=True)
class ChaseWording:
    """The words and drawings for one board. pictures: SVG instead of text."""

    board: LightsOut
    chase: Chase
    first_literal: int
    pictures: bool = False

    def steps(self, pictures: bool = False) -> tuple[LessonStep, ...]:
        """All steps. pictures: drawn as SVG instead of text."""
        return tuple(replace(self, pictures=pictures)._steps())

    def _steps(self) -> Sequence[LessonStep]:
        chase = self.chase
        if not any(chase.start):
            return ()
        steps = list(self._chased_rows(chase.first, chase.start, final=not chase.remaining))
        if chase.remaining:
            steps.append(self._system())
        if chase.second:
            steps += self._chased_rows(chase.second, chase.start, final=True)
        if chase.quiet and chase.top is not None:
            steps += self._quiet_steps()
        return steps

    def headline(self) -> str:
        """What is known about the solutions."""
        count, presses = 2 ** len(self.chase.quiet), sum(row.bit_count() for row in self.chase.presses)
        if not any(self.chase.start):
            return "All lamps are off: nothing needs to be pressed."
        number = f"{presses} press{'es' * (presses != 1)}"
        if count == 1:
            return f"There is exactly one solution, of {number}. By light chasing:"
        one = f"one with the fewest presses, {presses}" if self.chase.second else f"one of {number}"
        return (
            f"There are {count:,} solutions, which differ by quiet patterns (presses that change no lamp). By light "
            f"chasing, {one}:"
        )

    def answers(self) -> tuple[Any, ...]:
        """The solution, and another one if there is another."""
        found = [self.chase.presses, other_presses(self.chase)] if self.chase.quiet else [self.chase.presses]
        return tuple(
            tuple((r, c) for r, presses in enumerate(rows) for c in bits(presses)) for rows in found if rows is not None
        )

    # ---- steps ------------------------------------------------------------------------------------------------

    def _chased_rows(self, rows: Sequence[ChasedRow], start: Sequence[int], final: bool) -> Iterator[LessonStep]:
        lamps = start
        for chased in rows:
            presses, above = self._names(chased.row, chased.presses), chased.row
            if not chased.row:
                sentence = f"Start again from the beginning, and first press these lamps of row 1: {presses}"
            elif not chased.presses:
                sentence = f"Row {above} is dark: nothing is pressed in row {above + 1}"
            else:
                lit = self._names(chased.row - 1, lamps[chased.row - 1])
                sentence = f"Row {above} is lit at {lit}. Press the lamps below: {presses}"
            lamps = chased.lamps
            if chased is rows[-1]:
                end = "All lamps are out" if final else f"Only the last row is lit now: {self._last(lamps[-1])}"
                sentence = f"{sentence}. {end}"
            yield self._step((sentence,), "", chased if final else None, self._drawing(chased))

    def _system(self) -> LessonStep:
        """What each press of row 1 does to the last row, and which of them remove what is lit."""
        chase = self.chase
        height = len(chase.start)
        reasons = [
            "What is pressed in row 1 before chasing decides what is lit in the last row. On a dark board, each press "
            "alone leaves there, after chasing:"
        ]
        reasons += [
            f"{describe_cell((0, c))}: {self._last(pattern) if pattern else 'nothing'}"
            for c, pattern in enumerate(chase.patterns)
        ]
        lit = self._last(chase.remaining)
        drawing = self._drawing(chase.first[-1], chase.remaining) if self.pictures else ""
        reasons.append("Patterns add up modulo 2: a lamp that is in two of them stays dark")
        if chase.top is None:
            reasons.append(self._obstruction())
            return self._step(tuple(reasons), f"no presses of row 1 put out {lit}: there is no solution", None, drawing)
        equations = f"{chase.columns} equation{'s' * (chase.columns != 1)}, one for each lamp of row {height}"
        reasons.append(f"Wanted are patterns that add up to {lit}: {equations}")
        reasons += equation_lines(chase, chase.remaining)
        reasons += solved_lines(chase, eliminate_top_row(chase, chase.remaining))
        chosen = " and ".join(describe_cell((0, c)) for c in bits(chase.top))
        adds = "its pattern is" if chase.top.bit_count() == 1 else "together they leave"
        return self._step(tuple(reasons), f"press {chosen} first: {adds} {lit}", None, drawing)

    def _quiet_steps(self) -> Iterator[LessonStep]:
        """What can be added to a solution: presses of row 1 that leave nothing in the last row, chased to the end."""
        chase, last = self.chase, len(self.chase.start)
        done = eliminate_top_row(chase)
        patterns = quiet_patterns(chase, done)
        reasons = [
            f"Why there are other solutions: other presses of row 1 may leave the same in row {last}. Those that leave "
            "nothing there, on a dark board, can be added to any solution"
        ]
        if not done.rank:
            reasons.append("Here each press of row 1 leaves nothing")
        elif not chase.remaining:  # else the equations are written down above
            reasons += [
                "So for each lamp of that row, what leaves it lit adds up to 0, modulo 2",
                *equation_lines(chase),
            ]
            reasons += solved_lines(chase, done)
        each = "it gives a quiet pattern" if len(patterns) == 1 else f"each gives one of {len(patterns)} quiet patterns"
        end = f"{_free_phrase(chase, done)}; chased on a dark board, {each}: presses that change no lamp"
        yield self._step(tuple(reasons), end, None, "")
        for number, (free, rows) in enumerate(patterns[:MOST_PATTERNS], 1):
            count = f" {number} of {len(patterns)}" if len(patterns) > 1 else ""
            sentence = (
                f"Quiet pattern{count}, of {describe_cell((0, free))}: these {sum(map(int.bit_count, rows))} presses "
                "change no lamp. Added to a solution (what is pressed twice is not pressed) they give another"
            )
            yield self._step((sentence,), "", None, self._quiet_drawing(rows))

    def _quiet_drawing(self, rows: Sequence[int]) -> str:
        """A quiet pattern on a dark board."""
        p, presses = dark_board(self.board), tuple((r, c) for r, row in enumerate(rows) for c in bits(row))
        if self.pictures:
            return label_picture(draw_svg(scene, p, presses), find_squares(scene, p), Marks())
        return draw_labelled(list_grids(p, presses, ()), Marks())

    def _obstruction(self) -> str:
        """Why no presses of row 1 will do."""
        chase = self.chase
        lamps, odd = self._last(chase.obstruction), (chase.obstruction & chase.remaining).bit_count()
        if chase.obstruction.bit_count() == 1:
            return f"No press of row 1 changes {lamps}, which is lit"
        are = "is" if odd == 1 else "are"
        return f"Whatever is pressed in row 1, an even number of {lamps} changes; but {odd} of them {are} lit: odd"

    def _step(self, reasons: tuple[str, ...], conclusion: str, chased: ChasedRow | None, drawing: str) -> LessonStep:
        literals: list[int] = []
        if chased is not None:
            columns = self.chase.columns
            literals = [
                (self.first_literal + chased.row * columns + c) * (1 if chased.presses >> c & 1 else -1)
                for c in range(columns)
            ]
            if chased.row == 1 and not self.chase.second:  # nothing is pressed in row 1
                literals = [-(self.first_literal + c) for c in range(columns)] + literals
        return LessonStep(reasons, conclusion, tuple(literals), drawing)

    # ---- names and drawings -----------------------------------------------------------------------------------

    def _names(self, row: int, columns: int) -> str:
        """The cells of a row; three or more that follow each other as `R3C1-R3C4`."""
        names, end = list[str](), -1
        for first in bits(columns):
            if first <= end:
                continue
            end = first
            while columns >> (end + 1) & 1:
                end += 1
            cells = [describe_cell((row, c)) for c in range(first, end + 1)]
            names += [f"{cells[0]}-{cells[-1]}"] if len(cells) > 2 else cells
        return ", ".join(names)

    def _last(self, columns: int) -> str:
        return self._names(len(self.chase.start) - 1, columns)

    def _drawing(self, chased: ChasedRow, remaining: int = 0) -> str:
        """The lamps after these presses, which are marked; or those that remain lit in the last row."""
        p = self.board
        lamps = [[row >> c & 1 for c in range(self.chase.columns)] for row in chased.lamps]
        state = replace(p, start=np.array(lamps, np.int64).ravel())
        pressed = () if remaining else tuple((chased.row, c) for c in bits(chased.presses))
        lit = tuple((len(lamps) - 1, c) for c in bits(remaining))
        if self.pictures:
            drawn = draw_svg(scene, state, pressed or None, mark=pressed, empty=())
            return label_picture(drawn, find_squares(scene, p), Marks(used=frozenset(lit)))
        if len(lamps) > MOST_DRAWN_ROWS and any(chased.lamps[:-1]):
            return ""
        return draw_labelled(list_grids(state, None, ()), Marks(concluded=frozenset(pressed)))


def _free_phrase(chase: Chase, done: Elimination) -> str:
    """`R1C1, R1C2 are free to choose`."""
    names = press_names(chase)
    return f"{name_some(names[c] for c in done.free)} {'is' if len(done.free) == 1 else 'are'} free to choose"
