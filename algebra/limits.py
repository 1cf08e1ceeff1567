"""Why a computation ended without a result: two exceptions that all floors share."""

from __future__ import annotations


class TooLarge(Exception):
    """The work would exceed a stated budget (memory, size of a lowering); the message gives the size."""


class LimitReached(Exception):
    """A limit ended the search before it was complete."""
