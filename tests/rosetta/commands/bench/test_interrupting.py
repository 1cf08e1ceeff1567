"""`bench run` that is interrupted, killed, or out of its budget: what is stored is stored, nothing lives on, and the
same command ends what was begun."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import select
import signal
import subprocess
import sys
import time

import pytest

from rosetta.campaigns.store.errors import StoreError
from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.executors.test_local import processes_with
from tests.rosetta.campaigns.store.stored_cells import check_integrity
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT

SLOW = ("lightsout", "14", "--backends", "cbc", "--formulation", "native", "--profile", "default")
LONG = ("--seeds", "3", "--time-limit", "600")  # three cells, for minutes each
QUICK = ("tents", "5", "--count", "3", "--backends", "cbc,minicard,cpsat", "--profile", "default", "--keep-contended")


class Command:
    """`bench run` in a process group of its own, on a terminal or with a pipe."""

    def __init__(self, folder, words, terminal=False):
        self.store = folder / "c.db"
        line = [sys.executable, "-m", "models.bench", "run", *words, "--store", str(self.store)]
        environment = {**os.environ, "TMPDIR": str(folder / "tmp"), "TERM": "xterm", "COLUMNS": "200"}
        (folder / "tmp").mkdir(exist_ok=True)
        self.text, self.folder = "", folder
        self.end, theirs = pty.openpty() if terminal else os.pipe()
        self.process = subprocess.Popen(
            line, cwd=ROOT, env=environment, stdin=theirs if terminal else subprocess.DEVNULL, stdout=theirs,
            stderr=theirs, start_new_session=True, preexec_fn=_claim_terminal if terminal else None,
        )  # fmt: skip
        os.close(theirs)

    def read(self, seconds):
        """Read what it prints, for so long at most; False at its end."""
        if select.select([self.end], [], [], seconds)[0]:
            with contextlib.suppress(OSError):  # a terminal without anybody
                piece = os.read(self.end, 65536)
                self.text += piece.decode()
                return bool(piece)
            return False
        return True

    def wait_until(self, condition, seconds=120.0):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.text
            assert self.read(0.05) or condition(), self.text

    def solvers(self):
        """CBC at work."""
        return [pid for pid in self.family() if b".mps" in command_line(pid)]

    def family(self):
        return [pid for pid in processes_with(str(self.folder)) if pid != self.process.pid]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.wait_for_family()

    def wait_for_family(self):
        """Until all have noticed that the command has gone; `finish` says if some have not."""
        end = time.monotonic() + 60
        while self.family() and time.monotonic() < end:
            time.sleep(0.05)

    def finish(self, seconds=120.0):
        """The exit code; nothing of it lives on."""
        end = time.monotonic() + seconds
        while self.read(0.1) and time.monotonic() < end:
            pass
        code = self.process.wait(60)
        os.close(self.end)
        assert self.family() == []
        return code


def _claim_terminal():
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def command_line(pid):
    with contextlib.suppress(OSError):
        return open(f"/proc/{pid}/cmdline", "rb").read()
    return b""


def attempts(store):
    with open_store(store, read_only=True) as opened:
        return [why for (why,) in opened.query("SELECT why FROM attempt ORDER BY started")]


def results(store):
    with open_store(store, read_only=True) as opened:
        return {row["cell"]: row["ended"] for row in opened.rows()}, opened.count_cells()


@pytest.mark.sample(1)
@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_once_lets_the_running_cell_end(tmp_path, terminal):
    """However it ends: here the solver is killed, and that is its row."""
    command = Command(tmp_path, (*SLOW, *LONG), terminal)
    command.wait_until(command.solvers)
    if terminal:
        os.write(command.end, b"\x03")
    else:
        os.killpg(command.process.pid, signal.SIGINT)
    command.wait_until(lambda: "stopping after the running cells" in command.text)
    assert results(command.store) == ({}, 3)
    for pid in command.solvers():
        os.kill(pid, signal.SIGKILL)
    assert command.finish() == 130
    assert "the same command resumes" in command.text
    assert "Traceback" not in command.text
    done, total = results(command.store)
    assert (len(done), total) == (1, 3)


@pytest.mark.sample(1)
@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_twice_kills_the_running_cell_which_stays_pending(tmp_path, terminal):
    """Its own limit is ten minutes."""
    command = Command(tmp_path, (*SLOW, *LONG), terminal)
    command.wait_until(command.solvers)
    os.killpg(command.process.pid, signal.SIGINT)
    command.wait_until(lambda: "stopping after the running cells" in command.text)
    os.killpg(command.process.pid, signal.SIGINT)
    assert command.finish() == 130
    assert attempts(command.store) == ["cancelled"]
    assert results(command.store) == ({}, 3)
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.sample(0.125)
def test_sigterm_is_like_ctrl_c_twice_and_the_status_is_told_before(tmp_path):
    command = Command(tmp_path, (*SLOW, *LONG))
    command.wait_until(command.solvers)
    command.wait_until(lambda: attempts(command.store) != [])
    shown = rosetta("bench", "status", "--store", str(command.store))
    assert shown.returncode == 3
    assert "of 3 cells" in shown.stdout
    assert "1 running" in shown.stdout
    command.process.terminate()
    assert command.finish() == 143
    assert attempts(command.store) == ["cancelled"]


@pytest.mark.sample(0.125)
def test_nothing_outlives_a_killed_coordinator(tmp_path):
    """Not CBC either; and the same command ends the campaign."""
    words = (*SLOW, "--time-limit", "1", "--keep-contended")
    command = Command(tmp_path, words)
    command.wait_until(command.solvers)
    command.kill()
    assert command.finish() == -9
    again = rosetta("bench", "run", *words, "--store", str(command.store))
    assert again.returncode == 0, again.stderr
    done, total = results(command.store)
    assert len(done) == total == 1
    assert len(attempts(command.store)) in (1, 2)  # the first is lost, or was not yet on the disk
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.sample(0.125)
def test_a_budget_ends_with_3_and_the_rest_runs_later(tmp_path):
    words = ("bench", "run", "tents", "5", "--count", "3", "--backends", "minicard", *QUICK[-3:])
    store = tmp_path / "c.db"
    ended = rosetta(*words, "--store", str(store), "--budget", "0.01")
    assert ended.returncode == 3
    assert "the budget is used up; the same command resumes" in ended.stderr
    done, total = results(store)
    assert len(done) < total == 3
    assert rosetta(*words, "--store", str(store)).returncode == 0
    assert len(results(store)[0]) == 3


# ---- killed at any moment --------------------------------------------------------------------------------------------

MOMENTS = {
    "the store is made": lambda command, before: command.store.exists(),
    "a cell was begun": lambda command, before: numbers(command.store)[0] > before[0],
    "a cell was done": lambda command, before: numbers(command.store)[1] > before[1],
    "a warm parent works": lambda command, before: len(command.family()) >= 3,
}


def numbers(store):
    """How many attempts and results are on the disk; none while there is no store."""
    try:
        with open_store(store, read_only=True) as opened:
            return tuple(next(opened.query(f"SELECT count(*) FROM {table}"))[0] for table in ("attempt", "result"))
    except StoreError:
        return 0, 0


def told(store):
    """What each cell said."""
    with open_store(store, read_only=True) as opened:
        return {row["cell"]: (row["status"], row["objective"]) for row in opened.rows() if row["ended"] == "answer"}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    store = tmp_path_factory.mktemp("undisturbed") / "c.db"
    assert rosetta("bench", "run", *QUICK, "--store", str(store)).returncode == 0
    return told(store)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_random_kills_and_resuming_come_to_the_same(tmp_path, undisturbed, seed):
    """Of the coordinator, of guards, warm parents, solvers: whoever is there, soon after each of the moments."""
    drawn = random.Random(seed)
    for moment in drawn.sample([*MOMENTS], len(MOMENTS)):
        command = Command(tmp_path, QUICK)
        before = numbers(command.store)
        while not MOMENTS[moment](command, before) and command.process.poll() is None:
            command.read(0.01)
        time.sleep(drawn.uniform(0.0, 0.3))
        family = [*command.family(), command.process.pid]
        with contextlib.suppress(ProcessLookupError):
            os.kill(drawn.choice(family), signal.SIGKILL)
        time.sleep(drawn.uniform(0.0, 1.0))
        command.kill()
        command.finish()
    last = Command(tmp_path, QUICK)
    assert last.finish() == 0
    check_integrity(last.store)
    done, total = results(last.store)
    assert len(done) == total == 9
    killed = [cell for cell, ended in done.items() if ended != "answer"]
    with open_store(last.store, read_only=True) as store:  # twice with the same cell: that is what a poison cell does
        assert store.pending_cells(keep_contended=True) == []
        query = "SELECT count(*) FROM result WHERE cell = ? AND ended = 'crash' AND note LIKE '%SIG%'"
        assert [number for cell in killed for (number,) in store.query(query, (cell,))] == [2] * len(killed)
    assert told(last.store) == {cell: said for cell, said in undisturbed.items() if cell not in killed}
    assert list((tmp_path / "tmp").iterdir()) == []
