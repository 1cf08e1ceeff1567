"""A line for each of several instances, and the summary over all of them."""

from __future__ import annotations

from math import exp, log

import pytest

from report.comparison.page import comparisons_html
from report.comparison.records import Race
from report.comparison.several import count_sentence, instance_line, label_room, scores_text
from report.text_columns import display_width
from rosetta.campaigns.reporting.comparison_scores import score_comparisons
from rosetta.foundation.vocabulary import Ending
from tests.support.report_samples import (
    AGREE,
    CNF,
    CPSAT,
    DISAGREE,
    INCOMPLETE,
    MINIMA,
    NASTY_ONE,
    UNKNOWN,
    WRONG,
    changed,
    comparison,
    seconds,
)


def test_a_line_tells_who_was_fastest_and_what_is_unsolved():
    """What cannot take the model is not counted; an objective must be shown to be the best."""
    line = instance_line(AGREE, "30 seed 7", (7, 30), 10, False, 100)
    assert line == "[ 7/30] 30 seed 7   agree       3 of 3 solved     28 ms  cpsat"
    assert "  incomplete  0 of 3 solved" in instance_line(INCOMPLETE, "30", (1, 1), 2, False, 100)
    assert "2 of 3 solved" in instance_line(MINIMA, "5", (1, 1), 1, False, 100)


def test_a_line_tells_how_many_solutions_there_are():
    """Where a race to all of them found out."""
    for total, words in ((4, "  4 solutions in all"), (1, "  1 solution in all"), (None, "  cpsat")):
        raced = comparison("agree", CPSAT, race=Race("default", (), total, "agree"))
        assert instance_line(raced, "30", (1, 2), 2, False, 100).endswith(words)


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


# ---- over all instances --------------------------------------------------------------------------------------------


def timed(run, total: float, **values):
    """The run with that total time."""
    return changed(run, seconds=seconds(0, 0, 0, total, 0, 0), **values)


def unsolved(run, note: str = "time limit of 10 s", cut_to: float | None = None, ended: Ending = Ending.TIME):
    spent = seconds(0, 0, 0, 10.0, 0, 0)
    return changed(
        UNKNOWN, backend=run.backend, engine=run.engine, seconds=spent, note=note, cut_to=cut_to, ended=ended
    )


def board(size: int, *runs, **values):
    verdict = "disagree" if any(run.verdict == "wrong" for run in runs) else "agree"
    return comparison(verdict, *runs, size=(size, size), **values)


TIMES = [(0.1, 0.4), (0.2, 0.2), (3.0, None)]  # of cpsat and cnf on three boards, None: at the limit
THREE = [
    board(side, timed(CPSAT, first), unsolved(CNF) if second is None else timed(CNF, second))
    for side, (first, second) in zip((10, 10, 20), TIMES, strict=True)
]


def test_scores_are_what_their_definitions_say():
    """Worked out here by hand."""
    (scores,) = score_comparisons(THREE)
    first, second = scores.runners
    assert (first.name, second.name) == ("cpsat", "cnf")
    assert (scores.instances, scores.limit, first.solved, second.solved) == (3, 10, 3, 2)
    assert (first.fastest, second.fastest) == (3, 0)
    assert first.par2 == pytest.approx((0.1 + 0.2 + 3) / 3)
    assert second.par2 == pytest.approx((0.4 + 0.2 + 2 * 10) / 3)
    assert second.geometric == pytest.approx(exp((log(1.4) + log(1.2) + log(11)) / 3) - 1)
    assert first.ratio is None
    assert second.ratio == pytest.approx((4 * 1 * 10 / 3) ** (1 / 3))


def test_median_times_by_size():
    """Of two boards the middle, of an unsolved one nothing."""
    (scores,) = score_comparisons(THREE)
    assert scores.sizes == ((10, 10), (20, 20))
    assert scores.medians == {"cpsat": pytest.approx((0.15, 3.0)), "cnf": (pytest.approx(0.3), None)}
    text = scores_text([scores], False, 100)
    assert "> 10 s" in text.splitlines()[-2]
    (same,) = score_comparisons(THREE[:2])
    assert (same.sizes, same.medians) == ((), {})
    assert "median" not in scores_text([same], False, 100)


