"""The instances that words name: from PUZZLE WHAT .. to the text of each, before any is read as a board.

A WHAT is an instance, or stands for several: a folder, a quoted pattern ("boards/*.txt"), a data set in JSON
(`instances.board_sets`), a file (or standard input) with an ID per line, or one that `generate` wrote. In the last two,
blank lines and those that begin with # are skipped; a line may have options behind its WHAT, as `generate` writes them
(`5x5 --lit random --seed 1`), and PUZZLE before it. PUZZLE may be left out where each WHAT tells it.

    PUZZLE, WHAT ..  --name_puzzle, instance_texts-->  InstanceText ..  --name_instance-->  NamedInstance
"""

from __future__ import annotations

import contextlib
import glob
import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from instances.board_sets import BoardSet, board_set
from instances.formats.declarations import SEE_LIST
from instances.formats.graphs.other_texts import has_rows_of_states
from instances.nearby_files import did_you_mean_file
from instances.pasting import unwrap
from instances.puzzle_flags import OptionError, read_line_options
from instances.reading import bytes_of_file, bytes_of_stdin, decode_text, exists
from instances.recognition import LONGEST_NAME, puzzles_of, puzzles_of_name, puzzles_of_text
from instances.resolve import inline_format, parse_any_size
from instances.solver_files import format_of, is_solver_file
from models.puzzles.model.record import NAME as MODEL
from models.puzzles.registry import ALIASES, CLASSICS, all_names, canonical_name, is_known, puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean

COMMENT = "#"
BOARD_MARK = re.compile(r"^# board: .*\n", re.M)  # before each of several boards that are texts
SEED = "seed"  # the option of a line that is no option of its puzzle


@dataclass(frozen=True, slots=True)
class InstanceText:
    """Where an instance stands, before it is read."""

    what: str  # as on a command line
    place: str  # for people: `ids.txt, line 3`
    options: tuple[str, ...] = ()  # words behind a line's WHAT
    content: bytes | None = None  # what standard input held, where WHAT is `-`
    puzzle: str = ""  # what a data set is of, "" where none says so


@dataclass(frozen=True, slots=True)
class NamedInstance:
    """An instance with its puzzle and all that is said of it, before it is read."""

    puzzle: str
    text: InstanceText
    options: Mapping[str, Any]  # values of options of the puzzle, by name; those that are missing have their defaults
    seed: int | None  # of its line, None where none is there


def name_puzzle(name: str | None, whats: Sequence[str], command: str) -> tuple[str | None, list[str]]:
    """PUZZLE, None where it is left out, and the WHATs: the first word may be either. command: for messages. Raises
    InputError for a word that is neither."""
    if name is None:
        only = whats[0] if len(whats) == 1 else ""
        if is_known(only) and not exists(only):
            if (stated := puzzle(only).extras.stated) is not None:
                return canonical_name(only), [stated.usual]
            raise InputError(f"expected a board after {only}: a size, an ID or a file, such as: {command} {only} 8")
        return None, list(whats)
    if is_known(name):
        return canonical_name(name), list(whats)
    is_word = re.fullmatch(r"[A-Za-z][\w-]*", name) is not None
    if is_word and not exists(name) and not puzzles_of_name(name):
        meant = did_you_mean_file(name)
        if meant and not did_you_mean(name, [*all_names(), *CLASSICS, *ALIASES]):
            raise InputError(f"'{name[:60]}' is neither a puzzle nor a file{meant}")
        canonical_name(name)  # raises: no such puzzle
    return None, [name, *whats]


def instance_texts(whats: Iterable[str], name: str | None) -> list[InstanceText]:
    """All instances that the WHATs name, none of them read as a board yet. name: of the puzzle, None where it is left
    out. Raises InputError."""
    return [text for what in whats for text in _expand(what, name)]


def name_instance(text: InstanceText, name: str | None, options: Mapping[str, Any], command: str) -> NamedInstance:
    """The instance of a text. name: as in `instance_texts`; options: values of options of puzzles, given for all
    instances; those of its line come first. Raises InputError where the puzzle is not certain, OptionError for options
    of another puzzle."""
    known = name or text.puzzle or _only_puzzle(text, options, command)
    record, own = puzzle(known), read_line_options(text.options, known)
    for option in options:
        if option not in record.parameters and option not in record.options:
            raise OptionError(f"--{option.replace('_', '-')}: no option of {known}, and this is a board of {known}")
    seed = own.pop(SEED, None)
    return NamedInstance(known, text, {**options, **own}, seed)


