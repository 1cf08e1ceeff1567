"""The statistics of a campaign: each number against a script that shares nothing, and the rules of comparing."""

from __future__ import annotations

import csv
from itertools import combinations

import numpy as np
import pytest

from report.campaign.records import RESULTS, ClaimCount
from rosetta.campaigns.results.frames import FrameError, frame_from_csv, frame_from_rows
from rosetta.campaigns.rows.columns import COLUMNS
from rosetta.campaigns.statistics.balance import balance_runs, split_groups
from rosetta.campaigns.statistics.claim_counts import count_claims
from rosetta.campaigns.statistics.honesty import honesty_lines
from rosetta.campaigns.statistics.pairwise import adjust_holm
from rosetta.campaigns.statistics.scores import tabulate_scores
from rosetta.campaigns.statistics.summary import summary
from rosetta.campaigns.statistics.virtual_best import marginal_contributions, shapley_shares
from tests.rosetta.campaigns.statistics.made_up import made_up_frame, made_up_row, made_up_rows
from tests.rosetta.campaigns.statistics.recompute import recompute


def random_rows(seed: int) -> list[dict]:
    """Rows of five configurations with everything that goes wrong: wrong rows, timeouts, crashes, missing cells, two
    limits, ties, a configuration that supports one puzzle only, one that hardly ran, and one run twice."""
    rng = np.random.default_rng(seed)
    names = {"a": 1.0, "b": 1.4, "c": 2.0, "d": 4.0, "e": 0.8}
    rows = made_up_rows(names, instances=14, runs=3, puzzles=("tents", "akari"), limit=6.0, seed=seed)
    rows += made_up_rows(names, instances=9, runs=1, limit=2.0, seed=seed + 1)
    for row in rows:
        if rng.random() < 0.3:
            row["total_s"] = round(row["total_s"])  # ties, and times of 0
        if rng.random() < 0.08:
            row["result"] = rng.choice(RESULTS[:-1])
        row["contended"] = int(rng.random() < 0.1)
    if seed % 2:
        for row in rows:
            row["result"] = "timeout" if row["result"] == "wrong" else row["result"]
    rows = [row for row in rows if rng.random() > 0.03]
    rows += [made_up_row("tents", f"tents-{i:04}", "rare", 0, 0.1, 6.0) for i in range(3)]
    rows += [made_up_row("akari", f"akari-{i:04}", "unable", k, 9, 6.0) for i in range(14) for k in range(3)]
    for row in rows:
        row["result"] = "unsupported" if row["configuration"] == "unable" else row["result"]
    for number, row in enumerate(rows[:5]):
        rows.append({**row, "version": "2", "cell": f"again {number}", "started": "2026-01-02T00:00:00Z"})
    return rows


def write_csv(rows: list[dict], path) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(COLUMNS))
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_every_number_is_that_of_a_script_that_shares_nothing(seed, tmp_path):
    """`recompute.py` reads the exported CSV with the standard library, and finds the same numbers."""
    write_csv(random_rows(seed), tmp_path / "rows.csv")
    expected = recompute(tmp_path / "rows.csv")
    groups = summary(frame_from_csv(tmp_path / "rows.csv")).groups
    assert len(groups) == len(expected) == 4
    for group in groups:
        again = expected[group.puzzle or "all puzzles", group.limit_s, group.limit_mb or -1, 0.0]
        assert (group.instances, group.runs) == (again["instances"], again["runs"])
        assert [score.configuration for score in group.scores] == again["order"]
        assert group.friedman == pytest.approx(again["friedman"], rel=1e-6)
        assert group.virtual_best.single == again["virtual"][0]
        assert group.virtual_best.par2 == pytest.approx(again["virtual"][1])
        for score in group.scores:
            assert_same_score(score, again["scores"][score.configuration], group.instances)
        for pair in group.pairs:
            assert_same_pair(pair, again["pairs"][pair.first, pair.second])


def assert_same_score(score, again, instances):
    assert score.results == {result: again["results"][result] for result in RESULTS}
    assert (score.wrong, score.contended, score.unique) == (again["wrong"], again["contended"], again["unique"])
    for name in ("par1", "marginal_s", "shapley", "closed_gap"):
        value = getattr(score, name)
        assert getattr(value, "value", value) == pytest.approx(again[name], rel=1e-9, abs=1e-9), name
    assert (score.share.value, score.share.low, score.share.high) == pytest.approx(again["share"], abs=1e-9)
    for name, scale in (("par2", float), ("geometric", np.log1p), ("ratio", np.log)):
        estimate = getattr(score, name)
        if estimate is None:
            assert (name, score.rank) == ("ratio", 1)
            continue
        value, low, high = again[name]
        assert estimate.value == pytest.approx(value)
        if instances >= 10:  # bounds far out in the tail differ from one bootstrap to the next
            bounds = scale(low), scale(high)
            tolerance = 0.12 * (bounds[1] - bounds[0]) + 1e-9
            assert (scale(estimate.low), scale(estimate.high)) == pytest.approx(bounds, abs=tolerance), name


