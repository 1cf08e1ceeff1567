"""An item: something that a source claims, and how to find out whether it holds.

    ITEM = Item("tiling", "pentomino tiling by SAT", source="...", shows="...", run=run)

    def run(full: bool, seed: int, watch: Watch) -> Iterator[Entry]:
        watch("counting placements")                  # what is going on, for the progress line
        yield compared("placements", 2357, count())   # as soon as it is known: it is shown at once

The quick form takes seconds and settles every claim that it states, if only in part of its breadth; `full` does all of
it. Work that may take long runs in a child of `backends.running.supervisor`, within limits; what a limit ends is
`open`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from report.reproduction.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    Chapter,
    Entry,
    Figure,
    Line,
    Note,
    Table,
    comparison_line,
)

Watch: TypeAlias = Callable[[str], None]
Run: TypeAlias = Callable[[bool, int, Watch], Iterator[Entry]]

__all__ = [
    "CONTRADICTORY",
    "CORRECTED",
    "OPEN",
    "REFUTED",
    "REPRODUCED",
    "Entry",
    "Figure",
    "Item",
    "Line",
    "Note",
    "Run",
    "Table",
    "Watch",
    "board_watch",
    "comparison_line",
    "solver_watch",
]  # fmt: skip


def board_watch(what: str, watch: Watch) -> Watch:
    """What the progress line says of one board, of what is told of it."""
    return lambda words: watch(f"{what}: {words}")


def solver_watch(what: str, watch: Watch) -> Callable[[str, float], None]:
    """What the progress line says of one board while somebody solves it."""
    return lambda who, seconds: watch(f"{what}: {who}, {seconds:.0f} s")


@dataclass(frozen=True, slots=True)
class Item:
    """source: cited by what it is; shows: what is looked at, in a sentence; run(full, seed, watch): the entries, each
    as soon as it is known."""

    name: str
    title: str
    source: str
    shows: str
    run: Run

    def chapter(self, command: str = "", entries: tuple[Entry, ...] = ()) -> Chapter:
        """What a report shows of it."""
        return Chapter(self.name, self.title, self.source, self.shows, command, entries)
