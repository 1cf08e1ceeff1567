"""Scenes and lines of text below each other in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from models.puzzles.scenes.scene import Scene
from models.puzzles.scenes.svg import draw_content, view_box
from models.puzzles.svg import UNIT, picture

LETTER, LINE = 8, 18  # width of a letter and height of a line of text
MARGIN = UNIT // 2


def draw_column(title: str, parts: Sequence[Scene | str]) -> str:
    """One picture of them all; above a scene stands its caption, a text has lines."""
    elements, wide, y = [], 0, MARGIN
    for part in parts:
        lines = [part.caption] if isinstance(part, Scene) else part.split("\n")
        elements.append(_text_element(lines, y))
        y += LINE * len(lines)
        wide = max(wide, LETTER * max(map(len, lines)) + 2 * MARGIN)
        if isinstance(part, Scene):
            left, top, width, height = view_box(part)
            elements.append(f'<g transform="translate({-left},{y - top})">{draw_content(part)}</g>')
            y, wide = y + height, max(wide, width)
    return picture(title, f"0 0 {wide} {y + MARGIN}", "".join(elements))


def _text_element(lines: Sequence[str], y: int) -> str:
    texts = "".join(
        f'<text x="{MARGIN}" y="{y + LINE * i + 14}" xml:space="preserve">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return f'<g font-family="monospace" font-size="13" fill="#33373f">{texts}</g>'
