"""What backends make their outcomes of: the stopwatch, sizes, and the outcome where the lowering decides."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from algebra.limits import LimitReached, TooLarge
from backends.contract import STEPS, Limits, Outcome, Size, Status
from models.neutral import Block, Model


class Stopwatch:
    """Wall seconds by step: `with watch("lower"): ...`."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(STEPS, 0.0)
        self._start = time.perf_counter()

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[step] += time.perf_counter() - start

    def seconds_left(self, limits: Limits) -> float:
        """Seconds left of the limit; raises LimitReached when there are none."""
        remaining = limits.seconds - (time.perf_counter() - self._start)
        if remaining <= 0:
            raise LimitReached(limits.time_limit_note)
        return remaining


def contradiction_outcome(rule: str, watch: Stopwatch, size: Size = Size()) -> Outcome:  # noqa: B008 - frozen
    """No solution, because one rule by itself cannot hold: what every backend says whose lowering finds that."""
    return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, note=rule, by_rule=True)


def size_of_blocks(variables: int, blocks: Sequence[Block]) -> Size:
    """Of a model whose rows are taken as they are."""
    return Size(variables, sum(map(len, blocks)), sum(len(block.rows.literals) for block in blocks))


def check_literals(model: Model, limits: Limits, needs: str) -> None:
    """Raise TooLarge where the rows as stated exceed the budget; needs: how the message begins, `gf2 needs`."""
    literals = size_of_blocks(model.variables, model.blocks).literals
    if literals > limits.literals:
        raise TooLarge(f"{needs} {literals:,} literals, the budget is {limits.literals:,}")
