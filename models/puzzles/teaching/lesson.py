"""A board solved as a teacher of the puzzle would, step by step, where that explains more than single deductions.

`explain` shows the lesson that `Extras.teach` of the puzzle's record gives, in place of the deductions that it would
look for. A lesson that ends without a solution must have shown that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step.

    reasons: short sentences, in order.
    conclusion: what follows, "" where the reasons say it.
    literals: of the model, that are known from here on.
    drawing: the board after the step, as text or as SVG; "" where it is not drawn.
    """

    reasons: tuple[str, ...]
    conclusion: str = ""
    literals: tuple[int, ...] = ()
    drawing: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """All of it.

    kind: of the steps, in the JSON of `explain`.
    headline: what is known of the solutions.
    answers: the only solution, or two different ones of several; () where there is none.
    steps(pictures): the steps; pictures: drawn as SVG instead of text.
    caption: what stands above the board with the solution.
    """

    kind: str
    headline: str
    answers: tuple[Hashable, ...]
    steps: Callable[[bool], Sequence[LessonStep]]
    caption: str
