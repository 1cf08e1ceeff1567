"""What is known of a run besides its messages: its times, what it used, and how long its threads waited for a
processor, which `backends.contract.Contention` is measured with. And its clock, which says until when it may go on.

The child reads its own account of threads when it is ready and just before its last message. The supervisor reads those
of the child's descendants whenever it measures memory, and of all that still live at a limit, before they are killed.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from backends.contract import Contention, Limits, Outcome
from backends.outcomes import StepBook
from backends.running.channel import ChannelMessage
from backends.running.guard import ResourceUse
from backends.running.preloading import note_late_library
from rosetta.foundation.jit import tell_watch
from rosetta.foundation.work_clock import hold_clock, release_clock

POLL_SECONDS = 0.05
GRACE = 0.15  # seconds over the limit for an interruptible solver to hand in what it has, and for a message to arrive
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


@dataclass(slots=True)
class RunAccount:
    """What is known of a run besides its messages. book: where its solve has got to; ready: when it began, on the
    monotonic clock, 0 until then; startup: seconds until it was ready, before: what it used until then; interruptible:
    see `Backend`; use: complete when it has ended; compiling: since when it compiles loops, on the monotonic clock, 0
    where it does not; compilers: the processes that do; compiler_cpu: what they have used since it was ready."""

    book: StepBook = field(default_factory=StepBook)
    ready: float = 0.0
    startup: float = 0.0
    before: ResourceUse = field(default_factory=ResourceUse)
    interruptible: bool = False
    use: ResourceUse = field(default_factory=ResourceUse)
    contention: ContentionAccount = field(default_factory=ContentionAccount)
    compiling: float = 0.0
    compilers: set[int] = field(default_factory=set)
    compiler_cpu: float = 0.0

    @property
    def grace(self) -> float:
        """Seconds over the limit that the child has now: none while it lowers or loads, there is nothing to hand in."""
        return GRACE if self.interruptible and self.book.step not in ("lower", "load") else 0.0

    def measured(self, outcome: Outcome) -> Outcome:
        """The outcome with what it took."""
        cpu = max(self.use.cpu - self.before.cpu - self.compiler_cpu, 0.0)
        switches = max(self.use.switches - self.before.switches, 0)
        contention = self.contention.total(outcome.total, cpu, switches) if self.ready else None
        return replace(outcome, loading=self.startup, cpu=cpu, peak_memory=self.use.peak, contention=contention)

    def note_compiling(self, what: str, pid: int, cpu: float, at: float) -> float:
        """A process compiles that from then on, "" for nothing any more, and has used so much for it. Returns the
        seconds by which the deadline moves. The clock of this process is held meanwhile."""
        self.compiler_cpu += cpu if self.ready else 0.0
        if what:
            self.compilers.add(pid)
            if not self.compiling:
                self.compiling = at
                hold_clock(at)
            return 0.0
        self.compilers.discard(pid)
        return 0.0 if self.compilers else self.end_compiling(at)

    def end_compiling(self, at: float) -> float:
        """Nothing is compiled from then on. Returns for how long it was."""
        self.compilers.clear()
        begun, self.compiling = self.compiling, 0.0
        if not begun:
            return 0.0
        release_clock(at)
        return max(at - begun, 0.0)

    def note_start(self, ready: tuple[bool, ResourceUse, ThreadTimes], seconds: float) -> None:
        """The child is ready, after so long; it says whether it can be interrupted, and what it has used."""
        self.ready, self.startup = time.monotonic(), seconds
        self.interruptible, self.before, times = ready
        self.contention.note_start(times)


@dataclass(slots=True)
class RunClock:
    """Until when a child may go on, and what it says that it is doing. Moments are on the monotonic clock; start and
    deadline move on while it compiles.

    account: of its run.
    begun: when it was started.
    start: when its limit began to run: when it was ready for the last time, else when it was started.
    deadline: when the limit ends.
    late: what is said of a child that has not ended by then.
    phrase: what it says that it is doing, "" for nothing.
    """

    account: RunAccount
    begun: float
    start: float
    deadline: float
    late: str
    phrase: str = ""

    def patience(self, now: float) -> float:
        """Seconds to wait for the next message, before the limits are looked at."""
        if self.account.compiling:
            return POLL_SECONDS
        return min(POLL_SECONDS, max(self.deadline + self.account.grace - now, 0.0))

    def seconds(self, now: float) -> float:
        """Seconds of the limit that have passed."""
        return (self.account.compiling or now) - self.start

    def is_over(self, moment: float) -> bool:
        """Does what was handed in at that moment come too late?"""
        return not self.account.compiling and moment > self.deadline + self.account.grace

    def has_run_out(self, now: float, arriving: bool) -> bool:
        """Has the child to be stopped? arriving: is a message on its way that comes in time?"""
        return self.is_over(now) and (not arriving or now > self.deadline + GRACE)

    def restart(self, ready: tuple[bool, ResourceUse, ThreadTimes], limits: Limits) -> None:
        """The child is ready, and its limit runs from now on."""
        self.start, self.phrase = time.monotonic(), ""
        self.deadline, self.late = self.start + limits.seconds, limits.time_limit_note
        self.account.note_start(ready, self.start - self.begun)

    def take_note(self, message: ChannelMessage) -> bool:
        """Keep what a child tells its parent alone; False where the message is for others."""
        match message.kind:
            case "progress":
                self.phrase = message.content
            case "processor":
                self.account.contention.note(message.content)
            case "step":  # of a child that shares no book
                book = self.account.book
                book.clear() if message.content is None else book.switch_step(message.content)
            case "late":
                note_late_library(message.content)
            case "compiling":
                self._note_compiling(message)
            case _:
                return False
        return True

    def _note_compiling(self, message: ChannelMessage) -> None:
        account, (what, lasting, pid, cpu) = self.account, message.content
        if not lasting:
            moved = account.note_compiling(what, pid, cpu, message.sent)
            self.start, self.deadline = self.start + moved, self.deadline + moved
        if what or not account.compiling:
            if not lasting:
                self.phrase = what
            tell_watch(what, lasting)
