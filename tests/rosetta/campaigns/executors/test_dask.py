"""Campaigns on a Dask cluster: workers and coordinators are killed, and the rows are those of an undisturbed run."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from dataclasses import replace

import pytest

from rosetta.campaigns.executors.contract import ExecutorLost
from rosetta.campaigns.executors.environments import (
    ABSENT,
    Environment,
    differences,
    environment_here,
    suite_version,
)
from rosetta.foundation.errors import InputError
from tests.support import pretended_cells
from tests.support.pretended_cells import pretended_cell

distributed = pytest.importorskip("distributed", reason="Dask.distributed is not installed")

from rosetta.campaigns.executors.cluster import check_address, open_cluster  # noqa: E402
from rosetta.campaigns.executors.dask import DaskExecutor  # noqa: E402

HERE = environment_here({"none": "1.0"})
PATIENCE = 600.0


@pytest.fixture(scope="module")
def cluster():
    """Two worker processes that only pretend to run cells; whoever takes some away lets them come back."""
    settings = {"preload": [pretended_cells.__file__], "memory_limit": 0, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **settings) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
        yield client


class Watched(DaskExecutor):
    """Notes the largest number of futures that there were at a time."""

    most = 0

    def _submit(self, *arguments):
        future = super()._submit(*arguments)
        self.most = max(self.most, len(self._futures) + 1)
        return future


def executor_on(client, warnings, ours=HERE) -> Watched:
    return Watched(client, ours, 1, warnings.append, lambda fingerprint, record: None)


def run_all(client, cells, at=lambda done: None, ours=HERE, warnings=None):
    """The rows of all cells. at: called with the number of those that are done whenever some came."""
    warnings_seen = [] if warnings is None else warnings
    executor = executor_on(client, warnings_seen, ours)
    rows, left, deadline = [], list(cells), time.monotonic() + PATIENCE
    with executor:
        while (left or executor.running()) and time.monotonic() < deadline:
            while left and executor.free() > 0:
                executor.submit(left.pop(0), 1)
            rows += executor.completed(0.1)
            at(len(rows))
        assert not executor.running(), ("not done in time", warnings_seen)
    assert not left
    return rows, executor


def await_slots(executor, count) -> None:
    """Until so many workers have told their environment: one that was just started may do so late."""
    deadline = time.monotonic() + PATIENCE
    while executor.slots() < count:
        assert time.monotonic() < deadline, "the workers have not come in time"
        executor.completed(0.1)


def worker_pids(client) -> list[int]:
    return list(client.run(os.getpid).values())


def once(action):
    """Calls it the first time that the number reaches a limit."""
    state = {"due": True}

    def call(limit, done):
        if state["due"] and done >= limit:
            state["due"] = False
            action()

    return call


def ids(rows) -> list[str]:
    return sorted(row["cell"] for row in rows)


@pytest.mark.sample(0.125)
def test_each_cell_has_one_row_and_the_window_is_bounded(client):
    cells = [pretended_cell("sleep 0.005", number) for number in range(60)]
    rows, executor = run_all(client, cells)
    assert ids(rows) == sorted(cell.id for cell in cells)
    assert {row["worker"] for row in rows} == set(client.nthreads())
    assert executor.most <= 4  # two for each worker


@pytest.mark.sample(1)
@pytest.mark.parametrize("victims", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_are_killed(client, victims, tmp_path):
    """The system kills one of two workers, or both. Dask starts others; only what was lost with them runs again."""
    log = tmp_path / "starts"
    cells = [pretended_cell("sleep 0.05", number, log=str(log)) for number in range(40)]
    kill = once(lambda: [os.kill(pid, signal.SIGKILL) for pid in worker_pids(client)[:victims]])
    rows, _ = run_all(client, cells, lambda done: kill(10, done))
    assert ids(rows) == sorted(cell.id for cell in cells)
    assert {row["ended"] for row in rows} == {"answer"}
    assert len(log.read_text().splitlines()) <= len(cells) + 2 * victims


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", [pytest.param("kill worker", marks=pytest.mark.slow), "kill server"])
def test_a_cell_that_kills_what_runs_it_is_a_crash_and_the_others_go_on(client, what):
    cells = [pretended_cell("sleep 0.02", number) for number in range(20)]
    poison = pretended_cell(what, 99)
    rows, _ = run_all(client, [*cells[:10], poison, *cells[10:]])
    assert ids(rows) == sorted(cell.id for cell in [*cells, poison])
    endings = {row["cell"]: row["ended"] for row in rows}
    assert endings.pop(poison.id) == "crash"
    assert set(endings.values()) == {"answer"}


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_workers_join_and_leave(client, cluster):
    """A cluster that shrinks takes cells away, which nobody is blamed for; new workers are used."""
    warnings = []
    leave = once(lambda: cluster.scale(0))
    join = once(lambda: cluster.scale(2))

    def change(done):
        leave(5, done)
        join(0 if not client.nthreads() else 100, done)

    cells = [pretended_cell("sleep 0.05", number) for number in range(20)]
    before = set(client.nthreads())
    rows, _ = run_all(client, cells, change, warnings=warnings)
    assert ids(rows) == sorted(cell.id for cell in cells)
    assert {row["ended"] for row in rows} == {"answer"}
    assert {row["worker"] for row in rows} - before


def test_stopping(client, tmp_path):
    """`withdraw` forgets what has not begun, `kill` all of it; both at once."""
    with executor_on(client, []) as executor:
        await_slots(executor, 2)
        for number in range(4):
            executor.submit(pretended_cell("sleep 0.5", number), 1)
        assert len(executor.queued()) == 2
        executor.withdraw()
        assert len(executor.running()) == 2
        assert executor.queued() == []
        rows = []
        while executor.running():
            rows += executor.completed(0.1)
        assert len(rows) == 2
        file = tmp_path / "file"
        executor.submit(pretended_cell(f"wait {file}", 9), 1)  # on and on: a real one is in a process that is killed
        executor.kill()
        assert executor.running() == []
        assert not (tmp_path / "file.late").exists()
        file.touch()


@pytest.mark.sample(0.125)
def test_another_version_is_refused(client):
    others = replace(HERE, place="elsewhere")
    with pytest.raises(InputError, match=r"worker tcp://.* cannot run this campaign: it has none .*, not 1\.0"):
        run_all(client, [], ours=others)


def test_what_counts_as_another_version():
    def there(**changes) -> Environment:
        return replace(HERE, **{"engines": {}, **changes})

    assert differences(HERE, there()) == []  # the same installation: not asked again
    assert differences(HERE, there(place="x", engines={"none": "1.0", "more": "2"}, fingerprint="y")) == []
    assert differences(HERE, there(place="x", engines={"none": "1.1"})) == ["none 1.1, not 1.0"]
    assert differences(HERE, there(place="x", engines={})) == [f"none {ABSENT}, not 1.0"]
    assert differences(HERE, there(suite="0.0")) == [f"rosetta 0.0, not {suite_version()}"]


@pytest.mark.parametrize(
    ("on", "message"),
    [
        ("ray", "cannot run on 'ray': expected dask:local, dask:tcp://HOST:PORT or dask:FILE.json"),
        ("dask:", "cannot run on 'dask:'"),
        ("dask:nowhere.json", "nowhere.json: no such scheduler file"),
    ],
)
def test_what_is_not_an_address(on, message):
    with pytest.raises(InputError, match=message):
        check_address(on)


def test_an_absent_library_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"^dask:local needs Dask\.distributed .*pip install .*\[cluster\]"):
        check_address("dask:local")


def test_a_lost_scheduler_is_told():
    with distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", processes=False) as cluster:
        client = distributed.Client(cluster, set_as_default=False)
        executor = executor_on(client, [])
        with executor:
            cluster.close()
            with pytest.raises(ExecutorLost):
                executor.completed(PATIENCE)
        client.close()


def test_dask_itself_tells_users_nothing(cluster):
    """Else a lost scheduler is told twice, once as a line of Dask's log."""
    with open_cluster(f"dask:{cluster.scheduler_address}", 1, 1):
        assert not any(
            logging.getLogger(name).isEnabledFor(logging.ERROR) for name in ("distributed", "distributed.client")
        )
