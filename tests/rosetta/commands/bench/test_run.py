"""`bench run`: a command line or a file becomes cells; what is said of them; what is refused."""

from __future__ import annotations

import re
import tomllib

import pytest

from rosetta.campaigns.store.store import open_store
from rosetta.commands.main import run_verb


def bench(capsys, *words):
    """The exit code, stdout and stderr."""
    code = run_verb("bench", ["run", *map(str, words)])
    return code, *capsys.readouterr()


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def plan_of(text):
    return re.search(r"plan (\w+)", text)[1]


LINES = (
    ("tents", "4..6/1", "--count", "2", "--backends", "cnf,cpsat"),
    ("akari", "5", "--bare", "20", "--backends", "cnf", "--encoding", "cardinality=all", "--seeds", "3", "--shuffle"),
    ("tents", "4", "--backends", "cnf", "--symmetries", "0,5", "--repeat", "2", "--threads", "1,2", "--unique"),
    ("lightsout", "3", "4", "--any", "--backends", "polynomial,cnf", "--formulation", "all", "--prove"),
    ("akari", "5", "--backends", "walksat,cnf", "--noise", "0.3", "--seeds", "4,9", "--seed", "7", "--memory", "500"),
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("words", LINES)
def test_a_dry_run_prints_the_file_that_says_the_same(capsys, tmp_path, words):
    """The same plan, and nothing is run or written."""
    code, text, _ = bench(capsys, *words, "--dry-run", "--time-limit", "3")
    assert code == 0
    assert "at most " in text
    tomllib.loads(text)
    (tmp_path / "again.toml").write_text(text)
    _, again, _ = bench(capsys, "again.toml", "--dry-run")
    assert plan_of(again) == plan_of(text)
    assert "store again.db" in again
    assert [path.name for path in tmp_path.iterdir()] == ["again.toml"]


def test_the_number_of_cells(capsys):
    """Boards x seeds x symmetries x repeats x threads; one solver has no encodings, so it runs once; one never uses a
    second thread, so it is planned with one."""
    words = ("tents", "5", "--count", "2", "--backends", "cnf,highs", "--profile", "default", "--encoding")
    _, text, _ = bench(capsys, *words, "cardinality=totalizer", "--encoding", "auto", "--seeds", "3", "--dry-run")
    assert "# 18 cells on 2 boards" in text  # 2 x 3 x (2 + 1)
    _, text, notes = bench(capsys, *words, "auto", "--symmetries", "--threads", "1,2", "--repeat", "2", "--dry-run")
    assert "# 96 cells on 2 boards" in text  # 2 x 8 x 2 x (1 + 2)
    assert "planned with 1 thread only, since they never use more: cnf\n" in notes


def test_the_same_board_is_run_once(capsys, tmp_path):
    from instances.resolve import resolve
    from models.puzzles.registry import puzzle

    made = resolve("tents", "5", 0)
    (tmp_path / "b.txt").write_text(puzzle("tents").format(made.instance))
    words = ("tents", "5", made.id, "b.txt", "--backends", "cnf", "--profile", "default", "--dry-run")
    assert "# 1 cell on 1 board, " in bench(capsys, *words)[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tents", "8", "--backends", "cpsta"), "unknown backend 'cpsta'; did you mean 'cpsat'?"),
        (("tents", "8", "--formulation", "runs"), "unknown formulation 'runs' of tents"),
        (("tents", "8", "--encoding", "cardinality=tot"), "cardinality=tot: unknown encoding 'tot'"),
        (
            ("tents", "8", "--threads", "0,2"),
            "--threads: expected whole numbers from 1 to 1024 with commas, found '0,2'",
        ),
        (("tents", "8", "--symmetries", "9"), "--symmetries: expected whole numbers from 0 to 7"),
        (("tents", "9..8"), "WHAT: expected a range from small to large"),
        (("c.toml", "tents", "8"), "expected a campaign file or boards, found c.toml and tents"),
        (("c.toml", "--backends", "cnf"), "--backends: c.toml says what is run; change it there"),
        (("c.toml", "--bare", "3"), "--bare: c.toml says what is run; change it there"),
        (("c.toml",), "c.toml: cannot be read: No such file"),
        (("tents", "8", "--backends", "external:no-such-program"), "external:no-such-program: "),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(capsys, words, message):
    code, _, errors = bench(capsys, *words)
    assert code == 2
    assert message in errors


def test_limits_on_the_line_come_before_those_of_the_file(capsys, tmp_path):
    (tmp_path / "c.toml").write_text(
        '[[instances]]\npuzzle = "tents"\nsizes = 4\n[limits]\nseconds = 9\n[solvers]\nbackends = "cnf"\n'
    )
    _, own, _ = bench(capsys, "c.toml", "--dry-run")
    _, other, _ = bench(capsys, "c.toml", "--dry-run", "--time-limit", "2", "--memory", "700")
    assert "seconds = 9.0" in own
    assert "seconds = 2.0\nmemory = 700" in other
    assert plan_of(own) != plan_of(other)


@pytest.mark.sample(0.125)
def test_a_campaign_is_run_and_resumed(capsys, tmp_path):
    """The store is called like the file; the second time the same cells are there."""
    (tmp_path / "small.toml").write_text(
        '[[instances]]\npuzzle = "tents"\nsizes = [4, 5]\n[solvers]\nbackends = ["cnf", "cpsat"]\nprofile = "default"\n'
    )
    for _ in range(2):
        assert bench(capsys, "small.toml")[0] == 0
        with open_store(tmp_path / "small.db", read_only=True) as store:
            rows = list(store.rows())
        assert len(rows) == 4
    assert {row["family"] for row in rows} == {"tents 4", "tents 5"}
    assert {row["ended"] for row in rows} == {"answer"}


def test_a_mistyped_sub_verb(capsys):
    assert run_verb("bench", ["rnu", "tents", "8", "--store", "x"]) == 2
    assert "unknown sub-verb of bench 'rnu'; did you mean 'run'? known: run, " in capsys.readouterr().err


def test_more_jobs_than_cores_are_refused_before_anything_is_planned(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rosetta.commands.bench.running.shown_plan.show_planning", None)
    code, _, err = bench(capsys, "tents", "8", "--jobs", "999", "--store", "c.db")
    assert code == 2
    assert "--jobs 999: this machine has cores for " in err
    assert not (tmp_path / "c.db").exists()
