"""`bench run --on` on a cluster whose coordinator is killed: the same command resumes, and nothing is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.places import ROOT

distributed = pytest.importorskip("distributed", reason="Dask.distributed is not installed")

WORDS = (
    "bench",
    "run",
    "tents",
    "8",
    "--count",
    "8",
    "--backends",
    "cnf,minicard",
    "--keep-contended",
    "--store",
    "c.db",
)
PATIENCE = 180.0


def results(folder: Path) -> int:
    with contextlib.suppress(sqlite3.OperationalError):
        address = f"file:{folder / 'c.db'}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as store:
            return store.execute("SELECT count(DISTINCT cell) FROM result").fetchone()[0]
    return 0


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_a_killed_coordinator_resumes(tmp_path):
    settings = {"memory_limit": 0, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **settings) as cluster:
        command = [sys.executable, "-m", "rosetta", *WORDS, "--on", f"dask:{cluster.scheduler_address}"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        first = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE)
        deadline = time.monotonic() + PATIENCE
        while results(tmp_path) < 5 and time.monotonic() < deadline and first.poll() is None:
            time.sleep(0.05)
        first.send_signal(signal.SIGKILL)
        first.communicate()
        assert results(tmp_path) >= 5
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        assert results(tmp_path) == 16
