"""Rows of a campaign as files of other programs: CSV, JSON lines, Parquet. Each takes rows one by one.

An empty value is an empty field of a CSV, null elsewhere. In a Parquet file each column carries its meaning, as the
metadata `description` of its field. Columns that hold JSON (`answer`, `details`) are text in all three.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, BinaryIO

from rosetta.campaigns.rows.columns import COLUMNS, LONG_COLUMNS
from rosetta.campaigns.store.schema import column_type

Rows = Iterable[Mapping[str, Any]]
Writer = Callable[[Rows, Sequence[str], BinaryIO], int]
ROW_GROUP = 20_000  # rows of a Parquet file that are in memory at once


def write_csv(rows: Rows, columns: Sequence[str], file: BinaryIO) -> int:
    """UTF-8, one line per row and one for the names; how many rows."""
    text = io.TextIOWrapper(file, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    count = 0
    for row in rows:
        count += 1
        writer.writerow([row[name] for name in columns])
    text.flush()
    text.detach()
    return count


def write_json_lines(rows: Rows, columns: Sequence[str], file: BinaryIO) -> int:
    """UTF-8, an object per line; how many rows."""
    count = 0
    for row in rows:
        count += 1
        line = json.dumps({name: row[name] for name in columns}, ensure_ascii=False)
        file.write(line.encode() + b"\n")
    return count


def write_parquet(rows: Rows, columns: Sequence[str], file: BinaryIO) -> int:
    """Compressed by zstd, with types; how many rows. Raises ModuleNotFoundError without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    types = {"INTEGER": pyarrow.int64(), "TEXT": pyarrow.string()}
    schema = pyarrow.schema(
        pyarrow.field(name, types.get(column_type(name), pyarrow.float64()), metadata={"description": COLUMNS[name]})
        for name in columns
    )
    count, left = 0, iter(rows)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := list(islice(left, ROW_GROUP)):
            arrays = [pyarrow.array([row[name] for row in group], schema.field(name).type) for name in columns]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            count += len(group)
    return count


WRITERS: Mapping[str, Writer] = MappingProxyType(
    {"csv": write_csv, "jsonl": write_json_lines, "parquet": write_parquet}
)


def exported_columns(answers: bool) -> list[str]:
    """The columns of an export. answers: also those that are long: answers, all other measurements, logs."""
    return [name for name in COLUMNS if answers or name not in LONG_COLUMNS]


def write_rows(form: str, rows: Rows, columns: Sequence[str], file: BinaryIO, compress: bool = False) -> int:
    """Write the rows in that form, one of WRITERS; compress: by gzip, always to the same bytes. How many rows."""
    if not compress:
        return WRITERS[form](rows, columns, file)
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
        return WRITERS[form](rows, columns, packed)  # type: ignore[arg-type]
