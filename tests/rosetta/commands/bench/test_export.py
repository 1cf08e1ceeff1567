"""`bench export`: the three forms say the same, all judged; nothing of a user's is written over."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys

import pandas
import pytest

from rosetta.campaigns.results.exports import write_rows
from rosetta.campaigns.results.judged_results import judged_frame, judged_rows
from rosetta.campaigns.rows.columns import COLUMNS, LONG_COLUMNS
from rosetta.campaigns.store.store import open_store
from rosetta.commands.bench import export
from rosetta.commands.contract import UsageError
from tests.rosetta.campaigns.store.stored_cells import cells, row
from tests.support.in_a_fork import rosetta

SHORT = [name for name in COLUMNS if name not in LONG_COLUMNS]
WRONG = '{"testimony":{"backend":"cnf","kind":"sat","formulation":"default","status":"satisfied","answers":[%s]}}'


@pytest.fixture
def store(tmp_path):
    """Seven cells: six with a result, the first of them wrong, one without a testimony."""
    path, plan = tmp_path / "c.db", cells(7)
    with open_store(path) as opened:
        opened.add_cells(cells(8)[7:])
        opened.record(row(cells(8)[7]))
        opened.add_cells(plan)
        opened.record(row(plan[0], details=WRONG % '{"broken":["Two tents touch."]}', note='a "b"\n, ü'))
        for cell in plan[1:5]:
            opened.record(row(cell, details=WRONG % "{}"))
        opened.record(row(plan[5], status="error", ended="crash", answer=None, details=None, peak_mb=None))
    return path


def bench(*words):
    return rosetta("bench", *map(str, words))


def test_all_forms_say_the_same(store, tmp_path):
    """As many rows, in the same order, with the same values; what is not known is empty."""
    names = {"csv": tmp_path / "a.csv", "jsonl": tmp_path / "a.jsonl.gz", "parquet": tmp_path / "a.parquet"}
    flags = [word for form, name in names.items() for word in (f"--{form}", name)]
    completed = bench("export", "--store", store, *flags)
    assert (completed.returncode, completed.stdout) == (0, "")
    assert completed.stderr == "".join(f"6 rows in {name}; cells without a result: 1\n" for name in names.values())
    with names["csv"].open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    with gzip.open(names["jsonl"], "rt", encoding="utf-8") as file:
        objects = list(map(json.loads, file))
    parquet = pandas.read_parquet(names["parquet"])
    assert [*lines[0]] == [*objects[0]] == [*parquet.columns] == SHORT
    assert lines == [{name: "" if value is None else str(value) for name, value in one.items()} for one in objects]
    assert parquet.astype(object).where(parquet.notna(), None).to_dict("records") == objects
    results = {one["cell"]: (one["verdict"], one["result"]) for one in objects}
    assert results[cells(7)[0].id] == ("wrong", "wrong")
    assert results[cells(7)[1].id][0] == "correct"
    assert results[cells(7)[5].id] == ("none", "crash")
    assert objects[[one["cell"] for one in objects].index(cells(7)[0].id)]["note"] == (
        'the answer breaks a rule: Two tents touch.; a "b"\n, ü'
    )


def test_frames_and_rows_say_the_same(store):
    with open_store(store, read_only=True) as opened:
        frame, rows = judged_frame(opened), list(judged_rows(opened))
    assert [*frame.columns] == SHORT
    assert frame.cell.tolist() == [one["cell"] for one in rows]
    assert frame.result.tolist() == [one["result"] for one in rows]


def test_answers_and_other_plans_are_asked_for(store):
    lines = list(csv.DictReader(io.StringIO(bench("export", "--store", store, "--csv", "-", "--answers").stdout)))
    assert [*lines[0]] == [*COLUMNS]
    assert {line["answer"] for line in lines} == {row(cells(1)[0])["answer"], ""}
    lines = list(csv.DictReader(io.StringIO(bench("export", "--store", store, "--csv", "-", "--all").stdout)))
    assert len(lines) == 7


def test_the_same_rows_are_the_same_bytes(store, tmp_path):
    with open_store(store, read_only=True) as opened:
        rows = list(judged_rows(opened))
    for form in ("csv", "jsonl"):
        texts = [io.BytesIO() for _ in range(2)]
        for text in texts:
            assert write_rows(form, iter(rows), SHORT, text, compress=True) == 6
        assert texts[0].getvalue() == texts[1].getvalue()


def test_nothing_is_written_over(store, tmp_path):
    """Nor is anything begun: the second file is not there either."""
    theirs, other = tmp_path / "theirs.csv", tmp_path / "other.jsonl"
    theirs.write_text("mine")
    completed = bench("export", "--store", store, "--jsonl", other, "--csv", theirs)
    assert completed.returncode == 2
    assert completed.stderr == f"rosetta: {theirs}: exists already; name another file or remove it\n"
    assert theirs.read_text() == "mine"
    assert not other.exists()


def test_columns_are_listed_with_their_meaning():
    lines = bench("export", "--columns").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*COLUMNS]
    assert all(line.endswith(meaning) for line, meaning in zip(lines, COLUMNS.values(), strict=True))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "expected --csv, --jsonl or --parquet with a file name; none was given"),
        (("--csv", "-", "--jsonl", "-"), "expected a different file for each format"),
    ],
)
def test_what_cannot_be_written_is_told(store, words, message):
    completed = bench("export", "--store", store, *words)
    assert (completed.returncode, completed.stderr) == (2, f"rosetta: {message}\n")


def test_an_absent_library_is_told(monkeypatch, tmp_path):
    """One sentence, before any work."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"--parquet needs pyarrow, which is not installed; pip install .*tables"):
        export._check_targets({"parquet": str(tmp_path / "a.parquet")})


def test_a_missing_store_is_told(tmp_path):
    name = tmp_path / "none.db"
    completed = bench("export", "--store", name, "--csv", "-")
    assert (completed.returncode, completed.stdout) == (2, "")
    assert completed.stderr == f"rosetta: {name}: no such file; bench run --store creates it\n"
