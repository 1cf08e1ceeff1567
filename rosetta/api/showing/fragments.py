"""What a notebook shows: pieces of HTML that need nothing from outside and change nothing around them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from html import escape

from rosetta.studies.asking.question import Question

MOST_DRAWN = 40_000  # cells of a board that is drawn; more is more than a browser likes
FIGURE = "display:inline-block;margin:0 1em 1em 0;vertical-align:top;max-width:100%;overflow:auto"
FRAME_HEIGHT = 640  # pixels
CAPTION = "font:13px/1.4 system-ui,sans-serif;opacity:.8;max-width:60em;overflow-wrap:anywhere"


def board_svg(question: Question, answer: object = None, mark: Iterable[Hashable] | None = None) -> str | None:
    """The board as an SVG element, with an answer if there is one; None for a board that is too large. mark: cells to
    highlight."""
    puzzle, instance = question.puzzle, question.instance
    return puzzle.draw_svg(instance, answer, mark=mark) if math.prod(puzzle.size(instance)) <= MOST_DRAWN else None


def figure(svgs: Iterable[str | None], lines: Iterable[str], link: str = "") -> str:
    """Pictures side by side, below them lines of text, which may come from anywhere, and a link to play the board."""
    pictures = "".join(f'<div style="{FIGURE}">{svg}</div>' for svg in svgs if svg is not None)
    caption = "<br>".join(escape(" ".join(line.split())) for line in lines if line)
    if link:
        caption += f'<br><a href="{escape(link)}" target="_blank" rel="noopener noreferrer">open in puzz.link</a>'
    return f'<div class="rosetta">{pictures}<div style="{CAPTION}">{caption}</div></div>'


def framed_page(page: str) -> str:
    """A whole page as a fragment: a frame of its own, so that neither its styles nor its script reach the notebook."""
    return (
        f'<iframe class="rosetta" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:1px solid #8884;border-radius:6px"></iframe>'
    )
