"""What a person means by WHAT: a size, an ID or an address, a file, standard input, or a name of the catalogue.

The first of these that fits counts:

    1. `-`                       standard input, in any format
    2. `30`, `20x30`             a size (rows x columns): a board is generated from the seed
    3. an ID or an address       whatever a one-line format recognises: `8x8:...`, `https://puzz.link/p?...`
    4. a path that exists        a file in any format
    5. a name of the catalogue   `ring`, or with its puzzle `tents/ring`

So a file called `30` is reached as `./30`, and a file never hides behind a name of the catalogue: the path comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from instances.formats.contract import Format, formats, recognised
from instances.reading import exists, text_of_file, text_of_stdin
from models.puzzles.contract import MOST_CELLS, InputError
from models.puzzles.registry import puzzle

SIZE = re.compile(r"(\d+)(?:x(\d+))?", re.I)


@dataclass(frozen=True, slots=True)
class Given:
    """An instance and where it is from.

    planted: an answer known from generating it, or None; size: of the board; seed: None unless generated.
    source: for people ("generated, seed 0", "Tatham ID", "file x.txt (plain text)", "catalogue tents/ring").
    id: an exchange ID or an address, or "sha256:..." of the plain text where no exchange format can say the board.
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


def resolve(
    puzzle_name: str,
    what: str,
    seed: int = 0,
    stdin: Callable[[], bytes] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Given:
    """The instance that WHAT names. stdin: reads standard input.

    options: passed on to the puzzle's generator, and refused where nothing is generated.
    """
    record, text = puzzle(puzzle_name), what.strip()
    if options and shape_of(text) is None:
        flags = ", ".join(f"--{option.replace('_', '-')}" for option in options)
        raise InputError(f"{flags}: says how a board is generated, but WHAT is '{text[:60]}', not a size")
    if text == "-":
        found, instance = _read(record.name, text_of_stdin(stdin), "standard input")
        return _given(record.name, instance, f"standard input ({found.title})", None)
    shape = shape_of(text)
    if shape is not None:
        instance, planted = record.generate(shape, seed=seed, **(options or {}))
        return _given(record.name, instance, f"generated, seed {seed}", text.lower(), planted, seed)
    inline = next((f for f in formats().values() if f.one_line and f.recognises(text)), None)
    if inline is not None:
        return _given(record.name, inline.read(text, record.name)[1], inline.title, text)
    if "://" in text:
        raise InputError(
            f"{text[:100]!r} is not an address of a puzzle; known: {_examples(record.name, one_line=True)}"
        )
    if exists(text):
        found, instance = _read(record.name, text_of_file(text), f"file {text}")
        again = f"./{text}" if text.startswith("-") else text  # else it would be taken for an option
        return _given(record.name, instance, f"file {text} ({found.title})", again)
    return _from_catalogue(record.name, text)


def _from_catalogue(name: str, text: str) -> Given:
    """The instance of the catalogue with that name."""
    from instances.catalogue import find, names

    entry = find(name, text)
    if entry is None:
        some = ", ".join(names(name)[:3])
        listed = f", or a name of the catalogue ({some}, ...; see instances/{name}/)" if some else ""
        raise InputError(
            f"'{text[:100]}' is not a size (30, 20x30), an ID or address ({_examples(name, one_line=True)}), or a file "
            f"that exists{listed}"
        )
    given = resolve(name, entry.id)
    source = f"catalogue {name}/{entry.name}"
    return Given(name, given.instance, None, given.size, None, source, given.id, f"{name}/{entry.name}")


def _given(
    name: str, instance: Any, source: str, what: str | None, planted: Any = None, seed: int | None = None
) -> Given:
    """The record; a source that cannot be read twice is repeated by its ID, where it has one."""
    exchange = _id(name, instance)
    again = what or ("-" if exchange.startswith("sha256:") else exchange)
    return Given(name, instance, planted, puzzle(name).size(instance), seed, source, exchange, again)


def _id(name: str, instance: Any) -> str:
    """The first exchange ID or address that can say the board: a Tatham ID before all others."""
    known = [f for f in formats().values() if f.one_line and name in f.puzzles]
    for exchange in sorted(known, key=lambda f: f.name != "tatham"):
        try:
            return exchange.write(name, instance)
        except InputError:
            continue
    return f"sha256:{sha256(puzzle(name).format(instance).encode()).hexdigest()}"


def shape_of(text: str) -> tuple[int, int] | None:
    """Rows and columns of a size (30, 20x30), None if the text is none. Raises InputError if it is out of range."""
    size = SIZE.fullmatch(text)
    if size is None:
        return None
    shape = int(size[1][:9]), int((size[2] or size[1])[:9])  # nine digits are too many already
    cells = shape[0] * shape[1]
    if not 0 < cells <= MOST_CELLS:
        raise InputError(
            f"size '{text[:40]}': expected rows x columns with 1 to {MOST_CELLS:,} cells, such as 30 or 20x30, "
            f"found {cells:,} cells"
        )
    return shape


def _read(name: str, content: str, where: str) -> tuple[Format, Any]:
    """The format of a text, and the instance in it."""
    found = recognised(content)
    if found is None:
        raise InputError(f"{where}: expected {_examples(name)}; found {content[:40]!r}")
    try:
        return found, found.read(content, name)[1]
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _examples(name: str, one_line: bool = False) -> str:
    """The formats that know the puzzle, in words."""
    told = [f for f in formats().values() if name in f.puzzles and (f.one_line or not one_line)]
    return ", ".join(f"{f.title} such as {f.example}" for f in told) or "none yet"


def is_made(name: str, what: str) -> bool:
    """Is WHAT a size or a name by which the puzzle makes an instance, so that seeds count? Raises InputError."""
    text = what.strip()
    return shape_of(text) is not None or puzzle(name).named(text) is not None
