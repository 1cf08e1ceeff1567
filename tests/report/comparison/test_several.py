"""A line for each of several instances, and the summary over all of them."""

from __future__ import annotations

import pytest

from report.comparison.several import count_sentence, instance_line, label_room
from report.text_columns import display_width
from tests.support.report_samples import AGREE, CNF, CPSAT, DISAGREE, INCOMPLETE, MINIMA, NASTY_ONE, changed, comparison


def test_a_line_tells_who_was_fastest_and_what_is_unsolved():
    """What cannot take the model is not counted; an objective must be shown to be the best."""
    line = instance_line(AGREE, "30 seed 7", (7, 30), 10, False, 100)
    assert line == "[ 7/30] 30 seed 7   agree       3 of 3 solved     28 ms  cpsat"
    assert "  incomplete  0 of 3 solved" in instance_line(INCOMPLETE, "30", (1, 1), 2, False, 100)
    assert "2 of 3 solved" in instance_line(MINIMA, "5", (1, 1), 1, False, 100)


@pytest.mark.parametrize("width", [20, 60, 80, 200])
def test_a_wrong_answer_is_named_however_narrow_the_terminal_is(width):
    line = instance_line(DISAGREE, "30 seed 7", (3, 30), 10, False, width)
    assert line.endswith("WRONG: walksat")
    assert "disagree" in line


def test_a_line_holds_no_terminal_codes_of_others():
    for label in ("30\x1b[31m\n", "漢" * 100):
        for each in (NASTY_ONE, AGREE):
            line = instance_line(each, label, (1, 2), label_room([label]), False, 80)
            assert "\x1b" not in line
            assert "\n" not in line
            assert display_width(line) <= 80


def test_colour_says_nothing_more():
    for each in (AGREE, DISAGREE, INCOMPLETE):
        plain, coloured = (instance_line(each, "30", (1, 2), 2, colour, 80) for colour in (False, True))
        for code in ("\x1b[0m", "\x1b[32m", "\x1b[33m", "\x1b[1;31m"):
            coloured = coloured.replace(code, "")
        assert coloured == plain


def test_how_many_of_the_instances_were_compared():
    assert count_sentence([AGREE, DISAGREE, AGREE], 30) == "3 of 30 instances: 2 agree, 1 disagree"
    assert count_sentence([], 1) == "0 of 1 instance"
    assert count_sentence([comparison("incomplete", CPSAT, changed(CNF, status="unknown"))], 1).endswith("1 incomplete")
