"""Graph drawing: the vertices as points of a plane, no two close together.

Where a file says the positions of its vertices, these are taken. Graphs with a name that are round are drawn round;
others of up to 400 vertices by springs along their edges (Fruchterman and Reingold 1991, by networkx with a fixed
seed); larger ones in rows, without edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from models.puzzles.lightsout.instance import LightsOut

Points = NDArray[np.float64]
MOST_SPRUNG = 400  # vertices, up to which springs are affordable and edges can be told apart
MIN_GAP = 0.55  # of the distance of neighbours, between any two vertices: a lamp is 0.4 wide
MOST_SPREAD = 8.0  # times as large a picture gets, so that vertices at chosen positions are apart
MOST_DRAWN = 5_000  # arcs of a graph with chosen positions
PITCH = 2.25  # sides of a square from neighbour to neighbour
SLOPE = 3**0.5 / 2  # from one row of hexagons to the next, in widths of a hexagon
ROUND = ("cycle", "complete")


def place_vertices(p: LightsOut) -> Points:
    """The middles of the lamps as `Scene.points`: of the hexagons of a board, shape (rows, columns, 2), or of the
    vertices of a graph, (n, 2)."""
    if p.layout is None:
        return positions(p) * PITCH
    row, col = np.indices((p.layout.rows, p.layout.cols))
    return np.stack([col + row / 2, row * SLOPE], axis=2) + 0.5


def positions(p: LightsOut) -> Points:
    """One point per vertex of a graph, shape (n, 2), x to the right and y down, about one unit from neighbour to
    neighbour."""
    family, n = p.origin.partition(":")[0], len(p)
    if p.graph.positions is not None:
        return _scale_positions(p, p.graph.positions)
    if n > MOST_SPRUNG:
        row, col = np.divmod(np.arange(n), int(np.ceil(np.sqrt(n))))
        return np.stack([col, row], axis=1).astype(np.float64)
    if family in ROUND:
        return _circle(n, max(n / 6, 1.0))
    if family in ("star", "wheel"):
        return np.concatenate([np.zeros((1, 2)), _circle(n - 1, max(n / 6, 1.0))])
    if family == "petersen":
        return np.concatenate([_circle(5, 2.0), _circle(5, 1.0)])
    return _spring_layout(p)


def draws_edges(p: LightsOut) -> bool:
    """Are there few enough edges to draw?"""
    return len(p) <= MOST_SPRUNG or (p.graph.positions is not None and len(p.graph.heads) <= MOST_DRAWN)


def _circle(n: int, radius: float) -> Points:
    angle = 2 * np.pi * np.arange(n) / max(n, 1)
    return radius * np.stack([np.sin(angle), -np.cos(angle)], axis=1)


def _spring_layout(p: LightsOut) -> Points:
    import networkx

    network = networkx.Graph()
    network.add_nodes_from(range(len(p)))
    network.add_edges_from(zip(p.graph.tails.tolist(), p.graph.heads.tolist(), strict=True))
    layout = networkx.spring_layout(network, seed=1, iterations=120)
    points = np.array([layout[v] for v in range(len(p))])
    low, high = points.min(axis=0), points.max(axis=0)
    points = (points - low) / max(float((high - low).max()), 1e-9) * max(1.2 * np.sqrt(len(p)), 1.0)
    return _spread_points(points, 4.0)


def _scale_positions(p: LightsOut, given: Points) -> Points:
    """Positions that somebody chose, with edges of length one in the middle, or longer where vertices are close."""
    lengths = np.hypot(*(given[p.graph.heads] - given[p.graph.tails]).T)
    lengths = lengths[lengths > 0] if (lengths > 0).any() else np.array([1.0])
    points = (given - given.min(axis=0)) / float(np.median(lengths))
    return _spread_points(points, MOST_SPREAD) if len(p) <= MOST_SPRUNG else points


def _spread_points(points: Points, most: float) -> Points:
    """The points further apart, so that no two are too close; at most so many times."""
    gaps = np.hypot(*(points[:, None] - points[None, :]).transpose(2, 0, 1)) + np.diag(np.full(len(points), np.inf))
    spread: Points = points * np.clip(MIN_GAP / max(float(gaps.min()), 1e-9), 1.0, most)
    return spread
