"""The key below a picture: things that lie on the board, each with what it means beside it.

[#] 0   [#] 1   [#] 2        entry by entry, in rows as wide as the board, or a little wider
(2) press it 2 times
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TypeAlias

import numpy as np

from models.puzzles.scenes.scene import NOTHING, KeyEntry, Lettering, Outline
from models.puzzles.scenes.svg_parts import draw_lettering, draw_outline, write_attributes
from models.puzzles.svg import FONT, UNIT

TEXT = Lettering({"font_size": 11, "fill": "#1f2a1f", "text_anchor": "start"}, x=UNIT + 5, y=16)
LETTER = 6.4  # width of a letter, about
GAP, ROW = 14, UNIT + 4  # between entries, and from row to row
LEAST = 9 * UNIT  # a row is at least so wide
Point: TypeAlias = tuple[float, float]


def place_entries(entries: Sequence[KeyEntry], wide: float) -> tuple[list[Point], float, float]:
    """Where each entry has the upper left corner of its square, from the corner of the key; its width and height. wide:
    of the board."""
    corners: list[Point] = []
    x, y, most = 0.0, 0.0, 0.0
    for entry in entries:
        begin = TEXT.x if entry.glyph is NOTHING else 0
        length = TEXT.x + LETTER * len(entry.text) - begin
        if x and x + length > max(wide, LEAST):
            x, y = 0.0, y + ROW
        corners.append((x - begin, y))
        x, most = x + length + GAP, max(most, x + length)
    return corners, most, y + ROW if entries else 0.0


def key_elements(entries: Sequence[KeyEntry], corners: Sequence[Point]) -> Iterator[str]:
    """What is drawn of a key: the parts of each glyph, then the texts."""
    for entry, (x, y) in zip(entries, corners, strict=True):
        at = np.array([x]), np.array([y])
        for part in entry.glyph.parts:
            if isinstance(part, Outline):
                yield draw_outline(*at, part, part.style)
            elif isinstance(part, Lettering):
                yield draw_lettering(*at, part, part.style, (entry.word,) if entry.word else ())
    texts = "".join(
        f'<text x="{x + TEXT.x:.10g}" y="{y + TEXT.y:.10g}">{escape(entry.text)}</text>'
        for entry, (x, y) in zip(entries, corners, strict=True)
    )
    if texts:
        yield f'<g class="key" {FONT}{write_attributes(TEXT.style)}>{texts}</g>'
