"""Where Rosetta runs: systems without fork are refused in one sentence, those without /proc work, and libraries that
have no package for a Python or a machine are neither asked for nor called missing.

Other systems are played on this one: what Python lacks there is taken away, by a `sitecustomize`.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
import tomllib

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

from rosetta.foundation.libraries import (
    LIBRARIES,
    describe_absence,
    installation_advice,
    missing_libraries,
    unobtainable_libraries,
)
from tests.support.places import ROOT
from tests.support.processes import processes

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["engines"]]
RING = "3x3:aaaaa,2,0,2,2,0,2"
SILENCE = """
import sys
class Silence:
    def find_spec(self, name, path=None, target=None):
        if name in {"fcntl", "resource", "termios", "pwd", "grp", "_posixsubprocess"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Silence())
"""
WINDOWS = f"""{SILENCE}
import os, signal
sys.platform = "win32"
for name in ("fork", "wait4", "waitpid", "sysconf", "killpg", "setsid", "uname", "getuid", "geteuid"):
    delattr(os, name)
for name in ("SIGHUP", "SIGCHLD", "SIGKILL", "pthread_sigmask", "sigwait"):
    delattr(signal, name)
"""
MAC = """
import builtins, os, select, signal, sys, sysconfig, time
sysconfig.get_config_vars()  # read from a file of this system, once
sys.platform = "darwin"
for name in ("waitid", "pidfd_open", "sched_getaffinity", "sched_setaffinity", "posix_fadvise", "posix_fallocate",
             "memfd_create", "eventfd", "pipe2", "copy_file_range", "splice", "fdatasync", "getrandom", "getresuid"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("sigtimedwait", "sigwaitinfo", "SIGPWR", "SIGRTMIN"):
    delattr(signal, name)
import fcntl, resource
del fcntl.F_SETPIPE_SZ, fcntl.F_GETPIPE_SZ, resource.prlimit, select.epoll

def hidden(path):
    return isinstance(path, (str, bytes, os.PathLike)) and os.fsdecode(path).startswith(("/proc", "/sys"))

def refuse(function):
    def refusing(path=".", *more, **named):
        if hidden(path):
            raise FileNotFoundError(2, "No such file or directory", os.fsdecode(path))
        return function(path, *more, **named)
    return refusing

builtins.open = refuse(builtins.open)
import io
io.open = builtins.open
for name in ("open", "listdir", "stat", "scandir"):
    setattr(os, name, refuse(getattr(os, name)))

class Queue:
    '''What a process that is asked about does, as the kernel of macOS says it: of one that has ended, nothing.'''
    def control(self, events, most, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                with real_open(f"/proc/{events[0]}/stat") as stat:
                    state = stat.read().rpartition(")")[2].split()[0]
            except OSError:
                raise ProcessLookupError from None
            if state == "Z":
                return events
            time.sleep(0.001)
        return []
    def close(self):
        pass

real_open = builtins.open.__closure__[0].cell_contents
select.KQ_FILTER_PROC = select.KQ_EV_ADD = select.KQ_EV_ONESHOT = select.KQ_NOTE_EXIT = 1
select.kevent, select.kqueue = lambda pid, *more: pid, Queue
"""
UNKNOWN = "import os, sys\nsys.platform = 'wasi'\ndel os.fork\n"


@pytest.fixture
def play(tmp_path):
    """Run Python on a played system: `play(WINDOWS, "-m", "rosetta", "solve")`."""

    def start(system: str, *words: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "sitecustomize.py").write_text(system)
        environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "TMPDIR": str(tmp_path)}
        command = [sys.executable, *words]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)

    return start


@pytest.mark.parametrize("words", [("rosetta", "solve", "tents", "8"), ("rosetta", "--help"), ("models.compare",)])
def test_windows_is_told_of_wsl(play, words):
    """One sentence, exit code 2, by every door."""
    completed = play(WINDOWS, "-m", *words)
    assert (completed.returncode, completed.stdout) == (2, "")
    assert completed.stderr == (
        "rosetta: Rosetta runs on Linux and macOS; on Windows, install it in WSL, the Linux in Windows "
        "(`wsl --install`)\n"
    )


def test_from_python_windows_is_told_when_something_is_used(play):
    """Importing does no harm, and the version is known."""
    completed = play(WINDOWS, "-c", "import rosetta; print(rosetta.__version__); rosetta.solve")
    assert completed.stdout.count(".") == 2
    assert completed.stderr.splitlines()[-1].startswith("ImportError: Rosetta runs on Linux and macOS; on Windows")


def test_another_system_without_fork_is_named(play):
    completed = play(UNKNOWN, "-m", "rosetta", "doctor")
    assert (completed.returncode, completed.stdout) == (2, "")
    assert completed.stderr == (
        "rosetta: Rosetta runs on Linux and macOS, and needs os.fork, which the system wasi lacks\n"
    )


@pytest.mark.slow
@pytest.mark.sample(0.25)
def test_what_macos_lacks_is_not_needed(play, tmp_path):
    """Solving, comparing, a campaign, a limit: without /proc, epoll, affinity of cores, and what Python 3.11 lacks
    there. No process stays. (CBC is left out: PuLP would start its program for macOS.)"""
    solved = play(MAC, "-m", "rosetta", "solve", "tents", RING, "--backend", "highs", "--json")
    assert (solved.returncode, solved.stderr) == (0, "")
    assert json.loads(solved.stdout)["verdict"] == "correct"
    compared = play(MAC, "-m", "rosetta", "compare", "tents", RING, "--backends", "cnf,highs", "--unique")
    assert (compared.returncode, compared.stderr) == (0, "")
    cut = play(MAC, "-m", "rosetta", "solve", "tiling", "8x8", "--backend", "cpsat", "--all", "--time-limit", "0.5")
    assert cut.returncode == 3, cut.stderr
    campaign = ("tents", "5", "--backends", "cnf", "--store", "macs.db")
    run = play(MAC, "-m", "rosetta", "bench", "run", *campaign)
    assert run.returncode == 0, run.stderr
    assert processes(str(tmp_path)) == []


@pytest.mark.sample(0.25)
def test_a_child_that_dies_is_told_on_macos(play):
    """Where nothing tells how it ended."""
    code = (
        "import os, signal; from backends.running.processes import describe_exit, wait_for_exit\n"
        "child = os.fork()\nif not child: signal.pause()\n"
        "print(wait_for_exit(child, 0.05)); os.kill(child, 9); print(wait_for_exit(child, 10), describe_exit(child))\n"
        "print(os.waitpid(child, 0)[1])"
    )
    completed = play(MAC, "-c", f"import rosetta\n{code}")
    assert completed.stdout.splitlines() == ["False", "True ended without an answer", str(int(signal.SIGKILL))]


MACHINES = [
    ("linux", "x86_64", (3, 11)),
    ("linux", "aarch64", (3, 13)),
    ("linux", "x86_64", (3, 14)),
    ("darwin", "arm64", (3, 12)),
    ("darwin", "x86_64", (3, 11)),
    ("darwin", "x86_64", (3, 15)),
]


@pytest.mark.parametrize(("system", "machine", "python"), MACHINES)
def test_what_is_not_asked_for_is_not_called_missing(monkeypatch, system, machine, python):
    """The markers of pyproject.toml and `unobtainable_libraries` say the same of each machine."""
    version = ".".join(map(str, python))
    environment = {**default_environment(), "sys_platform": system, "platform_machine": machine}
    environment |= {"python_version": version, "python_full_version": f"{version}.0"}
    requirements = [Requirement(line) for line in WANTED]
    left_out = {each.name for each in requirements if each.marker and not each.marker.evaluate(environment)}
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "version_info", (*python, 0, "final", 0))
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr("rosetta.foundation.libraries.find_spec", lambda module: None)
    assert set(unobtainable_libraries()) == left_out
    assert set(missing_libraries()) == set(LIBRARIES.values()) - left_out


def test_nobody_is_told_to_install_what_is_not_to_be_had(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 14, 0, "final", 0))
    absence = ModuleNotFoundError("x", name="pycryptosat")
    assert describe_absence(absence) == "pycryptosat is not installed; it has no package for Python 3.14 or newer"
    monkeypatch.setattr("rosetta.foundation.libraries.find_spec", lambda module: None)
    assert "pycryptosat" not in installation_advice()
