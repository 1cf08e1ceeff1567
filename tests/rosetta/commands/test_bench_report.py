"""`bench report` from a store that `bench run` made: the table, the page, figures, LaTeX, CSV and JSON say the same."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys

import pytest

from rosetta.commands.main import run_verb
from tests.support.places import ROOT


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A campaign of four boards of two sizes."""
    path = tmp_path_factory.mktemp("campaign") / "small.db"
    arguments = ["run", "tents", "5", "6", "--count", "2", "--backends", "cpsat,minicard", "--profile", "default"]
    assert run_verb("bench", [*arguments, "--time-limit", "20", "--store", str(path)]) == 0
    return path


def report(store, *arguments):
    return run_verb("bench", ["report", "--store", str(store), *map(str, arguments)])


@pytest.mark.sample(0.125)
def test_without_options_it_prints_the_summary(store, capsys):
    assert report(store) == 0
    out = capsys.readouterr().out
    assert "minicard" in out
    assert "what this rests on" in out
    command = [sys.executable, "-m", "rosetta", "bench", "report", "-v", "--store", str(store)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(process.stdout) > len(out)


@pytest.mark.sample(0.125)
def test_everything_is_written(store, tmp_path, capsys):
    """The scores in CSV and JSON are the same numbers; LaTeX names the PDFs."""
    page, latex, scores, folder = (tmp_path / name for name in ("r.html", "r.tex", "r.csv", "plots"))
    assert report(store, "--html", page, "--latex", latex, "--csv", scores, "--figures", folder, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    with scores.open(newline="") as file:
        rows = list(csv.DictReader(file))
    expected = [score for part in ("groups", "families") for group in document[part] for score in group["scores"]]
    assert {row["family"] for row in rows} == {"", "tents 5", "tents 6"}
    assert [row["configuration"] for row in rows] == [score["configuration"] for score in expected]
    assert [float(row["par2"]) for row in rows] == [score["par2"]["value"] for score in expected]
    assert "Scores with confidence intervals" in page.read_text("utf-8")
    assert (folder / "survival.pdf").exists()
    assert rf"\includegraphics[width=0.75\linewidth]{{{folder}/survival.pdf}}" in latex.read_text("utf-8")


@pytest.mark.sample(0.125)
def test_an_export_is_reported_as_its_store_is(store, tmp_path, capsys):
    """All numbers are the same; only boards are not in it, nor how often cells may run again."""
    table = tmp_path / "small.csv.gz"
    assert run_verb("bench", ["export", "--store", str(store), "--csv", str(table)]) == 0
    documents = []
    for source in (store, table):
        capsys.readouterr()
        assert report(source, "--json") == 0
        document = json.loads(capsys.readouterr().out)
        honesty = [line for line in document["honesty"] if line["name"] != "reruns"]
        documents.append({**document, "honesty": honesty})
    assert documents[0] == documents[1]
    assert report(table, "--html", tmp_path / "r.html") == 0


def test_a_report_can_be_of_some_rows(store, capsys):
    """The scores of one backend are those of its rows alone; what no row has is refused, with what there is."""
    assert report(store, "--json", "--where", "backend=cpsat", "--where", "height=5,6") == 0
    document = json.loads(capsys.readouterr().out)
    assert {score["configuration"] for group in document["groups"] for score in group["scores"]} == {"cpsat"}
    assert {group["instances"] for group in document["groups"]} == {4}
    assert report(store, "--json", "--where", "height=5") == 0
    assert {group["instances"] for group in json.loads(capsys.readouterr().out)["groups"]} == {2}
    for wrong, expected in (("backend=cnf", "there are cpsat, minicard"), ("bakend=cnf", "did you mean 'backend'")):
        assert report(store, "--where", wrong) == 2
        assert expected in capsys.readouterr().err


@pytest.mark.sample(0.125)
def test_half_a_campaign_says_so_first(tmp_path, capsys):
    """Before any other caution: scores of the cells that happen to be done are no result yet. The budget may end before
    a cell starts, or while the first one runs."""
    path = tmp_path / "half.db"
    words = ["run", "tents", "5", "--backends", "minicard", "--profile", "default", "--store", str(path)]
    assert run_verb("bench", words) == 0
    assert run_verb("bench", [*words, "--count", "3", "--budget", "0.001"]) == 3
    capsys.readouterr()
    assert report(path) == 0
    lines = capsys.readouterr().out.partition("what this rests on\n")[2].splitlines()
    assert re.match(r"RED   complete: The campaign is not finished: [12] of 3 cells have no result yet\.", lines[0])


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_latex_compiles(store, tmp_path):
    assert report(store, "--latex", tmp_path / "r.tex", "--figures", tmp_path / "plots") == 0
    text = r"\documentclass{article}\usepackage{booktabs,graphicx}\begin{document}\input{r.tex}\end{document}"
    (tmp_path / "main.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert process.returncode == 0, process.stdout[-1500:]


@pytest.mark.sample(1)
@pytest.mark.parametrize("flag", ["--html", "--figures"])
def test_without_the_libraries_one_sentence_and_no_work(flag, tmp_path):
    """The store does not even exist: the sentence about the library comes first."""
    code = (
        "import sys; sys.modules['altair'] = None\n"
        "from rosetta.commands.main import run_verb\n"
        f"sys.exit(run_verb('bench', ['report', '--store', 'none.db', {flag!r}, 'out']))"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 2
    assert process.stderr.splitlines() == [
        'rosetta: pages and figures need altair, which is not installed; pip install -c constraints.txt -e ".[plots]"'
    ]


def test_without_the_libraries_the_rest_is_written(store, tmp_path, monkeypatch, capsys):
    """Tables need none of them; the exit code says that something is missing."""
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.chdir(ROOT)
    page, table, scores = tmp_path / "r.html", tmp_path / "r.tex", tmp_path / "r.csv"
    assert report(store, "--html", page, "--figures", tmp_path / "plots", "--latex", table, "--csv", scores) == 2
    assert sorted(path.name for path in tmp_path.iterdir() if path.name[0] in "rp") == ["r.csv", "r.tex"]
    assert capsys.readouterr().err.startswith("rosetta: not written: pages and figures need altair, which is not ")