def test_who_was_ever_wrong_is_last_and_named_first():
    """However fast it is, and though its runs are few."""
    slow, fast = timed(CPSAT, 9.0), timed(changed(CNF, backend="walksat"), 0.001)
    fast = [board(10, timed(WRONG, 0.001), slow), *(board(10, fast, slow) for _ in range(3))]
    (scores,) = score_comparisons(fast)
    assert [(each.name, each.wrong, each.solved) for each in scores.runners] == [("cpsat", 0, 4), ("walksat", 1, 3)]
    assert scores.runners[1].par2 < scores.runners[0].par2
    lines = scores_text([scores], False, 100).splitlines()
    assert lines[0] == "WRONG: walksat, on 1 instance"
    assert any(line.startswith("! walksat") for line in lines)
    page = comparisons_html(fast, "title", scores=[scores])
    assert page.index("! walksat") < page.index('id="c1"')


@pytest.mark.parametrize(
    "short", [("budget", None, Ending.NOT_STARTED), ("time limit of 2.1 s", 2.1, Ending.TIME)], ids=["late", "cut"]
)
def test_what_the_budget_cut_short_is_not_compared(short):
    """For nobody on that board, and that is said."""
    cut = board(30, timed(CPSAT, 5.0), unsolved(CNF, *short))
    (scores,) = score_comparisons([*THREE, cut])
    assert scores.instances == 3
    assert [each.par2 for each in scores.runners] == [each.par2 for each in score_comparisons(THREE)[0].runners]
    assert scores.left_out == ("1 instance, because not every backend was run there under the full limit",)
    (nothing,) = score_comparisons([board(30, unsolved(CPSAT, *short), unsolved(CNF, *short))])
    assert nothing.runners == ()
    assert "left out" in scores_text([nothing], False, 80)


def test_the_shortest_limit_holds_for_all():
    """Where a race shares out the time, limits differ: a run that took longer than the shortest is unsolved."""
    short = board(10, timed(CPSAT, 0.5), timed(CNF, 0.5), limits={"seconds": 10.0, "run_seconds": 2.0})
    (scores,) = score_comparisons([*THREE, short])
    assert scores.limit == 2.0
    assert {each.name: each.solved for each in scores.runners} == {"cpsat": 3, "cnf": 3}
    assert scores.runners[0].par2 == pytest.approx((0.1 + 0.2 + 4.0 + 0.5) / 4)


def test_a_share_that_a_race_left_is_the_limit_of_all():
    """Who was cut to it had as much as the others, and counts as unsolved."""
    limits = {"seconds": 10.0, "run_seconds": 6.2}
    short = board(10, timed(CPSAT, 0.5), unsolved(CNF, cut_to=6.2), limits=limits)
    (scores,) = score_comparisons([*THREE, short])
    assert (scores.instances, scores.limit) == (4, 6.2)
    assert {each.name: each.solved for each in scores.runners} == {"cpsat": 4, "cnf": 2}


def test_an_answer_that_is_not_shown_to_be_the_best_is_no_solution():
    """CNF has an answer of 15 where 12 is the least; who settles uniqueness has done more than who does not."""
    (scores,) = score_comparisons([MINIMA])
    assert {each.name: each.solved for each in scores.runners} == {"cpsat": 1, "cbc": 1, "cnf": 0}
    (scores,) = score_comparisons([board(10, changed(CPSAT, unique=True), changed(CNF, unique=None))])
    assert {each.name: each.solved for each in scores.runners} == {"cpsat": 1, "cnf": 0}


def test_each_puzzle_has_its_scores():
    """Side by side, and never in one mean."""
    scores = score_comparisons([*THREE, MINIMA])
    assert [each.puzzle for each in scores] == ["tents", "lightsout"]
    text = scores_text(scores, False, 100)
    assert "tents: 3 instances, limit 10 s" in text
    assert "lightsout: 1 instance, limit 10 s" in text


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_of_the_summary_is_longer_than_the_terminal(width):
    for line in scores_text(score_comparisons([*THREE, MINIMA]), False, width).splitlines():
        assert display_width(line) <= width
