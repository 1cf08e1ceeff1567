"""The same campaign by command and from Python: the same cells, the same plan, the same rows and documents."""

from __future__ import annotations

import json
import re

import pytest

import rosetta as rs
from tests.rosetta.api.campaigns.stores import exported_rows, plan_of
from tests.support.in_a_fork import rosetta

AT_ONCE = 1e-9  # seconds of a budget in which no cell starts
SMALL = ("tents", "4", "5", "--count", "2", "--backends", "cnf,cpsat", "--profile", "default", "--keep-contended")

SAME = (
    (
        ("tents", "4..6/1", "--count", "2", "--backends", "cnf,cpsat"),
        lambda **more: rs.campaign("tents 4..6/1", ["cnf", "cpsat"], count=2, **more),
    ),
    (
        (
            "akari",
            "5",
            "--bare",
            "20",
            "--backends",
            "cnf",
            "--encoding",
            "cardinality=all",
            "--seeds",
            "3",
            "--shuffle",
        ),
        lambda **more: rs.campaign(
            ("akari", 5), ["cnf"], encodings={"cardinality": "all"}, seeds=3, shuffle=True, options={"bare": 20}, **more
        ),
    ),
    (
        ("tents", "4", "--backends", "cnf", "--symmetries", "0,5", "--repeat", "2", "--threads", "1,2", "--unique"),
        lambda **more: rs.campaign(
            rs.load("tents", 4), ["cnf"], symmetries=[0, 5], repeat=2, threads=[1, 2], unique=True, **more
        ),
    ),
    (
        ("lightsout", "3", "4x5", "--any", "--backends", "polynomial,cnf", "--formulation", "all", "--prove"),
        lambda **more: rs.campaign(
            [rs.load("lightsout", 3, any=True), rs.load("lightsout", (4, 5), any=True)],
            ["polynomial", "cnf"],
            formulations=["all"],
            prove=True,
            **more,
        ),
    ),
    (
        (
            "akari",
            "5",
            "--backends",
            "walksat,cnf",
            "--noise",
            "0.3",
            "--seeds",
            "4,9",
            "--seed",
            "7",
            "--memory",
            "500",
        ),
        lambda **more: rs.campaign(
            "akari 5", ["walksat", "cnf"], settings={"noise": 0.3}, seeds=[4, 9], seed=7, limits={"memory": 500}, **more
        ),
    ),
    (
        ("tents/ring", "--backends", "cnf", "--encoding", "all", "--encoding", "auto", "--profile", "default"),
        lambda **more: rs.campaign(
            "tents/ring", ["cnf"], encodings=["all", "auto"], profile="default", **more
        ),
    ),
    (
        ("tents", "4", "5", "--symmetries", "--time-limit", "3", "--shard", "2/3", "--backends", "cpsat"),
        lambda **more: rs.campaign(
            ["tents 4", rs.load("tents", 5)], ["cpsat"], symmetries=True, limits=3, shard="2/3", **more
        ),
    ),
)  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(("words", "call"), SAME)
def test_the_plans_are_the_same(tmp_path, words, call):
    """Their digests are: of the ids of all cells, which hash all that a result may depend on."""
    store = tmp_path / "c.db"
    report = call(store=store, budget=AT_ONCE)
    assert (report.end, report.done) == ("budget", 0)
    dry = rosetta("bench", "run", *words, "--dry-run")
    assert dry.returncode == 0, dry.stderr
    cells, digest = re.search(r"# ([\d,]+) cells? on .* plan (\w+),", dry.stdout).groups()
    assert int(cells.replace(",", "")) == report.cells > 0
    assert plan_of(store).startswith(digest)


