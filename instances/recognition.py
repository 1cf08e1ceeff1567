"""Recognises the puzzle of a WHAT where nobody names it. Which puzzles it may be of is asked of those who know:

    a solver's file, its text    `model`, by the ending or the beginning
    an ID, an address, a text    each format that recognises it says whose it is, if its texts do; else it tries to read
                                 it as each puzzle it knows
    a name                       the puzzles that know it (`petersen`, `soma`), and the catalogue (`ring`, `tents/ring`)
    a size                       all puzzles have boards of a size

So a new puzzle or format is recognised without a line here. More than one puzzle is an answer, too: the caller names
them and asks. A text is never taken for one puzzle while the reader of another takes it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from instances import catalogue
from instances.formats.contract import Format, formats
from instances.formats.graphs.other_texts import find_other_text
from instances.nearby_files import did_you_mean_file
from instances.pasting import unwrap
from instances.reading import bytes_of_file, bytes_of_stdin, decode_text, exists
from instances.resolve import check_path, inline_format, is_generated, parse_any_size
from instances.solver_files import format_of, is_solver_file
from models.puzzles.model.record import NAME as MODEL
from models.puzzles.registry import canonical_name, describe_names, is_known, names, usable_names
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean

LONGEST_NAME = 200  # characters of a text that may be a name


def puzzles_of(what: str | Path, stdin: Callable[[], bytes] | None = None) -> tuple[str, ...]:
    """The puzzles that WHAT may be of, at least one, in the order of the registry. stdin: reads standard input.
    Raises InputError for what is of none."""
    if is_solver_file(str(what)):
        return (MODEL,)
    if isinstance(what, Path):
        return puzzles_of_text(decode_text(bytes_of_file(str(what)), f"file {what}"), f"file {what}", what.name)
    pasted = unwrap(str(what))
    text = pasted.text
    if pasted.puzzle is not None:
        return (pasted.puzzle,)
    if text == "-":
        content = bytes_of_stdin(stdin)
        if format_of(content) is not None:
            return (MODEL,)
        return puzzles_of_text(decode_text(content, "standard input"), "standard input")
    inline = inline_format(text)
    if inline is not None:
        return _readers([inline], text) or _refuse_text([inline], text)
    return puzzles_of_name(text) or _puzzles_of_path(text)


def puzzles_of_id(text: str) -> tuple[str, ...]:
    """The puzzles of an ID or an address; none of any other text, and of one that no puzzle can read."""
    pasted = unwrap(text)
    if pasted.puzzle is not None:
        return (pasted.puzzle,)
    inline = inline_format(pasted.text)
    return () if inline is None else _readers([inline], pasted.text)


def puzzles_of_name(text: str) -> tuple[str, ...]:
    """The puzzles that have a board of that name, in the catalogue or by themselves, or of that size."""
    if parse_any_size(text) is not None:
        return names()
    if not text or len(text) > LONGEST_NAME or "\n" in text or exists(text):
        return ()
    prefix, slash, name = text.partition("/")
    if slash:
        own = canonical_name(prefix) if is_known(prefix) else None
        return (own,) if own is not None and catalogue.find(own, name) else ()
    return tuple(name for name in usable_names() if _knows_name(name, text))


def _knows_name(puzzle: str, text: str) -> bool:
    """Does the puzzle know a board of that name? So it does if it can say what is wrong with it (`cycle:x`)."""
    try:
        return is_generated(puzzle, text) or catalogue.find(puzzle, text) is not None
    except InputError:
        return True


def _puzzles_of_path(text: str) -> tuple[str, ...]:
    """The puzzles of the file of that name, or of several lines. Raises InputError."""
    if "\n" in text and not exists(text):
        if format_of(text.encode("utf-8", "surrogatepass")) is not None:
            return (MODEL,)
        return puzzles_of_text(text, "the text")
    if exists(text):
        return puzzles_of_text(decode_text(bytes_of_file(text), f"file {text}"), f"file {text}", Path(text).name)
    prefix, slash, name = text.partition("/")
    if slash and is_known(prefix):
        known = catalogue.names(canonical_name(prefix))
        raise InputError(f"'{text[:100]}' is not in the catalogue of {prefix}{did_you_mean(name, known)}")
    check_path(text)
    known = [entry for puzzle in names() for entry in catalogue.names(puzzle)]
    meant = did_you_mean(text, [*known, *names()])
    is_puzzle = not meant and text.isalpha()  # of a puzzle that is not here, perhaps, and not of a file nearby
    raise InputError(
        f"'{text[:100]}' is not an ID or URL, a file, or a name in the catalogue"
        f"{meant or did_you_mean_file(text)} (see --help formats)"
        f"{f'; puzzles: {describe_names()}' if is_puzzle else ''}"
    )


def puzzles_of_text(text: str, where: str, file: str = "") -> tuple[str, ...]:
    """The puzzles that a text may be a board of. where: for messages; file: its name, as the ending may decide.
    Raises InputError."""
    if not text or text.isspace():
        raise InputError(f"{where}: expected a puzzle, found {'nothing but blanks' if text else 'nothing'}")
    by_ending = [form for form in formats().values() if file.lower().endswith(form.endings or ("\0",))]
    fitting = by_ending or [form for form in formats().values() if form.recognises(text)]
    found = _readers(fitting, text)
    if found:
        return found
    try:
        return _refuse_text([form for form in fitting if by_ending or not form.loose], text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _readers(fitting: Iterable[Format], text: str) -> tuple[str, ...]:
    """The puzzles as which these formats can read the text."""
    readers = {
        name for form in fitting for name in (_puzzle_told(form, text) if form.tells_puzzle else _takers(form, text))
    }
    return tuple(name for name in names() if name in readers)


def _puzzle_told(form: Format, text: str) -> list[str]:
    """The puzzle that a text of the format says it is of; none if it cannot be read or does not say so."""
    try:
        return [form.read(text, None)[0]]
    except InputError:
        return []


def _takers(form: Format, text: str) -> list[str]:
    """The puzzles of which a text of the format may be, and as which it can be read. None where there is one such
    puzzle, but puzzles that nobody here knows have such texts, too."""
    takers = [puzzle for puzzle in form.puzzles if form.may_be(text, puzzle) and _can_read(form, text, puzzle)]
    return takers if len(takers) != 1 or form.is_certain(text, takers[0]) else []


def _can_read(form: Format, text: str, puzzle: str) -> bool:
    try:
        return form.read(text, puzzle)[0] == puzzle
    except InputError:
        return False


def _refuse_text(fitting: list[Format], text: str) -> tuple[str, ...]:
    """Raises InputError: what the first format misses in the text, if any recognises it, or what else the text is."""
    if fitting:
        fitting[0].read(text, None)
    other = find_other_text(text)
    if other is not None:
        raise InputError(str(other))
    raise InputError(f"expected a board in a known format, found {text.strip()[:40]!r} (see --help formats)")
