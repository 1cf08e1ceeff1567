"""Where the public API is called from: a notebook, a thread, a running event loop, a script from anywhere; and what it
leaves behind when it is interrupted."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import rosetta as rs
import rosetta.api
from tests.support.places import ROOT

RING = "3x3:aaaaa,2,0,2,2,0,2"
PARENT = os.getpid()
HEAVY = {"typing", "dataclasses", "json", "numpy", "ortools", "pulp", "pysat", "scipy", "networkx", "pandas", "numba"}
INTERRUPTED = """
import os, subprocess, sys, threading, time
import rosetta as rs

def interrupt(what, done, of, note):
    if done > 1:
        os.kill(os.getpid(), 2)

try:
    rs.solve(rs.load("lightsout", "king:40", lit="random"), BACKEND, time_limit=100, progress=interrupt)
except KeyboardInterrupt:
    print("interrupted")

def left():
    running = subprocess.run(["ps", "-e", "-o", "ppid=,args="], capture_output=True, text=True).stdout.splitlines()
    children = [line for line in running if line.split()[0] == str(os.getpid()) and "ps -e" not in line]
    return children, [line for line in running if os.environ["TMPDIR"] in line]

deadline = time.monotonic() + 60
while any(left()) and time.monotonic() < deadline:
    time.sleep(0.05)
print(*left(), sep="\\n")
print(rs.solve(rs.load("tents", 3)).status)
"""


def run(folder, *words, input=None):
    """Python in a folder of somebody else, the checkout behind it on the path."""
    temporary = folder / "temporary"  # so that its processes are known from those of others by their files
    temporary.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    environment.pop("PYTHONUNBUFFERED", None)  # a child must not write what its parent has in its buffer
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=folder, env=environment, input=input, capture_output=True, text=True, timeout=300
    )


@pytest.fixture
def foreign(tmp_path):
    """A folder with modules of our names."""
    for name in ("models", "report"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a foreign module was imported')\n")
    return tmp_path


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", ["script", "-c", "stdin"])
def test_a_script_without_a_guard_from_anywhere(foreign, how):
    """At the top level of a script, of `-c`, of stdin, whose `__main__` has no file; beside foreign modules."""
    code = f"import rosetta as rs\nprint(rs.solve(rs.load('tents', '{RING}'), unique=True).unique)\n"
    code += "m = rs.Model('m'); x = m.bools('x', 3); m.exactly(2, 'two', x); print(int(rs.count(m)))\n"
    (foreign / "script.py").write_text(code)
    words = {"script": ["script.py"], "-c": ["-c", code], "stdin": ["-"]}[how]
    done = run(foreign, *words, input=code if how == "stdin" else None)
    assert (done.stdout, done.stderr) == ("True\n3\n", "")


@pytest.mark.sample(1)
@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_an_interrupt_leaves_nothing_behind(foreign, backend):
    """Ctrl-C while a solver runs, in a process of its own or in one that starts another: both are gone at once."""
    done = run(foreign, "-c", INTERRUPTED.replace("BACKEND", repr(backend)))
    assert (done.stdout.splitlines(), done.stderr) == (["interrupted", "[]", "[]", "satisfied"], "")


@pytest.mark.sample(0.125)
def test_in_threads():
    """Several at once; each has its own answer."""
    boards = [rs.load("tents", 6, seed=seed) for seed in range(6)]
    with ThreadPoolExecutor(4) as pool:
        solutions = list(pool.map(lambda board: rs.solve(board, unique=True), boards))
    assert [rs.verify(board, solution) for board, solution in zip(boards, solutions, strict=True)] == [[]] * 6
    assert [solution.unique for solution in solutions] == [rs.solve(board, unique=True).unique for board in boards]


def test_in_a_running_event_loop():
    """As in a notebook: in the loop itself, and beside it in a thread."""

    async def main():
        board = rs.load("tents", RING)
        return rs.solve(board), await asyncio.to_thread(rs.solve, board)

    assert [solution.status for solution in asyncio.run(main())] == ["satisfied"] * 2


class Unflushable(io.StringIO):
    """A stream that works in the thread and the process it was made for only."""

    def flush(self):
        if os.getpid() != PARENT:
            raise RuntimeError("not in this process")


@pytest.mark.parametrize("stream", [None, io.StringIO(), Unflushable()], ids=["none", "text", "odd"])
def test_with_other_streams(monkeypatch, stream):
    """A notebook replaces them by objects of its own; nothing is written to them."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, stream)
    solution = rs.solve(rs.load("tents", RING), "cbc")
    assert solution.status == "satisfied"
    assert stream is None or stream.getvalue() == ""


def test_signals_are_left_as_they_were():
    """The handlers belong to the user's program."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    rs.solve(rs.load("tents", RING))
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


def test_importing_loads_nothing_heavy(tmp_path):
    """Names are imported when they are used; `dir` tells them without that; there are no others."""
    code = "import sys; before = set(sys.modules); import rosetta; dir(rosetta)\n"
    code += f"print(sorted({HEAVY!r} & set(sys.modules) - before))"
    assert run(tmp_path, "-c", code).stdout == "[]\n"
    assert dir(rs) == sorted(rs.__all__)
    assert all(getattr(rs, name) is not None for name in rs.__all__)
    with pytest.raises(AttributeError, match="module 'rosetta' has no attribute 'solv'"):
        _ = rs.solv
    assert set(rs.__all__) == {*rs._PLACES, "__version__"}


def test_the_first_use_is_logged_once(monkeypatch, caplog):
    """A notebook would else wait in silence for the compiler."""
    monkeypatch.setattr(rosetta.api, "_logged", set())
    for what in ("compiling, once: visit [1/2]", "compiling, once: visit [2/2]", ""):
        rosetta.api._log_compilation(what)
    rosetta.api._log_compilation("compiled loops cannot be kept", True)
    assert [record.message for record in caplog.records] == [
        "compiling loops, once on this machine; it takes up to a minute",
        "compiled loops cannot be kept",
    ]