def assert_same_pair(pair, again):
    assert pair.ratio.value == pytest.approx(again["ratio"])
    assert (pair.only_first, pair.only_second) == again["only"]
    assert pair.censored == again["censored"]
    for name in ("p_time", "p_solved", "adjusted_time", "adjusted_solved"):
        assert getattr(pair, name) == pytest.approx(again[name], rel=1e-6, abs=1e-12), name


def test_a_configuration_with_a_wrong_answer_is_last():
    """However fast it is, it is not called the best, and the wrong answer comes first."""
    rows = made_up_rows({"fast": 0.1, "slow": 1.0}, instances=20)
    rows[0]["result"] = "wrong"
    found = summary(frame_from_rows(rows))
    (group,) = found.groups
    assert [score.configuration for score in group.scores] == ["slow", "fast"]
    assert found.wrong[0].configuration == "fast"
    assert group.answer[0].startswith("WRONG answers on tents: fast (1)")
    assert group.virtual_best.single == "slow"
    assert found.honesty[0].colour == "red"
    assert found.honesty[0].name == "wrong answers"


@pytest.mark.sample(0.125)
def test_a_wrong_answer_under_another_limit_counts():
    """A wrong answer at 10 s makes it no better at 20 s, nor over all puzzles; on another puzzle it may be the best."""
    rows = [
        *made_up_rows({"fast": 0.1, "slow": 1.0}, instances=8),
        *made_up_rows({"fast": 0.1, "slow": 1.0}, instances=8, limit=20),
        *made_up_rows({"fast": 0.1, "slow": 1.0}, instances=8, puzzles=("akari",)),
    ]
    rows[0]["result"] = "wrong"
    first = {group.name: group.scores[0].configuration for group in summary(frame_from_rows(rows)).groups}
    assert first == {
        "akari, limit 10 s": "fast",
        "tents, limit 10 s": "slow",
        "tents, limit 20 s": "slow",
        "all puzzles, limit 10 s": "slow",
    }


def test_only_runs_that_all_have_are_compared():
    """A configuration that was not run on the hard boards gains nothing by it; what is left out is told."""
    rows = made_up_rows({"a": 1.0, "b": 1.0}, instances=20, seed=3)
    hard = {row["instance"] for row in rows if row["configuration"] == "b" and row["total_s"] > 2}
    assert hard
    rows = [row for row in rows if row["configuration"] == "a" or row["instance"] not in hard]
    (group,) = summary(frame_from_rows(rows)).groups
    assert group.instances == 20 - len(hard)
    assert [(part.configuration, part.runs) for part in group.left_out] == [(None, len(hard))]
    assert {score.runs for score in group.scores} == {20 - len(hard)}


def test_what_hardly_ran_or_supports_nothing_is_not_compared():
    """It would take the runs of all others away."""
    rows = made_up_rows({"a": 1.0, "b": 2.0, "rare": 1.0, "unable": 1.0}, instances=10)
    rows = [row for row in rows if row["configuration"] != "rare" or row["instance"] < "tents-0004"]
    for row in rows:
        row["result"] = "unsupported" if row["configuration"] == "unable" else row["result"]
    balanced = balance_runs(frame_from_rows(rows))
    assert sorted(set(balanced.frame["configuration"])) == ["a", "b"]
    assert [(part.configuration, part.runs) for part in balanced.left_out] == [("rare", 4), ("unable", 10)]


def test_limits_are_never_mixed():
    """Rows under another limit are another group; rows without one are in none."""
    rows = [*made_up_rows({"a": 1.0}, limit=10.0, instances=4), *made_up_rows({"a": 1.0}, limit=20.0, instances=5)]
    rows += [{**row, "limit_s": None} for row in made_up_rows({"a": 1.0}, instances=3)]
    frame = frame_from_rows(rows)
    groups = split_groups(frame)
    assert [(group.limit_s, len(group.frame)) for group in groups] == [(10.0, 4), (20.0, 5)]
    assert {line.name: line.colour for line in honesty_lines(frame)}["limits"] == "red"


