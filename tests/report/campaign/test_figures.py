"""Figures of a campaign: each table by hand on a few rows, and each chart draws its table and nothing else."""

from __future__ import annotations

import csv
import json
import math
import re
from itertools import pairwise

import pandas as pd
import pytest

from report.campaign.axes import BEYOND, log_ticks
from report.campaign.figure_files import draw_figure, draw_figures, exponent_words, write_figures
from report.campaign.figure_kinds import Choice, drawn_kinds, figure_kinds
from report.campaign.points import best_series, cells, instances, look_of
from report.campaign.records import Estimate, ScalingFit
from report.campaign.style import COLOURS, DASHES, SHAPES
from tests.support.campaign_rows import campaign_frame

FRAME = campaign_frame(24, 2)
LOOK = look_of(FRAME)
KINDS = figure_kinds()
BY_HAND = campaign_frame(4, 1, wrong=False)  # four sizes, one seed; the times are set by `timed`
CBC, CPSAT = "cbc", "cpsat"


def choice_for(kind):
    return Choice(pair=("cpsat", "cbc") if kind.needs == "pair" else ("", ""), puzzle=LOOK.puzzles[0])


def timed(cbc, cpsat):
    """Rows of two configurations on four instances with these total times; None where the limit of 10 s was reached."""
    rows = BY_HAND[BY_HAND["backend"].isin([CBC, CPSAT])].copy()
    for name, times in ((CBC, cbc), (CPSAT, cpsat)):
        rows.loc[rows["backend"] == name, "total_s"] = [10.0 if time is None else time for time in times]
        rows.loc[rows["backend"] == name, "result"] = ["timeout" if time is None else "solved" for time in times]
    return rows


HAND = timed([1.0, 2.0, 4.0, None], [2.0, 1.0, 0.5, 8.0])


def table_of(name, rows):
    return KINDS[name].table(cells(rows), look_of(rows), Choice(pair=(CPSAT, CBC), puzzle="tents"))


def test_the_kinds_are_found_and_stand_in_their_order():
    assert " ".join(KINDS) == "survival cactus scatter profile scaling steps size heatmap limits families"
    assert all(kind.heading and kind.caption.endswith(".") for kind in KINDS.values())


def test_only_what_is_solved_within_the_limit_has_a_time():
    """Neither a wrong answer nor one that came too late."""
    points = cells(FRAME)
    assert set(FRAME["result"]) >= {"wrong", "crash", "unsupported", "timeout", "solved"}
    assert points.loc[points["result"] != "solved", "time_s"].isna().all()
    assert sorted(cells(HAND, limit=1.5)["time_s"].dropna()) == [0.5, 1.0, 1.0]


@pytest.mark.parametrize(("times", "median"), [([1.0, 3.0, None], 3.0), ([1.0, None, None], math.nan)])
def test_the_time_of_an_instance_is_the_median_over_its_seeds(times, median):
    """What is not solved counts as slower."""
    rows = pd.concat([HAND.iloc[:1]] * 3, ignore_index=True)
    rows["seed"] = [0, 1, 2]
    rows["total_s"] = [10.0 if time is None else time for time in times]
    rows["result"] = ["timeout" if time is None else "solved" for time in times]
    table = instances(cells(rows))
    assert table["time_s"].tolist() == pytest.approx([median], nan_ok=True)
    assert table[["solved", "cells", "result"]].values.tolist() == [[3 - times.count(None), 3, "timeout"]]


def test_survival_by_hand():
    """Shares of all cells, up to the limit."""
    table = table_of("survival", HAND)
    cbc = table[table["configuration"] == CBC]
    assert cbc[["time_s", "solved", "fraction"]].values.tolist() == [
        [0.5, 0, 0], [1, 1, 0.25], [2, 2, 0.5], [4, 3, 0.75], [10, 3, 0.75],
    ]  # fmt: skip
    assert cbc["end"].tolist() == [False] * 4 + [True]


def test_scatter_by_hand():
    """Beyond the limit, on the axis of the one that does not solve it."""
    table = table_of("scatter", HAND).sort_values("size")
    assert table[["first_s", "second_s"]].values.tolist() == [[2, 1], [1, 2], [0.5, 4], [8, BEYOND * 10]]
    assert table["outcome"].tolist() == ["both solve it"] * 3 + ["only one solves it"]
    wrong = HAND.assign(result=["wrong", *HAND["result"][1:]])
    assert table_of("scatter", wrong).sort_values("size")["outcome"].tolist()[0] == "a wrong answer"


def test_profile_by_hand():
    """CP-SAT is the quicker one on three of four, and at most twice as slow on the other."""
    table = table_of("profile", HAND)
    assert table.values.tolist() == [
        [CPSAT, 1, 0], [CPSAT, 1, 0.75], [CPSAT, 2, 1], [CPSAT, 100, 1],
        [CBC, 1, 0], [CBC, 1, 0.25], [CBC, 2, 0.5], [CBC, 8, 0.75], [CBC, 100, 0.75],
    ]  # fmt: skip


def test_scaling_by_hand():
    """A size whose instances are not solved is at the limit, and says so."""
    table = table_of("scaling", HAND)
    assert table[table["configuration"] == CBC][["size", "median_s", "censored"]].values.tolist() == [
        [36, 1, False], [64, 2, False], [144, 4, False], [256, 10, True],
    ]  # fmt: skip


