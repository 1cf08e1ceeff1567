"""What the puzzles' SVG pictures share: the frame, paths, and colours.

A picture is self-contained and has a background of its own. It is drawn for white paper. The colours that pages, and
files of SVG, replace in dark mode are listed in `report/drawings.css`; others stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TypeAlias

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
