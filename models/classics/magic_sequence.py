"""Magic sequences: number i says how often i stands in the sequence, counted from 0 (CSPLib 19)."""

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """A sequence of n numbers."""
    m = Model("magic sequence")
    number = m.choices("number", n, range(n))
    for i in range(n):
        m.count(f"number {i} is how often {i} occurs", number, i, number[i])
    return m


CLASSIC = Classic(
    title="Magic sequence",
    summary="a sequence that says how often each number is in it",
    model=model,
    size="the number of numbers",
    usual=10,
    most=200,
    known=(
        KnownAnswer(4, "1210 and 2020; CSPLib 19", solutions=2),
        KnownAnswer(6, "CSPLib 19", solutions=0),
        KnownAnswer(
            10,
            "from 7 on n-4, 2, 1, zeros, 1, 0, 0, 0; CSPLib 19",
            1,
            answer={"number": [6, 2, 1, 0, 0, 0, 1, 0, 0, 0]},
        ),
    ),
)
