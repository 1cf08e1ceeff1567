"""Results as a pandas frame: one row per cell, with the columns of `columns.py`.

    frame_from_rows(rows)      dicts, as the store gives them
    frame_from_csv(path)       an export: the first line names the columns, an empty field is not known
    frame_from_file(path)      a store or an export, whichever it is

Numbers are float64 (NaN: not known), texts are str (NaN: not known). Columns may be missing that no statistic needs;
those that one does need are NEEDED.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.campaigns.rows.columns import COLUMNS, STEP_COLUMNS
from rosetta.campaigns.rows.instance_names import InstanceWords, instance_names
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

NUMBERS = frozenset(
    [
        "board_seed", "height", "width", "size", "threads", "seed", "shuffled", "symmetry", "unique", "repeat",
        "limit_s", "limit_mb", "attempt", "is_unique", "objective", "bound", *STEP_COLUMNS, "total_s", "startup_s",
        "wall_s", "cpu_s", "peak_mb", "variables", "rows", "literals", "contended", "reliable", "load",
    ]
)  # fmt: skip
NEEDED = (
    "cell", "puzzle", "instance", "backend", "configuration", "seed", "repeat", "limit_s", "total_s", "result",
)  # fmt: skip


ANSWERED = (
    ResultClass.SOLVED,
    ResultClass.FEASIBLE,
    ResultClass.CLAIMED,
)  # results that are time-outs beyond the limit
EXPECTED = "expected a campaign's store, or a CSV that bench export wrote"


class FrameError(InputError):
    """Results that no statistic can be made of; the message says what was expected and what was found."""


def frame_from_rows(rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """The frame of rows with the columns of `columns.py`. Raises FrameError."""
    import pandas as pd

    listed = list(rows)
    return typed_frame(pd.DataFrame(listed, columns=None if listed else list(COLUMNS), dtype=object))


def frame_from_csv(path: Path | str) -> pd.DataFrame:
    """The frame of an exported CSV. Raises FrameError, also where the file cannot be read."""
    import pandas as pd

    try:
        # every field is read as text first: an engine called "nan" or "NA" is no missing value
        texts = pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8")
    except UnicodeError:
        raise FrameError(f"{path}: {EXPECTED}; found a file that is no text in UTF-8") from None
    except (OSError, ValueError) as error:  # pandas' own errors are ValueErrors
        raise FrameError(f"{path}: {' '.join(str(error).split())}") from None
    return typed_frame(texts, str(path))


def frame_from_file(path: Path) -> pd.DataFrame:
    """The judged rows of a store, or those of an exported CSV. Raises FrameError, StoreError, InputError."""
    from rosetta.campaigns.results.judged_results import judged_frame
    from rosetta.campaigns.store.store import open_store

    if not is_store(path):
        return frame_from_csv(path)
    with open_store(path, read_only=True) as store:
        return typed_frame(judged_frame(store), str(path))


def select_rows(frame: pd.DataFrame, choices: Sequence[str], where: str = "--where: ") -> pd.DataFrame:
    """The rows that fit every choice, `COLUMN=VALUE,VALUE`. where: what the choices are called. Raises FrameError for
    an unknown column or value, or where no row is left."""
    for choice in choices:
        name, equals, listed = choice.partition("=")
        if not equals or name not in COLUMNS:
            found = f"{where}expected COLUMN=VALUE,.. with a column of the results, found '{choice[:60]}'"
            raise FrameError(f"{found}{did_you_mean(name, COLUMNS)} (bench export --columns lists them)")
        texts = frame[name].map(lambda value: f"{value:g}" if isinstance(value, float) else str(value))
        values = [listed] if listed in set(texts) else [value.strip() for value in listed.split(",")]
        for value in values:
            if value not in set(texts):
                known = ", ".join(sorted(set(texts))[:8])
                raise FrameError(f"{where}no row has {name} '{value[:60]}'; there are {known}")
        frame = frame[texts.isin(values)]
    if not len(frame):
        raise FrameError(f"no row fits {' and '.join(choices)}")
    return frame.reset_index(drop=True)


def is_store(path: Path) -> bool:
    """Is the file a store, and not an export? Raises FrameError where it cannot be read, or is neither."""
    from rosetta.campaigns.store.errors import describe_foreign_file
    from rosetta.campaigns.store.schema import MAGIC

    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise FrameError(f"{path}: {error.strerror}") from None
    if not header:
        raise FrameError(f"{path}: an empty file; {EXPECTED}")
    if header.startswith(MAGIC):
        return True
    foreign = describe_foreign_file(header)
    if foreign and not _is_compressed_text(path, header):  # an export may be compressed
        raise FrameError(f"{path}: {EXPECTED}; found a file that is {foreign}")
    return False


def _is_compressed_text(path: Path, header: bytes) -> bool:
    """Is it compressed by gzip, as `bench export` does it, and no store?"""
    from backends.formats.compressed import compression_of
    from rosetta.campaigns.store.schema import MAGIC

    if compression_of(header) != "gzip":
        return False
    try:
        with gzip.open(path) as file:
            return file.read(len(MAGIC)) != MAGIC
    except (OSError, EOFError, zlib.error):
        return False


def typed_frame(frame: pd.DataFrame, source: str = "the rows") -> pd.DataFrame:
    """The frame with all columns of the contract, in their order and with their types. Raises FrameError."""
    import pandas as pd

    absent = [name for name in NEEDED if name not in frame.columns]
    if absent:
        found = ", ".join(str(name) for name in list(frame.columns)[:8]) or "none"
        raise FrameError(f"{source}: expected the columns of a campaign's export; missing {', '.join(absent)}; "
                         f"found {found}{' ...' if len(frame.columns) > 8 else ''}")  # fmt: skip
    columns = {}
    for name in COLUMNS:
        values = frame[name] if name in frame.columns else pd.Series(float("nan"), index=frame.index)
        if name not in NUMBERS:
            columns[name] = values.astype("str").replace("", float("nan"))
            continue
        columns[name] = pd.to_numeric(values, errors="coerce").astype("float64")
        odd = values[columns[name].isna() & values.notna()]
        if len(odd):
            raise FrameError(f"{source}, column {name}: expected a number, found {odd.iloc[0]!r}")
    late = columns["result"].isin(ANSWERED) & (columns["total_s"] > columns["limit_s"])
    columns["result"] = columns["result"].mask(late, ResultClass.TIMEOUT)  # exports of before said otherwise
    if columns["name"].isna().any():  # exports of before had none
        columns["name"] = columns["name"].fillna(columns["instance"].map(_names_in(columns)))
    return pd.DataFrame(columns, index=frame.index).reset_index(drop=True)


def _names_in(columns: Mapping[str, pd.Series[Any]]) -> dict[str, str]:
    """The names of the instances in these columns, by their hashes."""
    first = ~columns["instance"].duplicated()
    parts = [columns[name][first] for name in ("instance", "puzzle", "what", "board_options", "board_seed")]
    return instance_names(
        InstanceWords(
            hash,
            puzzle,
            what if isinstance(what, str) else None,
            options if isinstance(options, str) else None,
            None if seed != seed else int(seed),
        )
        for hash, puzzle, what, options, seed in zip(*parts, strict=True)
    )