def test_an_answer_after_the_limit_is_a_time_out():
    """Also in an export that calls it solved; the page of honesty counts it."""
    late = made_up_row("tents", "late", "a", 0, 3.0, 10.0) | {"total_s": 10.2}
    assert late["result"] == "solved"
    frame = frame_from_rows([late, made_up_row("tents", "quick", "a", 0, 3.0, 10.0)])
    assert list(frame["result"]) == ["timeout", "solved"]
    assert tabulate_scores(frame).par2.tolist() == [[20.0], [3.0]]
    (limits,) = (line for line in honesty_lines(frame) if line.name == "limits")
    assert limits.colour == "amber"
    assert "1 answer after the limit (at up to 1.02 times it) counts as a time-out" in limits.sentence


def test_an_instance_weighs_one_however_often_it_was_run():
    """Means are over instances, of means over runs."""
    rows = [made_up_row("tents", "often", "a", run, 1.0, 10.0) for run in range(9)]
    rows.append(made_up_row("tents", "once", "a", 0, 3.0, 10.0))
    assert tabulate_scores(frame_from_rows(rows)).par1.mean() == pytest.approx(2.0)


def test_shapley_shares_are_those_of_the_definition():
    """The closed form of the airport game against the sum over all sets of configurations."""
    rng = np.random.default_rng(1)
    scores, worst = rng.uniform(0, 20, (7, 6)), 20.0
    members = range(6)
    value = {
        part: worst - np.column_stack([scores[:, part], np.full(7, worst)]).min(axis=1).mean()
        for k in range(7)
        for part in combinations(members, k)
    }
    from math import factorial

    expected = [
        sum(
            factorial(len(part)) * factorial(5 - len(part)) / factorial(6)
            * (value[tuple(sorted((*part, c)))] - gain)
            for part, gain in value.items() if c not in part
        )
        for c in members
    ]  # fmt: skip
    assert shapley_shares(scores, worst) == pytest.approx(np.array(expected) / sum(expected))
    lost = [value[tuple(members)] - value[tuple(c for c in members if c != k)] for k in members]
    assert marginal_contributions(scores, worst) == pytest.approx(lost)


def test_holm_is_holm():
    """The example of R's p.adjust."""
    assert adjust_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "fault", "colour"),
    [
        ("threads", {"cpu_s": 40.0, "wall_s": 10.0}, "red"),
        ("threads", {"threads": 8}, "amber"),
        ("contention", {"contended": 1}, "amber"),
        ("versions", {"version": "2"}, "red"),
        ("machines", {"host": "there"}, "red"),
        ("accounting", {"reliable": 0}, "amber"),
        ("failures", {"result": "crash"}, "amber"),
        ("evidence", {"result": "claimed"}, "amber"),
        ("tuning", {"profile": "tuned", "board_seed": 1003}, "red"),
        ("tuning", {"profile": "tuned", "board_seed": 3}, "amber"),
        ("limits", {"limit_s": 20.0}, "amber"),
    ],
)
def test_what_a_reviewer_objects_to_is_seen(name, fault, colour):
    """One row with the fault among sound ones changes the colour of its line; a rating of sound rows is green."""
    rows = made_up_rows({"a": 1.0, "b": 2.0}, instances=30, runs=5)
    sound = {line.name: line for line in honesty_lines(frame_from_rows(rows))}
    assert sound[name].colour == "green"
    rows[7].update(fault)
    lines = honesty_lines(frame_from_rows(rows))
    assert {line.name: line for line in lines}[name].colour == colour
    colours = [line.colour for line in lines]
    assert colours == sorted(colours, key=["red", "amber", "green"].index)


@pytest.mark.parametrize(("configurations", "instances", "colour"), [(2, 6, "red"), (2, 7, "amber"), (4, 8, "red")])
def test_too_few_instances_are_so_by_the_answer_and_by_the_red_line(configurations, instances, colour):
    """Six are enough for one test, and too few for the two tests of one pair, which are corrected."""
    rows = made_up_rows(dict.fromkeys("abcd"[:configurations], 1.0), instances=instances)
    told = summary(frame_from_rows(rows), self_check=False)
    group = next(group for group in told.groups if group.puzzle is not None)
    (line,) = (line for line in told.honesty if line.name == "instances")
    assert line.colour == colour
    answers = [sentence for sentence in group.answer if sentence.startswith("TOO FEW INSTANCES")]
    assert len(answers) == (colour == "red")
    if answers:
        assert f"at least {group.least_instances} are needed" in answers[0]
        assert f"has {instances} and needs {group.least_instances}." in line.sentence