@pytest.mark.sample(0.125)
def test_the_rows_are_the_same(tmp_path):
    """By words, as boards, and by the command; each board has the same names, too."""
    words = ("tents", "4", "5", "--backends", "cnf,cpsat", "--profile", "default", "--keep-contended", "--unique")
    assert rosetta("bench", "run", *words, "--store", str(tmp_path / "command.db")).returncode == 0
    arguments = {"backends": ["cnf", "cpsat"], "profile": "default", "keep_contended": True, "unique": True}
    rs.campaign("tents 4 5", store=tmp_path / "words.db", **arguments)
    rs.campaign([rs.load("tents", 4), rs.load("tents", 5)], store=tmp_path / "boards.db", **arguments)
    expected = exported_rows(tmp_path / "command.db", tmp_path)
    assert len(expected) == 4
    assert exported_rows(tmp_path / "words.db", tmp_path) == exported_rows(tmp_path / "boards.db", tmp_path) == expected


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Of a small campaign that the command line began, and Python goes on with."""
    store = tmp_path_factory.mktemp("both") / "c.db"
    assert rosetta("bench", "run", *SMALL, "--store", str(store), "--budget", "0.000000001").returncode == 3
    arguments = {"profile": "default", "count": 2, "keep_contended": True}
    return rs.campaign("tents 4 5", ["cnf", "cpsat"], store=store, **arguments)


@pytest.mark.sample(0.125)
def test_the_documents_are_the_same(report, tmp_path):
    """Of one store: the rows, the scores, the statistics, the summary, one cell."""
    store = ("--store", str(report.store))
    assert report.to_json() == json.loads(rosetta("bench", "report", *store, "--json").stdout)
    scores = tmp_path / "scores.csv"
    assert rosetta("bench", "report", *store, "--csv", str(scores)).returncode == 0
    assert report.scores().to_csv(index=False).splitlines()[0] == scores.read_text().splitlines()[0]
    assert len(report.scores()) == len(scores.read_text().splitlines()) - 1
    rows = exported_rows(report.store, tmp_path)
    table = report.to_pandas()
    assert table[["cell", "result", "name"]].to_dict("records") == [
        {name: row[name] for name in ("cell", "result", "name")} for row in rows
    ]
    assert set(rows[0]) < set(table.columns)
    assert table["board_seed"].to_list() == [int(row["board_seed"]) for row in rows]
    assert (report.to_pandas(answers=True)["answer"].notna()).all()
    document = json.loads(rosetta("bench", "show", rows[0]["cell"], *store, "--json").stdout)
    assert report.cell(rows[0]["cell"][:12]) == document
    again = rosetta("bench", "run", *SMALL, *store)
    assert again.stdout.split() == str(report).split()


@pytest.mark.sample(0.125)
def test_page_and_latex_are_the_same(report, tmp_path):
    """Also those of some rows alone."""
    store, report = ("--store", str(report.store)), rs.load_campaign(report.store)
    latex, page = tmp_path / "r.tex", tmp_path / "r.html"
    assert rosetta("bench", "report", *store, "--latex", str(latex)).returncode == 0
    assert report.to_latex() == latex.read_text("utf-8")
    html = report.to_html(page)
    assert page.read_text("utf-8") == html
    assert rosetta("bench", "report", *store, "--html", str(tmp_path / "c.html")).returncode == 0
    assert (tmp_path / "c.html").read_text("utf-8") == html
    some = report.where(backend="cnf", height=[4, 5])
    assert set(some.to_pandas()["backend"]) == {"cnf"}
    assert {score["configuration"] for group in some.to_json()["groups"] for score in group["scores"]} == {"cnf"}
    with pytest.raises(ValueError, match=r"^where: no row has backend 'minizinc'; there are cnf, cpsat"):
        report.where(backend="minizinc")
    with pytest.raises(ValueError, match=r"^where: expected COLUMN=VALUE"):
        report.where(solver="cnf")


@pytest.mark.sample(0.125)
def test_two_campaigns_are_compared(report, tmp_path):
    """As `bench diff` does it, here with other time limits, so that no cell is the same."""
    same = json.loads(rosetta("bench", "diff", str(report.store), str(report.store), "--json").stdout)
    assert json.loads(json.dumps(report.diff(report))) == same
    assert (same["regression"], same["cells"]) == (False, 8)
    other = rs.campaign("tents 4", ["cnf"], profile="default", limits=3)
    with pytest.raises(ValueError, match="have no cell in common: "):
        report.diff(other)


@pytest.mark.sample(0.125)
def test_figures_are_pictures_tables_and_charts(report, tmp_path):
    figures = report.figures()
    survival = figures["survival"]
    assert survival.svg.startswith("<svg")
    assert survival.svg in report._repr_html_()
    assert set(survival.chart().to_dict()["config"]) or survival.chart().to_dict()["$schema"]
    survival.save(str(tmp_path / "s.csv"))
    assert (tmp_path / "s.csv").read_text() == survival.table.to_csv(index=False)
    with pytest.raises(ValueError, match=r"expected a file that ends with .svg, .png"):
        survival.save("s.jpeg")
