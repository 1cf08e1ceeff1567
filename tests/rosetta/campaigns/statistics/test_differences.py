"""`bench diff`: what got worse between two campaigns, by significance and threshold, wrong answers first."""

from __future__ import annotations

import json

import pytest

from report.campaign.diff_table import diff_text
from rosetta.campaigns.results.frames import FrameError, frame_from_rows
from rosetta.campaigns.statistics.differences import compare_campaigns
from rosetta.commands.main import run_verb
from tests.rosetta.campaigns.statistics.made_up import made_up_rows
from tests.rosetta.campaigns.statistics.test_statistics import write_csv

NAMES = ("old", "new")


def slowed_rows(rows: list[dict], factor: float, configuration: str = "a") -> list[dict]:
    """The rows of another version, in which a configuration takes so many times as long."""
    rows = [{**row, "version": "2", "cell": "x" + row["cell"]} for row in rows]
    for row in rows:
        row["total_s"] *= factor if row["configuration"] == configuration else 1
    return rows


def difference(before: list[dict], after: list[dict], threshold: float = 1.2):
    return compare_campaigns(frame_from_rows(before), frame_from_rows(after), NAMES, threshold)


ROWS = made_up_rows({"a": 0.2, "b": 0.3}, instances=20, runs=2)


def test_nothing_is_called_different_that_is_not():
    """The same campaign with other noise: no regression, and that is said loudly."""
    again = made_up_rows({"a": 0.2, "b": 0.3}, instances=20, runs=2, noise=0.3)
    diff = difference(ROWS, again)
    assert (diff.cells, diff.only_before, diff.only_after) == (80, 0, 0)
    assert not diff.regression
    assert [each.verdict for each in diff.configurations] == ["no significant difference"] * 2
    assert any(sentence.startswith("NO SIGNIFICANT DIFFERENCE: a on tents") for sentence in diff.answer)


@pytest.mark.parametrize(("factor", "threshold", "verdict"), [
    (2.0, 1.2, "regression"), (0.5, 1.2, "improvement"), (1.1, 1.2, "no significant difference"),
    (1.1, 1.05, "regression"), (2.0, 3.0, "no significant difference"),
])  # fmt: skip
def test_a_regression_is_significant_and_beyond_the_threshold(factor, threshold, verdict):
    """A tenth more of every time is significant here, but below 1.2."""
    diff = difference(ROWS, slowed_rows(ROWS, factor), threshold)
    assert [each.verdict for each in diff.configurations] == [verdict, "no significant difference"]
    assert diff.regression == (verdict == "regression")
    assert diff.configurations[0].ratio.value == pytest.approx(factor, rel=0.05)
    assert diff.configurations[0].versions == ("a 1", "a 2")


def test_one_slow_cell_is_listed_and_no_regression():
    """Noise of one cell is not the fault of a version."""
    after = slowed_rows(ROWS, 1.0)
    after[0]["total_s"] += 3
    diff = difference(ROWS, after)
    assert not diff.regression
    assert [(change.kind, change.seconds_after) for change in diff.changes] == [("slower", after[0]["total_s"])]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("change", "kind", "regression"),
    [
        ({"result": "wrong"}, "new wrong", True),
        ({"result": "timeout"}, "lost", False),
        ({"result": "crash"}, "lost", True),
        ({"objective": 7}, "changed objective", True),
        ({"status": "unsatisfiable"}, "changed claim", True),
    ],
)
def test_the_gravest_change_of_a_cell_is_told(change, kind, regression):
    """A wrong answer, another optimum, the opposite claim and a crash are regressions by themselves."""
    before = [{**row, "objective": 5} for row in ROWS]
    after = slowed_rows(before, 1.0)
    after[3].update(change)
    diff = difference(before, after)
    assert [each.kind for each in diff.changes] == [kind]
    assert diff.regression == regression
    back = difference(after, before)
    opposite = {"new wrong": "no longer wrong", "lost": "gained"}
    assert [each.kind for each in back.changes] == [opposite.get(kind, kind)]


def test_wrong_answers_come_first():
    """Before every other change and sentence."""
    after = slowed_rows(ROWS, 2.0)
    after[-1]["result"] = "wrong"
    diff = difference(ROWS, after)
    assert diff.answer[0] == "WRONG answers after: 1, 1 of them new: b (1)."
    assert diff.changes[0].kind == "new wrong"
    assert len(diff.changes) > 1


def test_wrong_answers_of_cells_without_a_partner_are_told():
    """A configuration that only one of the campaigns has may be the wrong one."""
    alone = [{**row, "configuration": "c", "result": "wrong"} for row in ROWS if row["configuration"] == "a"][:3]
    assert difference(ROWS, [*ROWS, *alone]).answer[0] == (
        "WRONG answers after: 3, 0 of them new, 3 in cells that only it has: c (3)."
    )
    assert difference([*ROWS, *alone], ROWS).answer[:2] == (
        "WRONG answers before: 3: c (3).",
        "No answer after is wrong.",
    )
    assert difference(ROWS, ROWS).answer[0] == "No answer is wrong."


def test_fewer_boards_solved_is_a_regression():
    """Where it is significant; four of twenty boards are not."""
    hard = sorted({row["instance"] for row in ROWS})
    for count, expected in ((4, False), (10, True)):
        after = slowed_rows(ROWS, 1.0)
        for row in after:
            if row["configuration"] == "a" and row["instance"] in hard[:count]:
                row.update(result="timeout", total_s=10.0)
        diff = difference(ROWS, after)
        assert diff.configurations[0].lost == 2 * count
        assert diff.regression == expected


def test_only_common_cells_are_compared():
    """The others are counted; with none in common it says why."""
    diff = difference(ROWS[:60], ROWS[20:])
    assert (diff.cells, diff.only_before, diff.only_after) == (40, 20, 20)
    assert diff.notes == ("20 cells only before: not compared", "20 cells only after: not compared")
    other = made_up_rows({"a": 0.2}, instances=3, limit=20.0)
    with pytest.raises(FrameError, match=r"old and new have no cell in common: limit_s differs \(10.0 against 20.0\)"):
        difference(ROWS, other)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_line_is_wider_than_the_terminal(width):
    """Nor does colour say more than words."""
    after = slowed_rows(ROWS, 2.0)
    after[-1]["result"] = "wrong"
    text = diff_text(difference(ROWS, after), False, width)
    assert max(map(len, text.splitlines())) <= width
    assert "REGRESSION" in text
    assert "\x1b" not in text


def test_the_exit_code_is_for_a_gate(tmp_path, monkeypatch, capsys):
    """0 no regression, 1 a regression, 2 bad input; --json is one document."""
    write_csv(ROWS, tmp_path / "old.csv")
    write_csv(slowed_rows(ROWS, 2.0), tmp_path / "new.csv")

    def exit_code(*words: str) -> int:
        monkeypatch.setattr("sys.argv", ["bench", "diff", *words])
        try:
            return run_verb("bench")
        except SystemExit as end:
            return end.code

    old, new = str(tmp_path / "old.csv"), str(tmp_path / "new.csv")
    assert exit_code(old, old) == 0
    assert "no cell differs" in capsys.readouterr().out
    assert exit_code(old, new, "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["regression"], document["cells"]) == (1, True, 80)
    assert exit_code(new, old) == 0
    assert exit_code(old, new, "--threshold", "5") == 0
    assert exit_code(old, str(tmp_path / "absent.csv")) == 2
    assert exit_code(old, new, "--threshold", "0.5") == 2
