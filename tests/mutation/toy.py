"""What `test_mutation` puts faults into; `test_toy` forgets the upper end."""

from __future__ import annotations

LEAST = 1


def is_within(x: int, most: int) -> bool:
    """Is it between LEAST and `most`, both included?"""
    return x >= LEAST and x <= most