def test_engines_that_differ_are_no_mixture_of_versions():
    """A configuration may take another engine for another board, and a run that was cut off may not know its own."""
    rows = made_up_rows({"a": 1.0, "b": 2.0}, instances=30, runs=5)
    rows[7].update(engine="another", version="9")
    assert {line.name: line.colour for line in honesty_lines(frame_from_rows(rows))}["versions"] == "green"


def test_a_self_check_that_was_not_asked_for_is_no_objection():
    """The table at the end of a run leaves it out, however many instances there are."""
    frame = frame_from_rows(made_up_rows({"a": 1.0, "b": 2.0}, instances=8))
    assert "self-check" not in [line.name for line in summary(frame, self_check=False).honesty]
    assert "self-check" in [line.name for line in summary(frame).honesty]


def test_unsolved_runs_are_told_as_censored():
    """How many, and whose most of all."""
    rows = made_up_rows({"a": 0.01, "b": 0.01}, instances=10)
    rows[1].update(result="timeout", total_s=10.0)
    line = {line.name: line for line in honesty_lines(frame_from_rows(rows))}["censoring"]
    assert line.colour == "amber"
    assert line.sentence.startswith(
        "1 of 20 runs are unsolved, the largest share of b (10 %): their times are taken as right-censored"
    )


def test_a_claim_counts_once_for_a_board_by_the_best_that_shows_it():
    """Whatever rows say it, in whatever order; words that nobody knows, and rows without claims, count for nothing."""
    rows = made_up_rows({"a": 1.0, "b": 2.0, "c": 3.0}, instances=2, puzzles=("tents", "akari"))
    labels = {
        ("tents-0000", "a"): "unique=claimed", ("tents-0000", "b"): "optimal=claimed unique=proved",
        ("tents-0000", "c"): "unique=cross-checked", ("tents-0001", "c"): "unsatisfiable=cross-checked",
        ("akari-0001", "a"): "unique=perhaps", ("akari-0001", "b"): "odd",
    }  # fmt: skip
    told = [{**row, "claims": labels.get((row["instance"], row["configuration"]))} for row in rows]
    expected = (ClaimCount("tents", 1, 1, 1),)
    assert summary(frame_from_rows(told), self_check=False).claims == expected
    assert count_claims(frame_from_rows(told[::-1])) == expected
    assert count_claims(frame_from_rows(rows)) == ()


def test_a_wrong_run_is_named_with_its_board():
    """Boards of a size differ in their seeds."""
    rows = made_up_rows({"a": 1.0, "b": 2.0}, instances=8)
    rows[0].update(result="wrong", what="8", board_seed=3)
    assert summary(frame_from_rows(rows)).wrong[0].what == "8 --seed 3"


def test_a_file_that_is_no_export_is_one_message(tmp_path):
    """What was expected, what was found."""
    path = tmp_path / "other.csv"
    path.write_text("x,y\n1,2\n", "utf-8")
    with pytest.raises(FrameError, match=r"missing cell, puzzle, .*; found x, y"):
        frame_from_csv(path)
    with pytest.raises(FrameError, match="No such file"):
        frame_from_csv(tmp_path / "absent.csv")
    rows = made_up_rows({"a": 1.0}, instances=1)
    rows[0]["total_s"] = "soon"
    with pytest.raises(FrameError, match="column total_s: expected a number, found 'soon'"):
        frame_from_rows(rows)


def test_a_csv_is_read_as_it_was_written(tmp_path):
    """An empty field is not known; NA and nan are names like others."""
    rows = made_up_rows({"NA": 1.0, "nan": 2.0}, instances=3)
    rows[0]["note"] = ""
    write_csv(rows, tmp_path / "rows.csv")
    frame = frame_from_csv(tmp_path / "rows.csv")
    assert frame.equals(frame_from_rows([{**row, "note": None} for row in rows]))
    assert set(frame["configuration"]) == {"NA", "nan"}


def test_one_row_is_a_campaign():
    """No interval, no test, but a summary."""
    found = summary(made_up_frame({"a": 1.0}, instances=1))
    (score,) = found.groups[0].scores
    assert (score.solved, score.par2.low, found.groups[0].pairs) == (1, None, ())


def test_no_rows_are_a_campaign():
    """Nothing was measured, and that is said."""
    found = summary(made_up_frame({"a": 1.0}, instances=1).iloc[:0])
    assert found.groups == ()
    assert [line.sentence for line in found.honesty] == ["No runs: nothing was measured."]
