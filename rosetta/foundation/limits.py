"""Why a computation ended without a result: the exceptions that all floors share."""

from __future__ import annotations

from rosetta.foundation.errors import Refusal
from rosetta.foundation.vocabulary import Ending


class TooLarge(Refusal):
    """The work would exceed a stated budget (memory, size of a lowering); the message gives the size."""


class LimitReached(Exception):
    """A limit ended the work before it was complete: no refusal, for a wider limit would do. ended: which one, where
    that is known."""

    def __init__(self, reason: str = "", ended: Ending | None = None) -> None:
        super().__init__(reason)
        self.ended = ended


class TimeReached(LimitReached):
    """The time limit ended it."""

    def __init__(self, reason: str = "time limit") -> None:
        super().__init__(reason, Ending.TIME)
