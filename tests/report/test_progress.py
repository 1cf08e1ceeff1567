"""The progress line shows on a terminal only, after a moment, fits, and is always gone at the end."""

from __future__ import annotations

import io

import pytest

from report.progress import ProgressLine


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def terminal_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def shown(text: str) -> list[str]:
    """What was drawn, line after line, without the codes that erase."""
    return [line for line in text.replace("\x1b[K", "").split("\r") if line]


def test_the_line_says_what_how_long_of_how_much_and_how_far() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, colour=False, columns=80, clock=clock) as line:
        clock.now += 3.2
        line.show("cpsat: solving", 3.2, 10, "[2/5]")
    assert shown(stream.getvalue()) == ["cpsat: solving 3.2 s of 10 s [2/5]"]


def test_without_a_limit_the_line_has_no_seconds() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, colour=False, columns=80, clock=clock) as line:
        clock.now += 3.2
        line.show("cnf: 12 found", 3.2)
        clock.now += 1
        line.show("board 3", 0.0, None, "[2/5]")
    assert shown(stream.getvalue()) == ["cnf: 12 found", "board 3 [2/5]"]


def test_short_work_shows_nothing_and_fast_ticks_do_not_flicker() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, colour=False, columns=80, clock=clock) as line:
        for _ in range(29):
            clock.now += 0.01
            line.show("cpsat: solving", clock.now - 100, 10)
        assert stream.getvalue() == ""
        for _ in range(100):
            clock.now += 0.01
            line.show("cpsat: solving", clock.now - 100, 10)
    assert 8 <= len(shown(stream.getvalue())) <= 13


def test_a_pipe_gets_nothing() -> None:
    clock, stream = Clock(), io.StringIO()
    with ProgressLine(stream, clock=clock) as line:
        clock.now += 5
        line.show("cpsat: solving", 5, 10)
    assert stream.getvalue() == ""


def test_the_line_is_gone_even_after_an_interrupt() -> None:
    clock, stream = Clock(), Terminal()

    def interrupted() -> None:
        with ProgressLine(stream, columns=80, clock=clock) as line:
            clock.now += 5
            line.show("cpsat: solving", 5, 10)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_a_long_line_is_shortened_but_keeps_its_numbers() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, colour=False, columns=40, clock=clock) as line:
        clock.now += 5
        line.show("x" * 100, 5, 10, "[2/5]")
    (text,) = shown(stream.getvalue())
    assert len(text) == 39
    assert text.endswith("xxx... 5.0 s of 10 s [2/5]")


def test_no_colour_if_the_user_does_not_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, columns=80, clock=clock) as line:
        clock.now += 5
        line.show("cpsat: solving")
    assert "m" not in stream.getvalue().replace("cpsat: solving", "")


def test_clear_makes_room_and_the_line_comes_back() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, colour=False, columns=80, clock=clock) as line:
        for _ in range(2):
            clock.now += 1
            line.show("cpsat: solving")
            line.clear()
            line.clear()
    assert stream.getvalue() == "\rcpsat: solving\x1b[K\r\x1b[K" * 2


def test_a_terminal_that_goes_away_does_not_stop_the_work() -> None:
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, clock=clock) as line:
        clock.now += 5
        stream.close()
        line.show("cpsat: solving")
        line.show("cpsat: solving")
