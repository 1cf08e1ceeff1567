"""Pictures side by side on one sheet, with a caption below each, as one self-contained SVG.

+-----+ +-----+ +-----+
|     | |     | |     |      every picture is scaled to the same tile
+-----+ +-----+ +-----+
 4 x 4   5 x 5   6 x 6
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

TILE, GAP, LINE, LINES = 200, 16, 20, 2
OPENING = re.compile(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"')
FONT = "font-family=\"system-ui,'Segoe UI','DejaVu Sans',sans-serif\""


def sheet(title: str, pictures: Sequence[tuple[str, str]], columns: int = 5) -> str:
    """pictures: (up to LINES lines of text, SVG with a viewBox, width and height). Raises ValueError for an SVG without
    them."""
    rows = -(-len(pictures) // columns)
    width = columns * (TILE + GAP) + GAP
    height = rows * (TILE + LINES * LINE + GAP) + GAP + 2 * LINE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><title>{escape(title)}</title><rect width="{width}" height="{height}" fill="#ffffff"/>'
        f'<text x="{GAP}" y="{GAP + LINE}" {FONT} font-size="18">{escape(title)}</text>'
    ]
    for number, (text, svg) in enumerate(pictures):
        x = GAP + number % columns * (TILE + GAP)
        y = GAP + 2 * LINE + number // columns * (TILE + LINES * LINE + GAP)
        parts.append(_place_picture(svg, x, y))
        parts.extend(
            f'<text x="{x + TILE / 2:g}" y="{y + TILE + LINE * at - 4}" {FONT} font-size="14" text-anchor="middle">'
            f"{escape(line)}</text>"
            for at, line in enumerate(text.splitlines()[:LINES], 1)
        )
    return "".join([*parts, "</svg>"])


def _place_picture(svg: str, x: int, y: int) -> str:
    """The picture within a tile there, its own shape kept."""
    match = OPENING.match(svg)
    if match is None or "viewBox" not in match[1]:
        raise ValueError(f"expected an SVG with a viewBox, width and height, found {svg[:60]!r}")
    return f'<svg {match[1]}x="{x}" y="{y}" width="{TILE}" height="{TILE}"{svg[match.end() :]}'
