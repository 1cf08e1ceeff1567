"""The collections in `tests/data`, by version: where they are, what that of version 0.1.0 holds, stores unpacked."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

from tests.support.places import ROOT

COLLECTION = ROOT / "tests" / "data" / "version_0_1_0"
PACKAGE = ROOT / "tests" / "data" / "version_0_2_0" / "package"
STORES = tuple(sorted(path.name.removesuffix(".db.gz") for path in (COLLECTION / "stores").iterdir()))


def unpacked_store(name: str, folder: Path) -> Path:
    """That store as a file of its own in the folder."""
    path = folder / f"{name}.db"
    path.write_bytes(gzip.decompress((COLLECTION / "stores" / f"{name}.db.gz").read_bytes()))
    return path


def recorded(table: str) -> list[dict[str, str]]:
    """The lines of a table of the collection: what its files hold, as it was written down when they were made."""
    with (COLLECTION / table).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
