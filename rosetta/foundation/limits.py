"""Why a computation ended without a result: two exceptions that all floors share."""

from __future__ import annotations

from rosetta.foundation.errors import Refusal


class TooLarge(Refusal):
    """The work would exceed a stated budget (memory, size of a lowering); the message gives the size."""


class LimitReached(Exception):
    """A limit ended the work before it was complete: no refusal, for a wider limit would do."""