def test_limits_by_hand():
    """PAR-2 at the campaign's limit: (1 + 2 + 4 + 20) / 4 for CBC."""
    table = table_of("limits", HAND)
    last = table[table["limit_s"] == 10].set_index("configuration")
    assert last.loc[CBC, ["solved", "par2_s", "score"]].tolist() == pytest.approx([3, 27 / 4, 0.675])
    assert last.loc[CPSAT, "par2_s"] == pytest.approx(11.5 / 4)


def test_families_by_hand():
    """Two boards each, 10 s at most: (1 + 2) / 2 and (4 + 20) / 2 for CBC. One family alone is not drawn."""
    two = HAND.assign(family=["b" if size > 100 else "a" for size in HAND["size"]])
    table = table_of("families", two)
    assert table.values.tolist() == [
        ["a", CBC, 2, 2, 2, 1.5], ["a", CPSAT, 2, 2, 2, 1.5], ["b", CBC, 2, 2, 1, 12.0], ["b", CPSAT, 2, 2, 2, 4.25],
    ]  # fmt: skip
    assert "families" in [kind.name for kind in drawn_kinds(two)]
    assert "families" not in [kind.name for kind in drawn_kinds(two[two["family"] == "a"])]


def test_the_shares_of_steps_add_up():
    table = table_of("steps", FRAME)
    assert table.groupby("configuration")["share"].sum().tolist() == pytest.approx([1] * 5)
    assert table.loc[table["step"] == "verify", "end"].tolist() == pytest.approx([1] * 5)


def test_the_heat_map_orders_by_hardness_and_keeps_what_is_wrong():
    """By the times of both: 1 + 2, 2 + 1, 4 + 0.5, 20 + 8; equal ones by their hash."""
    table = table_of("heatmap", FRAME)
    assert set(table["place"]) == set(range(24))
    assert "wrong" in set(table["result"])
    ordered = table_of("heatmap", HAND).query("configuration == 'cbc'").sort_values("place")["size"].tolist()
    assert (set(ordered[:2]), ordered[2:]) == ({36, 64}, [144, 256])


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", KINDS)
def test_a_chart_draws_its_table_and_loads_nothing(name):
    """The data of the specification are the table's, the SVG has no address but those of its formats."""
    kind = KINDS[name]
    figure = draw_figure(kind, cells(FRAME), LOOK, choice_for(kind))
    assert len(figure.table) > 0
    assert figure.spec["datasets"][name] == json.loads(figure.table.to_json(orient="records"))
    used = set(re.findall(r'"field": "(\w+)"', json.dumps(figure.spec)))
    computed = set(re.findall(r'"as": "(\w+)"', json.dumps(figure.spec)))
    assert used <= {*figure.table.columns, *computed, "x", "y", "x2", "y2", "ratio"}
    svg = figure.svg()
    assert set(re.findall(r"https?://[^\"' ]+", svg)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert svg.startswith("<svg")
    assert not re.search(r"NaN|undefined|Infinity", svg)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", KINDS)
def test_a_chart_of_a_campaign_without_solved_cells_is_drawn(name):
    rows = FRAME.assign(result="timeout")
    kind = KINDS[name]
    assert draw_figure(kind, cells(rows), look_of(rows), choice_for(kind)).svg().startswith("<svg")


@pytest.mark.sample(0.125)
def test_files_are_written_with_their_tables(tmp_path):
    """SVG, PNG and PDF of each, and a CSV that holds what is drawn."""
    first, second = FRAME["configuration"].unique()[:2]
    fit = ScalingFit(first, 12, 0, Estimate(1.5, 1.4, 1.6), 1.0, (), "")
    figures = write_figures(tmp_path / "new", FRAME, {LOOK.puzzles[0]: [fit]}, pairs=[(first, second)])
    assert [figure.name for figure in figures] == [
        "survival", "cactus", "scatter-1", "profile-1", "scaling-akari", "scaling-tents",
        "steps", "size", "heatmap", "limits", "families",
    ]  # fmt: skip
    for figure in figures:
        path = tmp_path / "new" / figure.name
        assert path.with_suffix(".svg").read_text("utf-8").startswith("<svg")
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
        assert path.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
        with path.with_suffix(".csv").open(newline="") as file:
            assert len(list(csv.DictReader(file))) == len(figure.table)
    assert "n^1.50 [1.40, 1.60]" in (tmp_path / "new" / "scaling-akari.svg").read_text("utf-8")


def test_a_figure_on_paper_shows_at_most_eight_and_says_so():
    """The best of many; a reader is told."""
    many = pd.concat(
        [FRAME.assign(configuration=FRAME["configuration"] + f"/{i}", profile=f"p{i}") for i in range(2)],
        ignore_index=True,
    )
    figure = next(draw_figures(many))
    assert figure.caption.endswith("Of 10 configurations, the 8 that solve the most are shown.")
    assert figure.table["configuration"].nunique() == 8
    assert best_series(HAND, 1) == (CPSAT,)


def test_grey_is_enough():
    """No two series among the first seven share a colour, a shape or a dash; later ones share no triple of these."""
    looks = [(COLOURS[i % len(COLOURS)], SHAPES[i % len(SHAPES)], DASHES[i % len(DASHES)]) for i in range(40)]
    assert len(set(looks)) == 40
    assert all(len({look[part] for look in looks[:7]}) == 7 for part in range(3))


def test_ticks_and_words():
    assert log_ticks(0.005, 10) == [0.01, 0.1, 1.0, 10.0]
    assert log_ticks(0.5, 10) == [0.5, 1.0, 2.0, 5.0, 10.0]
    assert all(low < high for low, high in pairwise(log_ticks(1e-5, 3600)))
    assert exponent_words(ScalingFit("x", 0, 0, None, None, (), "")) == ""
