"""Plot of a few points: bars in text, a polyline in SVG.

n =  5  ####################   20.4
n = 10  ##################     18.6
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Point = tuple[float, float]
WIDTH, HEIGHT, LEFT, TOP = 420, 180, 50, 30  # pixels
BAR = 40  # characters


def curve_text(points: Sequence[Point]) -> str:
    """A bar per point, from zero; y >= 0."""
    most = max(y for _, y in points) or 1.0
    width = max(len(f"{x:g}") for x, _ in points)
    return "\n".join(f"{x:>{width}g}  {'#' * round(BAR * y / most):<{BAR}} {y:.4g}" for x, y in points)


def curve_svg(title: str, points: Sequence[Point], level: float | None = None) -> str:
    """The points, joined; x by rank, since sizes grow by factors. level: the source's figure, a dashed line."""
    values = [y for _, y in points] + ([] if level is None else [level])
    low, high = min(values), max(values)
    span = (high - low) or 1.0

    def place(i: int, y: float) -> tuple[float, float]:
        return LEFT + WIDTH * i / max(len(points) - 1, 1), TOP + HEIGHT * (1 - (y - low) / span)

    at = [place(i, y) for i, (_, y) in enumerate(points)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 40} {TOP + HEIGHT + 30}" role="img" '
        f'width="{LEFT + WIDTH + 40}" height="{TOP + HEIGHT + 30}" font-family="sans-serif" font-size="11">'
        f'<title>{escape(title)}</title><rect width="100%" height="100%" fill="#fff"/>'
    ]
    if level is not None:
        y = place(0, level)[1]
        parts.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + WIDTH}" stroke="#888" stroke-dasharray="4 3"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#666">{level:g}</text>')
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    parts.append(f'<polyline points="{path}" fill="none" stroke="#08306b" stroke-width="2"/>')
    for (x, y), (name, value) in zip(at, points, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#08306b"/>')
        parts.append(f'<text x="{x:.1f}" y="{y - 7:.1f}" text-anchor="middle">{value:.4g}</text>')
        parts.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{name:g}</text>')
    return "".join([*parts, "</svg>"])
