"""A process that has everything loaded, and becomes the programs that tests ask for: each runs in a fork of it.

    python -m tests.support.warm_server SOCKET everything      (started by `in_a_fork`, for each process of pytest)

What asks connects to the socket, and sends its own standard streams, and the words, the folder and the environment of
the program; it gets the number of its process, and in the end the exit code. Starting Python and loading solvers takes
a second, a fork of this process some milliseconds. A fork of the process of pytest would take longer: that has grown,
and every fork copies its tables.

The exit code, the streams, the folder and the environment of a program are its own; only what is imported is shared.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import NoReturn

from backends.registry import backend_named, modules
from backends.running.processes import die_with_parent

PACKAGES = ("rosetta", "algebra", "backends", "instances", "models.neutral", "models.puzzles", "report")
LATE = ("fpdf", "jinja2", "networkx", "pandas", "pypdfium2.raw")
"""Libraries that our modules import when they use them, of those that many programs use."""
BROKEN_PIPE = 120  # what Python ends with if the last text does not reach its reader


@cache
def load_solvers() -> None:
    """Import the libraries of all backends and load their compiled loops, which every solve would do in its child."""
    for name in modules():
        backend_named(name).probe()


def load_everything() -> None:
    """Solvers, and our modules with what they import; what needs a library that is not here is left to programs."""
    load_solvers()
    for name in PACKAGES:
        package = import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                load_where_possible(module.name)
    for name in LATE:
        load_where_possible(name)


def load_where_possible(name: str) -> None:
    with suppress(ImportError):
        import_module(name)


def load_little() -> None:
    """The modules of the verbs, which import what they need when they run, and numpy."""
    for module in pkgutil.iter_modules(import_module("rosetta.commands").__path__, "rosetta.commands."):
        import_module(module.name)


LOADS = {"everything": load_everything, "little": load_little}


def serve_programs(path: str, loads: str) -> None:
    """Become each program that is asked for, until standard input ends: whoever started this has gone."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(64)
        LOADS[loads]()
        gc.collect()
        gc.freeze()  # a collection in a fork would else copy every page
        signal.signal(signal.SIGCHLD, _reap_forks)
        print("ready", flush=True)
        while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
            connection, _ = listener.accept()
            with connection:
                if os.fork() == 0:
                    listener.close()
                    run_program(connection)


def _reap_forks(*_: object) -> None:
    """So that what they used is added to what this process used."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def run_program(connection: socket.socket) -> NoReturn:
    """In a fork: become the program, and tell its exit code."""
    code = 1
    try:
        die_with_parent()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        words, folder, environment, streams = receive_request(connection)
        connection.sendall(b"%d\n" % os.getpid())
        os.environ.clear()
        os.environ.update(environment)
        tempfile.tempdir = None  # the environment says where
        code = become_program(words, folder, streams)
        connection.sendall(b"%d\n" % code)
    finally:
        os._exit(code)


def receive_request(connection: socket.socket) -> tuple[list[str], str, dict[str, str], list[int]]:
    """The words of the program, its folder, its environment, and descriptors of its streams."""
    text, streams, _, _ = socket.recv_fds(connection, 65536, 3)
    while not text.endswith(b"\n"):
        text += connection.recv(65536)
    words, folder, environment = json.loads(text)
    return words, folder, environment, streams


def become_program(words: Sequence[str], folder: str, streams: Sequence[int]) -> int:
    """Run the program to its end with these streams: `rosetta ...`, or `python -m MODULE ...`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    _take_streams(streams)
    try:
        code = _run_words(words)
    except BaseException:
        traceback.print_exc()
        code = 1
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return BROKEN_PIPE
    sys.stderr.flush()
    return code


def _take_streams(streams: Sequence[int]) -> None:
    """Read and write these, as a new process would, whatever was put in their place here."""
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115


def _run_words(words: Sequence[str]) -> int:
    try:
        if words[0] == "rosetta":
            sys.argv = list(words)
            import_module("rosetta.commands.verbs").main()
        else:
            sys.path.insert(0, os.getcwd())
            sys.argv = [words[0], *words[3:]]
            runpy.run_module(words[2], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 0xFF
        print(end.code, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    serve_programs(*sys.argv[1:])
