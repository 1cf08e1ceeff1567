"""Resolves WHAT, which names an instance: a size, a name, an ID or address, a file, standard input, a catalogue entry.

The first of these that fits counts:

    1. `-`                       standard input, in any format
    2. `30`, `20x30`             a size (rows x columns): a board is generated from the seed
    3. a name the puzzle knows   `petersen`, `tree:100`: generated without a file, from the seed if it is random
    4. an ID or an address       whatever a one-line format recognises: `8x8:...`, `https://puzz.link/p?...`
    5. a path that exists        a file in any format
    6. several lines             the text of such a file
    7. a name in the catalogue   `ring`, or with its puzzle `tents/ring`

A model (the puzzle `model`) is a solver's file, standard input or a text, and nothing else.

So a file called `30` or `petersen` is reached as `./30`, `./petersen`, and a file never hides behind a name of the
catalogue: the path comes first. A `Path` is a file, whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from backends.formats.contract import FileError
from instances.formats.contract import Format, find_format, formats, shared_format_named
from instances.formats.graphs.other_texts import find_other_text
from instances.nearby_files import did_you_mean_file
from instances.pasting import unwrap
from instances.reading import bytes_of_file, bytes_of_stdin, decode_text, exists
from instances.solver_files import read_solver_content, read_solver_file
from models.puzzles.boards import check_board_size
from models.puzzles.contract import Puzzle
from models.puzzles.model.record import NAME as MODEL
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean

ID_FORMATS = ("tatham", "puzzlink")  # short, and the same for the same board everywhere, as packed links are not
SIZE = re.compile(r"(\d{1,15}|\d+(?=x))(?:x(\d+))?", re.I)  # more digits are a board, one for each cell
PATH = re.compile(r"[^\s:?#]*[/\\][^:?#]*|[^\n:?#]*\.[A-Za-z]\w{0,9}")  # it has a folder or an ending
LONGEST_PATH = 200  # characters of a path in a message


@dataclass(frozen=True, slots=True)
class ResolvedInstance:
    """An instance and where it is from.

    planted: an answer known from generating it, or None; size: of the board; seed: None unless generated.
    source: for people ("generated, seed 0", "Tatham ID", "file x.txt (plain text)", "catalogue tents/ring").
    id: an exchange ID or an address, or "sha256:..." of the plain text if no exchange format can express the board;
        or the puzzle's own identification.
    what: repeats it on a command line (with --seed, if there is one).
    """

    puzzle: str
    instance: Any
    planted: Any
    size: tuple[int, ...]
    seed: int | None
    source: str
    id: str
    what: str


@dataclass(frozen=True, slots=True)
class _ReadInstance:
    """An instance that was read. place: file and hash, "" where one line of text holds it all; line: that text."""

    instance: Any
    source: str
    place: str = ""
    line: str | None = None


def resolve(
    puzzle_name: str,
    what: str | Path,
    seed: int = 0,
    stdin: Callable[[], bytes] | None = None,
    options: Mapping[str, Any] | None = None,
) -> ResolvedInstance:
    """The instance that WHAT names. stdin: reads standard input.

    options: for the puzzle's generator or, where nothing is generated, for its `adapt`; refused if it has none.
    """
    record, arguments = puzzle(puzzle_name), options or {}
    if record.name == MODEL:
        return _adapt_instance(record, *_read_model(what, stdin), seed, arguments)
    pasted = unwrap(str(what))
    text = pasted.text
    if pasted.puzzle not in (None, record.name):
        raise InputError(f"'{str(what)[:60]}': expected a board of {record.name}, found one of {pasted.puzzle}")
    make = None if isinstance(what, Path) else _maker(record, text)
    if make is not None:
        instance, planted = make(seed=seed, **arguments)
        shape = None if record.extras.stated is None else parse_size(text)  # of a model, what it is stated for
        drawn = seed if is_generated(record.name, text) else None
        source = f"generated, seed {seed}" if record.extras.stated is None else _describe_stated(text, drawn)
        resolved = _resolved_instance(
            record, _ReadInstance(instance, source, line=text.lower()), text.lower(), planted, drawn
        )
        return resolved if shape is None else replace(resolved, size=shape[:1])
    if arguments and record.extras.adapt is None:
        flags = ", ".join(f"--{option.replace('_', '-')}" for option in arguments)
        raise InputError(f"{flags}: says how a board is generated, but WHAT is '{text[:60]}', not a size")
    read, repeat = _read_file(record, what) if isinstance(what, Path) else _read_what(record, text, stdin)
    return _adapt_instance(record, read, repeat, seed, arguments)


def _read_model(what: str | Path, stdin: Callable[[], bytes] | None) -> tuple[_ReadInstance, str | None]:
    """The model in a solver's file, and what repeats it."""
    if not exists(str(what)) and parse_any_size(str(what)) is not None:
        puzzle(MODEL).generate(what)  # raises: models are read
    file = read_solver_file(what, stdin)
    named = None if isinstance(what, str) and (what == "-" or "\n" in what) else str(what)
    return _ReadInstance(file.instance, file.source, file.place), named


