"""The table of counted work: lines `work, instance, measure, value`, and how two tables differ."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

TABLE = Path(__file__).with_name("table.tsv")
HEAD = ("work", "instance", "measure", "value")
REWRITE = "python -m tests.counted_work"
Counts = dict[tuple[str, str], int]  # by instance and measure


def read_table() -> dict[str, Counts]:
    """The counts by work."""
    head, *lines = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines())
    assert tuple(head) == HEAD, f"expected the columns {', '.join(HEAD)}, found {', '.join(head)}"
    tables: dict[str, Counts] = {}
    for work, instance, measure, value in lines:
        tables.setdefault(work, {})[instance, measure] = int(value)
    return tables


def write_table(tables: Mapping[str, Counts]) -> None:
    lines = [
        (work, instance, measure, str(value))
        for work, counts in tables.items()
        for (instance, measure), value in counts.items()
    ]
    TABLE.write_text("".join("\t".join(line) + "\n" for line in (HEAD, *lines)), "utf-8")


def describe_differences(work: str, before: Counts, now: Counts) -> str:
    """What differs, line by line, and what to do about it; "" where nothing does."""
    grown = [_line(key, before[key], value) for key, value in now.items() if value > before.get(key, value)]
    fallen = [_line(key, before[key], value) for key, value in now.items() if value < before.get(key, value)]
    only = [f"{' '.join(key)}: {value:,}, not in the table" for key, value in now.items() if key not in before]
    gone = [f"{' '.join(key)}: in the table, not counted any more" for key in before if key not in now]
    advice = {
        "MORE work than before; if it is worth it, say why in the commit, and": grown,
        "less work than before; so that it stays so,": fallen,
        "other lines than before; if that is meant,": only + gone,
    }
    parts = [
        "\n".join([f"{work}: {why} rewrite the table: {REWRITE} {work}", *(f"    {line}" for line in lines)])
        for why, lines in advice.items()
        if lines
    ]
    return "\n".join(parts)


def _line(key: tuple[str, str], before: int, now: int) -> str:
    share = f" ({now / before - 1:+.1%})" if before else ""
    return f"{' '.join(key)}: {now:,}, before {before:,}{share}"
