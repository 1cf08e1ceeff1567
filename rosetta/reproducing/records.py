"""The item of a reproduction: something that a source claims, and how to check it.

    ITEM = Item("tiling", "pentomino tiling by SAT", source="...", shows="...", run=run)

    def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
        progress("counting placements")               # for the progress line
        yield comparison_line("placements", 2357, count())   # as soon as it is computed: it is shown at once

The quick form takes seconds and decides every claim that it states, if only on part of the cases; `full` covers all of
them. Work that may take long runs in a child of `backends.running.supervisor`, within limits; what hits a limit is
`open`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from report.reproduction.records import Chapter, Entry
from rosetta.foundation.progress import Progress

Run: TypeAlias = Callable[[bool, int, Progress], Iterator[Entry]]


def solver_progress(what: str, progress: Progress) -> Progress:
    """The progress of a solver that works on a board, in words."""
    return lambda who, seconds=0.0, *_: progress(f"{what}: {who}, {seconds:.0f} s", seconds)


@dataclass(frozen=True, slots=True)
class Item:
    """source: what is cited; shows: what is examined, in a sentence; run(full, seed, progress): yields the entries,
    each as soon as it is computed."""

    name: str
    title: str
    source: str
    shows: str
    run: Run

    def chapter(self, command: str = "", entries: tuple[Entry, ...] = ()) -> Chapter:
        """The item as a chapter of a report."""
        return Chapter(self.name, self.title, self.source, self.shows, command, entries)
