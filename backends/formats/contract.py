"""Contract of a file format: one record, `FORMAT`, at the end of the format's own file.

    write(model, file, how)   the model as a file, rule by rule, each with its sentence before its rows
    load(content)             the file as a neutral model, with notes, or FileError with line and column

The first variables of every format are the model's own, in their order: numbers 1..v where variables are numbers
(DIMACS, OPB), else names made from theirs (`text.variable_names`). What a lowering adds comes after them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import BinaryIO

from backends.contract import Limits, Options
from backends.formats import MODULES
from backends.formats.written_objective import WrittenObjective, keep_objective
from models.neutral import Model
from rosetta.foundation.errors import Refusal

MOST_VARIABLES = 10_000_000  # of a file that is read: a header may claim any number, and a model allocates that many
MOST_NAMED = 200_000  # variables that keep the names of a file; if there are more, all are numbered

PACKED_ENDINGS = (".gz", ".bz2", ".xz", ".zst")


class FileError(Refusal):
    """Not a file in the format that was expected; the message names line, column, what was expected and found."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How a model is written. heading: lines of comment at the top; name_of: a variable in the words of the puzzle,
    None where there are only the model's own names; as_stated: linear rows as the model has them (`to_linear`); source:
    where the model is from, as comments call it."""

    limits: Limits = field(default_factory=lambda: Limits(literals=1_000_000_000))
    options: Options = field(default_factory=Options)
    heading: tuple[str, ...] = ()
    name_of: Callable[[int], str] | None = None
    as_stated: bool = False
    source: str = "the model"


@dataclass(frozen=True, slots=True, eq=False)
class FileContent:
    """What a reader makes of a file. notes: how it was understood where solvers differ, and what of it has no effect;
    projection: names of the variables by which the file tells answers apart, () for all; projected_by: the comment that
    says so."""

    model: Model
    notes: tuple[str, ...] = ()
    projection: tuple[str, ...] = ()
    projected_by: str = ""


@dataclass(frozen=True, slots=True)
class FileFormat:
    """One format. extension: of file names; objective: can it express one? objective_of: what becomes of a model's
    objective in its files; encodes: are rows lowered to clauses, so that the choice of encodings matters? load: None
    where there is no reader; begins: fits the beginning of files of this format, and of no other, None where that
    cannot be told; comment: what lines of comment begin with, "" where none are read."""

    name: str
    title: str
    extension: str
    write: Callable[[Model, BinaryIO, WriteOptions], None]
    load: Callable[[bytes], FileContent] | None = None
    objective: bool = True
    objective_of: Callable[[Model], WrittenObjective] = keep_objective
    encodes: bool = False
    begins: re.Pattern[bytes] | None = None
    comment: str = ""

    @property
    def read(self) -> Callable[[bytes], Model] | None:
        """The reader, of which only the model is wanted."""
        load = self.load
        return None if load is None else lambda content: load(content).model


def file_format(name: str) -> FileFormat:
    """The format of that name, which is one of `MODULES`."""
    module, record = MODULES[name]
    loaded: FileFormat = getattr(import_module(f"backends.formats.{module}"), record)
    return loaded


def without_ending(name: str) -> str:
    """The name of the file inside: `model.cnf` for `model.cnf.gz`."""
    ending = next((ending for ending in PACKED_ENDINGS if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


def find_format(file_name: str) -> FileFormat | None:
    """The format with a reader that has the extension of a file's name, which may end in .gz and its like
    (`compressed`); None if there is none."""
    file_name = without_ending(file_name)
    for name in MODULES:
        record = file_format(name)
        if record.read is not None and file_name.lower().endswith(f".{record.extension}"):
            return record
    return None


def file_error(line: int, column: int, expected: str, actual: str | bytes) -> FileError:
    """The error at a place; lines and columns count from 1."""
    text = actual.decode("utf-8", "replace") if isinstance(actual, bytes) else actual
    quoted = repr(text[:40].split("\n")[0]) if text.strip() or "\0" in text else "nothing"
    return FileError(f"line {line}, column {column}: expected {expected}; found {quoted}")
