"""Scenes as pictures: one SVG element that loads nothing from outside.

Each part of a glyph becomes one path for all cells of its layer, so that a picture of many cells has few elements.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import SIDES
from models.puzzles.labelled import Squares
from models.puzzles.scenes.scene import (
    OUTSIDE,
    Between,
    Layer,
    Lettering,
    LineLayer,
    Margin,
    Outline,
    Part,
    Places,
    Scene,
    SceneLayer,
    SceneState,
    Strip,
)
from models.puzzles.scenes.states import STATES, StateSigns
from models.puzzles.scenes.svg_key import key_elements, place_entries
from models.puzzles.scenes.svg_lines import line_elements
from models.puzzles.scenes.svg_parts import Numbers, draw_lettering, draw_outline, middles_of, write_attributes
from models.puzzles.svg import FONT, UNIT, WRONG, Style, path, picture

HALF = UNIT // 2
BORDER: Style = {"fill": "none", "stroke": "#33373f", "stroke_width": 2.4}
OTHER_BORDER: Style = {**BORDER, "stroke": WRONG, "stroke_dasharray": "5 3"}
SMALL = 0.5  # scale of what is below the board
CLUE: Style = {"font_size": 13, "fill": "#1f2a1f"}
LEFT = Lettering({**CLUE, "text_anchor": "end"}, x=-6, y=17)  # from the corner of the first cell of a row
TOP = Lettering({**CLUE, "text_anchor": "middle"}, x=HALF, y=-7)
RIGHT = Lettering({**CLUE, "text_anchor": "start"}, x=6, y=17)  # from behind the last cell of the first row
BOTTOM = Lettering({**CLUE, "text_anchor": "middle"}, x=HALF, y=17)  # from below the last cell of the first column
LONG = 3  # characters of a word beside a row that need a second cell's width
DIGIT_WIDE, BLANK_WIDE = 7.5, 4  # of words beside rows
STACK = 15  # from one of several words at a column to the next
DOT = Outline("m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0", {})  # at the corner of a cell
AROUND = 2 * UNIT  # of the vertices of a graph: they may have names below
KEY_RISE = 4  # the key begins so far above the edge that the picture of the board would have


def draw_svg(scene: Scene) -> str:
    """The board as a self-contained picture with a background of its own (for light and dark pages)."""
    return picture(scene.title, " ".join(map(str, view_box(scene))), draw_content(scene))


def find_squares(scene: Scene) -> Squares | None:
    """Where the cells are in the picture; None where they are not in rows and columns."""
    if scene.points is not None:
        return None
    height, width = scene.shape[-2:]
    layers = scene.shape[0] if len(scene.shape) == 3 else 1
    middles = (places.between for places in scene.line_places)
    aside = 0.5 if next(middles, None) is Between.CELLS else 0
    beside = {
        (side, i): (place.corner[0] + step * i + 1, place.corner[1] + down * i + 1, UNIT - 2, UNIT - 2)
        for side, place in zip(SIDES, place_margins(scene), strict=True)
        if place is not None
        for step, down in [place.step]
        for i in range(len(place.margin.words))
    }
    is_clued = scene.left is not None
    return Squares((height, width), UNIT, layers=layers, clues=is_clued, aside=aside, beside=beside)


def view_box(scene: Scene) -> tuple[int, int, int, int]:
    """What of the plane is seen: x, y, width, height. The first cell of a board begins at (0, 0)."""
    left, top, width, height = _board_box(scene)
    _, wide, tall = place_entries(scene.key, width - UNIT)
    return left, top, max(width, math.ceil(wide) + UNIT if scene.key else 0), height + math.ceil(tall)


def _board_box(scene: Scene) -> tuple[int, int, int, int]:
    """The same without the key."""
    if scene.points is not None:
        middles = UNIT * scene.points.reshape(-1, 2)
        around = UNIT if scene.is_slanted else AROUND
        (left, top), (right, bottom) = np.floor(middles.min(axis=0)), np.ceil(middles.max(axis=0))
        return int(left) - around, int(top) - around, int(right - left) + 2 * around, int(bottom - top) + 2 * around
    height, width = UNIT * scene.shape[-2], UNIT * _columns(scene)
    left, right, top, bottom = (_wide(scene.left), _wide(scene.right), _tall(scene.top), _tall(scene.bottom))
    if scene.below is not None:
        width, height = max(width, round(SMALL * UNIT * _columns(scene.below))), height + _depth(scene.below)
    return -left, -top, width + left + right, height + top + bottom


def _wide(margin: Margin | None) -> int:
    """How much room words beside rows need; a little where there are none."""
    if margin is None:
        return HALF
    needed = max(sum(BLANK_WIDE if sign == " " else DIGIT_WIDE for sign in word) for word in margin.words)
    return max(UNIT * (1 + (max(map(len, margin.words)) >= LONG)), math.ceil(needed) + HALF)


def _tall(margin: Margin | None) -> int:
    """How much room words at columns need."""
    return HALF if margin is None else UNIT + STACK * (max(len(word.split()) for word in margin.words or ("",)) - 1)


def _depth(below: Scene) -> int:
    """How much room a scene needs below the board, with a margin above it."""
    return HALF + round(SMALL * UNIT * below.shape[-2])


def key_corners(scene: Scene) -> list[tuple[float, float]]:
    """Where the entries of the key have the upper left corners of their squares."""
    left, top, width, height = _board_box(scene)
    return [(left + HALF + x, top + height + y - KEY_RISE) for x, y in place_entries(scene.key, width - UNIT)[0]]


def draw_content(scene: Scene) -> str:
    """The elements of the picture, without its background."""
    has_rows = scene.points is None
    return "".join(
        [
            path(_rectangles(scene) if has_rows else "", fill=scene.floor),
            *(element for layer in scene.ground for element in _layer_elements(scene, layer)),
            path(_grid_lines(scene) if has_rows and scene.lines else "", **line_style(scene)),
            path(_border_lines(scene.areas), **BORDER),
            *(element for layer in scene.layers for element in _layer_elements(scene, layer)),
            path(_border_lines(scene.other_areas), **OTHER_BORDER),
            _dots(scene),
            *_margin_elements(scene),
            _below(scene),
            *key_elements(scene.key, key_corners(scene)),
        ]
    )


def line_style(scene: Scene) -> Style:
    """The style of the lines between cells."""
    return {"fill": "none", "stroke": scene.lines}


# ---- layers ----------------------------------------------------------------------------------------------------------


def _layer_elements(scene: Scene, layer: Layer) -> Iterator[str]:
    """The parts of the glyph in the style of the state, then the signs of the state."""
    if isinstance(layer, LineLayer):
        yield from line_elements(layer, scene.points)
        return
    signs, parts = STATES[layer.state], layer.glyph.parts
    outline = next((part for part in parts if isinstance(part, Outline) and not part.detail), None)
    for part in filter(scene.draws, (outline,) if signs.is_bare and outline else parts):
        yield _part_element(scene, layer, part, _styled(part, outline, signs))
    for part in filter(scene.draws, signs.parts):
        yield _part_element(scene, layer, part, part.style)


def _styled(part: Part, outline: Part | None, signs: StateSigns) -> Style:
    """The style of a part in a state."""
    if signs.is_bare:
        return signs.style
    if part is outline:
        return {**part.style, **signs.style}
    return {**part.style, **_word_style(part, signs)} if isinstance(part, Lettering) else part.style


def _word_style(lettering: Lettering, signs: StateSigns) -> Style:
    """What a state changes of words: those that are wrong have a colour of their own."""
    return {"fill": lettering.wrong, **signs.word_style} if signs.word_style else {}


def _part_element(scene: Scene, layer: SceneLayer, part: Part, style: Style) -> str:
    if isinstance(part, Strip):
        return path(_strips(scene, layer.at, part), **style)
    x, y = _corners(scene, layer.at)
    return (
        draw_outline(x, y, part, style) if isinstance(part, Outline) else draw_lettering(x, y, part, style, layer.words)
    )


def _strips(scene: Scene, at: Places, strip: Strip) -> str:
    """Each run of cells of a row, or a column, as one rectangle in the middle of its cells."""
    mask = np.zeros(scene.shape, np.bool_)
    mask[tuple(at.T)] = True
    aside = (UNIT - strip.thick) // 2
    strips = []
    for z, board in enumerate(mask if mask.ndim == 3 else mask[None]):
        field, shift = (board.T if strip.down else board), UNIT * z * (scene.shape[-1] + 1)
        framed = np.pad(field, ((0, 0), (1, 1)))
        line, begin = np.nonzero(framed[:, 1:] & ~framed[:, :-1])
        _, end = np.nonzero(framed[:, :-1] & ~framed[:, 1:])
        for i, a, b in zip(line.tolist(), begin.tolist(), end.tolist(), strict=True):
            if strip.down:
                x, y, wide, tall = UNIT * i + aside, UNIT * a, strip.thick, UNIT * (b - a)
            else:
                x, y, wide, tall = UNIT * a, UNIT * i + aside, UNIT * (b - a), strip.thick
            strips.append(f"M{x + shift} {y}h{wide}v{tall}h{-wide}z")
    return "".join(strips)


# ---- the board -------------------------------------------------------------------------------------------------------


def _columns(scene: Scene) -> int:
    """How many columns wide the picture is: boards side by side are a cell apart."""
    return scene.shape[-1] if len(scene.shape) == 2 else scene.shape[0] * (scene.shape[-1] + 1) - 1


def _offsets(scene: Scene) -> range:
    """Where each of the boards begins."""
    return range(0, UNIT * _columns(scene), UNIT * (scene.shape[-1] + 1))


def _corners(scene: Scene, at: Places) -> tuple[Numbers, Numbers]:
    """The upper left corners of cells: x and y."""
    if scene.points is not None:
        x, y = middles_of(scene.points, at).T - HALF
        return x, y
    shift = at[:, 0] * (scene.shape[-1] + 1) if len(scene.shape) == 3 else 0
    return UNIT * (at[:, -1] + shift), UNIT * at[:, -2]


def _rectangles(scene: Scene) -> str:
    height, width = scene.shape[-2:]
    return "".join(f"M{x} 0h{UNIT * width}v{UNIT * height}h{-UNIT * width}z" for x in _offsets(scene))


def _grid_lines(scene: Scene) -> str:
    """The lines between the cells, and around them."""
    height, width = scene.shape[-2:]
    lines = []
    for x in _offsets(scene):
        lines += [f"M{x} {UNIT * r}h{UNIT * width}" for r in range(height + 1)]
        lines += [f"M{x + UNIT * c} 0v{UNIT * height}" for c in range(width + 1)]
    return "".join(lines)


def _dots(scene: Scene) -> str:
    """The dots at the corners of cells; in a group, since its colour is that of letters in dark mode, too."""
    if not (scene.dots and scene.is_detailed):
        return ""
    height, width = scene.shape[-2:]
    y, x = UNIT * np.indices((height + 1, width + 1)).reshape(2, -1)
    return f'<g fill="{scene.dots}">{draw_outline(x, y, DOT, DOT.style)}</g>'


def _below(scene: Scene) -> str:
    """The scene below the board, small."""
    if scene.below is None:
        return ""
    y = UNIT * scene.shape[-2] + HALF
    return f'<g transform="translate(0,{y}) scale({SMALL:g})">{draw_content(scene.below)}</g>'


def _border_lines(areas: NDArray[Any] | None) -> str:
    """Lines between cells of different areas, and around the board."""
    if areas is None:
        return ""
    if areas.ndim == 3:  # boards side by side, a cell apart
        areas = np.concatenate(list(np.pad(areas, ((0, 0), (0, 0), (0, 1)), constant_values=OUTSIDE)), axis=1)
    framed = np.pad(areas, 1, constant_values=OUTSIDE)
    upright = np.argwhere(framed[1:-1, 1:] != framed[1:-1, :-1]).tolist()
    flat = np.argwhere(framed[1:, 1:-1] != framed[:-1, 1:-1]).tolist()
    return "".join(
        [f"M{UNIT * c} {UNIT * r}v{UNIT}" for r, c in upright] + [f"M{UNIT * c} {UNIT * r}h{UNIT}" for r, c in flat]
    )


def _margin_elements(scene: Scene) -> Iterator[str]:
    """The words around the board."""
    for side in place_margins(scene):
        if side is not None:
            margin, lettering = side.margin, side.lettering
            texts = [
                f'<text x="{x:g}" y="{y:g}"'
                f"{write_attributes(_word_style(lettering, STATES[state]))}>{escape(word)}</text>"
                for i, (words, state) in enumerate(zip(margin.words, side.states, strict=True))
                for word, (x, y) in side.place_words(i, words)
            ]
            yield f"<g {FONT}{write_attributes(lettering.style)}>{''.join(texts)}</g>"
            yield from _margin_signs(side)


@dataclass(frozen=True, slots=True)
class MarginPlace:
    """Where the words of a side stand. lettering: of the first one, on the plane; corner: of the square beside its
    line; step: from one line to the next; stack: from one of several words down to the next, 0 where they stand in a
    row."""

    margin: Margin
    lettering: Lettering
    corner: tuple[int, int]
    step: tuple[int, int]
    stack: int = 0

    @property
    def states(self) -> tuple[SceneState, ...]:
        return self.margin.states or (SceneState.PLAIN,) * len(self.margin.words)

    def place_words(self, line: int, words: str) -> Iterator[tuple[str, tuple[float, float]]]:
        """What is written at a line: texts, and where. The last of several above the board stands where one would."""
        several = words.split(" ") if self.stack else [words]
        rise = len(several) - 1 if self.corner[1] < 0 else 0
        x, y = (at + line * step for at, step in zip((self.lettering.x, self.lettering.y), self.step, strict=True))
        return ((word, (x, y + self.stack * (k - rise))) for k, word in enumerate(several))


def place_margins(scene: Scene) -> list[MarginPlace | None]:
    """The words on the left, above, on the right and below."""
    right, below = UNIT * _columns(scene), UNIT * scene.shape[-2] if len(scene.shape) > 1 else 0
    sides: tuple[tuple[Margin | None, Lettering, tuple[int, int], tuple[int, int], int], ...] = (
        (scene.left, LEFT, (-UNIT, 0), (0, UNIT), 0),
        (scene.top, TOP, (0, -UNIT), (UNIT, 0), STACK),
        (scene.right, replace(RIGHT, x=RIGHT.x + right), (right, 0), (0, UNIT), 0),
        (scene.bottom, replace(BOTTOM, y=BOTTOM.y + below), (0, below), (UNIT, 0), STACK),
    )
    return [
        None if margin is None else MarginPlace(margin, lettering, corner, step, stack)
        for margin, lettering, corner, step, stack in sides
    ]


def _margin_signs(side: MarginPlace) -> Iterator[str]:
    """The signs of states that change no words, over the squares beside the board."""
    states = side.states
    for state in dict.fromkeys(state for state in states if not STATES[state].word_style):
        at = np.array([i for i, each in enumerate(states) if each is state])
        for part in STATES[state].parts:
            x, y = (corner + step * at for corner, step in zip(side.corner, side.step, strict=True))
            if isinstance(part, Outline):
                yield draw_outline(x, y, part, part.style)
            elif isinstance(part, Lettering):
                yield draw_lettering(x, y, part, part.style)
