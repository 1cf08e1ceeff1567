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
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from instances.formats.contract import Format, formats, recognised
from models.puzzles.contract import MOST_CELLS, InputError
from models.puzzles.registry import puzzle

SIZE = re.compile(r"(\d+)(?:x(\d+))?", re.I)
MOST_BYTES = 50_000_000


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
    """The instance that WHAT names. options: passed on to the puzzle's generator; stdin: reads standard input."""
    record, text = puzzle(puzzle_name), what.strip()
    if text == "-":
        content = _decode((stdin or (lambda: sys.stdin.buffer.read(MOST_BYTES + 1)))(), "standard input")
        found, instance = _read(record.name, content, "standard input")
        return _given(record.name, instance, f"standard input ({found.title})", None)
    size = SIZE.fullmatch(text)
    if size:
        shape = _shape(text, size[1], size[2] or size[1])
        instance, planted = record.generate(shape, seed=seed, **(options or {}))
        return _given(record.name, instance, f"generated, seed {seed}", text.lower(), planted, seed)
    inline = next((f for f in formats().values() if f.one_line and f.recognises(text)), None)
    if inline is not None:
        return _given(record.name, inline.read(text, record.name)[1], inline.title, text)
    if "://" in text:
        raise InputError(
            f"{text[:100]!r} is not an address of a puzzle; known: {_examples(record.name, one_line=True)}"
        )
    if _exists(text):
        found, instance = _read(record.name, _decode(_bytes(Path(text)), f"file {text}"), f"file {text}")
        return _given(record.name, instance, f"file {text} ({found.title})", text)
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


def _shape(text: str, height: str, width: str) -> tuple[int, int]:
    shape = int(height[:9]), int(width[:9])  # nine digits are too many already
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


def _exists(text: str) -> bool:
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _bytes(path: Path) -> bytes:
    """The content of a file (or a pipe), or a little more than is allowed of it."""
    if path.is_dir():
        raise InputError(f"file {path}: expected a file, found a folder")
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"file {path}: cannot be read ({error.strerror})") from None


def _decode(content: bytes, where: str) -> str:
    if len(content) > MOST_BYTES:
        raise InputError(f"{where}: expected at most {MOST_BYTES} bytes, found more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{where}: expected text in UTF-8, found byte {content[error.start]} at {error.start}"
        ) from None


def _examples(name: str, one_line: bool = False) -> str:
    """The formats that know the puzzle, in words."""
    told = [f for f in formats().values() if name in f.puzzles and (f.one_line or not one_line)]
    return ", ".join(f"{f.title} such as {f.example}" for f in told) or "none yet"
