"""The contract of an exchange format: one record, `FORMAT`, at the end of the format's own file.

Dropping a file into this folder adds a format: `formats()` finds every module with a `FORMAT`. A format that several
puzzles share (an ID, a URL) holds whatever does not depend on the puzzle; the rest is declared by each puzzle, and
found by `declarations`. `graphs/` holds formats of one puzzle, one file each.

Readers check everything: what they return is the whole board that was meant, or they raise InputError with the
format, the place, what was expected and what was found.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import Any, TypeAlias

from instances.formats.declarations import body_of, choose_body, puzzles_of
from models.puzzles.boards import describe_cell
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.sheet import Sheet, WordlessCell
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name

Instance: TypeAlias = Any
FOLDER = "instances.formats"


@dataclass(frozen=True, slots=True)
class Format:
    """One format. All functions are pure.

    name: as in `--to NAME`; aliases: other names that people know it by; title: in words, for people.
    example: one short instance.
    puzzles: the names of the puzzles it knows.
    recognises(text): could this be meant as this format? Cheap, and true for slightly wrong texts too, so that
        their reader can say what is wrong.
    read(text, puzzle): (name of the puzzle, instance). `puzzle` is what the reader of the text expects, None if
        anything will do; a text of another puzzle is refused.
    write(puzzle, instance): the text; InputError if the format cannot express it.
    one_line: may stand on a command line in place of a file.
    endings: endings of file names that mean this format, whatever the content (`.gml`).
    loose: recognises texts by so little that every other format is tried first.
    tells_puzzle: a text says which puzzle it is of. Where it does not say so, that it can be read as one puzzle only is
        no reason to take it for that one.
    may_be(text, puzzle): where a text does not say so, could it be of that puzzle, as which it can be read?
    is_certain(text, puzzle): where it can be read as that puzzle alone, is it of no puzzle that Rosetta does not know?
    address: what to put before a puzzle's own example (`https://puzz.link/p?`).
    example_for(puzzle): for a format that knows every puzzle: an example of that puzzle.
    """

    name: str
    title: str
    example: str
    puzzles: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str, str | None], tuple[str, Instance]]
    write: Callable[[str, Instance], str]
    aliases: tuple[str, ...] = ()
    one_line: bool = False
    endings: tuple[str, ...] = ()
    loose: bool = False
    tells_puzzle: bool = False
    may_be: Callable[[str, str], bool] = lambda text, puzzle: True
    is_certain: Callable[[str, str], bool] = lambda text, puzzle: True
    address: str = ""
    example_for: Callable[[str], str] | None = None

    def example_of(self, puzzle: str) -> str:
        """An instance of that puzzle if the format has an example of one, else the format's example."""
        if self.example_for is not None:
            return self.example_for(puzzle)
        example = body_of(self.name, puzzle).example if puzzle in puzzles_of(self.name) else ""
        return f"{self.address}{example}" if example else self.example


def shared_format(
    name: str,
    title: str,
    example: str,
    recognises: Callable[[str], bool],
    read: Callable[[str, str | None], tuple[str, Instance]],
    write: Callable[[Body, Sheet, Any], str],
    behind: str = "",
    **more: Any,
) -> Format:
    """The record of a format that several puzzles share. write(body, sheet, content): the text; behind: what is written
    behind each row of words."""

    def write_instance(puzzle: str, instance: Instance) -> str:
        body, record = choose_body(name, title, puzzle)[1], puzzle_named(puzzle)
        shape = record.size(instance)
        if len(shape) != 2:
            raise InputError(f"{title} ({puzzle}): can only say boards of rows and columns; write plain text instead")
        height, width = (max(0, side - body.frame) for side in shape)
        sheet = Sheet(f"{title} ({puzzle})", height, width, behind)
        try:
            said, content = body.say(sheet, instance)
        except WordlessCell as error:
            place = error.cell[0] + body.frame, error.cell[1] + body.frame
            word = _find_word(record.format(instance), (shape[0], shape[1]), place)
            if word:
                raise WordlessCell(sheet, error.cell, f"{word} at {describe_cell(place)}") from None
            raise
        return write(said, sheet, content)

    return Format(name, title, example, puzzles_of(name), recognises, read, write_instance, **more)


def _find_word(text: str, shape: tuple[int, int], cell: tuple[int, int]) -> str:
    """The word of a cell in the plain text of a board, as people write it; "" where the last lines of the text are not
    a word for each cell."""
    rows = [line.split() for line in text.splitlines()[-shape[0] :]]
    return rows[cell[0]][cell[1]] if [len(row) for row in rows] == [shape[1]] * shape[0] else ""


@cache
def formats() -> dict[str, Format]:
    """All formats by name: one-line formats first, as they are recognised more reliably, and loose ones last."""
    records = [module.FORMAT for module in map(import_module, _module_names()) if hasattr(module, "FORMAT")]
    order = sorted(records, key=lambda record: (record.loose, not record.one_line, record.name))
    return {record.name: record for record in order}


def shared_format_named(name: str) -> Format:
    """The format in the file of that name; no other one is loaded."""
    record: Format = import_module(f"{FOLDER}.{name}").FORMAT
    return record


def format_named(name: str) -> Format:
    """The format with that name or alias. Raises InputError."""
    for record in formats().values():
        if name.lower() in (record.name, *record.aliases):
            return record
    raise InputError(unknown_name("format", name, format_names(), ", ".join(formats())))


def format_names() -> list[str]:
    """The names of all formats, aliases included."""
    return [name for record in formats().values() for name in (record.name, *record.aliases)]


def describe_formats() -> str:
    """Every format in two lines: its names, the puzzles it knows, an example."""
    lines = ["Formats of boards, by the name that --to takes. * stands on a command line, the others in a file."]
    for record in formats().values():
        every = record.example_for is not None
        known = "every puzzle" if every else ", ".join(record.puzzles)
        aliases = f" (also {', '.join(record.aliases)})" if record.aliases else ""
        lines += [
            "",
            f"{'*' if record.one_line else ' '} {record.name}{aliases}: {record.title}; {known}",
            f"      {record.example_of(record.puzzles[0])}",
        ]
    return "\n".join(lines)


def find_format(text: str, puzzle: str | None = None, file: str = "") -> Format | None:
    """The format that the text seems to be in, None if there is none. file: the name of its file, "" without one.

    Formats that know the puzzle come first, then IDs and addresses, which can name their puzzle. If no puzzle is
    named, formats that know many come first. Loose ones come last.
    """
    for record in formats().values():
        if puzzle in record.puzzles and file.lower().endswith(record.endings or ("\0",)):
            return record
    fitting = [record for record in formats().values() if record.recognises(text)]
    if puzzle is None:
        return max(fitting, key=lambda record: (not record.loose, len(record.puzzles)), default=None)
    knowing = [record for record in fitting if puzzle in record.puzzles]
    return next((record for record in (*knowing, *fitting) if record in knowing or record.one_line), None)


def _module_names() -> list[str]:
    """Every module that may hold a format: those of this folder, and those of the folders in it."""
    alone = pkgutil.iter_modules(import_module(FOLDER).__path__, f"{FOLDER}.")
    inside = [pkgutil.iter_modules(folder.__path__, f"{folder.__name__}.") for folder in _folders().values()]
    return [module.name for module in chain(alone, *inside) if not module.ispkg]


@cache
def _folders() -> dict[str, ModuleType]:
    """The folders of formats, by name."""
    modules = pkgutil.iter_modules(import_module(FOLDER).__path__)
    return {module.name: import_module(f"{FOLDER}.{module.name}") for module in modules if module.ispkg}
