"""How far a campaign has come: one line on a terminal; in a pipe, a line now and then.

    1,240 of 10,000 cells (12 %), 2 running; 31 time-outs; 38 a second, at most 4 min left

What must not be missed, such as a wrong answer, is a full line of its own at once.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from report.progress import ProgressLine
from report.words import duration, one_line, plural

LINE_SECONDS, SLOW_SECONDS, LINE_SHARE = 10.0, 60.0, 0.05  # a line after 10 s if there are 5 % more, else after 60 s
LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """done: cells with a result, of `total`; timeouts, memouts, crashes, contradictions: among those of this run; rate:
    cells a second; seconds_left: None if nothing is known yet; at_most: it is a bound, from the limits; queued: cells
    that wait for a worker of a cluster; rerun_seconds: a bound of what reruns take that are not among the cells that
    `seconds_left` counts."""

    done: int
    total: int
    running: int = 0
    timeouts: int = 0
    memouts: int = 0
    crashes: int = 0
    contradictions: int = 0
    again: int = 0
    rate: float = 0.0
    seconds_left: float | None = None
    at_most: bool = False
    queued: int = 0
    rerun_seconds: float = 0.0


def progress_text(now: CampaignProgress) -> str:
    """The line."""
    share = f" ({100 * now.done // now.total} %)" if now.total else ""
    counts = (
        (now.contradictions, "WRONG or contradicted"),
        (now.crashes, "crashed"),
        (now.memouts, "out of memory"),
        (now.timeouts, "time-outs" if now.timeouts > 1 else "time-out"),
        (now.again, "run again after a crash or contention"),
    )
    parts = [
        f"{now.done:,} of {now.total:,} cells{share}"
        + (f", {now.running} running" if now.running else "")
        + (f", {now.queued} queued" if now.queued else ""),
        ", ".join(f"{number:,} {what}" for number, what in counts if number),
        ", ".join(filter(None, (_rate_text(now.rate), _left_text(now)))),
    ]
    return "; ".join(filter(None, parts))


def _left_text(now: CampaignProgress) -> str:
    """`about 4 min left, at most 40 s more for reruns`."""
    left = time_left_text(now.seconds_left, now.at_most)
    if not left or not now.rerun_seconds:
        return left
    return f"{left}, at most {_coarse_duration(now.rerun_seconds)} more for reruns"


def time_left_text(seconds: float | None, at_most: bool) -> str:
    """`at most 4 min left`; "" if nothing is known."""
    if seconds is None:
        return ""
    return f"{'at most' if at_most else 'about'} {_coarse_duration(seconds)} left"


def _coarse_duration(seconds: float) -> str:
    """8 s, 4 min, 2.5 h: an estimate says no more."""
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _rate_text(rate: float) -> str:
    if rate <= 0:
        return ""
    return (
        f"{rate:.0f} a second" if rate >= 9.5 else f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.2g} a minute"
    )


class CampaignReporter:
    """A context manager; on a terminal the line is gone when it ends."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._line = ProgressLine(self._stream)
        self._visible, self._clock = self._stream.isatty(), clock
        self._printed_at, self._printed_done = clock(), 0

    def __enter__(self) -> CampaignReporter:
        return self

    def __exit__(self, *error: object) -> None:
        self._line.clear()

    def show(self, now: CampaignProgress) -> None:
        """Call it as often as you like."""
        self._show_text(progress_text(now), now.done, now.total)

    def show_proving(self, done: int, total: int, running: int) -> None:
        """The same while claims are proved."""
        self._show_text(f"{done:,} of {plural(total, 'claim')} proved or tried, {running} running", done, total)

    def _show_text(self, text: str, done: int, total: int) -> None:
        if self._visible:
            self._line.show(text)
            return
        self._printed_done = min(self._printed_done, done)  # after the cells come the claims
        waited, more = self._clock() - self._printed_at, done - self._printed_done
        if waited >= SLOW_SECONDS or (waited >= LINE_SECONDS and more >= LINE_SHARE * total):
            self._printed_at, self._printed_done = self._clock(), done
            self.tell(text)

    def tell(self, what: str) -> None:
        """A full line."""
        self._line.clear()
        with contextlib.suppress(OSError, ValueError):  # the stream was closed: no reason to lose the work
            print(f"rosetta: {one_line(what, LONGEST_LINE)}", file=self._stream, flush=True)


def ended_text(done: int, total: int, seconds: float) -> str:
    """How far a campaign came."""
    return f"{done:,} of {plural(total, 'cell')} {'has' if total == 1 else 'have'} a result, after {duration(seconds)}"
