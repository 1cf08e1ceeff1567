"""LaTeX of a campaign: short captions, and nothing that a caption said is lost."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from report.campaign.figure_kinds import figure_kinds
from report.campaign.latex import campaign_latex
from report.latex import MOST_CAPTION_WORDS, caption_lines, escape_latex
from rosetta.campaigns.statistics.summary import summary
from tests.support.campaign_rows import campaign_frame
from tests.support.latex_captions import captions

FRAME = campaign_frame(12, 1)
SUMMARY = summary(FRAME, self_check=False)
FAMILIES = summary(FRAME.assign(family=FRAME["puzzle"] + " of " + FRAME["what"].astype(str)), self_check=False)
MANY = "Of 10 configurations, the 8 that solve the most are shown."
FIGURES = {name: f"{kind.heading}: a and b. {kind.caption} {MANY}" for name, kind in figure_kinds().items()}


def test_no_caption_has_more_than_sixty_words():
    """Of tables with a wrong answer and much to say, of all figures."""
    text = campaign_latex(SUMMARY, FIGURES, "plots")
    counts = [len(caption.split()) for caption in captions(text)]
    assert len(counts) == len(SUMMARY.groups) + len(FIGURES)
    assert max(counts) <= MOST_CAPTION_WORDS == 60
    assert min(counts) >= 5


def test_families_have_a_table_of_all_and_one_each():
    """At most twelve have one: LaTeX holds few floats. Captions stay short, the numbers are those of the report."""
    text = campaign_latex(FAMILIES)
    assert len(FAMILIES.families) == 12
    assert text.count(r"\begin{table}") == len(FAMILIES.groups) + 1 + 12
    assert max(len(caption.split()) for caption in captions(text)) <= MOST_CAPTION_WORDS
    overview = text[text.index("compared with the others") :]
    rows = overview[: overview.index(r"\bottomrule")].splitlines()[2:]
    assert [row.partition(" & ")[0] for row in rows] == [group.name for group in FAMILIES.families]
    assert all("too few instances (" in row for row in rows)
    more = replace(FAMILIES, families=FAMILIES.families + FAMILIES.families[:1])
    assert campaign_latex(more).count(r"\begin{table}") == len(FAMILIES.groups) + 1


def test_what_a_caption_has_no_room_for_is_a_note():
    """The answer, what was left out, every definition, the end of a long caption of a figure."""
    words = campaign_latex(SUMMARY, FIGURES, "plots").split()
    joined = " ".join(words)
    said = [*SUMMARY.groups[0].answer, SUMMARY.definitions["ratio"], SUMMARY.definitions["unique"], MANY]
    for sentence in said:
        assert " ".join(escape_latex(sentence.rstrip(".")).split()) in joined
    assert joined.count(r"\begin{minipage}") == joined.count(r"\end{minipage}") >= len(SUMMARY.groups)


def test_what_the_numbers_rest_on_is_below_each_table_and_above_all():
    """Red and amber lines, the machine and the versions: whoever copies one table has them."""
    facts = {"Machine": "made up, 2 cores", "Versions": "cp-sat 9_15"}
    text = campaign_latex(SUMMARY, facts=facts)
    head, *tables = text.split(r"\begin{table}")
    doubtful = [line for line in SUMMARY.honesty if line.colour != "green"]
    assert {line.colour for line in doubtful} == {"red", "amber"}
    for line in doubtful:
        assert f"% {line.colour.upper()}, {line.name}: " in head
        for table in tables:
            assert escape_latex(line.sentence.rstrip(".")) in table
    for table in tables:
        assert "made up, 2 cores" in table
        assert escape_latex("cp-sat 9_15") in table


def test_each_table_and_figure_has_a_label_of_its_own():
    text = campaign_latex(replace(SUMMARY, groups=SUMMARY.groups * 2), FIGURES, "plots")
    labels = re.findall(r"^\\label\{([a-z0-9:-]+)\}$", text, re.M)
    assert len(labels) == len(set(labels)) == text.count(r"\caption{") == 2 * len(SUMMARY.groups) + len(FIGURES)
    assert {"tab:all-puzzles", "tab:all-puzzles-2", "fig:survival"} <= set(labels)


def test_a_table_that_has_a_wrong_answer_says_so_in_its_caption():
    wrong = [group for group in SUMMARY.groups if group.answer[0].startswith("WRONG")]
    assert wrong
    first = captions(campaign_latex(replace(SUMMARY, groups=(wrong[0],))))[0]
    assert first.startswith("WRONG answers on ")


@pytest.mark.parametrize(
    ("sentences", "words", "note"),
    [
        (["one two", "three."], 3, False),
        (["w " * 60], 60, False),
        (["w " * 59, "two more", "x"], 59, True),
        (["w " * 61], 60, True),
        (["w " * 30, "w " * 31, "w"], 30, True),
    ],
)
def test_captions_end_with_a_sentence(sentences, words, note):
    """Only a sentence that is too long by itself is cut, and is whole in the note."""
    caption, lines = caption_lines(sentences)
    assert len(captions(caption)[0].split()) == words
    assert bool(lines) == note
    assert sum(len(each.split()) for each in sentences) <= words + len(" ".join(lines).split())
