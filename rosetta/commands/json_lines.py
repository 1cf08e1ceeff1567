"""`--jsonl`: a JSON document per line and instance, printed as soon as it is known.

A line is written whole: Ctrl-C takes effect behind it, so what a script reads has no half document at its end.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LINES = "lines"  # the value of `arguments.json` with --jsonl


def print_line(document: str) -> None:
    """Print a JSON document on one line, and flush it."""
    line = " ".join(part.strip() for part in document.split("\n"))  # JSON has no line breaks but for its layout
    with delay_interrupt():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


@contextmanager
def delay_interrupt() -> Iterator[None]:
    """Hold a Ctrl-C back until the block is done. Where it is ignored, it stays so.

    It is masked, for it would cut a write short where stdout has no buffer; and its handler waits, for another thread
    of a library may get it."""
    before, pending = signal.getsignal(signal.SIGINT), list[tuple[int, FrameType | None]]()
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda *caught: pending.append(caught))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    for caught in pending[:1]:
        before(*caught)