def _only_puzzle(text: InstanceText, options: Collection[str], command: str) -> str:
    """The puzzle of an instance where PUZZLE is left out; options of one puzzle alone decide, too."""
    candidates = puzzles_of(text.what, None if text.content is None else lambda: text.content or b"")
    given = {*options, *read_line_options(text.options)} - {SEED}
    records = [puzzle(name) for name in candidates]
    fitting = [record.name for record in records if all(o in record.parameters or o in record.options for o in given)]
    if len(fitting) == 1:
        return fitting[0]
    choices = fitting or candidates
    if len(choices) == 1:
        return choices[0]
    words = ", ".join(choices[:-1]) + f" or {choices[-1]}"
    raise InputError(
        f"'{text.what[:60]}' may be a board of {words}: name the puzzle, such as: "
        f"{command} {choices[0]} {shlex.quote(text.what[:60])}"
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
        yield from _boards_of_set(found, place, name)
        return
    ids, *boards = BOARD_MARK.split(text)  # boards with an ID may come before the first that is a text
    if len(boards) > 1 or (boards and _has_ids(ids, place, name)):
        yield from _lines_in(ids, place, name)
        for i, board in enumerate(boards, 1):
            is_id = _is_one_line(board) and _has_ids(board, place, name)
            yield _marked_board(board, f"{place}, board {i}", is_id)
    elif boards or not _has_ids(text, place, name):
        yield InstanceText(what, place, content=content if what == "-" else None)
    else:
        yield from _lines_in(text, place, name)


def _boards_of_set(found: BoardSet, place: str, name: str | None) -> Iterator[InstanceText]:
    puzzle = _puzzle_of_set(found.puzzle, name, place)
    for board_name, board in found.boards:
        yield InstanceText(board, f"{place}, {board_name}", puzzle=puzzle)


def _is_one_line(board: str) -> bool:
    return len(list(islice(_content_lines(board), 2))) == 1


def _marked_board(board: str, place: str, is_id: bool) -> InstanceText:
    """The board behind a mark: its text, or its ID with the flags behind that."""
    if not is_id:
        return InstanceText(board, place)
    what, options = _split_line(next(_content_lines(board))[1])
    return InstanceText(what, place, options)


def _puzzle_of_set(puzzle: str, expected: str | None, place: str) -> str:
    """The puzzle of a data set that calls it so, "" if it calls it nothing, or says what nobody knows while a puzzle is
    expected. Raises InputError for another puzzle than the expected one, and for one that nobody knows."""
    known = canonical_name(puzzle) if is_known(puzzle) else ""
    if known and expected not in (None, known):
        raise InputError(f"{place}: expected boards of {expected}, found a data set of {known}")
    if puzzle and not known and expected is None:
        raise InputError(
            f"{place}: expected boards of a known puzzle, found a data set of '{puzzle[:40]}' ({SEE_LIST})"
        )
    return known


def _lines_in(text: str, place: str, name: str | None) -> Iterator[InstanceText]:
    """The instances of which each has a line. name: of the puzzle of all of them, if there is one."""
    for number, line in _content_lines(text):
        what, options = _split_line(line)
        known, rest = _split_puzzle(what)
        is_named = known and name in (None, known)  # what another puzzle's line means, its reader says
        what, puzzle = (rest, known) if is_named else (what, "")
        yield InstanceText(what, f"{place}, line {number}", options, puzzle=puzzle)


def _split_puzzle(what: str) -> tuple[str, str]:
    """The puzzle before a WHAT, and the WHAT; "" and all of it where there is none."""
    word, _, rest = what.partition(" ")
    if not rest or not is_known(word) or exists(what):
        return "", what
    known, rest = canonical_name(word), rest.strip()
    is_what = inline_format(unwrap(rest).text) is not None or exists(rest) or known in puzzles_of_name(rest)
    return (known, rest) if is_what else ("", what)


def _content_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, with their numbers."""
    stripped = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return ((number, line) for number, line in stripped if line and not line.startswith(COMMENT))


def _split_line(line: str) -> tuple[str, tuple[str, ...]]:
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
    what, options = _split_line(lines[0])
    if _split_puzzle(what)[0]:
        return True
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
