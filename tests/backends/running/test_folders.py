"""A run's temporary folder goes with it, however its owner ends; nobody else's is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backends.contract import Limits
from backends.running import folders, supervisor
from tests.backends.running.test_supervisor import little
from tests.support.processes import processes

PARENT = """
import os, subprocess, sys, time
from backends.contract import Limits
from backends.running import supervisor
from tests.backends.running.test_supervisor import little
from tests.support.fakes import fake_backend
def hang(*_):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
    print(os.getppid(), file=sys.stderr, flush=True)
    time.sleep(1000)
supervisor.solve(fake_backend("hangs", hang), little(), Limits(seconds=1000))
"""


@pytest.fixture
def parent(tmp_path):
    """A process in the middle of a run, whose temporary files are in a folder, and the number of its guard."""
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)}) as process:
        assert process.stderr is not None
        guard = int(process.stderr.readline())
        yield process, guard
        process.kill()


def wait_until(condition) -> bool:
    """Does it come true within a minute?"""
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def test_when_a_parent_is_killed_nothing_is_left(parent, tmp_path):
    """Not even by SIGKILL: the guard sees to it."""
    process, _ = parent
    assert len(processes(str(tmp_path))) >= 3
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert wait_until(lambda: not processes(str(tmp_path)) and not list(tmp_path.iterdir()))


def test_the_next_run_removes_what_a_dead_owner_left(parent, tmp_path, monkeypatch):
    """Where the guard was killed as well, only the folder is left; that of a living owner stays."""
    process, guard = parent
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (living,) = tmp_path.iterdir()
    supervisor.solve("oracle", little(), Limits())
    assert list(tmp_path.iterdir()) == [living]
    for pid in (process.pid, guard):
        os.kill(pid, signal.SIGSTOP)
    for pid in (process.pid, guard):
        os.kill(pid, signal.SIGKILL)
    process.wait()
    assert wait_until(lambda: len(processes(str(tmp_path))) <= 1)  # the one of its own session
    assert list(tmp_path.iterdir()) == [living]
    # a dying process lets go of its memory first, by which it is seen here, and of its lock a moment later
    assert wait_until(lambda: supervisor.solve("oracle", little(), Limits()) and not list(tmp_path.iterdir()))
    for pid in processes(str(tmp_path)):
        os.kill(pid, signal.SIGKILL)


def test_a_folder_of_another_kind_or_owner_is_left_alone(tmp_path, monkeypatch):
    """Other names, files, links, and what belongs to somebody else."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "rosetta-other").mkdir()
    (tmp_path / f"{folders.PREFIX}file").write_text("")
    (tmp_path / "target").mkdir()
    (tmp_path / f"{folders.PREFIX}link").symlink_to(tmp_path / "target")
    names = set(tmp_path.iterdir())
    folders.remove_dead_folders()
    assert set(tmp_path.iterdir()) == names
    (tmp_path / f"{folders.PREFIX}foreign").mkdir()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    folders.remove_dead_folders()
    assert (tmp_path / f"{folders.PREFIX}foreign").exists()


def test_a_folder_taken_for_dead_while_it_is_made_is_made_again(tmp_path, monkeypatch):
    """Between its making and its lock, another run may remove it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    opened, removed = os.open, []

    def open_late(path, *arguments, **named):
        if not removed:
            removed.append(path)
            os.rmdir(path)
        return opened(path, *arguments, **named)

    monkeypatch.setattr(os, "open", open_late)
    with folders.run_folder() as path:
        assert Path(path).is_dir()
        assert removed
        assert path != removed[0]
    assert list(tmp_path.iterdir()) == []


RUNS = """
import os, sys
from backends.contract import Limits
from backends.running import preloading, supervisor
from tests.backends.running.test_supervisor import little
preloading.keep_solvers()
supervisor.solve("cbc", little(), Limits())
for _ in range(8):
    if os.fork() == 0:
        statuses = {supervisor.solve("cbc", little(), Limits(600)).status.value for _ in range(10)}
        os._exit(statuses != {"satisfied"})
print([os.wait()[1] for _ in range(8)])
"""


@pytest.mark.sample(0.125)
def test_eight_runs_at_once_do_not_disturb_each_other(tmp_path):
    """In one checkout, with one folder for temporary files; in forks, so that they begin at once."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", RUNS], capture_output=True, text=True, env=environment)
    assert (done.stdout.strip(), done.stderr) == (str([0] * 8), "")
    assert list(tmp_path.iterdir()) == []
