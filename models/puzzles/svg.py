"""What the puzzles' SVG pictures share: the frame, shapes in the cells of a board, and signs in cells.

A picture is self-contained and has a background of its own. It is drawn for white paper. The colours that pages, and
files of SVG, replace in dark mode are listed in `report/drawings.css`; others stay as they are. Points are (x, y) in
units of the picture. Signs differ in shape, not only in colour: a cross where a cell is known to be empty, an
exclamation mark for the latest deduction. Cells of Akari and Tents have sides of UNIT; the other puzzles have units of
their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
Style: TypeAlias = Mapping[str, str | float]
UNIT = 24  # side of a cell
DETAILED = 40_000  # boards with more cells are drawn without small parts
PAPER, WRONG, OTHER, MARK, INK, SOFT = "#fffdf7", "#b3261e", "#0b5cad", "#7b3fb5", "#4a1d7a", "#8b8794"
DARK_ON_BRIGHT = "#14171f"  # letters and rings that stay dark in dark mode
FONT = "font-family=\"system-ui,'Segoe UI','DejaVu Sans',sans-serif\""
MARKED: Style = {"fill": MARK, "fill_opacity": 0.16, "stroke": MARK, "stroke_width": 2}  # a cell to look at
DASHED: Style = {"fill": "none", "stroke": OTHER, "stroke_width": 1.8, "stroke_dasharray": "3 2"}  # of another answer


def picture(title: str, box: str, content: str) -> str:
    """The SVG element. box: `x y width height` of what is seen."""
    x, y, width, height = box.split()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" viewBox="{box}" width="{width}" '
        f'height="{height}">'
        f'<title>{escape(title)}</title><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" '
        f'fill="{PAPER}"/>{content}</svg>'
    )


def path(outline: str, **style: str | float) -> str:
    """A path element; nothing for an empty outline."""
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<path d="{outline}"{attributes}/>' if outline else ""


def outlines(shape: str, cells: Iterable[Cell]) -> str:
    """The shape, whose first point is `M{x} {y}`, the corner of its cell, in each of the cells: all in one outline."""
    return "".join(shape.format(x=UNIT * c, y=UNIT * r) for r, c in sorted(cells))


def board_outline(height: int, width: int) -> str:
    """The rectangle that all cells fill."""
    return f"M0 0h{UNIT * width}v{UNIT * height}h{-UNIT * width}z"


def grid_lines(height: int, width: int) -> str:
    """The lines between the cells, and around them."""
    lines = [f"M0 {UNIT * r}h{UNIT * width}" for r in range(height + 1)]
    return "".join(lines + [f"M{UNIT * c} 0v{UNIT * height}" for c in range(width + 1)])


def centres(cells: Iterable[Cell] | None, unit: int = UNIT) -> list[Point]:
    """The centres of these cells of that side, row by row; none for None."""
    return [(unit * (c + 0.5), unit * (r + 0.5)) for r, c in sorted(cells or ())]


def signs(empty: Iterable[Point], fresh: Iterable[Point]) -> str:
    """SVG elements for both kinds of signs, in cells with these centres; "" for none."""
    crosses = "".join(f"M{x - 3.5:g} {y - 3.5:g}l7 7m0 -7l-7 7" for x, y in empty)
    notes = "".join(f'<text x="{x + 8.5:g}" y="{y - 1:g}">!</text>' for x, y in fresh)
    return (f'<path d="{crosses}" fill="none" stroke="{SOFT}" stroke-width="1.6"/>' if crosses else "") + (
        f'<g font-family="sans-serif" font-size="13" font-weight="900" fill="{INK}" text-anchor="middle">{notes}</g>'
        if notes
        else ""
    )
