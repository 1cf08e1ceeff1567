"""What an instance can be written as: its board in a format of puzzle programs or as a drawing, or its rules in a
format of solvers. A format is named by one of its names or by the ending of its files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from backends.formats import MODULES
from report.pictures import KINDS, SCENE
from rosetta.foundation.errors import InputError

if TYPE_CHECKING:
    from instances.formats.contract import Format

DRAWN = (*KINDS, SCENE)
TEXTS = ("svg", SCENE)  # of these, those that are texts


class FormatKind(Enum):
    """What of an instance a format holds."""

    RULES = "holds the model of its rules"
    BOARD = "holds the board, not a model of its rules"
    DRAWING = "draws the board, not a model of its rules"


@dataclass(frozen=True)
class OutputFormat:
    """A format in which an instance is written.

    name: of a format of boards as the asker calls it, else the usual one
    kind: what it holds
    is_text: is it text?
    is_line: is an instance a line of text, so that lines of several make a file?
    """

    name: str
    kind: FormatKind
    is_text: bool = True
    is_line: bool = False

    @property
    def ending(self) -> str:
        """Of the names of files that are called after their instances, without the dot."""
        return "scene.json" if self.name == SCENE else self.name


def output_format(name: str, label: str) -> OutputFormat:
    """The format of that name or ending. Raises InputError. label: what the asker calls it by."""
    if name not in (*MODULES, *DRAWN):
        name = _solver_format_of(f".{name.lower()}") or name
    if name in MODULES:
        return OutputFormat(name, FormatKind.RULES)
    if name in DRAWN:
        return OutputFormat(name, FormatKind.DRAWING, name in TEXTS, name == SCENE)
    return OutputFormat(name, FormatKind.BOARD, is_line=board_format(name, label).one_line)


def format_of_file(file: str) -> OutputFormat | None:
    """The format that the name of a file says, None where it says none: of pictures and of files of solvers."""
    ending = file.lower().rpartition(".")[2]
    name = ending if ending in KINDS else _solver_format_of(file.lower())
    return None if name is None else output_format(name, "")


def board_format(name: str, label: str) -> Format:
    """The format of puzzle programs with that name. Raises InputError, likewise."""
    from instances.formats.contract import format_named, format_names, formats
    from rosetta.foundation.spelling import did_you_mean

    try:
        return format_named(name)
    except InputError:
        meant = did_you_mean(name, [*format_names(), *MODULES]) or ";"
        raise InputError(
            f"{label}: unknown format '{name[:60]}'{meant} for solvers: {', '.join(MODULES)}; "
            f"of puzzles: {', '.join(formats())}; pictures: {', '.join(DRAWN)}"
        ) from None


def format_for_puzzle(name: str, puzzle: str, label: str) -> Format:
    """The format of puzzle programs with that name, which knows the puzzle. Raises InputError, which names all that
    do."""
    from instances.formats.contract import format_named, formats

    try:
        chosen = format_named(name)
    except InputError:
        chosen = None
    if chosen is None or puzzle not in chosen.puzzles:
        fit = ", ".join(each.name for each in formats().values() if puzzle in each.puzzles)
        raise InputError(f"{label}: expected a format for {puzzle} ({fit}), found '{name[:60]}'")
    return chosen


def _solver_format_of(file: str) -> str | None:
    """The format of solvers whose files have names that end so, None if there is none."""
    from backends.formats.contract import file_format

    return next((name for name in MODULES if file.endswith(f".{file_format(name).extension}")), None)
