"""The values of a model's variables as scenes: a grid for each array of two dimensions.

        k = 3             what has no two dimensions, or would not fit into cells, stays text, as in `values_text`
    x:  0 # 0 0           Booleans: a filled cell is a 1
        0 0 0 #
    y:  10  7             other numbers; where another answer has another one, both: `7/8`
         3 12

Booleans of three dimensions of which exactly one is 1 along the last axis are a grid of the places of the ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.puzzles.model.values_text import place_title, place_values
from models.puzzles.scenes.layers import mask_layer
from models.puzzles.scenes.scene import (
    NOTHING,
    Clicks,
    ClickStep,
    Glyph,
    Lettering,
    Outline,
    Scene,
    SceneLayer,
    SceneState,
)
from models.puzzles.svg import DETAILED, OTHER, SOFT

LONGEST = 6  # characters of a value that is drawn in a cell
INK = "#33373f"
ONE = Glyph("1", "1", (Outline("m3 3h18v18h-18z", {"fill": OTHER}),))
ZERO = Glyph("0", "0", (Lettering({"font_size": 12, "fill": SOFT}, y=16, text="0"),))


@dataclass(frozen=True, slots=True, eq=False)
class ValueGrid:
    """The values of an array, or the places of its ones, shape (rows, columns). second: those of another answer, or the
    same; is_open: where the value is not known; is_boolean: are they all 0 or 1?"""

    title: str
    values: NDArray[np.int64]
    second: NDArray[np.int64]
    is_open: NDArray[np.bool_]
    is_boolean: bool


def find_grid(
    name: str,
    array: NDArray[np.int32],
    known: tuple[NDArray[np.int64], ...],
    integer: NDArray[np.bool_],
    is_open: NDArray[np.bool_],
) -> ValueGrid | None:
    """The grid of an array of variables; None where it has no two dimensions, or does not fit. known: the values of one
    answer, or of two, by variable number; integer, is_open: which variables are no Booleans, or not known."""
    if array.ndim == 2:
        values, boolean = [each[array] for each in known], not integer[array].any()
        grid = ValueGrid(name, values[0], values[-1], is_open[array], boolean)
    else:
        places = place_values(array, known, integer, is_open)
        if places is None or places[0].ndim != 2:
            return None
        nowhere = np.zeros(places[0].shape, np.bool_)
        grid = ValueGrid(place_title(name, array.ndim), places[0], places[-1], nowhere, False)
    longest = max((len(word) for words in _number_words(grid).values() for word in words), default=0)
    return grid if 0 < grid.values.size <= DETAILED and longest <= LONGEST else None


def grid_scene(
    grid: ValueGrid, mark: NDArray[np.bool_], fresh: NDArray[np.bool_], clicks: Clicks | None = None
) -> Scene:
    """What is to be seen of it; what is not known stays blank. mark, fresh: cells to look at, and of the latest
    deduction; clicks: what clicks mean."""
    rows, columns = grid.values.shape
    return Scene(
        grid.values.shape,
        f"{grid.title}: {rows} rows and {columns} columns",
        (
            *(_boolean_layers(grid) if grid.is_boolean else _number_layers(grid)),
            SceneLayer(NOTHING, np.argwhere(mark), SceneState.MARKED),
            SceneLayer(NOTHING, np.argwhere(fresh), SceneState.DEDUCED),
        ),
        caption=grid.title,
        clicks=clicks,
        blank="?",
    )


def boolean_clicks(name: str, shape: tuple[int, ...], inside: str) -> Clicks:
    """Clicks on an array of Booleans of two dimensions: 1, then known to be 0, then open. inside: the key of the values
    in the JSON of an answer."""
    steps = (ClickStep(), ClickStep(ONE, key=name, number=1), ClickStep(state=SceneState.EMPTY))
    return Clicks(np.argwhere(np.ones(shape, np.bool_)), steps, np.zeros(shape, np.int64), inside=inside)


def _boolean_layers(grid: ValueGrid) -> Iterator[SceneLayer]:
    one, other, known = grid.values == 1, grid.second == 1, ~grid.is_open
    yield mask_layer(ZERO, known & ~one & ~other)
    for mask, state in (
        (one & other, SceneState.PLAIN),
        (one & ~other, SceneState.ONE),
        (other & ~one, SceneState.OTHER),
    ):
        yield SceneLayer(ONE, np.argwhere(known & mask), state)


def _number_words(grid: ValueGrid) -> dict[SceneState, list[str]]:
    """The words of the cells that are known: where both answers agree, and where they do not; row by row."""
    if grid.is_boolean:
        return {}
    same, known = grid.values == grid.second, ~grid.is_open
    pairs = zip(grid.values[known & ~same].tolist(), grid.second[known & ~same].tolist(), strict=True)
    return {
        SceneState.PLAIN: list(map(str, grid.values[known & same].tolist())),
        SceneState.ONE: [f"{first}/{second}" for first, second in pairs],
    }


def _number_layers(grid: ValueGrid) -> Iterator[SceneLayer]:
    same, known = grid.values == grid.second, ~grid.is_open
    words = _number_words(grid)
    size = min(14.0, 36 / max([1, *(len(word) for each in words.values() for word in each)]))
    number = Glyph("number", parts=(Lettering({"font_size": f"{size:g}", "fill": INK}, y=12 + size / 3),))
    for state, mask in ((SceneState.PLAIN, known & same), (SceneState.ONE, known & ~same)):
        yield SceneLayer(number, np.argwhere(mask), state, tuple(words[state]))