def resolve_object(
    puzzle_name: str, made: Any, source: str, seed: int = 0, options: Mapping[str, Any] | None = None
) -> ResolvedInstance:
    """An instance that a program made, as if it had been read. source: what it was made of; options: as `resolve`."""
    record = puzzle(puzzle_name)
    place = f"{source} sha256:{sha256(record.format(made).encode()).hexdigest()}"
    return _adapt_instance(record, _ReadInstance(made, source, place), None, seed, options or {})


def resolve_content(
    puzzle_name: str,
    content: bytes,
    where: str,
    file: str = "",
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> ResolvedInstance:
    """The instance in a text in any format, or in a solver's file, that lies nowhere: nothing in it is taken for the
    name of a file. where: it is from, for messages; file: its name, as the ending may decide; options: as `resolve`.
    Raises InputError."""
    record = puzzle(puzzle_name)
    if record.name == MODEL:
        try:
            read = read_solver_content(content, where, file or None)
        except FileError as error:
            raise InputError(f"{where}: {error}") from None
        return _adapt_instance(record, _ReadInstance(read.instance, read.source, read.place), None, seed, options or {})
    return _adapt_instance(record, _read(record.name, content, where, file or where), None, seed, options or {})


def _adapt_instance(
    record: Puzzle, read: _ReadInstance, what: str | None, seed: int, options: Mapping[str, Any]
) -> ResolvedInstance:
    """The instance with the options applied to it."""
    planted = None
    if options and record.extras.adapt is not None:
        instance, planted = record.extras.adapt(read.instance, seed, **options)
        read = replace(read, instance=instance)
    return _resolved_instance(record, read, what, planted, None if planted is None else seed)


def is_generated(puzzle_name: str, what: str) -> bool:
    """Does WHAT name an instance that the puzzle generates, so that seeds may matter? Raises InputError."""
    record, text = puzzle(puzzle_name), what.strip()
    stated = record.extras.stated
    is_drawn = stated is None or (stated.is_random and parse_any_size(text) is not None)  # data with a name are given
    return is_drawn and _maker(record, text) is not None


def _describe_stated(text: str, seed: int | None) -> str:
    """Of which size a model was stated, and from which seed its data are, if from any."""
    return f"stated for {text}" + ("" if seed is None else f", seed {seed}")


def is_path(puzzle_name: str, what: str) -> bool:
    """Is WHAT written as the path of a file, or as a name of the catalogue with its folder? (A model is always one.)"""
    if what in ("", "-") or "\n" in what:
        return False
    return puzzle_name == MODEL or PATH.fullmatch(what) is not None


def _maker(record: Puzzle, text: str) -> Callable[..., Any] | None:
    """The function that generates the instance of a size or of a name the puzzle knows, None for any other text."""
    shape = parse_size(text)
    return record.extras.named(text) if shape is None else partial(record.generate, shape)


def _read_what(record: Puzzle, text: str, stdin: Callable[[], bytes] | None) -> tuple[_ReadInstance, str | None]:
    """The instance of a WHAT that is not generated, and what repeats it on a command line (None: standard input)."""
    name = record.name
    if text == "-":
        content = bytes_of_stdin(stdin)
        return _read(name, content, "standard input", "standard input"), None
    inline = inline_format(text)
    if inline is not None:
        return _ReadInstance(inline.read(text, name)[1], inline.title, line=text), text
    if exists(text):
        repeat = f"./{text}" if text.startswith("-") else text  # else it would be taken for an option
        return _read(name, bytes_of_file(text), f"file {text}", Path(text).name), repeat
    if "\n" in text:
        return _read(name, text.encode("utf-8", "surrogatepass"), "the text", "text"), None
    return _catalogue_instance(name, text), f"{name}/{text.removeprefix(f'{name}/')}"


def _read_file(record: Puzzle, path: Path) -> tuple[_ReadInstance, str]:
    """The instance in a file, and its path, which no name or size is taken for."""
    named = str(path) if path.is_absolute() else f"./{path}"
    return _read(record.name, bytes_of_file(str(path)), f"file {path}", path.name), named


def inline_format(text: str) -> Format | None:
    """The format of an ID or an address, None for any other text."""
    return next((form for form in formats().values() if form.one_line and form.recognises(text)), None)


def _catalogue_instance(name: str, text: str) -> _ReadInstance:
    """The instance of the catalogue with that name. Raises InputError if nothing is left that the text may be."""
    from instances.catalogue import find, names

    entry = find(name, text)
    if entry is None:
        if not text.startswith(f"{name}/"):
            check_path(text)
        names_hint = f", a name ({puzzle(name).extras.names})" if puzzle(name).extras.names else ""
        example = "".join(f" (such as {entry_name})" for entry_name in names(name)[:1])
        meant = did_you_mean(text.removeprefix(f"{name}/"), names(name)) or did_you_mean_file(text)
        raise InputError(
            f"'{text[:100]}' is not a size (30, 20x30){names_hint}, an ID or URL of {name}, a file, or a name in "
            f"the catalogue{example}{meant} (see --help formats)"
        )
    return _ReadInstance(resolve(name, entry.id).instance, f"catalogue {name}/{entry.name}", line=entry.id)


def check_path(text: str) -> None:
    """Raises InputError for what can only be an address that nobody knows, or a file that is not there."""
    if re.search(r"#m=(edit|solve)$", text):
        raise InputError(f"{text[:100]!r} has no data: a shell cuts an address at &: quote it")
    if "://" in text:
        known = ", ".join(form.title for form in formats().values() if form.one_line)
        raise InputError(f"{text[:100]!r} is not an address of a puzzle; known: {known} (see --help formats)")
    if PATH.fullmatch(text):
        raise InputError(f"no such file: {text[:LONGEST_PATH]}{did_you_mean_file(text)}")


def _resolved_instance(
    record: Puzzle, read: _ReadInstance, what: str | None, planted: Any = None, seed: int | None = None
) -> ResolvedInstance:
    """The record; a source that cannot be read twice is repeated by its ID, where it has one."""
    name, instance = record.name, read.instance
    if record.extras.identify is not None:
        exchange, repeat = record.extras.identify(instance, read.place), what or read.line or "-"
    else:
        exchange = _exchange_id(name, instance)
        repeat = what or ("-" if exchange.startswith("sha256:") else exchange)
    return ResolvedInstance(name, instance, planted, record.size(instance), seed, read.source, exchange, repeat)


def instance_id(record: Puzzle, instance: Any) -> str:
    """The ID of an instance that was generated, not read."""
    if record.extras.identify is None:
        return _exchange_id(record.name, instance)
    plain = f"sha256:{sha256(record.format(instance).encode()).hexdigest()}"
    return record.extras.identify(instance, plain)


def _exchange_id(name: str, instance: Any) -> str:
    """The first of the exchange IDs and addresses that can express the board, else the hash of its plain text."""
    for exchange in map(shared_format_named, ID_FORMATS):
        if name in exchange.puzzles:
            with suppress(InputError):
                return exchange.write(name, instance)
    return f"sha256:{sha256(puzzle(name).format(instance).encode()).hexdigest()}"


def parse_any_size(text: str) -> tuple[int, int] | None:
    """Rows and columns of a size, however large, None if the text is none: for answers that need no board."""
    size = SIZE.fullmatch(text)
    return (int(size[1][:9]), int((size[2] or size[1])[:9])) if size else None  # nine digits are too many already


def parse_size(text: str) -> tuple[int, int] | None:
    """Rows and columns of a size (30, 20x30), None if the text is none. Raises InputError if it is out of range."""
    shape = parse_any_size(text)
    if shape is None:
        return None
    check_board_size(f"size '{text[:40]}'", *shape)
    return shape


def _read(name: str, content: bytes, where: str, file: str) -> _ReadInstance:
    """The instance in a text of any format. where: for messages; file: its name, as the ending may decide."""
    text = decode_text(content, where)
    if not text or text.isspace():
        raise InputError(f"{where}: expected a puzzle, found {'nothing but blanks' if text else 'nothing'}")
    text_format = find_format(text, name, file) or formats()["plain"]  # it need not begin with a size
    try:
        instance = text_format.read(text, name)[1]
    except InputError as error:
        if find_format(text, name, file) is None:
            other = find_other_text(text) if name in formats()["edgelist"].puzzles else None
            if other is not None:
                raise InputError(f"{where}: {other}") from None
            found = f"found {text.strip()[:40]!r} (see --help formats)"
            raise InputError(f"{where}: expected a board of {name} in a known format, {found}") from None
        raise InputError(f"{where}: {error}") from None
    source = f"{where} ({text_format.title})"
    if text_format.one_line:
        return _ReadInstance(instance, source, line=text.strip())
    return _ReadInstance(instance, source, place=f"{file} sha256:{sha256(content).hexdigest()}")
