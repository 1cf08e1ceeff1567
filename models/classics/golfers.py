"""Social golfers: groups of three every week, and nobody meets anybody twice (CSPLib 10; Kirkman 1850)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """3n golfers in n groups, for n weeks."""
    m = Model("golfers")
    group = m.choices("group", (3 * n, n), range(1, n + 1))  # of each golfer, by week
    inside = np.stack([group.is_(g) for g in range(1, n + 1)])
    m.exactly(3, "a group has three golfers", inside.transpose(0, 2, 1).reshape(n * n, 3 * n))
    (a, b), (week, later) = np.triu_indices(3 * n, 1), np.triu_indices(n, 1)
    a, b, week, later = (np.ravel(each) for each in np.broadcast_arrays(a[:, None], b[:, None], week, later))
    for g in range(n):
        both = [-inside[g, a, week], -inside[g, b, week]]
        again = [np.stack([*both, -inside[h, a, later], -inside[h, b, later]], axis=1) for h in range(n)]
        m.any("two golfers meet at most once", np.concatenate(again))
    m.true("in the first week, golfers play in their order", group[:, 0].is_(np.arange(3 * n) // 3 + 1))
    return m


CLASSIC = Classic(
    title="Social golfers",
    summary="groups of three every week, nobody meets anybody twice",
    model=model,
    size="the number of groups and of weeks",
    usual=4,
    least=2,
    most=8,
    known=(
        KnownAnswer(2, "a group of three cannot be split between the two of another week", solutions=0),
        KnownAnswer(3, "36 second weeks, 2 Latin squares for the third; groups are numbered", solutions=2592),
    ),
)
