"""Campaigns from Python that are stopped, cut short, wrong, or run side by side: nothing is lost, nothing is hidden."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading

import pytest

import rosetta as rs
from backends.running.cores import core_slots
from tests.rosetta.api.campaigns.stores import attempts_of
from tests.rosetta.api.campaigns.test_same_campaign import AT_ONCE

LIAR = """#!{python}
print("s UNSATISFIABLE")
raise SystemExit(20)
"""


def small(**more):
    """Eight cells."""
    arguments = {"profile": "default", "count": 4, "keep_contended": True, **more}
    return rs.campaign("tents 4", ["cnf", "cpsat"], **arguments)


def act_after(rows, act):
    """A progress that acts once when so many cells are done."""
    acted = []

    def tell(what, done, of, note):
        if what == "cells" and done >= rows and not acted:
            acted.append(done)
            act()

    return tell


@pytest.mark.sample(0.125)
def test_ctrl_c_stops_cleanly_and_what_is_left_runs_later(tmp_path):
    """What is there is returned; nothing runs twice; the handler of before is back."""
    store, before = tmp_path / "c.db", signal.getsignal(signal.SIGINT)
    stopped = small(store=store, progress=act_after(1, lambda: os.kill(os.getpid(), signal.SIGINT)))
    assert signal.getsignal(signal.SIGINT) is before
    assert (stopped.end, stopped.is_complete, stopped.cells) == ("stopped", False, 8)
    assert 1 <= stopped.done < 8
    assert str(stopped).startswith(f"{stopped.done} of 8 cells have a result")
    assert repr(stopped) == f"<CampaignReport: {stopped.done} of 8 cells>"
    assert stopped.status()["pending"].sum() == 8 - stopped.done
    resumed = stopped.resume(reruns=0)
    assert (resumed.end, resumed.done, stopped.done < 8) == ("done", 8, True)
    assert [(times, why) for _, times, why in attempts_of(store)] == [(1, "answer")] * 8
    assert small(store=store).done == 8
    assert sum(times for _, times, _ in attempts_of(store)) == 8


@pytest.mark.sample(0.125)
def test_what_a_progress_raises_ends_the_work(tmp_path):
    """The cells that were running run again by the same call."""

    class Enough(Exception):
        pass

    def give_up():
        raise Enough

    with pytest.raises(Enough):
        small(store=tmp_path / "c.db", progress=act_after(2, give_up))
    part = rs.load_campaign(tmp_path / "c.db")
    assert 2 <= part.done < 8
    assert part.end == ""
    assert small(store=tmp_path / "c.db").is_complete


def test_a_budget_ends_a_run(tmp_path):
    """Before any cell; then there is nothing to show, which is said."""
    report = small(budget=AT_ONCE)
    assert (report.end, report.done, str(report)) == ("budget", 0, "0 of 8 cells have a result")
    assert len(report.to_pandas()) == 0
    for show in (report.to_json, report.scores, report.figures, report.to_latex, report.to_html):
        with pytest.raises(ValueError, match="the campaign has no results yet"):
            show()
    assert "0 of 8 cells" in report._repr_html_()


@pytest.mark.sample(0.125)
def test_wrong_answers_come_first(tmp_path):
    """A program says "no solution" of a board that has one, which another solver answers."""
    program = tmp_path / "liar"
    program.write_text(LIAR.format(python=sys.executable))
    program.chmod(0o755)
    backends = ["cnf", f"external:{program}"]
    report = rs.campaign("tents/ring", backends, profile="default", keep_contended=True, store=tmp_path / "c.db")
    (wrong,) = report.wrong
    assert wrong["configuration"].startswith("external:")
    assert wrong["puzzle"] == "tents"
    assert str(report).startswith("WRONG external:")
    assert repr(report) == "<CampaignReport: 2 of 2 cells, 1 WRONG>"
    assert report.cell(wrong["cell"])["cell"]["verdict"] == "wrong"
    assert report.where(backend="cnf").wrong == ()
    alone = rs.campaign("tents/ring", backends[1:], keep_contended=True, prove=True)
    assert [each["cell"] for each in alone.wrong] == [wrong["cell"]]


@pytest.mark.sample(0.125)
@pytest.mark.skipif(len(core_slots(1)) < 2, reason="this machine has one core for cells")
def test_cells_run_side_by_side(tmp_path):
    running = set()
    report = small(jobs=2, store=tmp_path / "c.db", progress=lambda what, done, of, note: running.add(note))
    assert (report.is_complete, report.wrong) == (True, ())
    assert any(", 2 running" in note for note in running)
    assert len(set(report.to_pandas()["worker"])) == 2


@pytest.mark.sample(0.125)
def test_a_cell_runs_again():
    """As a further attempt; the result of before is kept."""
    report = rs.campaign("tents 4", ["cnf"], profile="default", keep_contended=True)
    (cell,) = report.to_pandas()["cell"]
    again = report.rerun(cell[:8])
    assert len(again.cell(cell)["attempts"]) == 2
    assert len(report.to_pandas()) == len(again.to_pandas()) == 1
    with pytest.raises(ValueError, match=r"^CELL 'x': expected the beginning of one cell's id, found that of none"):
        report.rerun("x")


@pytest.mark.sample(0.125)
def test_a_store_without_a_name_lives_as_long_as_its_reports():
    report = rs.campaign("tents 4", ["cnf"], profile="default", budget=AT_ONCE)
    folder = report.store.parent
    other = report.resume(reruns=0)
    assert other.store == report.store
    del report
    gc.collect()
    assert folder.exists()
    assert other.is_complete
    pid = os.fork()
    if pid == 0:
        del other
        gc.collect()
        os._exit(0)
    os.waitpid(pid, 0)
    assert folder.exists()
    del other
    gc.collect()
    assert not folder.exists()


@pytest.mark.sample(0.125)
def test_a_campaign_in_a_thread():
    """Signals come to the main thread, so there are none to heed."""
    reports = []
    thread = threading.Thread(target=lambda: reports.append(rs.campaign("tents 4", ["cnf"], profile="default")))
    thread.start()
    thread.join()
    assert reports[0].is_complete


def test_another_version_of_an_engine_does_not_go_on_with_a_plan(monkeypatch):
    """Its cells would be named after an engine that did not run them."""
    report = rs.campaign("tents 4", ["cnf"], profile="default", budget=AT_ONCE)
    real = sys.modules["rosetta.campaigns.running.resume"].probe_engines

    def probe_newer(names, progress):
        engines = real(names, progress)
        return type(engines)({name: f"{version}.1" for name, version in engines.versions.items()}, {})

    monkeypatch.setattr("rosetta.campaigns.running.resume.probe_engines", probe_newer)
    with pytest.raises(ValueError, match=r"^cnf: the cells that are left are of version .*: plan them anew"):
        report.resume()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rs.campaign([]), "^boards: expected words such as .*; found none"),
        (lambda: rs.campaign(8), "^boards: expected words such as .*; found 8"),
        (lambda: rs.campaign("tents"), "^boards: expected a board of tents, such as 'tents 8'"),
        (lambda: rs.campaign(("tents",)), r"^boards: expected a board of tents, such as \('tents', 8\)"),
        (lambda: rs.campaign("tents 8 --seed 3"), "^boards: --seed: options have arguments of their own"),
        (lambda: rs.campaign("tents 9..8"), "^boards: expected a range from small to large"),
        (lambda: rs.campaign("-"), "^boards: expected words"),
        (lambda: rs.campaign("tents 4", "cnf"), "^backends: expected a list of names, found 'cnf'"),
        (lambda: rs.campaign("tents 4", ["cpsta"]), "unknown backend 'cpsta'; did you mean 'cpsat'"),
        (lambda: rs.campaign("tents 4", ["cnf"], formulations=["runs"]), "unknown formulation 'runs' of tents"),
        (lambda: rs.campaign("tents 4", ["cnf"], encodings={"cardinality": "tot"}), "unknown encoding 'tot'"),
        (lambda: rs.campaign("tents 4", ["cnf"], encodings=3), "^encodings: expected {form: name}, 'all'"),
        (lambda: rs.campaign("tents 4", ["cnf"], settings={"noise": 1}), "^settings: unknown setting 'noise'"),
        (lambda: rs.campaign("tents 4", profile="fast"), "profile"),
        (lambda: rs.campaign("tents 4", threads=[1, 0]), "^threads: expected a whole number from 1 to 1024, found 0"),
        (lambda: rs.campaign("tents 4", symmetries=[9]), "^symmetries: expected a whole number from 0 to 7, found 9"),
        (lambda: rs.campaign("tents 4", seeds=0), "^seeds: expected a whole number from 1 to 1000000, found 0"),
        (lambda: rs.campaign("tents 4", limits={"second": 3}), "^limits: expected seconds, or limits by name: "),
        (lambda: rs.campaign("tents 4", limits=3, time_limit=4), "^time_limit: expected it once"),
        (lambda: rs.campaign("tents 4", limits=-3), "^limits: time_limit: expected a number of seconds"),
        (lambda: rs.campaign("tents 4", jobs=999), "^jobs 999: this machine has cores for "),
        (lambda: rs.campaign("tents 4", on="slurm"), "cannot run on 'slurm': expected dask:local"),
        (lambda: rs.campaign("tents 4", shard="3/2"), "cannot read the shard '3/2'"),
        (lambda: rs.campaign("tents 4", reruns=5, keep_contended=True), "^keep_contended allows no reruns, reruns 5 "),
        (lambda: rs.campaign("tents 4", options={"bare": 3}), "unknown option of these boards 'bare'"),
        (lambda: rs.campaign("tents 4", options={"tree_rule": "near"}), "^tree_rule: expected"),
        (lambda: rs.campaign("tents 4", store=""), "^store: expected the path of a file, found ''"),
        (lambda: rs.campaign("tents 4", store=__file__), "not a campaign's store"),
        (lambda: rs.campaign(nx_graph()), "rosetta.lights_out makes a board of it"),
        (lambda: rs.load_campaign("no-such.db"), "no-such.db: no such file"),
    ],
)  # fmt: skip
def test_misuse_is_one_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def nx_graph():
    import networkx

    return networkx.path_graph(3)
