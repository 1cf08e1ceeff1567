"""`bench run --prove` as it is typed: what is proved is told everywhere, a lie ends with 1, a kill loses nothing."""

from __future__ import annotations

import csv
import io
import json
import sys

import pytest

from rosetta.campaigns.store.store import open_store
from tests.rosetta.commands.bench.test_interrupting import Command
from tests.support.in_a_fork import rosetta

CAMPAIGN = """\
unique = true
prove = true

[[instances]]
puzzle = "tents"
what = ["tents/ring", "3x3:aaaaa,0,2,2,0,2,2"]

[[instances]]
puzzle = "akari"
what = "akari/pzpr-4x3"

[[instances]]
puzzle = "lightsout"
sizes = "2x3"

[solvers]
backends = ["cnf", "minicard"]
formulations = ["default", "native"]
profile = "default"
"""
NONE = """#!{python}
print("s UNSATISFIABLE")
raise SystemExit(20)
"""


def bench(*words):
    return rosetta("bench", *map(str, words))


def proofs_of(path):
    with open_store(path, read_only=True) as store:
        return sorted((p for known in store.proofs().values() for p in known), key=lambda p: p.instance)


@pytest.fixture
def campaign(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text(CAMPAIGN)
    return path


@pytest.mark.sample(0.125)
def test_proofs_are_told_everywhere(campaign, tmp_path):
    """In the summary, the report, its JSON, the export, of one cell; and again nothing is left to prove."""
    store, exported = tmp_path / "c.db", tmp_path / "c.csv"
    ran = bench("run", campaign, "--store", store, "--keep-contended")
    assert ran.returncode == 0, ran.stderr
    assert "rosetta: 4 claims without a proof: 4 proved, after " in ran.stderr
    assert "proved: 4 of 4 claims" in ran.stdout
    again = bench("run", campaign, "--store", store, "--keep-contended")
    assert (again.returncode, "without a proof" in again.stderr) == (0, False)

    assert bench("export", "--store", store, "--csv", exported).returncode == 0
    rows = list(csv.DictReader(io.StringIO(exported.read_text())))
    told = {(row["puzzle"], row["claims"]) for row in rows}
    assert told == {
        ("tents", "unique=proved"), ("tents", "unsatisfiable=proved"), ("akari", "unique=proved"),
        ("lightsout", "optimal=proved"),
    }  # fmt: skip
    for source in (store, exported):
        document = json.loads(bench("report", "--store", source, "--json").stdout)
        assert [(each["puzzle"], each["proved"]) for each in document["claims"]] == [
            ("akari", 1), ("lightsout", 1), ("tents", 2),
        ]  # fmt: skip
        assert {each["cross_checked"] + each["claimed"] for each in document["claims"]} == {0}
    cell = next(row["cell"] for row in rows if row["claims"].startswith("optimal"))
    shown = bench("show", cell, "--store", store)
    assert "no better one: proved" in shown.stdout
    assert "none is better: proved by " in shown.stdout


@pytest.mark.sample(0.125)
def test_a_campaign_that_has_run_is_proved_afterwards(campaign, tmp_path):
    """The cells are the same; the flag may stand beside a file."""
    campaign.write_text(CAMPAIGN.replace("prove = true", ""))
    line = ("run", campaign, "--store", tmp_path / "c.db", "--keep-contended")
    assert "proved: 0 of 4 claims; 4 only claimed" in " ".join(bench(*line).stdout.split())
    assert "claims about" not in bench("status", "--store", tmp_path / "c.db").stdout
    proved = bench(*line, "--prove")
    assert "8 of 8 cells have a result" in proved.stderr
    assert "claims about boards: 4 proved\n" in bench("status", "--store", tmp_path / "c.db").stdout
    assert "proved: 4 of 4 claims" in proved.stdout


@pytest.mark.sample(0.125)
def test_a_lying_solver_is_refuted(tmp_path):
    """It says "no solution" of a board that has one, and no other solver runs."""
    program, store = tmp_path / "liar", tmp_path / "c.db"
    program.write_text(NONE.format(python=sys.executable))
    program.chmod(0o755)
    line = ("run", "tents", "tents/ring", "--backends", f"external:{program}", "--store", store, "--keep-contended")
    assert bench(*line).returncode == 0
    ran = bench(*line, "--prove")
    assert ran.returncode == 1
    assert "1 claim without a proof: 1 REFUTED" in ran.stderr
    assert ran.stdout.startswith("WRONG external:")
    assert "found while this was to be proved" in " ".join(ran.stdout.split())
    status = bench("status", "--store", store)
    assert (status.returncode, "claims about boards: 1 REFUTED\n" in status.stdout) == (1, True)
    (row,) = csv.DictReader(io.StringIO(bench("export", "--store", store, "--csv", "-").stdout))
    assert bench("show", row["cell"], "--store", store).stdout.count("a verified answer") >= 1


def test_what_is_planned_is_said_before(campaign):
    text = bench("run", campaign, "--dry-run").stdout
    assert "# then at most 10 s to prove each thing that cells claim of a board" in text
    assert "prove = true" in text


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("sign", ["kill", "terminate"])
def test_a_kill_while_claims_are_proved_loses_nothing(tmp_path, sign):
    """The store is whole, nothing lives on, and what was proved is not proved again."""
    words = ("tents", "6", "--count", "8", "--backends", "cnf", "--profile", "default", "--unique", "--prove")
    command = Command(tmp_path, (*words, "--keep-contended"))
    command.wait_until(lambda: command.store.exists() and len(_proofs_so_far(command.store)) >= 2)
    getattr(command.process, sign)()
    command.process.wait()
    command.wait_for_family()
    assert command.finish() == (-9 if sign == "kill" else 143)
    kept = proofs_of(command.store)
    assert len(kept) >= 2
    again = bench("run", *words, "--keep-contended", "--store", command.store)
    assert again.returncode == 0, again.stderr
    assert set(kept) <= set(proofs_of(command.store))
    assert len(proofs_of(command.store)) == 7  # one of the eight boards has two answers, which needs no proof
    assert list((tmp_path / "tmp").iterdir()) == []


def _proofs_so_far(path):
    try:
        return proofs_of(path)
    except Exception:  # it is just being made
        return []
