"""Scenes as text for a terminal, and as words for text with labels.

The letter of a cell is that of the topmost layer that has one. What a state says stands behind it: `O!` is a lamp that
breaks a rule. The sign of a cell that is known to be empty is written only where nothing else is, since it hides
nothing. Colours only add codes. Lines stand between the letters (`line_text`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from models.puzzles.boards import SPACED, describe_cell
from models.puzzles.labelled import Grid, stack_words
from models.puzzles.scenes.canvas import END, Canvas, Texts, border_canvas, cage_canvas, canvas_lines
from models.puzzles.scenes.line_text import DIM, LineWriter, line_legends
from models.puzzles.scenes.scene import Scene, SceneLayer, SceneState
from models.puzzles.scenes.states import PAIR, STATES

GAP = "   "  # between boards side by side
MOST_LISTED = 10  # places in a legend


@dataclass(frozen=True, slots=True, eq=False)
class CellTexts:
    """What is written in each cell, arrays in the shape of the board: words, signs behind them ("" for none), colours
    (codes, "" for none). wide: the longest word. canvas: what stands between cells, None on a board without lines."""

    words: Texts
    signs: Texts
    colours: Texts
    wide: int
    canvas: Canvas | None = None


def draw_text(scene: Scene, *, colour: bool = False) -> str:
    """The board as lines of text; several boards one below the other, those with borders side by side; below, a legend
    of two answers. Vertices stand in one line: who is joined to whom is not to be seen in it."""
    texts = list_texts(scene, colour)
    whole = (slice(None),) * 2
    boards: list[Any] = [(None, *whole[1:])] if len(scene.shape) == 1 else [whole]
    if len(scene.shape) == 3:
        boards = [(z, *whole) for z in range(scene.shape[0])]
    blocks = [
        _board_lines(
            scene if scene.areas is None else replace(scene, areas=scene.areas[at]),
            CellTexts(texts.words[at], texts.signs[at], texts.colours[at], texts.wide, texts.canvas),
            colour,
        )
        for at in boards
    ]
    if scene.areas is None:
        lines = [line for i, block in enumerate(blocks) for line in ([""] if i else []) + block]
    else:
        lines = [GAP.join(parts) for parts in zip(*blocks, strict=True)]
    legends = [
        *list_legends(scene),
        *line_legends(scene),
        *([] if _is_spaced(scene, texts) else _place_legends(scene)),
    ]
    lines += [f"{' ' * _margin_width(scene)}({legend})" for legend in legends]
    return "\n".join(line.rstrip() for line in lines)


def list_grids(scene: Scene) -> tuple[Grid, ...]:
    """The words of the board, one grid for each that lies side by side, to be drawn with labels; () for vertices."""
    if len(scene.shape) == 1:
        return ()
    texts = list_texts(scene)
    margins = scene.margins
    wrong = texts.signs == STATES[SceneState.WRONG].letter
    boards = [...] if len(scene.shape) == 2 else range(scene.shape[0])
    layers = [(texts.words[z], wrong[z], None if scene.areas is None else scene.areas[z]) for z in boards]
    return tuple(
        Grid(
            words.tolist(),
            {side: tuple(margin.words) for side, margin in margins.items()},
            areas,
            scene.is_slanted,
            wrong=frozenset(zip(*(index.tolist() for index in np.nonzero(faulty)), strict=True)),
            wrong_beside=frozenset(
                (side, i) for side, margin in margins.items() for i in margin.where(SceneState.WRONG)
            ),
            are_lists=any(margin.are_lists for margin in margins.values()),
            canvas=texts.canvas,
        )
        for words, faulty, areas in layers
    )


def list_texts(scene: Scene, colour: bool = False) -> CellTexts:
    """What is written in each cell."""
    dim = DIM if colour and scene.blank.strip() else ""
    has_lines = scene.points is None and bool(scene.dots or scene.line_places)
    has_signs = any(STATES[layer.state].letter for layer in scene.cell_layers)
    words = np.full(scene.shape, scene.blank, object)
    signs, colours = (_fill(scene, text, used) for text, used in (("", has_signs), (dim, colour or has_lines)))
    writer = LineWriter(scene, words, colours, colour) if has_lines else None
    for layer in scene.every_layer:
        if isinstance(layer, SceneLayer):
            _write_layer(scene, layer, words, signs, colours, colour)
        elif writer is not None:
            writer.write(layer)
    canvas = None if writer is None else writer.canvas
    if scene.cages is not None:
        canvas = cage_canvas(scene.cages, scene.areas)
    return CellTexts(words, signs, colours, _longest_word(scene, words), canvas)


def _fill(scene: Scene, text: str, used: bool) -> Texts:
    """The same text in each cell, to be replaced; of a million cells that are not used, one."""
    return np.full(scene.shape, text, object) if used else np.broadcast_to(np.array(text, object), scene.shape)


def _longest_word(scene: Scene, words: Texts) -> int:
    """How long the longest word is that stands in a cell."""
    layers = [layer for layer in scene.cell_layers if layer.glyph.is_written]
    kept = any(layer.state is SceneState.KEPT for layer in layers)
    letters = [scene.blank, scene.empty, *(layer.glyph.letter_in(layer.state) for layer in layers)]
    if not kept and not any(layer.words for layer in layers) and max(map(len, letters)) == 1:
        return max(1, _longest_listed(scene))  # perhaps of a million cells
    return max(_longest_listed(scene), *map(len, set(words.ravel().tolist())))


def _longest_listed(scene: Scene) -> int:
    """How long the longest word of a list above or below a column is."""
    lists = [margin for margin in (scene.top, scene.bottom) if margin is not None and margin.are_lists]
    return max((len(word) for margin in lists for words in margin.words for word in words.split()), default=0)


def _write_layer(scene: Scene, layer: SceneLayer, words: Texts, signs: Texts, colours: Texts, colour: bool) -> None:
    """Add things in cells to what is written there."""
    at, state = tuple(layer.at.T), STATES[layer.state]
    told = np.array(layer.words, object) + layer.glyph.behind if layer.words else None
    letter = layer.glyph.letter_in(layer.state) if told is None else told
    if len(letter) and layer.glyph.is_written:
        words[at] = letter
        if colour:
            colours[at] = state.colour or layer.glyph.colour
    elif layer.state is SceneState.EMPTY:
        nothing = layer.at[words[at] == scene.blank]
        words[tuple(nothing.T)] = scene.empty
    elif colour and state.colour and not layer.glyph.name:
        colours[at] += state.colour
    if layer.state is SceneState.KEPT:
        words[at] += state.letter
    elif state.letter:
        signs[at] = state.letter


def _is_spaced(scene: Scene, texts: CellTexts) -> bool:
    """Is there a blank between cells, for signs? A wide board of letters has none, lest a terminal folds it."""
    return scene.areas is not None or texts.canvas is not None or scene.shape[-1] <= SPACED or texts.wide > 1


def list_legends(scene: Scene) -> Iterator[str]:
    """Which letter stands for which answer, for each kind of pieces that differ."""
    glyphs = {layer.glyph.name: layer.glyph for layer in scene.cell_layers if layer.state in PAIR}
    for glyph in glyphs.values():
        if glyph.letter:
            one, other = map(glyph.letter_in, PAIR)
            yield f"{one}: {glyph.name} in this answer only, {other}: in the other only"


def _place_legends(scene: Scene) -> Iterator[str]:
    """Where things are in a state that has a sign, for boards without room for signs."""
    for state in (state for state, signs in STATES.items() if signs.letter and state is not SceneState.KEPT):
        at = [layer.at for layer in scene.cell_layers if layer.state is state]  # perhaps of a million cells
        first = [each[np.lexsort(each.T[::-1])[: MOST_LISTED + 1]].tolist() for each in at]
        cells = sorted(chain.from_iterable(first))
        columns = sorted({i for margin in (scene.top, scene.bottom) if margin for i in margin.where(state)})
        places = [*map(describe_cell, cells[: MOST_LISTED + 1]), *(f"column {c + 1}" for c in columns)]
        if places:
            yield f"{state}: {', '.join(places[:MOST_LISTED])}{', ...' if places[MOST_LISTED:] else ''}"


# ---- lines -----------------------------------------------------------------------------------------------------------


def _margin_width(scene: Scene) -> int:
    return 1 + max(map(len, scene.left.words)) if scene.left else 0


def _board_lines(scene: Scene, texts: CellTexts, colour: bool) -> list[str]:
    (height, width), words, wide = texts.words.shape, texts.words, texts.wide
    if wide > 1:
        words = np.array([word.rjust(wide) for word in words.ravel().tolist()], object).reshape(height, width)
    if colour:
        words = np.where(texts.colours == "", words, texts.colours + words + END)
    margins, behind, gap = _left_margins(scene, height, colour), _right_margins(scene, height, colour), " "
    if texts.canvas is not None:
        return _lined_board(scene, texts, texts.canvas, margins, colour)
    if scene.areas is not None or _is_spaced(scene, texts):
        words = words + np.where(texts.signs == "", gap, texts.signs)
    else:
        gap = ""
    if scene.areas is not None:
        canvas, indent = border_canvas(scene.areas), _margin_width(scene)
        framed = canvas_lines(canvas, (gap + words).tolist(), margins, indent, wide + 2, behind=behind)
        above, below = _column_lines(scene, wide, "   ", colour, " " * (_margin_width(scene) + 2))
        return [*above, *framed, *below]
    if scene.is_slanted:
        margins = [" " * round((wide + len(gap)) / 2 * r) + margin for r, margin in enumerate(margins)]
    rows = zip(margins, words.tolist(), behind, strict=True)
    lines = [f"{margin}{''.join(row)}{' ' * bool(word and not gap)}{word}" for margin, row, word in rows]
    above, below = _column_lines(scene, wide, gap, colour, " " * _margin_width(scene))
    return [*above, *lines, *below]


def _lined_board(scene: Scene, texts: CellTexts, canvas: Canvas, margins: list[str], colour: bool) -> list[str]:
    """A board with lines between its cells; signs stand behind cells, over what is there."""
    indent, wide, is_dotted = _margin_width(scene), texts.wide, canvas.is_dotted
    cells = [
        [" " * (wide - len(word)) + (f"{code}{word}{END}" if code else word) for word, code in zip(*row, strict=True)]
        for row in zip(texts.words.tolist(), texts.colours.tolist(), strict=True)
    ]
    if is_dotted:
        behind = np.where(texts.signs == "", " ", texts.signs)
        cells = (" " + np.array(cells, object) + behind).tolist()
    else:
        edges = canvas.signs[1::2, 2::2]
        edges[:] = np.where(texts.signs == "", edges, texts.signs)
    gap, corner = ("   ", 2) if is_dotted else (" ", 0)
    above, below = _column_lines(scene, wide, gap, colour, " " * (indent + corner))
    right = _right_margins(scene, texts.words.shape[0], colour)
    return [
        *above,
        *canvas_lines(canvas, cells, margins, indent, wide + corner, behind=right, is_right=not is_dotted),
        *below,
    ]


def _left_margins(scene: Scene, height: int, colour: bool) -> list[str]:
    """The words beside the rows, with a blank or a sign behind."""
    if scene.left is None:
        return [""] * height
    wide = _margin_width(scene) - 1
    wrong = scene.left.where(SceneState.WRONG)
    return [_margin_word(f"{word:>{wide}}", r in wrong, " ", colour) for r, word in enumerate(scene.left.words)]


def _right_margins(scene: Scene, height: int, colour: bool) -> list[str]:
    """The words behind the rows, with a sign behind."""
    if scene.right is None:
        return [""] * height
    wrong = scene.right.where(SceneState.WRONG)
    return [_margin_word(word, r in wrong, " ", colour) for r, word in enumerate(scene.right.words)]


def _column_lines(scene: Scene, wide: int, gap: str, colour: bool, indent: str) -> tuple[list[str], list[str]]:
    """The words above the columns and below them, read downwards."""
    lines: list[list[str]] = []
    for margin, is_above in ((scene.top, True), (scene.bottom, False)):
        stacks = [] if margin is None else stack_words(margin.words, margin.are_lists, is_above)
        wrong, last = margin.where(SceneState.WRONG) if margin else (), len(stacks) - 1 if is_above else 0
        lines.append(
            [
                indent
                + "".join(
                    _margin_word(f"{word:>{wide}}", c in wrong, gap, colour, i == last) for c, word in enumerate(row)
                )
                for i, row in enumerate(stacks)
            ]
        )
    return lines[0], lines[1]


def _margin_word(word: str, is_wrong: bool, gap: str, colour: bool, is_last: bool = True) -> str:
    """The word of a line, and the gap behind it, in which a sign says that it is not met."""
    signs = STATES[SceneState.WRONG]
    behind = signs.letter + gap[1:] if is_wrong and is_last and gap else gap
    return f"{signs.colour}{word}{END}{behind}" if is_wrong and colour else word + behind
