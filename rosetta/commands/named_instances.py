"""The instances that a command line names: from its words to the text of each, before any is read as a board.

A WHAT is an instance, or stands for several: a folder, a quoted pattern ("boards/*.txt"), a data set in JSON
(`instances.board_sets`), a file (or standard input) with an ID per line, or one that `generate` wrote. In the last two,
blank lines and those that begin with # are skipped; a line may have options behind its WHAT, as `generate` writes them
(`5x5 --lit random --seed 1`). PUZZLE may be left out where each WHAT tells it.
"""

from __future__ import annotations

import argparse
import contextlib
import glob
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from instances.board_sets import board_set
from instances.formats.graphs.other_texts import has_rows_of_states
from instances.nearby_files import did_you_mean_file
from instances.pasting import unwrap
from instances.reading import bytes_of_file, bytes_of_stdin, decode_text, exists
from instances.recognition import puzzles_of, puzzles_of_name, puzzles_of_text
from instances.resolve import inline_format, parse_any_size
from instances.solver_files import format_of, is_solver_file
from models.puzzles.model.record import NAME as MODEL
from models.puzzles.registry import ALIASES, all_names, canonical_name, is_known, names, puzzle
from report.words import LONGEST_NAME
from rosetta.commands import flags
from rosetta.commands.contract import UsageError
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean

COMMENT = "#"
BOARD_MARK = re.compile(r"^# board: .*\n", re.M)  # before each of several boards that are texts


@dataclass(frozen=True, slots=True)
class InstanceText:
    """Where an instance stands, before it is read. what: as on a command line; place: for people (`ids.txt, line 3`);
    options: words behind a line's WHAT; content: what standard input held, where WHAT is `-`; puzzle: what a data set
    is of, "" where none says so."""

    what: str
    place: str
    options: tuple[str, ...] = ()
    content: bytes | None = None
    puzzle: str = ""


def instance_texts(arguments: argparse.Namespace) -> list[InstanceText]:
    """All instances that PUZZLE WHAT .. names, none of them read as a board yet. Raises InputError."""
    name_puzzle(arguments)
    return [text for what in arguments.whats for text in _expand(what, arguments.puzzle)]


def only_instance(arguments: argparse.Namespace) -> argparse.Namespace:
    """The arguments of the one instance that is named. Raises UsageError if there are several."""
    texts = instance_texts(arguments)
    if len(texts) > 1:
        raise UsageError(f"WHAT: expected one instance, found {len(texts)}, the second at {texts[1].place[:100]}")
    return instance_arguments(arguments, texts[0])


def name_puzzle(arguments: argparse.Namespace) -> None:
    """Take the first word for PUZZLE if it is one, for a WHAT if not. Raises InputError for one that is neither."""
    if arguments.puzzle is None:
        only = arguments.whats[0] if len(arguments.whats) == 1 else ""
        if is_known(only) and not exists(only):
            raise UsageError(
                f"expected a board after {only}: a size, an ID or a file, such as: {arguments.command} {only} 8"
            )
    elif is_known(arguments.puzzle):
        arguments.puzzle = canonical_name(arguments.puzzle)
    else:
        is_word = re.fullmatch(r"[A-Za-z][\w-]*", arguments.puzzle) is not None
        if is_word and not exists(arguments.puzzle) and not puzzles_of_name(arguments.puzzle):
            meant = did_you_mean_file(arguments.puzzle)
            if meant and not did_you_mean(arguments.puzzle, [*all_names(), *ALIASES]):
                raise InputError(f"'{arguments.puzzle[:60]}' is neither a puzzle nor a file{meant}")
            canonical_name(arguments.puzzle)  # raises: no such puzzle
        arguments.whats, arguments.puzzle = [arguments.puzzle, *arguments.whats], None


def instance_arguments(arguments: argparse.Namespace, text: InstanceText) -> argparse.Namespace:
    """The arguments as they were if the instance were the only one: its puzzle, WHAT, and the options of its line.
    Raises InputError where the puzzle is not certain, UsageError for options of another puzzle."""
    name = arguments.puzzle or text.puzzle or _only_puzzle(arguments, text)
    own = {"puzzle": name, "what": text.what, "whats": [text.what], "content": text.content, "place": text.place}
    alone = argparse.Namespace(**{**vars(arguments), **own, **flags.line_options(text.options, name)})
    record = puzzle(name)
    for option in flags.puzzle_options(arguments):
        if option not in record.parameters and option not in record.options:
            raise UsageError(f"--{option.replace('_', '-')}: no option of {name}, and this is a board of {name}")
    return alone


def _only_puzzle(arguments: argparse.Namespace, text: InstanceText) -> str:
    """The puzzle of an instance where PUZZLE is left out; options of one puzzle alone decide, too."""
    candidates = puzzles_of(text.what, None if text.content is None else lambda: text.content or b"")
    options = {*flags.puzzle_options(arguments), *flags.line_options(text.options)} - {"seed"}
    records = [puzzle(name) for name in candidates]
    fitting = [record.name for record in records if all(o in record.parameters or o in record.options for o in options)]
    if len(fitting) == 1:
        return fitting[0]
    choices = fitting or candidates
    if len(choices) == 1:
        return choices[0]
    words = ", ".join(choices[:-1]) + f" or {choices[-1]}"
    raise InputError(
        f"'{text.what[:60]}' may be a board of {words}: name the puzzle, such as: "
        f"{arguments.command} {choices[0]} {shlex.quote(text.what[:60])}"
    )


