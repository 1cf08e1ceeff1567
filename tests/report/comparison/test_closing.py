"""How a comparison ends: with a board, as much of it as fits, and with what came of it in plain words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from report.boards import CLOSING_LINES, DRAW_ALL, crop_board
from report.comparison.boards import closing_boards
from report.comparison.findings.closing import closing_sentence
from report.comparison.records import Claims, DrawnBoard, Race
from report.comparison.table import comparison_text
from report.text_columns import display_width
from rosetta.foundation.vocabulary import Agreement
from tests.support import report_samples as samples
from tests.support.report_samples import (
    AGREE,
    CNF,
    CPSAT,
    DISAGREE,
    INCOMPLETE,
    MINIMA,
    SEVERAL,
    UNSOLVABLE,
    changed,
    comparison,
)

ONLY = [changed(run, unique=True, claims=Claims("verified", unique="cross-checked")) for run in (CPSAT, CNF)]


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (
            AGREE,
            "Solved: 3 engines found this solution, which keeps every rule; whether there is another was not asked "
            "(--unique). The fastest, cpsat, took 28 ms.",
        ),
        (
            replace(AGREE, asked_unique=True),
            "Solved: 3 engines found this solution, which keeps every rule; whether there is another was not found "
            "out. The fastest, cpsat, took 28 ms.",
        ),
        (
            comparison("agree", *ONLY),
            "Solved: 2 engines found this solution, which keeps every rule; it is the only one (engines of different "
            "kinds agree). The fastest, cpsat, took 28 ms.",
        ),
        (
            comparison("agree", *(changed(run, sole_row="row 1") for run in ONLY)),
            "Solved: 2 engines found this solution, which keeps every rule; it is the only one, as one row alone "
            "forbids every other (proved). The fastest, cpsat, took 28 ms.",
        ),
        (
            SEVERAL,
            "Solved: 3 engines found solutions that keep every rule, of which this is one; it is not the only one, as "
            "2 different ones were found. The fastest, cpsat, took 28 ms.",
        ),
        (
            replace(AGREE, race=Race("default", (), 8, Agreement.AGREE)),
            "Solved: 3 engines found this solution, which keeps every rule; it is one of 8, as those agree that looked "
            "for all. The fastest, cpsat, took 28 ms.",
        ),
        (
            MINIMA,
            "Solved: 2 engines found this solution, with the minimum 12, and none is better (engines of different "
            "kinds agree); whether there is another was not asked (--unique). The fastest, cpsat, took 28 ms.",
        ),
        (
            UNSOLVABLE,
            "No solution: 2 engines found that there is none (proved). The fastest, cpsat, took 28 ms.",
        ),
        (
            comparison("incomplete", CPSAT),
            "Solved: one engine alone found this solution, which keeps every rule; whether there is another was not "
            "asked (--unique). The fastest, cpsat, took 28 ms.",
        ),
        (
            DISAGREE,
            "Caution: wrong answer from walksat. Solved: 2 engines found this solution, which keeps every rule; "
            "whether there is another was not asked (--unique). The fastest, cpsat, took 28 ms.",
        ),
        (INCOMPLETE, "Not solved: no definite answer within the limits."),
        (
            comparison("proved", changed(samples.UNKNOWN, impossible_row="row 1"), impossible_row="row 1"),
            "No solution: one row alone cannot hold, which proves it.",
        ),
    ],
)
def test_what_came_of_it_is_said_in_plain_words(sample, expected):
    """What was found, by how many, whether it is the only one, and how fast."""
    assert closing_sentence(sample) == expected
    assert " ".join(comparison_text(sample, False, 80).split()).endswith(expected)


def test_no_flag_is_named_where_there_is_no_command_line():
    assert "--" not in closing_sentence(AGREE, names_flags=False)


def _board(title, lines, columns):
    plain = "\n".join([f"{title[:1]}" * columns] * lines)
    return DrawnBoard(title, plain, f"\x1b[31m{plain}\x1b[0m".replace("\n", "\x1b[0m\n\x1b[31m"), "")


@pytest.mark.parametrize("colour", [False, True])
def test_the_end_fits_a_terminal_of_forty_lines(colour):
    """A board of 30 rows and columns as Tents draws it: the last 40 lines have all of it, its legend and the sentences,
    and the puzzle is named."""
    tall = comparison("agree", CPSAT, CNF, boards=(_board("puzzle", 31, 63), _board("answer", 31, 63)), legend="A tent")
    end = comparison_text(tall, colour, 80).splitlines()[-40:]
    assert sum("a" * 63 in line for line in end) == 31
    assert any("answer (--draw draws the other board, too)" in line for line in end)
    assert "(A tent)" in end
    assert not any("p" * 63 in line for line in end)
    everything = comparison_text(tall, colour, 80, most_board_lines=DRAW_ALL)
    assert everything.count("p" * 63) == 31
    assert "--draw" not in everything


def test_of_a_larger_board_the_upper_left_part_is_drawn():
    """And it is said which part, and how to see more of it."""
    large = (_board("puzzle", 101, 203), _board("answer", 101, 203))
    for colour in (False, True):
        lines = closing_boards(large, "", colour, 80, CLOSING_LINES)
        assert sum("a" * 80 in line for line in lines) == CLOSING_LINES
        assert not any("a" * 81 in line for line in lines)
    title = " ".join(closing_boards(large, "", False, 80, CLOSING_LINES)[:2])
    assert "lines 1 to 34 of 101, columns 1 to 80 of 203" in title
    assert "a wider terminal shows more; --draw draws all lines and the other board, too" in title
    assert "--draw" not in closing_boards(large, "", False, 80, DRAW_ALL)[0]
    assert closing_boards(large, "", False, 80, 0) == []


def test_a_cut_line_keeps_its_styles_and_counts_no_code():
    """Wide characters take two columns; a style that was begun ends."""
    part = crop_board("漢字漢字", "\x1b[31m漢字漢\x1b[0m字", 5, 3)
    assert part.plain == ["漢字"]
    assert part.shown == ["\x1b[31m漢字\x1b[0m"]
    assert (part.columns, part.is_cut_right, part.is_cut_below) == (8, True, False)
    assert display_width(part.plain[0]) == 4
    assert crop_board("ab\nc", "ab\nc", 5, 3).is_whole


def test_small_boards_are_all_drawn():
    """Also below each other, where they do not fit side by side."""
    small = tuple(_board(title, 20, 41) for title in ("puzzle", "answer", "other answer"))
    assert sum("p" * 41 in line for line in closing_boards(small, "", False, 80, CLOSING_LINES)) == 20
    assert sum("o" * 41 in line for line in closing_boards(small, "", False, 80, CLOSING_LINES)) == 20
