"""A table of shares as a heat map: blocks of four shades in text, coloured squares in SVG.

         0    0.1  0.2
jw       ▓ 81 █100 ▒ 40        percent
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

BLOCKS = " ░▒▓█"
CELL, LEFT, TOP = 46, 190, 24  # pixels


def heatmap_text(rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]]) -> str:
    """shares: from 0 to 1, one list per row. Shades: none up to an eighth, then steps of a quarter."""
    width = max(map(len, rows), default=0)
    lines = [" " * width + "".join(f" {column:<4}" for column in columns)]
    for name, row in zip(rows, shares, strict=True):
        lines.append(f"{name:<{width}}" + "".join(f" {_shade(share)}{_percent(share):>3}" for share in row))
    return "\n".join(line.rstrip() for line in lines)


def heatmap_svg(title: str, rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]]) -> str:
    """The same, from white (0) to dark blue (1), with the percentage in each square."""
    width, height = LEFT + CELL * len(columns) + 10, TOP + 26 * len(rows) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="12"><title>{escape(title)}</title>'
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
    ]
    parts += [_label(LEFT + CELL * (i + 0.5), 16, column) for i, column in enumerate(columns)]
    for r, (name, row) in enumerate(zip(rows, shares, strict=True)):
        parts.append(_label(LEFT - 8, TOP + 26 * r + 17, name, anchor="end"))
        for i, share in enumerate(row):
            x, y = LEFT + CELL * i, TOP + 26 * r
            light = [round(255 + (dark - 255) * share) for dark in (8, 48, 107)]
            fill = "#" + "".join(f"{part:02x}" for part in light)
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="26" fill="{fill}" stroke="#999"/>')
            parts.append(_label(x + CELL / 2, y + 17, f"{_percent(share)} %", fill="#fff" if share > 0.55 else "#111"))
    return "".join([*parts, "</svg>"])


def _shade(share: float) -> str:
    return BLOCKS[min(int(share * 4 + 0.5), 4)]


def _percent(share: float) -> int:
    return round(100 * share)


def _label(x: float, y: float, text: str, anchor: str = "middle", fill: str = "#111") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
