"""The summary of a campaign in the terminal: it fits, it reads without colour, wrong answers come first."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from report.campaign.records import ClaimCount
from report.campaign.summary_table import claim_texts, summary_text
from report.words import join_phrases
from rosetta.campaigns.results.frames import frame_from_rows
from rosetta.campaigns.statistics.summary import summary
from tests.rosetta.campaigns.statistics.made_up import made_up_rows


@pytest.fixture(scope="module")
def campaign():
    """Two puzzles, four configurations, one of them with a long name, a wrong answer and missing rows."""
    names = {"cpsat": 1.0, "cbc": 3.0, "cnf at-most-one=ladder cardinality=totalizer tuned": 1.05, "highs": 2.0}
    rows = made_up_rows(names, runs=2, puzzles=("tents", "akari"))
    rows[5].update(result="wrong", note="a tent\x1b[2J touches another")
    return summary(frame_from_rows(rows[:-9]))


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("everything", [False, True])
def test_no_line_is_wider_than_the_terminal(campaign, width, everything):
    """Columns that do not fit are named; with -v they are further tables."""
    text = summary_text(campaign, False, width, everything)
    assert max(map(len, text.splitlines())) <= width
    assert ("more columns with -v: " in " ".join(text.split())) != everything
    if everything:
        for title in ("PAR-2 s", "ratio", "geometric s", "Shapley %"):
            assert text.count(title) >= 3


def test_wrong_answers_are_the_first_lines(campaign):
    """With the cell that repeats them; what a solver says moves no cursor."""
    lines = summary_text(campaign, False, 100).splitlines()
    assert lines[0].startswith("WRONG cnf at-most-one=ladder")
    assert "touches another" in " ".join(lines[:3])
    assert "\x1b" not in "".join(lines)


def test_colour_says_nothing_that_words_do_not(campaign):
    """The text without its codes is the text without colour."""
    painted = re.sub(r"\x1b\[[0-9;]*m", "", summary_text(campaign, True, 100))
    plain = summary_text(campaign, False, 100)
    assert [line.rstrip() for line in painted.splitlines()] == [line.rstrip() for line in plain.splitlines()]


def test_claims_are_counted_in_a_line(campaign):
    """Which are proved, by puzzle where not all are; none without a claim."""
    assert "proved:" not in summary_text(campaign, False, 100)
    some = (ClaimCount("akari", 3, 1, 0), ClaimCount("tents", 1200, 0, 2))
    line = "proved: 1,203 of 1,206 claims (akari 3 of 4, tents 1,200 of 1,202); 1 cross-checked, 2 only claimed"
    assert line in summary_text(replace(campaign, claims=some), False, 200).splitlines()
    assert claim_texts((ClaimCount("akari", 1, 0, 0),)) == ["proved: 1 of 1 claim"]
    assert claim_texts((ClaimCount("akari", 2, 0, 0), ClaimCount("tents", 1, 0, 0))) == ["proved: 3 of 3 claims"]
    assert claim_texts((ClaimCount("akari", 0, 2, 0),)) == ["proved: 0 of 2 claims; 2 cross-checked"]


def test_no_difference_is_said_as_loudly_as_a_win(campaign):
    """In the sentence and in the table, and what is not compared is told."""
    text = summary_text(campaign, False, 200)
    assert "NO SIGNIFICANT DIFFERENCE between cpsat and" in text
    assert "not significant" in text
    assert "slower" in text
    assert "left out: " in text
    assert text.index("RED ") < text.index("amber ")


def test_definitions_are_called_what_tables_call_them(campaign):
    """No name of a field is shown; a column of the table is found among the definitions."""
    definitions = summary_text(campaign, False, 120, everything=True).partition("definitions\n")[2]
    terms = [line[:12].strip() for line in definitions.splitlines() if not line.startswith(" ")]
    assert {"PAR-2", "marginal", "virtual best", "self-check"} < set(terms)
    assert not [term for term in terms if "_" in term]


def test_names_with_commas_are_told_apart():
    """`cnf, tuned, cpsat` could be two names or three."""
    assert join_phrases(["cnf", "cpsat", "cnf"]) == "cnf, cpsat"
    assert join_phrases(["cnf", "cnf, tuned", "cpsat"]) == "cnf; cnf, tuned; cpsat"
