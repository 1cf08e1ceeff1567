"""What an archive says beside its proofs, compared with what follows from the rules.

Each member and each field is one of three: the check starts from it; or it is compared here with what the check makes
by itself, as the model, its clauses, the answers in words; or the verdict does not need it, and it is named.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.neutral import Model
from models.neutral.json import to_json
from rosetta.foundation.errors import InputError
from rosetta.studies.proving.archives import MOST_ID, read_beginning, read_member

if TYPE_CHECKING:
    from report.documents.verify import ArchiveKeys

README = "README.txt"
MOST_README = 100_000  # bytes
SHOWN = 60  # letters of a difference
BEFORE = 20  # of them, before it
PROVENANCE = "machine", "versions", "limits", "command"  # fields of a document: who wrote it, when, with what
LONGEST_NAME = 1000  # bytes of a model up to the end of its name
NAME_LINE = re.compile(rb' "name": "[^"\\\n]*",')
DIGEST = " sha256:"  # in the ID of an instance that was read from a file, behind the file's name


@dataclass(frozen=True, slots=True)
class ArchiveContents:
    """What came of the comparison. differing: a sentence for each member or field that is not what follows from the
    rules; unneeded: members and fields that the verdict does not need, in words."""

    differing: tuple[str, ...] = ()
    unneeded: tuple[str, ...] = ()

    def __add__(self, other: ArchiveContents) -> ArchiveContents:
        return ArchiveContents(self.differing + other.differing, self.unneeded + other.unneeded)

    def to_json(self) -> ArchiveKeys:
        """As documents have it."""
        return {"differing": list(self.differing), "unneeded": list(self.unneeded)}


NOT_COMPARED = ArchiveContents()


def check_members(archive: zipfile.ZipFile, expected: Sequence[str], where: str) -> ArchiveContents:
    """That the archive has these members and no others, besides instructions for people. Raises InputError."""
    names = archive.namelist()
    missing = [name for name in (README, *expected) if name not in names]
    if missing:
        raise InputError(f"{where}: the archive has no {missing[0]}")
    known = {README, *expected}
    other = next((name for name in names if name not in known), None)
    if other is not None:
        raise InputError(f"{where}: expected the members {', '.join(sorted(known))}; found {other[:SHOWN]!r}, too")
    if archive.comment:
        raise InputError(f"{where}: expected no comment of the archive, found {archive.comment[:SHOWN]!r}")
    read_member(archive, README, MOST_README, where)  # it must be readable all the same
    return ArchiveContents(unneeded=(README,))


def compare_model(
    archive: zipfile.ZipFile, name: str, model: Model, where: str, is_renamed: bool = False
) -> ArchiveContents:
    """A member that must have the model; is_renamed: but for its name, which it has from a file. Raises InputError."""
    expected = to_json(model).encode()
    if is_renamed:  # the second line has it
        beginning = read_beginning(archive, name, LONGEST_NAME, where).split(b"\n")
        own = expected.split(b"\n", 2)
        if len(beginning) > 2 and NAME_LINE.fullmatch(beginning[1]):
            expected = b"\n".join((own[0], beginning[1], *own[2:]))
    return compare_member(archive, name, expected, where)


def compare_member(archive: zipfile.ZipFile, name: str, expected: bytes, where: str) -> ArchiveContents:
    """A member that must have these bytes; no more is read of it than that. Raises InputError."""
    found = read_beginning(archive, name, len(expected) + 1, where)
    if found == expected:
        return ArchiveContents()
    pairs = zip(expected.split(b"\n"), found.split(b"\n"), strict=False)
    for line, (own, other) in enumerate(pairs, 1):
        if own != other:
            first = max(_first_difference(own, other) - BEFORE, 0)
            shown = (repr(each[first : first + SHOWN].decode(errors="replace")) for each in (own, other))
            return ArchiveContents((f"{name}: line {line}: expected {next(shown)}, found {next(shown)}",))
    end = "ends early" if len(found) < len(expected) else "goes on"
    return ArchiveContents((f"{name}: expected {len(expected):,} bytes, and it {end}",))


def compare_fields(
    document: Mapping[str, Any], expected: Mapping[str, Any], used: Collection[str], spare: Sequence[str], where: str
) -> ArchiveContents:
    """The fields of a document: those that must have these values; those that are used, and so checked elsewhere; all
    others are not needed. spare: those of them that it has as it is written; where: the document, for messages."""
    differing = tuple(
        f"{where}: {name}: {_difference_of_values(value, document, name)}"
        for name, value in expected.items()
        if _text(document.get(name)) != _text(value) or name not in document
    )
    others = [name[:SHOWN] for name in document if name not in {*expected, *used, *spare}]
    return ArchiveContents(differing, (f"{where}: {', '.join([*spare, *others])}",))


def compare_id(stated: object, id: str | None, where: str) -> ArchiveContents:
    """The ID of the instance that a document says it is about. id: of the instance in question, None where it is not
    known. The same file may have another name."""
    if id is None:
        return ArchiveContents(unneeded=(f"{where}: id",))
    if stated == id:
        return ArchiveContents()
    if is_renamed(stated, id):
        return ArchiveContents(unneeded=(f"{where}: the name of the file, in id and model.json",))
    found = repr(stated[:MOST_ID]) if isinstance(stated, str) else _shorten(_text(stated))
    return ArchiveContents((f"{where}: id: expected {id[:MOST_ID]!r}, found {found}",))


def is_renamed(stated: object, id: str | None) -> bool:
    """Is this the ID of a file of the same content that had another name?"""
    if not isinstance(stated, str) or id is None or stated == id:
        return False
    (_, mark, digest), (_, _, own) = stated.rpartition(DIGEST), id.rpartition(DIGEST)
    return bool(mark) and digest == own


def describe_unneeded(unneeded: Iterable[str]) -> str:
    """One line for people; "" where everything was needed."""
    words = "; ".join(unneeded)
    return f"not needed for the verdict: {words}" if words else ""


def _text(value: Any) -> str:
    """Two values with the same text are equal; 1, 1.0 and true are not."""
    return json.dumps(value, sort_keys=True)


def _difference_of_values(expected: Any, document: Mapping[str, Any], name: str) -> str:
    own = _text(expected)
    if name not in document:
        return f"expected {_shorten(own)}, found nothing"
    found = _text(document[name])
    first = max(_first_difference(own, found) - BEFORE, 0)
    return f"expected {_shorten(own[first:])}, found {_shorten(found[first:])}"


def _first_difference(left: Sequence[object], right: Sequence[object]) -> int:
    """The first place at which they differ; the end of the shorter one where one begins with the other."""
    differing = (at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    return next(differing, min(len(left), len(right)))


def _shorten(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}.."
