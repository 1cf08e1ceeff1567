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

from rosetta.studies.campaigns.store.store import open_store
from tests.rosetta.studies.campaigns.executors.test_local import processes_with
from tests.support.places import ROOT

SLOW = ("lightsout", "14", "--backends", "cbc", "--profile", "default", "--time-limit", "2")  # three formulations
QUICK = ("tents", "5", "--count", "4", "--backends", "cbc,minicard,cpsat", "--profile", "default", "--keep-contended")


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

    def wait_until(self, condition, seconds=40.0):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.text
            assert self.read(0.05) or condition(), self.text

    def wait_for_solver(self):
        """Until CBC is at work."""
        self.wait_until(lambda: any(b".mps" in command_line(pid) for pid in self.family()))

    def family(self):
        return [pid for pid in processes_with(str(self.folder)) if pid != self.process.pid]

    def finish(self, seconds=60.0):
        """The exit code; nothing of it lives on."""
        end = time.monotonic() + seconds
        while self.read(0.1) and time.monotonic() < end:
            pass
        code = self.process.wait(10)
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


@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_once_lets_the_running_cell_end(tmp_path, terminal):
    command = Command(tmp_path, SLOW, terminal)
    command.wait_for_solver()
    if terminal:
        os.write(command.end, b"\x03")
    else:
        os.killpg(command.process.pid, signal.SIGINT)
    command.wait_until(lambda: "stopping after the running cells" in command.text)
    assert command.finish() == 130
    assert "the same command resumes" in command.text
    assert "Traceback" not in command.text
    done, total = results(command.store)
    assert (len(done), total) == (1, 3)


@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_twice_kills_the_running_cell_which_stays_pending(tmp_path, terminal):
    command = Command(tmp_path, SLOW, terminal)
    command.wait_for_solver()
    os.killpg(command.process.pid, signal.SIGINT)
    command.wait_until(lambda: "stopping after the running cells" in command.text)
    start = time.monotonic()
    os.killpg(command.process.pid, signal.SIGINT)
    assert command.finish() == 130
    assert time.monotonic() - start < 3
    assert attempts(command.store) == ["cancelled"]
    assert results(command.store) == ({}, 3)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_sigterm_is_like_ctrl_c_twice(tmp_path):
    command = Command(tmp_path, SLOW)
    command.wait_for_solver()
    command.process.terminate()
    assert command.finish() == 143
    assert attempts(command.store) == ["cancelled"]


def test_nothing_outlives_a_killed_coordinator(tmp_path):
    """Not CBC either; and the same command ends the campaign."""
    command = Command(tmp_path, SLOW)
    command.wait_for_solver()
    command.process.kill()
    command.process.wait()
    end = time.monotonic() + 5
    while command.family() and time.monotonic() < end:
        time.sleep(0.05)
    assert command.finish() == -9
    again = Command(tmp_path, (*SLOW, "--keep-contended"))
    assert again.finish() == 0
    done, total = results(again.store)
    assert len(done) == total == 3
    assert len(attempts(again.store)) in (3, 4)  # the first is lost, or was not yet on the disk
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_budget_ends_with_3_and_the_rest_runs_later(tmp_path):
    command = Command(tmp_path, (*QUICK, "--budget", "0.01"))
    assert command.finish() == 3
    assert "the budget is used up; the same command resumes" in command.text
    done, total = results(command.store)
    assert len(done) < total == 12
    assert Command(tmp_path, QUICK).finish() == 0
    assert len(results(command.store)[0]) == 12


def test_the_status_is_told_while_it_runs(tmp_path):
    command = Command(tmp_path, SLOW)
    command.wait_for_solver()
    command.wait_until(lambda: attempts(command.store) != [])
    status = [sys.executable, "-m", "models.bench", "status", "--store", str(command.store)]
    shown = subprocess.run(status, cwd=ROOT, capture_output=True, text=True, check=False)
    assert shown.returncode == 3
    assert "of 3 cells" in shown.stdout
    assert "1 running" in shown.stdout
    command.process.terminate()
    command.finish()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_kills_and_resuming_come_to_the_same(tmp_path, seed):
    """Of the coordinator, of guards, warm parents, solvers: whoever is there."""
    drawn = random.Random(seed)
    for _ in range(4):
        command = Command(tmp_path, QUICK)
        time.sleep(drawn.uniform(0.5, 6.0))
        family = [*command.family(), command.process.pid]
        with contextlib.suppress(ProcessLookupError):
            os.kill(drawn.choice(family), signal.SIGKILL)
        time.sleep(drawn.uniform(0.0, 1.0))
        command.process.kill()
        command.process.wait()
        end = time.monotonic() + 10
        while command.family() and time.monotonic() < end:
            time.sleep(0.05)
        command.finish()
    last = Command(tmp_path, QUICK)
    assert last.finish() == 0
    done, total = results(last.store)
    assert len(done) == total == 12
    killed = [cell for cell, ended in done.items() if ended != "answer"]
    with open_store(last.store, read_only=True) as store:  # twice with the same cell: that is what a poison cell does
        query = "SELECT count(*) FROM result WHERE cell = ? AND ended = 'crash' AND note LIKE '%SIG%'"
        assert [number for cell in killed for (number,) in store.query(query, (cell,))] == [2] * len(killed)
    assert list((tmp_path / "tmp").iterdir()) == []
