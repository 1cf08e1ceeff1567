"""The zip archives of proofs: written so that the same proof is the same file, and read within bounds."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from instances.json_text import parse_json
from instances.reading import MOST_BYTES
from rosetta.foundation.errors import InputError

# Of members, unpacked. A document of 30 MB takes up to 0.8 GB as Python objects, a proof seven times its size to check.
MOST_DOCUMENT, MOST_PROOF = 30_000_000, 100_000_000
MOST_CERTIFICATE = 200_000_000  # as it is packed; its check unpacks it piece by piece
HEADS = CLAIMS_FILE, COUNT_FILE = "claims.json", "count.json"
MOST_MEMBERS = 100  # we write at most a dozen
LONGEST, MOST_ID = 60, 80  # letters of a name, of an ID
# NotImplementedError, RuntimeError: packed in a way that zipfile lacks, or with a password
PACKING_ERRORS = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, OSError, ValueError
)  # fmt: skip
ENTRY = b"PK\1\2"  # begins an entry of the directory
STAMP = (1980, 1, 1, 0, 0, 0)  # of every member: the same proof is the same file


def add_member(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """A member without the time of its making."""
    member = zipfile.ZipInfo(name, STAMP)
    member.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(member, content)


def open_archive(content: bytes, where: str) -> zipfile.ZipFile:
    """The archive, whose members have different names: of two alike, other programs may read the other one.

    Raises InputError."""
    if content.count(ENTRY) > MOST_MEMBERS:
        raise InputError(f"{where}: expected an archive that --proof wrote: at most {MOST_MEMBERS} members, found more")
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except PACKING_ERRORS as error:
        raise _no_archive(where, error) from None
    names = archive.namelist()
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"{where}: expected members with different names, found two {twice[:60]!r}")
    return archive


def describe_excess(file: str) -> str:
    """What makes a file that was written too large to be checked here; "" where nothing does."""
    if Path(file).stat().st_size > MOST_BYTES:
        return f"a file of more than {MOST_BYTES:,} bytes"
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            most = _most_read(member.filename)
            if most is not None and member.file_size > most:
                return f"{member.filename} has more than {most:,} bytes"
    return ""


def _most_read(name: str) -> int | None:
    """So much of the member of that name is read; None where no more is read than there should be."""
    if name in HEADS:
        return MOST_DOCUMENT
    endings = {".drat": MOST_PROOF, "": MOST_CERTIFICATE}
    return endings.get(Path(name).suffix)


def _no_archive(where: str, error: Exception) -> InputError:
    return InputError(f"{where}: expected an archive that --proof wrote: {str(error)[:200]}")


def read_member(archive: zipfile.ZipFile, name: str, most: int, where: str) -> bytes:
    """A member, whole. What it states as its size may be wrong: so much is read and no more.

    Raises InputError."""
    content = read_beginning(archive, name, most + 1, where)
    if len(content) > most:
        advice = "; drat-trim checks longer ones, see README.txt in it" if most == MOST_PROOF else ""
        raise InputError(f"{where}: {name}: expected at most {most:,} bytes, unpacked, found more{advice}")
    return content


def read_beginning(archive: zipfile.ZipFile, name: str, number: int, where: str) -> bytes:
    """So many bytes of a member, or all that it has, of which the checksum is then right. Raises InputError."""
    try:
        with archive.open(name) as member:
            return member.read(number)
    except KeyError:
        raise InputError(f"{where}: the archive has no {name}") from None
    except PACKING_ERRORS as error:
        raise _no_archive(where, error) from None


def read_head(
    archive: zipfile.ZipFile, name: str, schema: int, puzzle: str, where: str, subject: str
) -> dict[str, Any]:
    """The document of an archive, of that schema and about that puzzle. subject: what it is, `proofs`.

    Raises InputError."""
    document = read_member(archive, name, MOST_DOCUMENT, where)
    try:
        head = parse_json(document.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: {name}: {error}") from None
    if not isinstance(head, dict) or head.get("schema") != schema or head["schema"] is True:  # which equals 1
        raise InputError(f"{where}: {name}: expected a document with schema {schema}")
    if head.get("puzzle") != puzzle:
        raise InputError(f"{where}: expected {subject} about {puzzle}, found {quote_text(head.get('puzzle'))}")
    return head


def quote_text(value: Any) -> str:
    """A text for messages; of anything else, its type."""
    return repr(value[:LONGEST]) if isinstance(value, str) else f"a {type(value).__name__}"


def stated_id(head: Mapping[str, Any]) -> str:
    """The instance that a document says it is about, for messages; "" where it does not say."""
    id = head.get("id")
    return id[:MOST_ID] if isinstance(id, str) else ""
