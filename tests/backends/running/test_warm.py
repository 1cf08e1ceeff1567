"""A warm parent: replies are those of the cold way, nothing survives a request, and whatever dies is told of."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backends.running.folders import PREFIX, remove_dead_folders
from backends.running.warm import WarmParent
from tests.support.places import ROOT

WORKS = "tests.support.warm_works"


def process_count(name: str) -> int:
    """Living processes whose environment or command line has that text."""
    count = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                count += name.encode() in text and b") Z " not in (entry / "stat").read_bytes()
    return count


def wait_for_processes(folder: Path, number: int) -> None:
    until = time.monotonic() + 60
    while process_count(str(folder)) < number:
        assert time.monotonic() < until
        time.sleep(0.05)


def wait_for_processes_to_end(folder: Path) -> None:
    until = time.monotonic() + 10
    while process_count(str(folder)) and time.monotonic() < until:
        time.sleep(0.05)


@pytest.fixture
def marked(tmp_path, monkeypatch):
    """A folder for temporary files, which is in the environment of all that is started: at the end nothing is left of
    either."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(ROOT)
    yield tmp_path
    assert list(tmp_path.iterdir()) == []
    assert process_count(str(tmp_path)) == 0


def ask(work: str, request: object = None, seconds: float = 60.0):
    with WarmParent(f"{WORKS}:{work}") as parent:
        parent.submit(request)
        return parent.receive(seconds)


def test_a_reply_has_the_result_and_what_it_took(marked):
    reply = ask("burn", 0.2)
    assert (reply.result, reply.fault, reply.alive, reply.threads) == (0.2, "", True, 1)
    assert 0.19 < reply.use.cpu < 0.4
    assert reply.wall > 0.19


def test_what_work_raises_is_a_fault_and_the_parent_goes_on(marked):
    with WarmParent(f"{WORKS}:divide") as parent:
        parent.submit(0)
        reply = parent.receive(60.0)
        assert reply.fault.startswith("ZeroDivisionError")
        assert reply.alive
        parent.submit(4)
        assert parent.receive(60.0).result == 0.25


@pytest.mark.parametrize(
    ("work", "fault"),
    [
        ("kill_itself", "was killed by SIGKILL"),
        ("exit_quietly", "ended with code 0"),
        ("return_a_lambda", "cannot be sent"),
        ("no_such_work", "cannot load: AttributeError"),
    ],
)
def test_a_fault_says_what_happened(marked, work, fault):
    assert fault in ask(work).fault


def test_what_a_solver_prints_goes_nowhere(marked, capfd):
    """Not on its owner's stderr either: some print gigabytes there."""
    reply = ask("print_to_both")
    assert (reply.fault, reply.result) == ("", "printed")
    assert capfd.readouterr() == ("", "")


def test_after_its_death_a_warm_parent_starts_again(marked):
    with WarmParent(f"{WORKS}:kill_itself_on_odd") as parent:
        alive = []
        for number in range(4):
            parent.submit(number)
            alive.append(parent.receive(60.0).alive)
        assert alive == [True, False, True, False]


def test_a_request_is_killed_with_all_that_it_started(marked):
    with WarmParent(f"{WORKS}:solve_fake") as parent:
        parent.submit(("FORKS", 60.0))
        wait_for_processes(marked, 4)  # guard, warm parent, child, grandchild
        assert parent.receive(0.0) is None
        reply = parent.kill("limit of the cell")
        assert (reply.fault, reply.alive) == ("limit of the cell", False)


def test_nothing_is_left_when_the_owner_is_killed(marked):
    code = (
        "import sys, time; sys.path.insert(0, '.')\n"
        "from backends.running.warm import WarmParent\n"
        f"p = WarmParent('{WORKS}:solve_fake'); p.submit(('FORKS', 60.0)); time.sleep(100)"
    )
    owner = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    wait_for_processes(marked, 5)  # owner, guard, warm parent, child, grandchild
    owner.kill()
    owner.wait()
    wait_for_processes_to_end(marked)


def test_nothing_is_left_when_the_guard_is_killed(marked, monkeypatch):
    with WarmParent(f"{WORKS}:solve_fake") as parent:
        parent.submit(("FORKS", 60.0))
        wait_for_processes(marked, 4)
        os.kill(parent._running.guard.pid, signal.SIGKILL)
        assert "was killed by SIGKILL" in parent.receive(60.0).fault
        wait_for_processes_to_end(marked)
    for folder in marked.iterdir():  # nobody was left to remove it: the next run does
        assert folder.name.startswith(PREFIX)
        monkeypatch.setattr("tempfile.tempdir", str(marked))
        remove_dead_folders()


def test_several_parents_are_waited_for_at_once(marked):
    with WarmParent(f"{WORKS}:burn") as slow, WarmParent(f"{WORKS}:burn") as quick:
        slow.start()
        slow.submit(3.0)
        quick.submit(0.0)
        replies = []
        while len(replies) < 2:
            for parent in select.select((slow, quick), [], [], 60.0)[0]:
                reply = parent.receive(0.0)
                if reply is not None:
                    replies.append(reply.result)
            assert replies[:1] != [3.0]
        assert replies == [0.0, 3.0]


def test_the_warm_parent_survives_a_terminal_s_interrupt(marked):
    with WarmParent(f"{WORKS}:burn") as parent:
        parent.submit(1.0)
        assert parent._running is not None
        assert os.getpgid(parent._running.guard.pid) != os.getpgid(0)
        with contextlib.suppress(ProcessLookupError):
            for pid in children_of(parent._running.guard.pid):
                os.kill(pid, signal.SIGINT)
        assert parent.receive(60.0).result == 1.0


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
