"""Bin packing: things in as few bins as possible. Three of these fill a bin exactly (triplets, Falkenauer 1996)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer
from models.puzzles.randomness import Stream

CAPACITY = 100


def draw_triplets(n: int, stream: Stream) -> list[int]:
    """The sizes of things that fill n bins, in random order."""
    large = [38 + stream.number_below(12) for _ in range(n)]
    middle = [25 + stream.number_below((CAPACITY - size) // 2 - 24) for size in large]
    sizes = [*large, *middle, *(CAPACITY - a - b for a, b in zip(large, middle, strict=True))]
    return [sizes[i] for i in stream.order(3 * n)]


def model(n: int, stream: Stream) -> Model:
    """3n things, one bin more than they need."""
    m, sizes, bins = Model("bin packing"), draw_triplets(n, stream), np.arange(1, n + 2)
    bin_of, used = m.choices("bin", 3 * n, bins), m.bools("used", n + 1)
    loads = np.column_stack([np.stack([bin_of.is_(b) for b in bins]), used])
    m.linear(None, 0, f"a bin that is used holds {CAPACITY}", loads, [*sizes, -CAPACITY])
    m.any("bins are used in their order", np.stack([used[:-1], -used[1:]], axis=1))
    m.minimize("the number of bins", used)
    return m


CLASSIC = Classic(
    title="Bin packing",
    summary="things of different sizes in as few bins as possible",
    model=model,
    size="the number of bins that are enough",
    usual=4,
    most=200,
    is_random=True,
    known=(KnownAnswer(4, "they fill as many bins without a gap", optimum=4),),
)
