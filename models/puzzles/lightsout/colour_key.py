"""The key below the picture of a board with more than two colours: what the fills mean, and the numbers in white discs.

# 0  # 1  # 2  # 3       the states, from dark to bright; of many, the first ones and the last
(2) press it 2 times
a press adds 1, and 3 becomes 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.svg import DARK_ON_BRIGHT, FONT, INK, path

WIDTH, HEIGHT = 192.0, 62.0  # of a key
MOST_STATES, PITCH = 6, 28


def colour_key(p: LightsOut, left: float, top: float, fill: Callable[[int, int], str]) -> Iterator[str]:
    """Its elements. left, top: its corner; fill: the colour of a state out of so many."""
    k = p.colours
    states: list[int | None] = [*range(k)] if k <= MOST_STATES else [*range(MOST_STATES - 2), None, k - 1]
    y = top + 12
    labels = []
    for i, state in enumerate(states):
        x = left + 8 + PITCH * i
        if state is None:
            labels.append(f'<text x="{x + 2:g}" y="{y + 4:g}">..</text>')
        else:
            yield path(f"M{x:g} {y - 6:g}h12v12h-12z", fill=fill(state, k), stroke=INK)
            labels.append(f'<text x="{x + 15:g}" y="{y + 4:g}">{state}</text>')
    x = left + 14
    yield path(f"M{x:g} {y + 18:g}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0", fill="#ffffff", stroke=DARK_ON_BRIGHT)
    labels.append(f'<text x="{x:g}" y="{y + 21:g}" font-size="9" text-anchor="middle" fill="{DARK_ON_BRIGHT}">2</text>')
    labels.append(f'<text x="{x + 12:g}" y="{y + 22:g}">press it 2 times</text>')
    labels.append(f'<text x="{left + 8:g}" y="{y + 40:g}">a press adds 1, and {k - 1} becomes 0</text>')
    yield f'<g class="key" {FONT} font-size="10" fill="{INK}">{"".join(labels)}</g>'
