"""The table of summaries, `summaries.tsv`: title and summary of each puzzle, so that none is loaded to list them all.

It follows from the records; `python -m models.puzzles.summary_table` writes it, and a test compares. A puzzle that is
not in it is loaded, which takes longer and means the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from models.puzzles.registry import CLASSICS, PUZZLES, READ_ONLY, puzzle

TABLE = Path(__file__).with_name("summaries.tsv")
HEAD = ("puzzle", "title", "summary")


class PuzzleSummary(NamedTuple):
    """The title of a puzzle, and what it is in a short phrase."""

    title: str
    summary: str


def summary_of(name: str) -> PuzzleSummary:
    """The title and the summary of the puzzle of that name. Raises InputError for a third party's that does not
    load."""
    if name in read_summaries():
        return read_summaries()[name]
    record = puzzle(name)
    return PuzzleSummary(record.title, record.summary)


@cache
def read_summaries() -> dict[str, PuzzleSummary]:
    """The summaries in the table, by puzzle."""
    lines = TABLE.read_text("utf-8").splitlines()[1:] if TABLE.exists() else []
    return {name: PuzzleSummary(title, summary) for name, title, summary in (line.split("\t") for line in lines)}


def format_summaries(names: Iterable[str]) -> str:
    """The text of the table of these puzzles, of their records."""
    records = map(puzzle, names)
    rows = (HEAD, *((record.name, record.title, record.summary) for record in records))
    return "".join(f"{line}\n" for line in map("\t".join, rows))


if __name__ == "__main__":
    TABLE.write_text(format_summaries([*PUZZLES, *READ_ONLY, *CLASSICS]), "utf-8")
    print(f"{TABLE}: {len(read_summaries())} puzzles")