def _expand(what: str, name: str | None) -> Iterator[InstanceText]:
    """The instances that one WHAT stands for."""
    text = unwrap(what).text
    if text == "-":
        yield from _instances_in(bytes_of_stdin(), "-", "standard input", name)
    elif exists(text) and not (parse_any_size(text) or inline_format(text)):
        yield from _files_in(text, name)
    elif set(text) & set("*?[") and "://" not in text and "\n" not in text and inline_format(text) is None:
        paths = sorted(glob.glob(text, recursive=True))
        if not paths:
            raise InputError(f"no such file: nothing fits the pattern {text[:100]}")
        for path in paths:
            yield from _files_in(path, name)
    else:
        yield InstanceText(what, text[:LONGEST_NAME])


def _files_in(path: str, name: str | None) -> Iterator[InstanceText]:
    """The instances of a file, or of the files of a folder, in the order of their names; those in folders below and
    hidden ones are left out."""
    if not Path(path).is_dir():
        yield from _instances_of_file(path, name)
        return
    files = sorted(str(file) for file in Path(path).iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise InputError(f"{path}: expected a folder with files (of boards, or of solvers), found none in it")
    for file in files:
        yield from _instances_of_file(file, name)


def _instances_of_file(path: str, name: str | None) -> Iterator[InstanceText]:
    if name == MODEL or (name is None and is_solver_file(path)):
        yield InstanceText(path, path)
        return
    try:
        content = bytes_of_file(path)
    except InputError:
        yield InstanceText(path, path)  # whoever reads it says why it cannot be read
        return
    yield from _instances_in(content, path if Path(path).is_file() else "-", path, name)  # a pipe is read only once


def _instances_in(content: bytes, what: str, place: str, name: str | None) -> Iterator[InstanceText]:
    """The instances in the content of a file: of a data set, one per line, one behind each mark, or one in all."""
    if name == MODEL or (name is None and format_of(content) is not None):
        yield InstanceText(what, place, content=content if what == "-" else None)
        return
    try:
        text = decode_text(content, place)
    except InputError:
        text = ""
    found = board_set(text, place)
    if found is not None:
        puzzle = _puzzle_of_set(found.puzzle, name, place)
        for board_name, board in found.boards:
            yield InstanceText(board, f"{place}, {board_name}", puzzle=puzzle)
        return
    ids, *boards = BOARD_MARK.split(text)  # boards with an ID may come before the first that is a text
    if len(boards) > 1 or (boards and _has_ids(ids, place, name)):
        yield from _lines_in(ids, place)
        for i, board in enumerate(boards, 1):
            lines = [line for _, line in islice(_content_lines(board), 2)]
            is_id = len(lines) == 1 and _has_ids(board, place, name)
            what_or_text, options = split_line(lines[0]) if is_id else (board, ())
            yield InstanceText(what_or_text, f"{place}, board {i}", options)
    elif boards or not _has_ids(text, place, name):
        yield InstanceText(what, place, content=content if what == "-" else None)
    else:
        yield from _lines_in(text, place)


def _puzzle_of_set(puzzle: str, expected: str | None, place: str) -> str:
    """The puzzle of a data set that calls it so, "" if it calls it nothing, or says what nobody knows while a puzzle is
    expected. Raises InputError for another puzzle than the expected one, and for one that nobody knows."""
    known = canonical_name(puzzle) if is_known(puzzle) else ""
    if known and expected not in (None, known):
        raise InputError(f"{place}: expected boards of {expected}, found a data set of {known}")
    if puzzle and not known and expected is None:
        raise InputError(f"{place}: expected boards of {', '.join(names())}, found a data set of '{puzzle[:40]}'")
    return known


def _lines_in(text: str, place: str) -> Iterator[InstanceText]:
    """The instances of which each has a line."""
    for number, line in _content_lines(text):
        what, options = split_line(line)
        yield InstanceText(what, f"{place}, line {number}", options)


def _content_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, with their numbers."""
    stripped = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return ((number, line) for number, line in stripped if line and not line.startswith(COMMENT))


def split_line(line: str) -> tuple[str, tuple[str, ...]]:
    """WHAT and the options behind it."""
    what, dashes, options = line.partition(" --")
    words: list[str] = []
    if dashes:
        with contextlib.suppress(ValueError):  # a quotation mark without its end
            words = shlex.split(f"--{options}")
    return (what.strip(), tuple(words)) if words else (line, ())


def _has_ids(text: str, place: str, name: str | None) -> bool:
    """Does the first line name an instance by itself, and are all lines together no board, with a size or without?"""
    lines = [line for _, line in islice(_content_lines(text), 2)]
    if not lines:
        return False
    what, options = split_line(lines[0])
    alone = unwrap(what).text
    if inline_format(alone) is None:
        is_name = len(alone.split()) == 1 and not alone.isdigit()
        puzzles = puzzles_of_name(alone) if is_name else ()
        if not (puzzles and (name is None or name in puzzles)):
            return False
    elif len(lines) == 1 and not options and alone == text.strip():
        return False  # a file that is an ID is read as such
    if len(lines) == 1:
        return True
    try:
        of_board = puzzles_of_text(text, place)
    except InputError:
        return not has_rows_of_states(text)
    return name is not None and name not in of_board
