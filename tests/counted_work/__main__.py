"""Rewrite the table of counted work: `python -m tests.counted_work [WORK ...]`, all of it or the works named."""

from __future__ import annotations

import sys

from tests.counted_work.table import describe_differences, read_table, write_table
from tests.counted_work.works import WORKS, count_work, is_counted_here


def main(works: list[str]) -> None:
    unknown = [work for work in works if work not in WORKS]
    if unknown:
        sys.exit(f"expected some of {', '.join(WORKS)}, found {', '.join(unknown)}")
    before = read_table()
    again = [work for work in works or WORKS if is_counted_here(work)]
    now = {work: count_work(work) if work in again else before.get(work, {}) for work in WORKS}
    write_table(now)
    for work in again:
        print(describe_differences(work, before.get(work, {}), now[work]) or f"{work}: as before")


if __name__ == "__main__":
    main(sys.argv[1:])
