"""Every puzzle in a line."""

from __future__ import annotations

from instances.formats.contract import Format, formats
from models.puzzles.registry import ALIASES, CLASSICS, READ_ONLY, all_names
from models.puzzles.summary_table import summary_of
from report.listing.records import PuzzleEntry
from rosetta.foundation.errors import InputError


def list_puzzles() -> tuple[PuzzleEntry, ...]:
    """All puzzles in the order of the registry. A third party's that does not load has a `fault`."""
    return tuple(map(entry_of, all_names()))


def list_classics() -> tuple[PuzzleEntry, ...]:
    """All classics, by name: models with a size, of which there are no boards."""
    return tuple(map(entry_of, CLASSICS))


def entry_of(name: str) -> PuzzleEntry:
    """The puzzle of that name, which is no alias, in a line."""
    aliases = tuple(alias for alias, own in ALIASES.items() if own == name)
    try:
        title, summary = summary_of(name)
    except InputError as error:
        return PuzzleEntry(name, aliases, name, "", (), (), fault=str(error))
    if name in READ_ONLY:
        from backends.formats import MODULES

        return PuzzleEntry(name, aliases, title, summary, (), tuple(MODULES))
    known = [] if name in CLASSICS else formats_of(name)
    on_line, in_files = (tuple(form.name for form in known if form.one_line is kind) for kind in (True, False))
    return PuzzleEntry(name, aliases, title, summary, on_line, in_files)


def formats_of(name: str) -> list[Format]:
    """The formats of the puzzle's boards: those that stand on a command line first."""
    return [form for form in formats().values() if name in form.puzzles]
