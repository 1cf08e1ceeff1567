"""The clock of limits and of measured times: it stands still while loops are compiled, here or in a child.

A loop is compiled when it is first used on a machine, which takes seconds, on a busy machine minutes. That is nobody's
time: no limit counts it, no table shows it as a solver's. So whoever sets a deadline or takes a time asks this clock.
`jit` holds it in the process that compiles, and the supervisor in the parent, which is told. Of the processor's time
the same is left out.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Hold:
    """stopped: seconds of all holds that have ended; holders: of the present one, which began `at`."""

    stopped: float = 0.0
    holders: int = 0
    at: float = 0.0


_hold = _Hold()
_compiler_cpu = 0.0
_changing = threading.Lock()


def work_seconds() -> float:
    """Those of time.monotonic, without those while the clock was held."""
    hold = _hold  # one read: another thread may hold the clock at this moment
    return (hold.at if hold.holders else time.monotonic()) - hold.stopped


def hold_clock(at: float | None = None) -> None:
    """Hold the clock until it is released as often. at: the moment of time.monotonic at which that began."""
    global _hold
    with _changing:
        begun = _hold.at if _hold.holders else time.monotonic() if at is None else at
        _hold = _Hold(_hold.stopped, _hold.holders + 1, begun)


def release_clock(at: float | None = None) -> None:
    """Let it go on, if nobody else holds it."""
    global _hold
    with _changing:
        held = max((time.monotonic() if at is None else at) - _hold.at, 0.0) if _hold.holders == 1 else 0.0
        _hold = _Hold(_hold.stopped + held, _hold.holders - 1, _hold.at)


def held_seconds() -> float:
    """How long the clock of this process has been held so far."""
    hold = _hold
    return hold.stopped + (time.monotonic() - hold.at if hold.holders else 0.0)


def work_cpu_seconds() -> float:
    """Those of time.process_time, without those of the compiler."""
    return time.process_time() - _compiler_cpu


def compiler_cpu_seconds() -> float:
    """What the compiler has used of the processor, in this process and those from which it was forked."""
    return _compiler_cpu


def note_compiler_cpu(seconds: float) -> None:
    """It has used so many more, in this process."""
    global _compiler_cpu
    _compiler_cpu += seconds


def _forget_holders() -> None:
    """In a child: who holds the clock of its parent does not work here."""
    global _hold, _changing
    _changing = threading.Lock()
    _hold = _Hold(_hold.stopped)


os.register_at_fork(after_in_child=_forget_holders)
