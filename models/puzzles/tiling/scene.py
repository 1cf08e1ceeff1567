"""What a tiling looks like: a colour per piece, lines between placements, a letter per piece: its own where that is one
letter, else the next that is free. A hole is no cell of the board.

In pictures, placements that only a second answer has are outlined with dashes, and below a board that nothing is
pointed out on stand the pieces that are not laid yet. Text draws both answers, and marks where they differ.
"""

from __future__ import annotations

import colorsys
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.parts.laid_scenes import laid_clicks
from models.puzzles.scenes.layers import mask_layer
from models.puzzles.scenes.scene import (
    NOTHING,
    OUTSIDE,
    Glyph,
    Lettering,
    Outline,
    PieceClicks,
    Scene,
    SceneLayer,
    SceneState,
)
from models.puzzles.scenes.view import View, places_of
from models.puzzles.svg import DARK_ON_BRIGHT, PAPER
from models.puzzles.tiling.rules import PLACED, model

if TYPE_CHECKING:
    from models.puzzles.tiling.instance import Tiling

Owners = NDArray[np.int64]
"""By cell the number of a placement, or of a piece: OPEN without one, OUTSIDE for a hole."""
OPEN = -1
MOST_PLAYED = 20_000  # kinds of pieces times cells of a board on which people play
MOST_SHOWN = 60  # kinds of pieces below a board
BACKGROUNDS = (203, 215, 227, 155, 84, 80, 117, 147, 177, 218, 180, 250, 110, 143, 174, 223)  # of 256 colours
SQUARE = "m0 0h24v24h-24z"
ROOM = Glyph("open cell", ".", (Outline(SQUARE, {"fill": "#e6e8ee", "stroke": "#c3c7d1"}),))
HOLE = Glyph("hole", "#")
LETTER = Glyph(
    "letter", parts=(Lettering({"font_size": 12, "font_weight": 600, "fill": DARK_ON_BRIGHT}, y=16),), is_written=False
)
COPIES = Glyph("number of copies", parts=(Lettering({"font_size": 17, "fill": "#1f2430"}),))


def scene(p: Tiling, view: View) -> Scene:
    """That a cell is known to be empty is not shown: a placement that is ruled out says nothing about its cells."""
    placed, others = list(view.answer or ()), list(view.second or ())
    owners = _owners_of(p, placed)
    differing = [i for i, placement in enumerate(others) if placement not in set(placed)]
    laid_otherwise = _owners_of(p, others)
    title = f"Tiling, board {' x '.join(map(str, p.board.shape))}, {len(placed)} pieces laid"
    numbers = {piece.name: i for i, piece in enumerate(p.pieces)}
    pieces = np.array([numbers.get(name, len(p.pieces)) for name, _ in placed], np.int64)
    is_pointing = any(part is not None for part in (view.second, view.mark, view.empty, view.fresh))
    return Scene(
        p.board.shape,
        title if view.second is None else f"{title}; another answer lays {len(differing)} otherwise",
        (
            *_letter_layers(p, owners, pieces),
            SceneLayer(NOTHING, places_of(view.mark, p.board.shape), SceneState.MARKED),
            SceneLayer(NOTHING, places_of(view.fresh, p.board.shape), SceneState.DEDUCED),
        ),
        ground=(mask_layer(HOLE, owners == OUTSIDE), *_piece_layers(p, owners, pieces)),
        areas=owners,
        other_areas=np.where(np.isin(laid_otherwise, differing), laid_otherwise, OUTSIDE) if differing else None,
        below=None if is_pointing else _scene_of_rest(p, Counter(name for name, _ in placed)),
        floor=PAPER,
        lines="",
        clicks=_clicks(p) if len(p.pieces) * len(p.cells) <= MOST_PLAYED else None,
    )


def _clicks(p: Tiling) -> PieceClicks:
    names, copies = [piece.name for piece in p.pieces], {piece.name: piece.copies for piece in p.pieces}
    glyphs = dict(zip(names, _piece_glyphs(p), strict=False))  # the last one is that of an unknown piece
    return laid_clicks(PLACED, partial(model, p), glyphs, letters(p), copies, LETTER, ROOM)


def letters(p: Tiling) -> dict[str, str]:
    """A letter per piece; names of one letter keep it. Beyond 62 pieces letters repeat."""
    own = {piece.name: piece.name for piece in p.pieces if len(piece.name) == 1}
    free = [c for c in string.ascii_uppercase + string.ascii_lowercase + string.digits if c not in own]
    rest = [piece.name for piece in p.pieces if piece.name not in own]
    return own | {name: (free or ["?"])[i % max(len(free), 1)] for i, name in enumerate(rest)}


