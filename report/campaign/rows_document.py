"""The rows of a campaign as the page holds them: columns of plain values, each text once, compressed.

configurations, instances, limits, notes    what rows name by an index
results                                     classes from the worst on: a row's `result` is an index into them
columns                                     lists of equal length, null where nothing is known; times in seconds,
                                            rounded to six digits
logs                                        by the place of the row: what the page has room for, first those of runs
                                            that did not solve their instance
"""

from __future__ import annotations

import base64
import gzip
import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from report.campaign.points import PARTS
from report.campaign.records import RESULTS
from report.campaign.style import STEP_NAMES
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

RUN = ["instance", "symmetry", "seed", "shuffled", "repeat"]
LIMITS = ["limit_s", "limit_mb", "unique"]
TIMES = ("total_s", *(f"{step}_s" for step in STEP_NAMES), "cpu_s", "peak_mb", "objective")
COUNTS = ("seed", "contended", "variables", "rows", "literals")
TEXTS = ("status", "evidence", "note", "version")
INSTANCE_FIELDS = (
    "instance",
    "name",
    "puzzle",
    "family",
    "what",
    "size",
    "height",
    "width",
    "board_seed",
    "board_options",
)
MOST_LOG_LETTERS = 1_000_000  # in a page, before they are compressed to a sixth
CELL_DIGITS = 12  # of a cell's id: enough to name it


def rows_document(rows: pd.DataFrame) -> dict[str, Any]:
    """The document. Of rows with the same configuration and run the one started last counts; rows without a time limit
    are left out, since nothing compares them."""
    rows = rows[rows["limit_s"].notna()].sort_values("started", kind="stable", na_position="first")
    rows = rows.drop_duplicates(["configuration", *LIMITS, *RUN], keep="last").sort_index()
    configurations = rows.drop_duplicates("configuration").sort_values("configuration")
    boards = rows.drop_duplicates("instance").sort_values("instance")
    limits = rows.drop_duplicates(LIMITS).sort_values(LIMITS)
    limit_keys = [_key(record, LIMITS) for record in limits[LIMITS].to_dict("records")]
    columns: dict[str, list[Any]] = {
        "configuration": _codes(rows["configuration"], list(configurations["configuration"])),
        "instance": _codes(rows["instance"], list(boards["instance"])),
        "group": [limit_keys.index(_key(record, LIMITS)) for record in rows[LIMITS].to_dict("records")],
        "run": rows.groupby([*LIMITS, *RUN], dropna=False).ngroup().tolist(),
        "result": _codes(rows["result"], list(RESULTS)),
        "cell": [str(cell)[:CELL_DIGITS] for cell in rows["cell"]],
    }
    columns |= {name: [_rounded(value) for value in rows[name]] for name in TIMES}
    columns |= {name: [_whole(value) for value in rows[name]] for name in COUNTS}
    texts = {name: sorted({_text(value) for value in rows[name]}) for name in TEXTS}
    columns |= {name: _codes([_text(value) for value in rows[name]], texts[name]) for name in TEXTS}
    return {
        "configurations": [
            {name: _text(row[name]) for name in ("configuration", *PARTS)} for row in configurations.to_dict("records")
        ],
        "instances": [{name: _plain(row[name]) for name in INSTANCE_FIELDS} for row in boards.to_dict("records")],
        "limits": [{name: _plain(row[name]) for name in LIMITS} for row in limits.to_dict("records")],
        "results": list(RESULTS),
        "solved": RESULTS.index(ResultClass.SOLVED),
        "wrong": RESULTS.index(ResultClass.WRONG),
        "unsupported": RESULTS.index(ResultClass.UNSUPPORTED),
        "not_asked": RESULTS.index(ResultClass.NOT_ASKED),
        "texts": texts,
        "columns": columns,
        "logs": _chosen_logs(rows),
    }  # fmt: skip


def _chosen_logs(rows: pd.DataFrame) -> dict[int, str]:
    """The logs that there is room for, by the place of the row."""
    if "log" not in rows:
        return {}
    logs, letters = list(rows["log"]), 0
    chosen: dict[int, str] = {}
    for place in np.argsort((rows["result"] == ResultClass.SOLVED).to_numpy(), kind="stable").tolist():
        text = _text(logs[place])
        letters += len(text)
        if letters > MOST_LOG_LETTERS:
            break
        chosen |= {place: text} if text else {}
    return chosen


def compressed(document: Mapping[str, Any] | str) -> str:
    """A document as JSON, or a text, by gzip and in base 64. The same document always gives the same letters."""
    text = document if isinstance(document, str) else json.dumps(document, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _codes(values: Sequence[Any], names: Sequence[Any]) -> list[int]:
    places = {name: place for place, name in enumerate(names)}
    return [places[value] for value in values]


def _key(record: Mapping[str, Any], names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(_plain(record[name]) for name in names)


def _is_missing(value: Any) -> bool:
    return value is None or value != value


def _rounded(value: Any) -> float | int | None:
    """To six digits."""
    if _is_missing(value) or not math.isfinite(value):
        return None
    short = float(f"{value:.6g}")
    return int(short) if short.is_integer() else short


def _whole(value: Any) -> int | None:
    return None if _is_missing(value) else int(value)


def _text(value: Any) -> str:
    return "" if _is_missing(value) else str(_plain(value))


def _plain(value: Any) -> Any:
    """A value of Python rather than of numpy."""
    if _is_missing(value):
        return None
    value = value.item() if hasattr(value, "item") else value
    return int(value) if isinstance(value, float) and value.is_integer() else value
