"""Queens: as many as a board has rows, none of which attacks another (Max Bezzel, 1848)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """A board of n rows, each with one queen: the column of each is chosen."""
    m = Model("queens")
    column = m.choices("column", n, range(1, n + 1))
    row = np.arange(n)
    m.all_different("no two queens stand in one column", column)
    m.all_different("no two queens stand on one rising diagonal", column, plus=row)
    m.all_different("no two queens stand on one falling diagonal", column, plus=-row)
    return m


CLASSIC = Classic(
    title="Queens",
    summary="queens on a chessboard, none of which attacks another",
    model=model,
    size="the number of rows and of queens",
    usual=8,
    most=500,
    known=(
        KnownAnswer(3, "wherever a queen stands, too few squares are left", solutions=0),
        KnownAnswer(6, "OEIS A000170", solutions=4),
        KnownAnswer(8, "Franz Nauck 1850; OEIS A000170", solutions=92),
    ),
)
