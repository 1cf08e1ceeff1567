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
    until = time.monotonic() + 60
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


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A warm parent that does several tests' works, and starts again after each of its deaths; nothing is left."""
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        patch.chdir(ROOT)
        with WarmParent(f"{WORKS}:do") as parent:
            yield parent
    assert list(folder.iterdir()) == []
    assert process_count(str(folder)) == 0


def ask(parent: WarmParent, work: str, argument: object = None):
    parent.submit((work, argument))
    return parent.receive(60.0)


def test_a_reply_has_the_result_and_what_it_took(shared):
    reply = ask(shared, "burn", 0.2)
    assert (reply.result, reply.fault, reply.alive, reply.threads) == (0.2, "", True, 1)
    assert 0.19 < reply.use.cpu < 0.4
    assert reply.wall > 0.19


def test_what_work_raises_is_a_fault_and_the_parent_goes_on(shared):
    reply = ask(shared, "divide", 0)
    assert reply.fault.startswith("ZeroDivisionError")
    assert reply.alive
    again = ask(shared, "divide", 4)
    assert (again.result, again.fault, again.pid) == (0.25, "", reply.pid)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("work", "fault", "alive"),
    [
        ("kill_itself", "was killed by SIGKILL", False),
        ("exit_quietly", "ended with code 0", False),
        ("return_a_lambda", "cannot be sent", True),
    ],
)
def test_a_fault_says_what_happened(shared, work, fault, alive):
    """After its death a warm parent starts again."""
    for _ in range(2 if work == "kill_itself" else 1):
        reply = ask(shared, work)
        assert fault in reply.fault
        assert reply.alive is alive
        assert ask(shared, "divide", 4).result == 0.25


def test_a_work_that_is_not_there_is_a_fault(marked):
    with WarmParent(f"{WORKS}:no_such_work") as parent:
        parent.submit(None)
        assert "cannot load: AttributeError" in parent.receive(60.0).fault


def test_what_a_solver_prints_goes_nowhere(shared, capfd):
    """Not on its owner's stderr either: some print gigabytes there."""
    reply = ask(shared, "print_to_both")
    assert (reply.fault, reply.result) == ("", "printed")
    assert capfd.readouterr() == ("", "")


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


def test_several_parents_are_waited_for_at_once(marked, tmp_path_factory):
    """Of two that wait for a file each, the one whose file is there replies."""
    folder = tmp_path_factory.mktemp("files")
    here, first, second = (str(folder / name) for name in ("here", "first", "second"))
    with WarmParent(f"{WORKS}:wait_for_file") as slow, WarmParent(f"{WORKS}:wait_for_file") as quick:
        slow.start()
        quick.submit((here, first, "quick"))
        slow.submit((here, second, "slow"))
        replies = []
        for file in (first, second):
            Path(file).touch()
            reply = None
            while reply is None:
                ((parent,), _, _) = select.select((slow, quick), [], [], 60.0)
                reply = parent.receive(0.0)
            replies.append(reply.result)
        assert replies == ["quick", "slow"]


def test_the_warm_parent_survives_a_terminal_s_interrupt(shared, tmp_path):
    """Ctrl-C is its owner's business: it is not in the terminal's group, and would not heed it."""
    here, awaited = tmp_path / "here", tmp_path / "awaited"
    shared.submit(("wait_for_file", (str(here), str(awaited), "done")))
    until = time.monotonic() + 60
    while not here.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    guard = shared._running.guard.pid
    assert os.getpgid(guard) != os.getpgid(0)
    (warm,) = children_of(guard)
    os.kill(warm, signal.SIGINT)
    awaited.touch()
    assert shared.receive(60.0).result == "done"


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
