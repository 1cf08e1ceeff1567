"""Parts of glyphs as elements of SVG, each at many squares at once; squares are given by their upper left corners."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import Lettering, Outline, Places
from models.puzzles.svg import FONT, UNIT, Style, path

Numbers = NDArray[np.number[Any]]


def middles_of(points: NDArray[np.float64], at: Places) -> NDArray[np.float64]:
    """The middles of the squares at these places, in units of the picture: shape (n, 2). points: of a scene."""
    middles: NDArray[np.float64] = (UNIT * points[tuple(at.T)]).round(1)
    return middles


def draw_outline(x: Numbers, y: Numbers, part: Outline, style: Style) -> str:
    """The outline in each square, one path of all."""
    outline, corners = part.path, zip(x.tolist(), y.tolist(), strict=True)
    if x.dtype.kind == "i":  # perhaps a million cells: whole numbers are written three times as fast
        return path("".join([f"M{a} {b}{outline}" for a, b in corners]), **style)
    return path("".join([f"M{a:.10g} {b:.10g}{outline}" for a, b in corners]), **style)


def draw_lettering(x: Numbers, y: Numbers, part: Lettering, style: Style, words: Sequence[str] = ()) -> str:
    """Words in each square: the text of the part, or those that are given."""
    words = (part.text,) * len(x) if part.text or not words else words
    line = {name: value for name, value in style.items() if name == "text_decoration"}  # groups do not hand it down
    shared = {name: value for name, value in style.items() if name not in line}
    texts = "".join(
        [
            f'<text x="{a + part.x:.10g}" y="{b + part.y:.10g}"{write_attributes({**line, **_fit(part, word)})}>'
            f"{escape(word)}</text>"
            for a, b, word in zip(x.tolist(), y.tolist(), words, strict=True)
        ]
    )
    return f'<g {FONT}{write_attributes(shared)} text-anchor="middle">{texts}</g>' if texts else ""


def _fit(part: Lettering, word: str) -> Style:
    """A smaller size for a word that would not fit into its room."""
    size = float(part.style.get("font_size", 14))
    fitting = 1.6 * part.room / max(len(word), 1)  # a digit is some 0.6 of its size wide
    return {} if part.text or fitting >= size else {"font_size": f"{fitting:g}"}


def write_attributes(style: Style) -> str:
    """Attributes as SVG spells them, each with a blank before."""
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
