"""Progress of long work: one kind of callback, which all floors share. Who calls it may also be ended by it.

progress("cpsat", 3.2, 10.0)                     3.2 of 10 seconds
progress("counting tilings", 0.38, 1.0)          a share
progress("a solution is found")                  words alone
"""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called several times a second by work that takes long. It may raise: the work then ends with that exception.

    what: what is being done, in words; done, of: how far it is and of how much, None where nobody knows, both in the
    unit that the function which calls it names; note: what else there is to say."""

    def __call__(self, what: str, done: float = 0.0, of: float | None = None, note: str = "", /) -> None: ...


def ignore_progress(*_: object) -> None:
    """The default, for callers that need no progress."""


def prefix_progress(prefix: str, progress: Progress) -> Progress:
    """A progress that puts these words before what is being done."""
    return lambda what, *amount: progress(f"{prefix}{what}", *amount)


def name_progress(name: str, progress: Progress) -> Progress:
    """A progress that says this name, whatever is being done."""
    return lambda _, *amount: progress(name, *amount)
