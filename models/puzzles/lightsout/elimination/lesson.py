"""Elimination as a lesson, for graphs and boards that light chasing is not for, where they have several solutions: the
equations, which press is taken from which of them, what the free presses leave, and the quiet patterns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from models.neutral import Model
from models.puzzles.graphs.graph import Ints
from models.puzzles.labelled import Marks, draw_labelled, label_picture
from models.puzzles.lightsout.draw import draw_text, list_grids
from models.puzzles.lightsout.elimination.quiet import (
    dark_board,
    eliminate_lamps,
    equation_line,
    is_prime,
    lamp_equations,
    name_some,
    press_words,
    reduced_lines,
    solved_line,
    unknown_names,
)
from models.puzzles.lightsout.elimination.system import Elimination
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.presses import presses_as_answer
from models.puzzles.lightsout.scene import scene
from models.puzzles.scenes.drawings import draw_svg, find_squares
from models.puzzles.teaching.lesson import Lesson, LessonStep

MOST_TAUGHT = 36  # vertices of a graph of which every equation is shown
MOST_PATTERNS = 8  # quiet patterns that are drawn


def teach(p: LightsOut, model: Model) -> Lesson | None:
    """The lesson, None where another explanation says more: where there is one solution, or none."""
    if len(p) > MOST_TAUGHT or not is_prime(p.colours):
        return None
    done = eliminate_lamps(p)
    if done.weights is not None or not done.free:
        return None
    words = EliminationWording(p, done, model)
    count = f"{p.colours ** len(done.free):,}"
    headline = (
        f"There are {count} solutions, which differ by quiet patterns (presses that together change no lamp). By "
        f"elimination modulo {p.colours}, one of them, and the patterns:"
    )
    answers = words.answers()
    return Lesson("elimination", headline, answers, partial(EliminationWording.steps, words), "One of the solutions:")


@dataclass(frozen=True, slots=True)
class EliminationWording:
    """The words and drawings for one board. pictures: SVG instead of text."""

    board: LightsOut
    done: Elimination
    model: Model
    pictures: bool = False

    def answers(self) -> tuple[Any, ...]:
        """The solution without free presses, and one with a quiet pattern added."""
        first = self.done.solution()
        second = (first + self.done.quiet(self.done.free[0])) % self.board.colours
        return tuple(presses_as_answer(self.board, presses) for presses in (first, second))

    def steps(self, pictures: bool = False) -> tuple[LessonStep, ...]:
        """All steps. pictures: drawn as SVG instead of text."""
        words = replace(self, pictures=pictures)
        free = self.done.free
        quiet = tuple(words._quiet(number, unknown) for number, unknown in enumerate(free[:MOST_PATTERNS], 1))
        return (words._equations(), words._determined(), words._reduced(), *quiet)

    def _equations(self) -> LessonStep:
        p, k = self.board, self.board.colours
        names, (matrix, change) = unknown_names(p), lamp_equations(p)
        what = "1 if it is pressed, else 0" if k == 2 else f"how often it is pressed, from 0 to {k - 1}"
        lines = [f"{p.describe_vertex(v)}: {equation_line(matrix[v], int(change[v]), names)}" for v in range(len(p))]
        head = f"Each lamp is an equation, modulo {k}: the presses that reach it add up to what it has to change"
        unknowns = f"{names[0]} stands for the button of {p.describe_vertex(0)}: {what}"
        return LessonStep((head, unknowns, *lines), f"there are {len(p)} equations for {len(p)} unknowns")

    def _determined(self) -> LessonStep:
        p, done, names = self.board, self.done, unknown_names(self.board)
        head = (
            "Eliminate: an equation says what one of its unknowns is; put that into all the other equations. From the "
            "last unknown to the first, as long as an equation is left that has it"
        )
        lines = [
            f"{p.describe_vertex(source)}: {solved_line(pivot, row, names, done.modulus)}"
            for pivot, source, row in zip(done.pivots, done.sources, done.found, strict=True)
        ]
        rest = len(p) - done.rank
        used = f"{rest} equation{'s have' if rest > 1 else ' has'} become 0 = 0"
        free = name_some(names[i] for i in done.free)
        return LessonStep((head, *lines), f"the rank is {done.rank}: {used}, and {free} {_are(done)} free to choose")

    def _reduced(self) -> LessonStep:
        p, done = self.board, self.done
        presses = done.solution()
        head = "Put into each other, they say what each unknown is once the free ones are chosen"
        lines = reduced_lines(done, unknown_names(p))
        conclusion = f"with 0 for what is free, a solution is to press {press_words(p, presses)}"
        return LessonStep((head, *lines), conclusion, self._literals(presses), self._drawing(p, presses))

    def _quiet(self, number: int, unknown: int) -> LessonStep:
        p, done = self.board, self.done
        presses, names = done.quiet(unknown), unknown_names(p)
        many = len(done.free) > 1
        title = f"Quiet pattern {number} of {len(done.free)}" if many else "Quiet pattern"
        rest = ", and 0 for all else that is free" if many else ""
        reason = f"{title}. Where no lamp has to change, all equations ask for 0. Choose 1 for {names[unknown]}{rest}"
        conclusion = f"pressing {press_words(p, presses)} changes no lamp"
        is_drawn = self.pictures or p.layout is not None  # in text, a list of all neighbours says no more
        return LessonStep((reason,), conclusion, (), self._drawing(dark_board(p), presses) if is_drawn else "")

    def _literals(self, presses: Ints) -> tuple[int, ...]:
        """What the solution says of each press."""
        press = self.model.arrays["press"].reshape(len(self.board), -1).tolist()
        return tuple(
            literal if times == presses[v] else -literal
            for v, literals in enumerate(press)
            for times, literal in enumerate(literals, 1)
        )

    def _drawing(self, p: LightsOut, presses: Ints) -> str:
        answer = presses_as_answer(p, presses)
        if self.pictures:
            return label_picture(draw_svg(scene, p, answer), find_squares(scene, p), Marks())
        return draw_labelled(list_grids(p, answer, ()), Marks()) or draw_text(p, answer)


def _are(done: Elimination) -> str:
    return "is" if len(done.free) == 1 else "are"
