"""Parity models for tests: boards of lights, tori, random graphs and random systems."""

from __future__ import annotations

import numpy as np

from models.neutral import Model
from models.neutral.rows import group, rows_from_lengths


def lights(edges: np.ndarray, vertices: int, odd: np.ndarray | int = 1) -> Model:
    """Each vertex and its neighbours, an odd number of them pressed. edges: shape (edges, 2), each once."""
    model = Model("lights")
    press = model.bools("press", vertices)
    ends = np.concatenate([np.arange(vertices), edges[:, 0], edges[:, 1]])
    others = np.concatenate([np.arange(vertices), edges[:, 1], edges[:, 0]])
    model.parity(odd, "each light is turned", group(press[others], by=ends, n=vertices))
    return model


def grid(height: int, width: int) -> np.ndarray:
    """The edges of a board."""
    cell = np.arange(height * width).reshape(height, width)
    down = np.stack([cell[:-1].ravel(), cell[1:].ravel()], axis=1)
    return np.concatenate([down, np.stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()], axis=1)])


def torus(height: int, width: int) -> np.ndarray:
    """The edges of a board whose opposite sides touch; 3 x 3 at least, so that no two are the same."""
    cell = np.arange(height * width).reshape(height, width)
    sides = [np.stack([cell.ravel(), np.roll(cell, -1, axis).ravel()], axis=1) for axis in (0, 1)]
    return np.concatenate(sides)


def sparse(vertices: int, edges: int, rng: np.random.Generator) -> np.ndarray:
    """About so many edges at random."""
    ends = np.sort(rng.integers(0, vertices, (edges, 2)), axis=1)
    return np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)


def system(rng: np.random.Generator, rows: int, variables: int, share: float, solvable: bool) -> Model:
    """Random rows with negated literals, a share of ones; solvable: for a solution that was drawn first."""
    ones = rng.random((rows, variables)) < share
    signs = rng.integers(0, 2, ones.shape) * 2 - 1
    odd = rng.integers(0, 2, rows)
    if solvable:
        hidden = rng.integers(0, 2, variables)
        odd = (ones & (hidden == (signs > 0))).sum(axis=1) % 2
    model = Model("system")
    x = model.bools("x", variables)
    model.parity(odd, "sum", rows_from_lengths(ones.sum(axis=1), (np.asarray(x) * signs)[ones]))
    return model
