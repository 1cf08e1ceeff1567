"""What backends make their outcomes of: the stopwatch, sizes, and the outcomes where no solver was asked."""

from __future__ import annotations

import logging
import mmap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from backends.contract import STEPS, Ending, Limits, Outcome, Size, Status, Values
from models.neutral import Block, Model, objective_value
from rosetta.foundation.limits import LimitReached, TimeReached, TooLarge
from rosetta.foundation.work_clock import work_seconds

STEP_WORDS = ("lowering", "loading the model into the solver", "solving", "decoding")  # of STEPS
_LOG = logging.getLogger("rosetta")


class StepBook:
    """The seconds of each step, in memory that a child shares with its parent, which reads at the limit where the child
    has got to. All stopwatches of a process write into the one that is its `current`."""

    current: StepBook | None = None

    def __init__(self) -> None:
        self._cells = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("d")
        self.clear()

    def clear(self) -> None:
        for cell in range(len(STEPS) + 3):
            self._cells[cell] = 0.0

    # after the seconds: the number of the step at work and of the last one that began, from 1 on; when it began
    @property
    def step(self) -> str:
        """The step at work, or the last one, where the child is between two; "" before the first."""
        number = int(self._cells[len(STEPS)] or self._cells[len(STEPS) + 1])
        return STEPS[number - 1] if number else ""

    def switch_step(self, number: int) -> int:
        """Begin the step of that number, 0 for none; returns the number of the one that was at work."""
        now, cells, at = work_seconds(), self._cells, len(STEPS)
        before = int(cells[at])
        if before:
            cells[before - 1] += now - cells[at + 2]
        if number and not cells[number - 1]:  # for the first time; some backends take turns many times
            _LOG.info("  %s", STEP_WORDS[number - 1])
        cells[at], cells[at + 2] = number, now
        cells[at + 1] = number or before
        return before

    @property
    def seconds(self) -> dict[str, float]:
        """The seconds of each step that has ended."""
        return dict(zip(STEPS, self._cells, strict=False))


class Stopwatch:
    """Wall seconds by step: `with watch("lower"): ...`."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(STEPS, 0.0)
        self._start = work_seconds()

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        start, book = work_seconds(), StepBook.current
        outer = book.switch_step(STEPS.index(step) + 1) if book is not None else 0
        try:
            yield
        finally:
            self.seconds[step] += work_seconds() - start
            if book is not None:
                book.switch_step(outer)

    def seconds_left(self, limits: Limits) -> float:
        """Seconds left of the limit; raises LimitReached when there are none."""
        remaining = limits.seconds - (work_seconds() - self._start)
        if remaining <= 0:
            raise TimeReached(limits.time_limit_note)
        return remaining


def limit_of(outcome: Outcome, limits: Limits) -> LimitReached:
    """The limit at which an outcome without an assignment ended, for whoever needs one. An engine that says nothing is
    taken to have used its time."""
    return LimitReached(outcome.note, outcome.ended) if outcome.note else TimeReached(limits.time_limit_note)


def share_time(reported: Mapping[str, float], measured: float, rest: str = "solve") -> dict[str, float]:
    """What was measured, in seconds, as shares of the steps; they come to that, whatever a backend reports.

    reported: seconds by step, as the backend has them, finite and not negative. What it does not account for goes to
    the step `rest`. Where it reports more than passed, all of its steps are cut in proportion."""
    told = sum(reported.values())
    scale = measured / told if told > measured else 1.0
    shares = {step: reported.get(step, 0.0) * scale for step in STEPS}
    shares[rest] += max(measured - told, 0.0)
    return shares


def answer_outcome(
    model: Model,
    values: Values,
    watch: Stopwatch,
    size: Size,
    *,
    is_best: bool,
    bound: float | None = None,
    stats: Mapping[str, float] | None = None,
) -> Outcome:
    """An answer of a solver that computes in whole numbers. is_best: no other costs less; bound: of what others cost,
    where that is not known."""
    cost, counted = objective_value(model, values), dict(stats or {})
    if cost is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=size, stats=counted)
    status = Status.OPTIMAL if is_best else Status.SATISFIED
    return Outcome(status, values, cost, float(cost) if is_best else bound, watch.seconds, size, stats=counted)


def not_asked_outcome(row: str, watch: Stopwatch, size: Size = Size()) -> Outcome:  # noqa: B008 - frozen
    """The solver was not started, because one row alone cannot hold: of every backend whose lowering finds that. row:
    which one, and why, as `canonical.contradiction` has it."""
    note = f"not asked: {row}"
    return Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size, note=note, ended=Ending.NOT_ASKED)


def refuted_by(outcome: Outcome, engine: str, version: str) -> Outcome:
    """The outcome of an engine around another one, which was not asked: what the outer engine changed has a row that
    cannot hold, so that one found that there is no solution. engine: the outer one alone; its version."""
    if outcome.ended is not Ending.NOT_ASKED:
        return outcome
    return replace(outcome, status=Status.UNSATISFIABLE, ended=None, engine=engine, version=version)


def size_of_blocks(variables: int, blocks: Sequence[Block]) -> Size:
    """Of a model whose rows are taken as they are."""
    return Size(variables, sum(map(len, blocks)), sum(len(block.rows.literals) for block in blocks))


def check_literals(model: Model, limits: Limits, needs: str) -> None:
    """Raise TooLarge where the rows as stated exceed the budget; needs: how the message begins, `gf2 needs`."""
    literals = size_of_blocks(model.variables, model.blocks).literals
    if literals > limits.literals:
        raise TooLarge(f"{needs} {literals:,} literals, the budget is {limits.literals:,}")
