"""Progress: who passes it on changes the words and keeps the amounts; what it raises gets through."""

from __future__ import annotations

import pytest

from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress, ignore_progress, name_progress, prefix_progress


def reports(wrap) -> list[tuple]:
    """What arrives of three calls, with a limit, with a note and with words alone."""
    heard: list[tuple] = []
    progress: Progress = wrap(lambda *said: heard.append(said))
    progress("solving", 3.2, 10.0)
    progress("solving", 3.2, None, "[2/5]")
    progress("solving")
    return heard


def test_words_are_put_before_and_amounts_stay():
    assert reports(lambda progress: prefix_progress("board 3; ", progress)) == [
        ("board 3; solving", 3.2, 10.0),
        ("board 3; solving", 3.2, None, "[2/5]"),
        ("board 3; solving",),
    ]


def test_a_name_stands_for_whatever_is_done():
    assert [said[0] for said in reports(lambda progress: name_progress("cnf", progress))] == ["cnf"] * 3


def test_what_is_raised_ends_the_work():
    """Through every wrapper."""

    def end(*_: object) -> None:
        raise LimitReached("enough")

    with pytest.raises(LimitReached, match="enough"):
        prefix_progress("a: ", name_progress("b", end))("c", 1.0)
    ignore_progress("c", 1.0, None, "note")
