"""Runs a verb in a fork of this process: as a script sees it, without the second that Python and the solvers take to
load.

The exit code, the bytes of stdout and stderr and the working directory are a process's own; only what is imported is
shared. Tests of start-up, of signals and of what is left behind run the real program
(`rosetta` in tests/rosetta/commands/test_main.py).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from typing import BinaryIO

from backends.registry import backend_named, modules
from rosetta.commands.main import main
from tests.support.places import ROOT


@cache
def load_solvers() -> None:
    """Does once here what every solve would do again in its child: import the library, load compiled kernels."""
    for name in modules():
        backend_named(name).probe()


def rosetta(verb: str, *arguments: str, input: str = "") -> subprocess.CompletedProcess[str]:
    """Run a verb as `python -m models.VERB` does, with that text as stdin."""
    load_solvers()
    with ExitStack() as files:
        stdin, stdout, stderr = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        stdin.write(input.encode())
        stdin.seek(0)
        child = multiprocessing.get_context("fork").Process(target=_run, args=(verb, arguments, stdin, stdout, stderr))
        child.start()
        child.join(120)
        if child.exitcode is None:
            child.kill()
            child.join()
            raise subprocess.TimeoutExpired([verb, *arguments], 120)
        for file in (stdout, stderr):
            file.seek(0)
        return subprocess.CompletedProcess(
            [verb, *arguments], child.exitcode, stdout.read().decode(), stderr.read().decode()
        )


def _run(verb: str, arguments: tuple[str, ...], stdin: BinaryIO, stdout: BinaryIO, stderr: BinaryIO) -> None:
    """In the child: the streams are those of a new process, not the ones that pytest put in their place."""
    for number, file in enumerate((stdin, stdout, stderr)):
        os.dup2(file.fileno(), number)
    kinds = (("r", None), ("w", None), ("w", "backslashreplace"))
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", errors=errors) for number, (mode, errors) in enumerate(kinds)
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(ROOT)
    sys.argv = [f"models/{verb}.py", *arguments]
    try:
        main(verb)
    finally:
        sys.stdout.flush()
