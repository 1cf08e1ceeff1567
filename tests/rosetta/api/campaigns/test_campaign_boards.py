"""Boards of a campaign that no name finds again: they lie in the store, from which anybody runs them."""

from __future__ import annotations

import shutil
import sqlite3

import networkx as nx
import pytest

import rosetta as rs
from models.puzzles.registry import names
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.campaigns.planning.campaign_plan import make_plan
from rosetta.campaigns.planning.plan import plan_digest
from tests.rosetta.api.campaigns.stores import plan_of
from tests.rosetta.api.campaigns.test_same_campaign import AT_ONCE
from tests.rosetta.api.test_command_line import board
from tests.support.in_a_fork import rosetta

TEXT = "3\n0#_\n___\n___\n"


def knapsack():
    model = rs.Model("knap sack")
    x = model.bools("x", 4)
    model.at_most(2, "two fit", x)
    model.maximize("worth", x, [3, 1, 4, 2])
    return model


def odd_graph():
    return rs.lights_out(nx.Graph([("a", (1, 2)), ((1, 2), 3.5)]), lit=["a"])


def empty_store(tmp_path, boards, **more):
    """The store of a campaign on these boards in which nothing has run."""
    store = tmp_path / "c.db"
    report = rs.campaign(boards, ["cnf", "cpsat"], profile="default", store=store, budget=AT_ONCE, **more)
    assert (report.done, report.cells > 0) == (0, True)
    return store


@pytest.mark.sample(0.125)
def test_they_run_from_the_store_alone(tmp_path):
    """A copy of the store, as on another machine: resumed, and one cell again by the command."""
    store = empty_store(tmp_path, [knapsack(), odd_graph(), TEXT])
    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    shutil.copy(store, copy)
    report = rs.load_campaign(copy).resume(reruns=0)
    assert report.is_complete
    assert report.end == "done"
    assert set(report.to_pandas()["result"]) == {"solved"}
    names = set(report.to_pandas()["name"])
    assert {"knap sack", "akari 3x3:0Bg"} < names
    assert any(name.startswith("lightsout networkx graph sha256:") for name in names)
    for cell in report.to_pandas().groupby("puzzle")["cell"].first():
        again = rosetta("bench", "rerun", cell, "--store", str(copy))
        assert again.returncode == 0, again.stderr
    optimum = report.to_pandas().query("puzzle == 'model'")["objective"]
    assert set(optimum) == {7.0}


@pytest.mark.sample(0.125)
def test_the_command_resumes_them(tmp_path):
    """It needs no words for boards, and says no comparison that could not name them."""
    store = empty_store(tmp_path, [knapsack(), "tents 4"])
    ran = rosetta("bench", "resume", "--store", str(store), "--keep-contended", "--prove")
    assert ran.returncode == 0, ran.stderr
    assert "4 of 4 cells have a result" in ran.stderr
    report = rs.load_campaign(store)
    assert report.is_complete
    assert "optimal=proved" in set(report.to_pandas()["claims"])
    by_puzzle = report.to_pandas().groupby("puzzle")["cell"].first()
    shown = {name: rosetta("bench", "show", cell, "--store", str(store)).stdout for name, cell in by_puzzle.items()}
    assert "compare tents 4 --seed 0 " in shown["tents"]
    assert "compare" not in shown["model"]
    again = rosetta("bench", "resume", "--store", str(store), "--keep-contended")
    assert (again.returncode, "4 of 4 cells" in again.stderr) == (0, True)
    missing = rosetta("bench", "resume", "--store", str(tmp_path / "none.db"))
    assert (missing.returncode, "no such file" in missing.stderr) == (2, True)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", names())
def test_a_campaign_file_has_their_content(tmp_path, name):
    """The one in the store gives the same cells: of a board of each puzzle, however it was made."""
    loaded, _ = board(name)
    text = rs.convert(loaded, "plain")
    rules = {option: loaded._question.rules[option] for option in loaded._question.puzzle.options}
    store = empty_store(tmp_path, [loaded, rs.load(name, text, **rules), knapsack(), odd_graph()])
    with sqlite3.connect(store) as connection:
        ((written,),) = connection.execute("SELECT text FROM campaign").fetchall()
    (tmp_path / "c.toml").write_text(written)
    plan = make_plan(read_campaign(tmp_path / "c.toml"))
    assert plan_of(store).startswith(plan_digest(plan.cells))


def test_boards_with_one_content_are_one(tmp_path):
    """By whatever they are named; a model that changes later is another one."""
    made = rs.load("tents", 4)
    model = knapsack()
    report = rs.campaign(
        [made, "tents 4", ("tents", made.id), rs.convert(made, "plain"), model],
        ["cnf"], profile="default", store=tmp_path / "c.db", budget=AT_ONCE,
    )  # fmt: skip
    assert report.cells == 2
    model.true("the first", model.arrays["x"][0])
    other = rs.campaign([model, knapsack()], ["cnf"], profile="default", store=tmp_path / "d.db", budget=AT_ONCE)
    assert other.cells == 2


def test_families(tmp_path):
    """Lists by the name of their family; else each is named as on the command line."""
    store = empty_store(tmp_path, {"small": ["tents 4", knapsack()], "large": rs.load("tents", 6)})
    with sqlite3.connect(store) as connection:
        families = connection.execute("SELECT family, puzzle FROM instance ORDER BY 1, 2").fetchall()
    assert families == [("large", "tents"), ("small", "model"), ("small", "tents")]


def test_files_are_boards_or_campaigns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "8").write_text(TEXT)
    (tmp_path / "my board.txt").write_text(TEXT)
    by_path = rs.campaign([("akari", tmp_path / "8"), "my board.txt"], ["cnf"], budget=AT_ONCE, profile="default")
    assert by_path.cells == 1
    (tmp_path / "c.toml").write_text('[[instances]]\npuzzle = "tents"\nsizes = [4, 5]\n[solvers]\nbackends = "cnf"\n')
    report = rs.campaign("c.toml", limits=2, budget=AT_ONCE, store="c.db")
    assert report.cells == 2
    assert b"seconds = 2.0" in (tmp_path / "c.db").read_bytes()
    with pytest.raises(ValueError, match=r"^backends: c.toml says what is run; change it there"):
        rs.campaign("c.toml", ["cpsat"])
    with pytest.raises(ValueError, match=r"expected a campaign file or boards, found c.toml and others"):
        rs.campaign(["c.toml", "tents 4"])
