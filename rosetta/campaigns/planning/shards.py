"""Shards: a campaign in parts that run apart, on machines that know nothing of each other.

Which shard a cell belongs to depends on nothing but its block (`Cell.block`). So every machine that reads the same
campaign finds the same shards: no cell is in two of them, and none is in no shard. A block stays together, as runs on
different machines cannot be compared; by their hash, blocks are spread evenly.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from rosetta.campaigns.planning.cells import Cell
from rosetta.foundation.errors import InputError

FORM = re.compile(r"([1-9]\d{0,5})/([1-9]\d{0,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of a campaign. number: from 1 to count."""

    number: int
    count: int

    def holds(self, cell: Cell) -> bool:
        key = ":".join(map(str, cell.block))
        return int(hashlib.sha256(key.encode()).hexdigest(), 16) % self.count == self.number - 1

    def store_beside(self, store: Path) -> Path:
        """Its own store, named after that of the whole: campaign-2of3.db. Names sort by number."""
        number = str(self.number).zfill(len(str(self.count)))
        return store.with_name(f"{store.stem}-{number}of{self.count}{store.suffix}")


def parse_shard(text: str) -> Shard:
    """The shard `i/n`. Raises InputError."""
    match = FORM.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise InputError(f"cannot read the shard '{text}': expected I/N, such as 2/3 for the second of three")
    return Shard(int(match[1]), int(match[2]))
