"""What the language does not accept, and the largest numbers that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


EXACT = 2**53


MOST = 2**31 - 1  # the largest literal, and so the most variables; also the most rows of a table


class ModelError(ValueError):
    """What the language does not accept; the message names the rule and, where there is one, the row."""
