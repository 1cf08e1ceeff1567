"""Ratios to peers: read off what benchmarks print, and put into a page."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

from benchmarks.__main__ import SUITE
from benchmarks.ratios import BEGIN, END, PAGE, Ratio, format_table, read_ratios, write_table

FILE = Ratio("a file", "its parser", r"ours is ([\d.]+) of it", is_limit=True)
SEARCH = Ratio("a search", "Python", r"^Python .* ([\d.,]+) times", is_share=False)
OUTPUT = "ours is 0.90 of it\nPython on 2 boards: 1,250.0 times as fast\nours is 0.25 of it\nno Python 3 times\n"


def test_a_number_is_our_time_as_a_share_of_theirs():
    """The last line that fits counts, the other way round is turned, and what is not there is None."""
    assert read_ratios((FILE, SEARCH), OUTPUT) == [(FILE, 0.25), (SEARCH, 1 / 1250)]
    assert read_ratios((FILE, SEARCH), "") == [(FILE, None), (SEARCH, None)]


def test_the_table_stands_between_its_marks(tmp_path):
    """Limits come last; the rest of the page stays; a page without marks is refused."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}old\n{END}after\n")
    write_table(format_table([(FILE, 0.25), (SEARCH, 1 / 1250), (SEARCH, None)], "a machine"), page)
    assert page.read_text().splitlines() == [
        "before",
        BEGIN.strip(),
        "| what | against | our time / theirs |",
        "|---|---|---:|",
        "| a search | Python | 1 / 1,250 |",
        "| a search | Python | not measured |",
        "| a file | its parser (limit) | 0.25 |",
        "",
        "a machine",
        END.strip(),
        "after",
    ]
    page.write_text("no marks")
    with pytest.raises(ValueError, match="expected the lines"):
        write_table("", page)


def test_the_suite_and_the_page_fit():
    """Every benchmark is there, each pattern has one group, and the page has a table of just these ratios."""
    assert all(find_spec(f"benchmarks.{each.module}") for each in SUITE)
    ratios = [ratio for each in SUITE for ratio in each.ratios]
    assert {re.compile(ratio.pattern).groups for ratio in ratios} == {1}
    table = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    lines = [f"| {ratio.what} | {ratio.peer}{' (limit)' if ratio.is_limit else ''} |" for ratio in ratios]
    assert sorted(line.rpartition(" | ")[0] + " |" for line in table.splitlines()[2:] if line[:1] == "|") == sorted(
        lines
    )
