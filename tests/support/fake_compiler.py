"""A compiler that takes hours, on a clock that the test sets: so that no test of limits waits, or depends on load.

The clock is time.monotonic, or one that stands, put forward by seconds that all forks of this process share.
"""

from __future__ import annotations

import mmap
import time
from collections.abc import Callable

import pytest

from rosetta.foundation import jit, work_clock

PATIENCE = 60.0  # real seconds for a parent to read what its child has told


class PushedClock:
    """A clock, and how far it was put forward; marks that processes set for each other."""

    def __init__(self, base: Callable[[], float]) -> None:
        self._cells = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("d")
        self._base, self._real = base, time.monotonic

    def monotonic(self) -> float:
        return self._base() + self._cells[0]

    def push(self, seconds: float) -> None:
        self._cells[0] += seconds

    def mark(self, what: str, lasting: bool = False, /) -> None:
        """A watch: a compiler has begun."""
        self._cells[1] += bool(what)

    def compile_loop(self, seconds: float) -> None:
        """In the process that `mark` watches."""
        jit.begin_compiling("visit")
        self.push(seconds)
        jit.end_compiling()

    def compile_in_child(self, seconds: float) -> None:
        """The clock is put forward once the parent, whose watch is `mark`, knows that a loop is compiled."""
        marks, end = self._cells[1], self._real() + PATIENCE
        jit.begin_compiling("visit")
        while self._cells[1] == marks:
            assert self._real() < end, "the parent heard nothing of the compiler"
            time.sleep(0.002)
        self.push(seconds)
        jit.end_compiling()


@pytest.fixture(params=[time.monotonic])
def clock(request, monkeypatch):
    """The clock of this process and its forks. The watch of this process marks it."""
    pushed = PushedClock(request.param)
    monkeypatch.setattr(time, "monotonic", pushed.monotonic)
    monkeypatch.setattr(work_clock, "_hold", work_clock._hold)  # other tests have the clock as it was
    monkeypatch.setattr(work_clock, "_compiler_cpu", work_clock._compiler_cpu)
    before = jit.watch_compiler(pushed.mark)
    yield pushed
    jit.watch_compiler(before)


def stand_still() -> float:
    """The base of a clock that moves when it is pushed, and else not."""
    return 1e6
