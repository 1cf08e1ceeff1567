"""Small Tents boards for tests: written out, or drawn by hypothesis."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import strategies as st

from models.puzzles.tents.instance import Tents
from models.puzzles.tents.rules import TREE_RULES

U = -1  # an unknown clue
# Every formulation with every reading it states.
STATED = [(name, rule) for name in ("default", "borders") for rule in TREE_RULES] + [
    ("source-ilp", "matching"),
    ("source-cnf", "matching"),
]


def board(*lines: str, rows: list[int] | None = None, cols: list[int] | None = None) -> Tents:
    """A board from its rows, `T` for a tree; clues that are not given are unknown."""
    trees = np.array([[cell == "T" for cell in line] for line in lines])
    return Tents(trees, rows or [U] * trees.shape[0], cols or [U] * trees.shape[1])


RING = board(".T.", "T.T", ".T.", rows=[2, 0, 2], cols=[2, 0, 2])


@st.composite
def boards(draw: Callable[..., object], most: int = 3) -> Tents:
    """Small boards with trees anywhere, and clues that fit some placement, do not, or are missing."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    cells = st.lists(st.sampled_from([False, False, True]), min_size=height * width, max_size=height * width)
    trees = np.array(draw(cells)).reshape(height, width)
    rows = draw(st.lists(st.sampled_from([U, U, 0, 1, 2]), min_size=height, max_size=height))
    cols = draw(st.lists(st.sampled_from([U, U, 0, 1, 2]), min_size=width, max_size=width))
    return Tents(trees, np.minimum(rows, width), np.minimum(cols, height))
