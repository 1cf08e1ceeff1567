"""Signals while a campaign runs: the first Ctrl-C lets the running cells end, the second kills them.

A handler only takes a note; the loop looks at it several times a second. So whatever is being written is written whole.
Signals that were ignored when the program started (`nohup`, a job in the background of a script) stay ignored.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType


@dataclass(slots=True)
class StopRequest:
    """What was asked for. soft: start no more cells; hard: kill those that run; sign: the signal that asked last; told:
    the user knows."""

    soft: bool = False
    hard: bool = False
    sign: signal.Signals | None = None
    told: bool = False

    def note_signal(self, number: int, frame: FrameType | None = None) -> None:
        self.hard = self.soft or number != signal.SIGINT
        self.soft, self.sign = True, signal.Signals(number)


@contextlib.contextmanager
def heeded_signals() -> Iterator[StopRequest]:
    """Signals are noted in the request until the block ends; then they are handled as before. In a thread that is not
    the main one there are none: they come to that one."""
    request = StopRequest()
    before = {}
    is_main = threading.current_thread() is threading.main_thread()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if is_main else ():
        if signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, request.note_signal)
    try:
        yield request
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
