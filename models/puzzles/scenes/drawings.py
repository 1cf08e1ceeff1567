"""The drawings of a puzzle, which follow from its scenes.

Consumers ask a puzzle's record for text, for a picture, for words to label and for the places of the cells; each of
these is made here of the function `scene(instance, view)`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from models.puzzles.labelled import Grid, Squares
from models.puzzles.scenes import svg, text
from models.puzzles.scenes.scene import Scene
from models.puzzles.scenes.view import Cells, View

SceneOf: TypeAlias = Callable[[Any, View], Scene]


class FromScene(partial[Any]):
    """A function of a record that follows from its scene, and is made anew where the scene changes."""


def draw_text(
    scene: SceneOf,
    instance: Any,
    answer: Any = None,
    *,
    colour: bool = False,
    second: Any = None,
    empty: Cells = None,
) -> str:
    """`Puzzle.draw_text`."""
    return text.draw_text(scene(instance, View(answer, second, empty=empty)), colour=colour)


def draw_svg(
    scene: SceneOf,
    instance: Any,
    answer: Any = None,
    second: Any = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
) -> str:
    """`Puzzle.draw_svg`."""
    return svg.draw_svg(scene(instance, View(answer, second, mark, empty, fresh)))


def list_grids(scene: SceneOf, instance: Any, answer: Any, empty: Cells) -> tuple[Grid, ...]:
    """`Extras.grids`."""
    return text.list_grids(scene(instance, View(answer, empty=empty)))


def find_squares(scene: SceneOf, instance: Any) -> Squares | None:
    """`Extras.squares`."""
    return svg.find_squares(scene(instance, View()))