def _owners_of(p: Tiling, placed: Sequence[tuple[str, Any]]) -> Owners:
    """Which placement covers a cell, in the shape of the board; cells outside are left out."""
    owners = np.where(p.board, OPEN, OUTSIDE)
    for i, (_, cells) in enumerate(placed):
        on_board = [cell for cell in cells if len(cell) == owners.ndim]
        owners[tuple(places_of(on_board, owners.shape).T)] = i
    return owners


def _piece_layers(p: Tiling, owners: Owners, pieces: NDArray[np.int64]) -> Iterator[SceneLayer]:
    """Open cells, and a layer for each piece. pieces: the piece of each owner, by number."""
    yield mask_layer(ROOM, owners == OPEN)
    covered = np.argwhere(owners >= 0)
    of = pieces[owners[tuple(covered.T)]]
    glyphs = _piece_glyphs(p)
    for number in np.unique(of).tolist():
        yield SceneLayer(glyphs[number], covered[of == number])


def _piece_glyphs(p: Tiling) -> list[Glyph]:
    """Of each piece, and of one that is not in the set; distinct hues, alternating in lightness."""
    names, total = letters(p), max(len(p.pieces), 1)
    glyphs = []
    for i, name in enumerate([*(piece.name for piece in p.pieces), "unknown piece"]):
        red, green, blue = colorsys.hls_to_rgb(i / total, (0.66, 0.76, 0.58)[i % 3], 0.62)
        fill = "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue))
        code = f"\x1b[30;48;5;{BACKGROUNDS[i % len(BACKGROUNDS)]}m"
        glyphs.append(Glyph(f"piece {name}", names.get(name, "?"), (Outline(SQUARE, {"fill": fill}),), colour=code))
    return glyphs


def _letter_layers(p: Tiling, owners: Owners, pieces: NDArray[np.int64]) -> Iterator[SceneLayer]:
    """The letter of each placement, in its first cell, of a box in each layer."""
    layer = np.indices(owners.shape)[0] if owners.ndim == 3 else np.zeros_like(owners)
    keys = (layer * (owners.max() + 1) + owners)[owners >= 0]
    at = np.argwhere(owners >= 0)[np.unique(keys, return_index=True)[1]]
    letter, of = letters(p), pieces[owners[tuple(at.T)]].tolist()
    names = [*(letter[piece.name] for piece in p.pieces), "?"]
    yield SceneLayer(LETTER, at, words=tuple(names[number] for number in of))


def _scene_of_rest(p: Tiling, laid: Counter[str]) -> Scene | None:
    """The pieces that are left, row by row, `2x` before two copies of one; None without any, or with very many."""
    left = {i: piece.copies - laid[piece.name] for i, piece in enumerate(p.pieces) if piece.copies > laid[piece.name]}
    if not left or len(left) > MOST_SHOWN:
        return None
    columns = 2 * (p.board.shape[-1] if p.board.ndim == 2 else len(p.board) * (p.board.shape[-1] + 1) - 1)
    tray, words = dict[tuple[int, ...], int](), dict[tuple[int, int], str]()
    r = c = deepest = 0
    for i, copies in left.items():
        cells = _flat_cells(p.pieces[i].shape)
        before = 2 * (copies > 1)
        tall, wide = (cells.max(axis=0) + 1).tolist()
        if c and c + before + wide > columns:
            r, c, deepest = r + deepest + 1, 0, 0
        if before:
            words[r, c] = f"{copies}x"
        tray |= dict.fromkeys(map(tuple, (cells + np.array([r, c + before])).tolist()), i)
        c, deepest = c + before + wide + 1, max(deepest, tall)
    shape = r + deepest, max(columns, max(cell[1] for cell in tray) + 1)
    owners = np.full(shape, OUTSIDE)
    owners[tuple(np.array(list(tray)).T)] = list(tray.values())
    numbers = np.arange(len(p.pieces))
    return Scene(
        shape,
        f"{sum(left.values())} pieces that are not laid yet",
        (
            *_letter_layers(p, owners, numbers),
            SceneLayer(COPIES, np.array(list(words)).reshape(-1, 2), words=tuple(words.values())),
        ),
        ground=tuple(_piece_layers(p, owners, numbers)),
        areas=owners,
        floor=PAPER,
        lines="",
    )


def _flat_cells(shape: Sequence[tuple[int, ...]]) -> NDArray[np.int64]:
    """The cells of a piece, layers side by side, a column apart."""
    cells = np.array(shape)
    if cells.shape[1] == 2:
        return cells
    return np.stack([cells[:, 1], cells[:, 0] * (cells[:, 2].max() + 2) + cells[:, 2]], axis=1)
