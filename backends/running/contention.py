"""How long the threads of a solve waited for a processor: what `backends.contract.Contention` is measured with.

The child reads its own account when it is ready and just before its last message. The supervisor reads those of the
child's descendants whenever it measures memory, and of all that still live at a limit, before they are killed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from backends.contract import Contention

ThreadTimes: TypeAlias = dict[int, tuple[float, float]]  # by thread: seconds that it waited, seconds that it ran
NANOSECONDS = 1e9


def thread_times(pids: Iterable[int]) -> ThreadTimes:
    """Of all living threads of these processes; nothing where the system does not tell."""
    times: ThreadTimes = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                with contextlib.suppress(OSError, ValueError):
                    ran, waited, _ = _read_account(f"/proc/{pid}/task/{thread}/schedstat")
                    times[int(thread)] = waited / NANOSECONDS, ran / NANOSECONDS
    return times


def _read_account(path: str) -> list[int]:
    """Three numbers. Not read as a text file: that takes a millisecond in a process that was just forked."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return [int(number) for number in os.read(descriptor, 100).split()]
    finally:
        os.close(descriptor)


@dataclass(slots=True)
class ContentionAccount:
    """What is known of a run. before: the child's threads when it was ready, empty where the system does not tell;
    latest: of every thread that was seen, its last account; threads: that the solver may use."""

    threads: int = 1
    before: ThreadTimes = field(default_factory=dict)
    latest: ThreadTimes = field(default_factory=dict)

    def note_start(self, times: Mapping[int, tuple[float, float]]) -> None:
        self.before, self.latest = dict(times), dict(times)

    def note(self, times: Mapping[int, tuple[float, float]]) -> None:
        if self.before:
            self.latest.update(times)

    def total(self, wall: float, cpu: float, switches: int) -> Contention | None:
        """wall, cpu: seconds since the start; switches: involuntary ones."""
        if not self.before:
            alone = self.threads == 1
            return Contention(max(wall - cpu, 0.0) if switches else 0.0, cpu, switches) if alone else None
        waited, ran = (sum(each[i] for each in self.latest.values()) for i in (0, 1))
        waited_before, ran_before = (sum(each[i] for each in self.before.values()) for i in (0, 1))
        return Contention(max(waited - waited_before, 0.0), max(ran - ran_before, 0.0), switches)
