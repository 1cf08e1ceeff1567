"""Contended cells run again, but never more often than is allowed: by an executor that says what is contended."""

from __future__ import annotations

import io

import pytest

from report.campaign.progress import CampaignProgress, CampaignReporter, progress_text
from rosetta.campaigns.reporting.campaign_results import read_results
from rosetta.campaigns.running.run import run_campaign
from rosetta.campaigns.running.stopping import StopRequest
from rosetta.campaigns.store.reruns import most_reruns, rerun_state
from rosetta.campaigns.store.status import campaign_status
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import cells, row


class Machine:
    """Runs two cells at once, each of which takes no time; which are contended says a rule on the number of the run,
    from 0, and that of the attempt."""

    def __init__(self, is_contended):
        self.is_contended, self.ready, self.runs, self.done = is_contended, [], [], 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def slots(self):
        return 2

    def free(self):
        return 2 - len(self.ready)

    def submit(self, cell, attempt):
        contended = int(self.is_contended(len(self.runs), attempt))
        self.runs.append(cell.id)
        self.ready.append((cell, row(cell, attempt, contended=contended)))

    def completed(self, seconds):
        rows, self.ready = [made for _, made in self.ready], []
        self.done += len(rows)
        return rows

    def running(self):
        return [cell for cell, _ in self.ready]

    def queued(self):
        return []

    def withdraw(self):
        return []

    def kill(self):
        self.ready = []


class Watcher(CampaignReporter):
    """Keeps what it is shown, with the number of runs that were done by then."""

    def __init__(self, machine):
        super().__init__(io.StringIO())
        self.machine, self.seen = machine, []

    def show(self, now):
        self.seen.append((now, self.machine.done))


def run(path, machine, count=120, **words):
    """The outcome of a run of so many cells, and what was shown meanwhile."""
    watcher = Watcher(machine)
    with open_store(path) as store:
        store.add_cells(cells(count))
        return run_campaign(store, machine, watcher, StopRequest(), **words), watcher.seen


@pytest.mark.parametrize(("share", "runs"), [(0.25, 150), (0.0, 120), (0.01, 122), (1.0, 240), (2.0, 360), (9.0, 360)])
def test_a_machine_that_is_never_quiet_runs_no_more_cells_again_than_allowed(tmp_path, share, runs):
    """What was 360 runs, three of each cell."""
    machine = Machine(lambda number, attempt: True)
    outcome, _ = run(tmp_path / "c.db", machine, rerun_share=share)
    assert (len(machine.runs), outcome.done, outcome.total) == (runs, 120, 120)
    assert outcome.reruns.leftovers == (120 if runs < 360 else 0)
    assert max(machine.runs.count(cell) for cell in machine.runs) == -(-runs // 120)


def test_by_default_a_quarter_runs_again(tmp_path):
    machine = Machine(lambda number, attempt: True)
    run(tmp_path / "c.db", machine)
    assert len(machine.runs) == 150


def test_the_allowance_is_that_of_the_campaign_not_of_each_command(tmp_path):
    """The same command again makes no more reruns; a larger share does, and takes first what was tried least."""
    store, busy = tmp_path / "c.db", Machine(lambda number, attempt: True)
    run(store, busy, rerun_share=0.25)
    again = Machine(lambda number, attempt: True)
    run(store, again, rerun_share=0.25)
    assert again.runs == []
    quiet = Machine(lambda number, attempt: False)
    outcome, _ = run(store, quiet, rerun_share=1.0)
    assert len(quiet.runs) == 90
    assert set(quiet.runs).isdisjoint(busy.runs[120:])
    assert outcome.reruns.leftovers == 30


def test_a_quiet_moment_is_used(tmp_path):
    """A rerun that is not contended ends the matter for its cell."""
    machine = Machine(lambda number, attempt: number in range(10))
    outcome, _ = run(tmp_path / "c.db", machine)
    assert len(machine.runs) == 130
    assert (outcome.reruns.cells, outcome.reruns.made) == ((), 10)


@pytest.mark.parametrize(
    "rule",
    [
        lambda number, attempt: True,
        lambda number, attempt: False,
        lambda number, attempt: number % 5 == 0,
        lambda number, attempt: number < 20 or attempt == 2,
    ],
)
@pytest.mark.parametrize("share", [0.25, 2.0])
def test_what_is_said_to_be_left_is_never_less_than_what_comes(tmp_path, rule, share):
    """Every run takes 2 s, two at a time: reruns are foreseen, planned ones as others, the rest by a bound."""
    machine = Machine(rule)
    _, seen = run(tmp_path / "c.db", machine, rerun_share=share)
    said = [(now, done) for now, done in seen if now.seconds_left is not None]
    assert len(said) > 50
    for now, done in said:
        assert now.seconds_left + now.rerun_seconds >= len(machine.runs) - done
    assert (said[-1][0].seconds_left, said[-1][0].rerun_seconds) == (0, 0)


def test_the_bound_for_reruns_is_said_in_words():
    now = CampaignProgress(60, 120, 2, seconds_left=60.0, rerun_seconds=300.0)
    assert progress_text(now).endswith("about 60 s left, at most 5 min more for reruns")
    assert "reruns" not in progress_text(CampaignProgress(60, 120, 2, seconds_left=60.0))


def test_status_and_report_tell_what_stays_contended(tmp_path):
    path = tmp_path / "c.db"
    run(path, Machine(lambda number, attempt: True), count=12)
    with open_store(path, read_only=True) as store:
        status, state = campaign_status(store), rerun_state(store)
        (line,) = [line for line in read_results(store).summary.honesty if line.name == "reruns"]
    assert (state.most, state.made, status.reruns, status.leftovers) == (3, 3, 0, 12)
    assert line.colour == "amber"
    assert line.sentence == (
        "No more than 3 reruns of contended cells might be made (--reruns): 12 cells therefore stay contended."
    )


def test_what_a_user_runs_again_by_name_is_not_counted(tmp_path):
    path = tmp_path / "c.db"
    run(path, Machine(lambda number, attempt: True), count=12, rerun_share=0.0)
    with open_store(path) as store:
        first = cells(12)[0]
        store.record(row(first, store.begin_attempt(first), contended=1, worker="rerun"))
        assert rerun_state(store).made == 0


@pytest.mark.parametrize(("share", "cells", "most"), [(0.25, 120, 30), (0.25, 1, 1), (0.1, 30, 3), (0.0, 9, 0)])
def test_a_part_of_a_rerun_counts_as_one(share, cells, most):
    assert most_reruns(share, cells) == most
