"""The compiler's work is told: on a terminal while it lasts, in a pipe in one line, and what goes wrong once."""

from __future__ import annotations

import io

import pytest

from report.compilation import CompilationNotice
from report.progress import ProgressLine
from tests.report.test_progress import Clock, Terminal, shown

WORK = ("compiling, once: visit [1/2]", "compiling, once: visit [2/2]", "")
FAULT = "compiled loops cannot be kept (/a\x1b[31m: full)"


def test_in_a_pipe_it_is_one_line():
    stream = io.StringIO()
    notice = CompilationNotice(stream)
    for what in WORK * 2:
        notice(what)
    assert stream.getvalue() == "rosetta: compiling loops, once on this machine; it takes up to a minute\n"


def test_on_a_terminal_it_is_the_progress_line_and_goes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "xterm")
    clock, stream = Clock(), Terminal()
    notice = CompilationNotice(stream, ProgressLine(stream, colour=False, columns=80, clock=clock))
    for what in WORK:
        clock.now += 1
        notice(what)
    assert shown(stream.getvalue()) == list(WORK[:2])
    assert stream.getvalue().endswith("\r\x1b[K")


def test_it_is_told_at_once(monkeypatch: pytest.MonkeyPatch):
    """A compiler says once what it does, and is silent for seconds: a line that waits is never drawn."""
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    CompilationNotice(stream)(WORK[0])
    assert WORK[0] in stream.getvalue()


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_a_fault_is_told_once_however_many_processes_meet_it(stream: io.StringIO):
    notice = CompilationNotice(stream)
    for _ in range(3):
        notice(FAULT, True)
    assert stream.getvalue().count("\n") == 1
    assert "cannot be kept" in stream.getvalue()
    assert "\x1b[31m" not in stream.getvalue()


def test_a_stream_that_was_closed_is_no_reason_to_lose_the_work():
    stream = io.StringIO()
    notice = CompilationNotice(stream)
    stream.close()
    notice(WORK[0])
    notice("")
    notice(FAULT, True)
