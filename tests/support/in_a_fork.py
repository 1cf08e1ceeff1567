"""Runs a verb in a fork: as a script sees it, without the second that Python and the solvers take to load.

The exit code, the bytes of stdout and stderr, the working directory and the environment are a process's own; only what
is imported is shared. Tests of start-up, of signals and of what is left behind run the real program (`rosetta` in
tests/rosetta/commands/test_main.py).

The fork is one of the warm server (`warm_server`), which knows nothing of what a test has put in place in its own
process. Whoever watches or changes what runs in this process (a mutation run does) says `fork_here()` first.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from backends.running.processes import wait_for_exit
from tests.support import warm_client
from tests.support.places import ROOT
from tests.support.warm_server import become_program, load_solvers

__all__ = ["WarmServer", "fork_here", "load_solvers", "rosetta", "warm_server", "write_warm_programs"]

SECONDS = 600  # after which a program hangs
_forks_here = False


def rosetta(verb: str, *arguments: str, input: str = "", here: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a verb as `python -m models.VERB` does, with that text as stdin. here: in a fork of this process, which has
    what a test has put in place."""
    words = ["python", "-m", f"models.{verb}", *arguments]
    return _completed(_run_here if here or _forks_here else warm_server().run, words, input)


def _completed(
    run: Callable[[list[str], Sequence[int]], int | None], words: list[str], input: str
) -> subprocess.CompletedProcess[str]:
    """What comes of a program that `run` gives these words and descriptors of its streams."""
    with ExitStack() as files:
        stdin, stdout, stderr = streams = [files.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        stdin.write(input.encode())
        stdin.seek(0)
        code = run(words, [stream.fileno() for stream in streams])
        if code is None:
            raise subprocess.TimeoutExpired(words, SECONDS)
        for file in (stdout, stderr):
            file.seek(0)
        return subprocess.CompletedProcess(words, code, stdout.read().decode(), stderr.read().decode())


class WarmServer:
    """The owner's end of a warm server. loads: what it loads before its first fork, "everything" or "little";
    environment: what is different in its environment, and in that of its programs."""

    def __init__(self, loads: str = "everything", **environment: str) -> None:
        self.environment = environment
        self.folder = tempfile.mkdtemp(prefix="rosetta-tests-")
        self.path = f"{self.folder}/socket"
        command = [sys.executable, "-m", "tests.support.warm_server", self.path, loads]
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(
            command, cwd=ROOT, start_new_session=True, env={**os.environ, **environment}, **streams
        )
        assert self.process.stdout.readline() == "ready\n", "the warm server did not start"

    def rosetta(self, verb: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """As the function."""
        return _completed(self.run, ["python", "-m", f"models.{verb}", *arguments], "")

    def run(self, words: Sequence[str], streams: Sequence[int]) -> int | None:
        """Run a program in the checkout with these streams: its exit code, None if it hung."""
        environment = {**os.environ, **self.environment}
        return warm_client.ask_server(self.path, words, str(ROOT), environment, streams, SECONDS)

    def end(self) -> None:
        """It ends when its standard input does."""
        self.process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def warm_server() -> WarmServer:
    """The warm server of this process, which is started for the first who asks."""
    server, owner = WarmServer(), os.getpid()
    atexit.register(lambda: server.end() if os.getpid() == owner else None)  # a fork leaves it alone
    return server


def write_warm_programs(folder: Path) -> None:
    """Programs `rosetta` and `python` for a shell, of which those of ours run in the warm server."""
    client = shlex.join([sys.executable, "-IS", warm_client.__file__, warm_server().path])
    for name in ("rosetta", "python"):
        (folder / name).write_text(f'#!/bin/sh\nexec {client} {name} "$@"\n', "utf-8")
        (folder / name).chmod(0o755)


def fork_here() -> None:
    """From now on verbs run in forks of this process."""
    global _forks_here
    _forks_here = True
    load_solvers()


def _run_here(words: Sequence[str], streams: Sequence[int]) -> int | None:
    """In a fork of this process: its exit code, None if it hung."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = become_program(words, str(ROOT), [os.dup(stream) for stream in streams])
        finally:
            os._exit(code)
    if not wait_for_exit(pid, SECONDS):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return None
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
