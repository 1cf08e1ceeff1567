"""What is shown of the puzzles: a line of each, or everything of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle in the list of all.

    name, aliases: by which verbs know it.
    title: its name for people.
    summary: what it is, in a short phrase.
    line_formats: the formats of its boards that stand on a command line, by name.
    file_formats: the formats of its boards that are files, by name.
    fault: why a third party's puzzle does not load, "" if it does.
    """

    name: str
    aliases: tuple[str, ...]
    title: str
    summary: str
    line_formats: tuple[str, ...]
    file_formats: tuple[str, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """A board that stands for the puzzle, and an answer.

    id: as verbs print it.
    size: rows and columns, or what else its sides are.
    source: where it is from: `catalogue akari/7x7b20s4d0-1`.
    words: what names it on a command line, behind the puzzle: WHAT, and the parameters as flags.
    parameters: of one that is generated, by name.
    board, solved: drawn as text, without and with the answer; solved is "" where no answer is known.
    legend: what the signs mean, "" where the drawing says it.
    answer: as in the documents of all verbs, None where none is known.
    solutions: how many there are, as the catalogue says: a number, `2+`, or "" where that is not known.
    link: an address at which a browser opens it, "" if there is none.
    """

    id: str
    size: tuple[int, ...]
    source: str
    words: tuple[str, ...]
    parameters: Mapping[str, Any]
    board: str
    solved: str
    legend: str
    answer: Mapping[str, Any] | None
    solutions: str
    link: str


@dataclass(frozen=True, slots=True)
class PuzzleFlag:
    """An option of a puzzle.

    name: as an argument of a function: `tree_rule`.
    flag: as it is typed: `--tree-rule RULE`.
    meaning: what it says, in a phrase.
    values: those that it may have, () where these are not a few words.
    default: as text, "" where there is none, or the meaning says it.
    """

    name: str
    flag: str
    meaning: str
    values: tuple[str, ...] = ()
    default: str = ""


@dataclass(frozen=True, slots=True)
class NamedChoice:
    """A formulation, or a backend of the puzzle alone.

    name: as it is typed.
    words: what it is, in a phrase, "" where nobody says it.
    is_default: is it taken where the user names none?
    """

    name: str
    words: str
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class BoardFormat:
    """A format that reads and writes boards of the puzzle.

    name, aliases: as `--to` takes them.
    title: what it is.
    one_line: may a board stand on the command line?
    example: the example board in it; "" where that board cannot be written in it.
    """

    name: str
    aliases: tuple[str, ...]
    title: str
    one_line: bool
    example: str


@dataclass(frozen=True, slots=True)
class ExampleCommand:
    """A command to try.

    verb: its verb.
    words: what follows it.
    does: what it shows, in a phrase.
    """

    verb: str
    words: tuple[str, ...]
    does: str


@dataclass(frozen=True, slots=True)
class PuzzleDescription:
    """One puzzle whole.

    entry: its line in the list of all; the formats are in `formats`.
    background: who invented it, what is known of it; phrases.
    rules: in words.
    example: None where it has no boards.
    sizes: of which sizes boards are generated, in a phrase; "" where none are.
    options: of its rules, which change what an answer is; of every verb.
    parameters: options that say which board is meant.
    wishes: options of `generate` that say what is asked of a board.
    formulations: its models.
    backends: solvers for it alone.
    formats: those of its boards.
    catalogue: the names of its boards in the catalogue.
    commands: to try, with the example.
    preparation: a line of shell that writes the file of the commands, "" where they need none.
    """

    entry: PuzzleEntry
    background: tuple[str, ...]
    rules: tuple[str, ...]
    example: ExampleBoard | None
    sizes: str
    options: tuple[PuzzleFlag, ...]
    parameters: tuple[PuzzleFlag, ...]
    wishes: tuple[PuzzleFlag, ...]
    formulations: tuple[NamedChoice, ...]
    backends: tuple[NamedChoice, ...]
    formats: tuple[BoardFormat, ...]
    catalogue: tuple[str, ...]
    commands: tuple[ExampleCommand, ...]
    preparation: str = ""
