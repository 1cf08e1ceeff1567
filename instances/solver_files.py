"""Files that solvers read (DIMACS, WCNF, OPB, XNF, LP, MPS) as instances of the puzzle `model`.

    problem.mps          by its ending
    problem              by what it begins with, as do standard input and a text of several lines
    problem.opb.gz       compressed: .gz, .xz, .bz2, .zst (`backends.formats.compressed`)

The first variables of the model are those of the file and have its names as labels; what a reader adds for the
language's sake (the cost of a violated clause, a constant) comes after them and is no part of an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from backends.formats import MODULES
from backends.formats.compressed import read_file, unpack, unpacked_beginning
from backends.formats.contract import FileError, FileFormat, file_format, find_format
from backends.formats.text.comments import FileComments, read_comments
from instances.nearby_files import did_you_mean_file
from instances.reading import bytes_of_stdin, exists
from models.puzzles.model.instance import ModelInstance
from rosetta.foundation.errors import InputError

BEGINNING = 1 << 16  # bytes that tell a format


@dataclass(frozen=True, slots=True)
class SolverFile:
    """A solver's file that was read. source: where it is from, in words; place: its name and hash."""

    instance: ModelInstance
    source: str
    place: str


def is_solver_file(path: str) -> bool:
    """Is there a file of that name, and does its ending or its beginning tell a format of solvers?"""
    if not exists(path) or not Path(path).is_file():
        return False
    return find_format(path) is not None or _recognise(_beginning_of(path)) is not None


def format_of(content: bytes) -> FileFormat | None:
    """The format that files with this beginning are in; None if it is none of a solver's."""
    return _recognise(unpacked_beginning(BytesIO(content), BEGINNING))


def _recognise(beginning: bytes) -> FileFormat | None:
    for name in MODULES:
        form = file_format(name)
        if form.begins is not None and form.begins.match(beginning):
            return form
    return None


def read_solver_file(what: str | Path, stdin: Callable[[], bytes] | None = None) -> SolverFile:
    """The model in a file, on standard input (`-`), or in a text of several lines. Raises InputError."""
    text = str(what)
    if text == "-":
        where, name = "standard input", None
    elif isinstance(what, str) and "\n" in what and not exists(what):
        where, name = "the text", None
    else:
        where, name = f"file {text}", Path(text).name
        if not exists(text):
            raise InputError(f"no such file: {text[:200]}{did_you_mean_file(text)}")
    try:
        if name is not None:
            content = read_file(text)
        else:
            content = unpack(bytes_of_stdin(stdin)) if text == "-" else text.encode("utf-8", "surrogatepass")
        return read_solver_content(content, where, name)
    except FileError as error:
        raise InputError(f"{where}: {error}") from None
    except OSError as error:
        raise InputError(f"{where}: cannot be read ({error.strerror})") from None


def read_solver_content(content: bytes, where: str, name: str | None) -> SolverFile:
    """The model in the content of a file. where: it is from, for messages; name: of the file, whose ending decides,
    None where there is none. Raises FileError, InputError."""
    form = (None if name is None else find_format(name)) or format_of(content)
    if form is None or form.load is None:
        readable = {each.extension for each in map(file_format, MODULES) if each.read is not None}
        raise InputError(
            f"{where}: expected a solver's file, by its ending ({', '.join(f'.{end}' for end in sorted(readable))}) or "
            f"its beginning; found {content[:40].decode('utf-8', 'replace')!r}"
        )
    read = form.load(content)
    model = read.model
    model.name = Path(name).stem if name else where
    place = f"{name or where} sha256:{sha256(content).hexdigest()}"
    comments = read_comments(content, form.comment, model.labels) if form.comment else FileComments()
    instance = ModelInstance(
        model,
        read.projection,
        comments.words,
        comments.description,
        read.notes,
        read.projected_by,
        file_format=form.name,
        content=content,
    )
    return SolverFile(instance, f"{where} ({form.title})", place)


def _beginning_of(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return unpacked_beginning(file, BEGINNING)
    except OSError:
        return b""
