"""All solutions of a board at once, where a puzzle knows them without asking a solver: how many there are, and by what
they differ; or the cells that show why there are none.

What is said here is for people. It is no evidence: verdicts rest on what solvers say and on what is checked.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class AnswerSpace:
    """The solutions of a board.

    count: how many there are, in words (`16`, `2^64`).
    reason: why, in sentences.
    board: the one on which the patterns are drawn.
    patterns: answers on it; a solution with one of them added is another solution, and all others are got so.
    words: the same in words; in text these are shown instead of drawings where `is_drawn` is False.
    pattern: what one is called (`quiet pattern`).
    reduced: how that was worked out, line by line; () where it is too long.
    """

    count: str
    reason: str
    board: Any = None
    patterns: tuple[Hashable, ...] = ()
    words: tuple[str, ...] = ()
    is_drawn: bool = True
    pattern: str = ""
    reduced: tuple[str, ...] = ()

    @property
    def is_single(self) -> bool:
        """Is there one solution only?"""
        return not self.patterns

    @property
    def number(self) -> str:
        """Of a solution: `one of 16 solutions`."""
        return "the only solution" if self.is_single else f"one of {self.count} solutions"


@dataclass(frozen=True, slots=True)
class Obstruction:
    """Why there is no solution. cells: those that show it; sentence: how they do."""

    cells: frozenset[Hashable]
    sentence: str
