"""Magic squares: the numbers 1, 2, .. in a square whose lines have one sum (the Lo Shu, China)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """A square of n rows and columns."""
    m = Model("magic square")
    number = m.choices("number", (n, n), range(1, n * n + 1))
    total = n * (n * n + 1) // 2
    diagonals = np.stack([number.diagonal(), number[:, ::-1].diagonal()])
    m.all_different("each number stands in one cell", number.ravel())
    m.linear(total, total, f"the numbers of a row add up to {total}", number, 1, of="row {row}")
    m.linear(total, total, f"the numbers of a column add up to {total}", number.T, 1, of="column {column}")
    m.linear(total, total, f"the numbers of a diagonal add up to {total}", diagonals, 1)
    return m


CLASSIC = Classic(
    title="Magic square",
    summary="the numbers 1, 2, .. in a square, all lines of one sum",
    model=model,
    size="the number of rows",
    usual=3,
    most=20,
    known=(
        KnownAnswer(2, "two numbers of a line determine all others, and they would be equal", solutions=0),
        KnownAnswer(3, "the Lo Shu, in eight positions; OEIS A006052", solutions=8),
    ),
)
