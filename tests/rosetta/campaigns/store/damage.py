"""Damage to a store, of two kinds: a value that its column cannot hold, and bytes of the file that were changed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.rosetta.older_files.collection import unpacked_store

VALUES = {
    "text": "abc", "blob": b"\x00\xff", "nothing": None, "huge": 2**63 - 1, "infinite": float("inf"), "negative": -1,
    "list": "[1]", "object": "{}", "torn": '{"a": ', "no_text": sqlite3.Binary(b"\xe9"),
}  # fmt: skip
MARK = "CAST(X'e9' AS TEXT)"  # a text that is no UTF-8


class Damage(NamedTuple):
    """A value put into a column, in the middle row of its table."""

    table: str
    column: str
    value: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column}={self.value}"


def all_damages(path: Path) -> list[Damage]:
    """Every value in every column."""
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = [
        Damage(table, column, value)
        for table in sorted(tables)
        for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")
        for value in VALUES
    ]
    connection.close()
    return found


def inflict(path: Path, damage: Damage) -> bool:
    """Put the value there; False where the table itself does not take it."""
    table, column, value = damage
    key = "position" if table == "member" else "host" if table == "machine" else "rowid"
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        keys = [each for (each,) in connection.execute(f"SELECT {key} FROM {table} ORDER BY 1")]
        place = keys[len(keys) // 2]
        stored = MARK if value == "no_text" else "?"
        values = () if value == "no_text" else (VALUES[value],)
        connection.execute(f'UPDATE {table} SET "{column}" = {stored} WHERE {key} = ?', (*values, place))
        return True
    except sqlite3.IntegrityError:
        return False
    finally:
        connection.close()


def change(path: Path, statement: str) -> int:
    """Run a statement on the file; how many rows it changed."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        return connection.execute(statement).rowcount
    finally:
        connection.close()


def overwrite_page(path: Path, table: str) -> None:
    """Put bytes 0xff over the first page of the table."""
    connection = sqlite3.connect(path)
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    connection.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(bytes(content))


def flip_bytes(path: Path, seed: int, count: int = 1) -> list[int]:
    """Change so many bytes of the file; where."""
    content, chance = bytearray(path.read_bytes()), random.Random(seed)
    places = [chance.randrange(len(content)) for _ in range(count)]
    for place in places:
        content[place] ^= chance.randrange(1, 256)
    path.write_bytes(bytes(content))
    return places


def small_store(folder: Path) -> Path:
    """A store with answers, wrong rows, limits, crashes and proofs: that of the collection."""
    return unpacked_store("campaign", folder)


def refuted_store(folder: Path) -> Path:
    """A store with a proof that refutes a claim."""
    return unpacked_store("refuted", folder)


def shards(folder: Path) -> Iterator[Path]:
    for name in ("shard-1of2", "shard-2of2"):
        yield unpacked_store(name, folder)
