"""Graphs as columns: pairs of vertices, counted from 0, and a literal for each edge."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import integers
from models.neutral.errors import ModelError
from models.neutral.rows import Rows, concatenated_ranges, group, prepend


def read_edges(edges: Any, vertices: int, what: str = "edges") -> NDArray[np.int64]:
    """Pairs of different vertices, shape (m, 2). Raises ModelError."""
    pairs = integers(edges, what).astype(np.int64)
    pairs = pairs.reshape(0, 2) if pairs.size == 0 else pairs
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ModelError(f"{what}: expected pairs of vertices, shape ({what}, 2), found shape {pairs.shape}")
    outside = (pairs < 0) | (pairs >= vertices)
    if outside.any():
        raise ModelError(f"{what}: expected vertices from 0 to {vertices - 1}, found {pairs[outside][0]}")
    if (pairs[:, 0] == pairs[:, 1]).any():
        raise ModelError(f"{what}: vertex {pairs[pairs[:, 0] == pairs[:, 1]][0, 0]} is joined to itself")
    return pairs


def literals_hold(values: NDArray[np.int64], literals: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which literals hold under an assignment; 0 always does."""
    return np.where(literals == 0, True, (values[np.abs(literals)] == 1) == (literals > 0))


def least_connected(vertices: int, edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each vertex the least one that it is connected with, shape (vertices,).

    Every vertex points to a smaller one or to itself. Along each edge, the larger of the two that its ends point to is
    made to point to the smaller one; then pointers are followed to their ends (Shiloach and Vishkin, 1982, simplified).
    """
    least = np.arange(vertices)
    while True:
        ends = np.sort(least[edges], axis=1)
        apart = ends[:, 0] < ends[:, 1]
        if not apart.any():
            return least
        np.minimum.at(least, ends[apart, 1], ends[apart, 0])
        while ((further := least[least]) != least).any():
            least = further


def steps_from(start: NDArray[np.bool_], edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many steps each vertex is away from the nearest of some, n where no way leads to it, shape (n,)."""
    n = len(start)
    steps, front = np.where(start, 0, n), start
    for step in range(1, n):
        touched = np.zeros(n, np.bool_)
        for near, far in ((0, 1), (1, 0)):
            touched[edges[front[edges[:, near]], far]] = True
        front = touched & (steps == n)
        if not front.any():
            break
        steps[front] = step
    return steps


def incident_edges(edges: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each edge once for each of its ends: the vertex and the number of the edge, sorted by vertex; shapes (2 m,)."""
    vertex = edges.T.ravel()
    order = np.argsort(vertex, kind="stable")
    return vertex[order], np.tile(np.arange(len(edges)), 2)[order]


def edges_at_vertices(vertices: int, edges: NDArray[np.int64], links: NDArray[np.int32]) -> Rows:
    """A row for each vertex: the literals of its edges."""
    return group(np.tile(links, 2), by=edges.T.ravel(), n=vertices)


def edges_beside_edges(edges: NDArray[np.int64], links: NDArray[np.int32]) -> Rows:
    """For each edge and each of its ends, a row: not the edge, or another edge at that end."""
    vertex, edge = incident_edges(edges)
    degrees = np.bincount(vertex)
    owners = np.repeat(np.arange(len(edge)), degrees[vertex])  # a pair for each end and each end at the same vertex
    others = concatenated_ranges((np.cumsum(degrees) - degrees)[vertex], degrees[vertex])
    different = owners != others
    beside = group(links[edge[others[different]]], by=owners[different], n=len(edge))
    return prepend(-links[edge], beside)
