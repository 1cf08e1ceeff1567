"""Rooks again, with the symmetries of the board as version 0.2.0 took them: maps of answers (`Extras.symmetries`)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.puzzles.contract import Extras
from strangers import rooks


def symmetries(p):
    """The mirror image, where it is the same board."""
    walls = np.array(p.walls)
    maps = [lambda answer: answer]
    if np.array_equal(walls, walls[:, ::-1]):
        maps.append(lambda answer: tuple(sorted((r, walls.shape[1] - 1 - c) for r, c in answer)))
    return maps


PUZZLE = replace(rooks.PUZZLE, name="mirrors", title="Mirrors", extras=Extras(symmetries=symmetries))
