"""Clocks for tests of limits and times: some that the test sets, and one that leaps over a limit when the child is
where it stays.

A test that waits for a limit fails when the machine is slower than the limit, and sleeps where it is not.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from backends.running import run_account, supervisor
from backends.running.channel import ChannelMessage
from backends.running.guard import ResourceUse

LEAP = 1000.0  # seconds
LOOKS = 4  # messages that may lie in the pipe when a child is seen where it stays; each look reads one


class SupervisorClock:
    """Takes the place of the module `time` in the supervisor, and of the clock that stands while loops compile."""

    def monotonic(self) -> float:
        raise NotImplementedError

    def take_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (supervisor, run_account):
            monkeypatch.setattr(module, "time", self)
        monkeypatch.setattr(supervisor, "work_seconds", self.monotonic)


class LeapingClock(SupervisorClock):
    """What it says is right, until it leaps by so many seconds. As a progress it looks whether to leap. then: called
    when it has."""

    looks = LOOKS

    def __init__(
        self, condition: Callable[[], object], leap: float = LEAP, then: Callable[[], object] = lambda: None
    ) -> None:
        self._condition, self._leap, self._then = condition, leap, then
        self._seen, self._ahead = 0, 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self._ahead

    def __call__(self, *_: object) -> None:
        if not self._ahead and (self._seen or self._condition()):
            self._seen += 1
            if self._seen > self.looks:
                self._ahead = self._leap
                self._then()


class WatchfulClock(LeapingClock):
    """One that looks whenever it is asked for the time, several times a message: where the progress is somebody
    else's."""

    looks = 6 * LOOKS

    def monotonic(self) -> float:
        self()
        return super().monotonic()


class ScriptedChild(SupervisorClock):
    """A reader of messages, and the clock by which they come: at moments that are given with them, in seconds since
    the child was started. Nothing else takes time."""

    def __init__(self, *messages: tuple[float, str, Any]) -> None:
        self.now, self.waits, self._messages = 5000.0, list[float](), list[tuple[float, ChannelMessage, float]]()
        for moment, kind, content in messages:
            self.send(moment, kind, content)

    def send(self, moment: float, kind: str, content: Any, arriving: float = 0.0) -> None:
        """arriving: seconds that the message takes to come whole."""
        sent = 5000.0 + moment
        self._messages.append((sent + arriving, ChannelMessage(kind, content, sent), sent))

    def monotonic(self) -> float:
        return self.now

    def receive(self, seconds: float) -> ChannelMessage | None:
        self.waits.append(seconds)
        until = self.now + max(seconds, 0.001)
        if self._messages and self._messages[0][0] <= until:
            whole, message, _ = self._messages.pop(0)
            self.now = max(self.now, whole)
            if message.kind == "eof":
                raise EOFError
            return message
        self.now = until
        return None

    def began_before(self, moment: float) -> bool:
        return bool(self._messages) and self._messages[0][2] <= min(moment, self.now)


def let_solves_take(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Each solve takes so long by the supervisor's clock, which reads it at the start and at the end. Limits go on by
    the true one."""
    monkeypatch.setattr(supervisor, "work_seconds", count(5000.0, seconds).__next__)


READY, READY_TO_HAND_IN = ((interruptible, ResourceUse(), {}) for interruptible in (False, True))  # contents of "ready"
