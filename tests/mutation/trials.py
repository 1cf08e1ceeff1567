"""Trials: do the tests notice a fault? In forks of a process that has collected them all; or in a copy of the tree.

In a fork the code of one function is replaced, wherever it was imported to; that costs milliseconds, and neither the
tree nor any file is touched. What stands outside of functions, and what only another process reads, needs a copy.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from backends.running.processes import die_with_parent
from tests.mutation.mutants import Mutant
from tests.support.places import ROOT

NOT_COPIED = (".*", "build", "*.pyc", "*.egg-info")
CRASHED = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant and the tests that are to notice it, those of few seconds first; seconds: after which it hangs."""

    mutant: Mutant
    tests: Sequence[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """verdict: killed, timeout (which is killed, too), survived, crashed, or broken: the test fails without the fault,
    too; test: that killed it."""

    key: tuple[str, str, str, str]
    verdict: str
    test: str = ""
    tests: int = 0

    @property
    def killed(self) -> bool:
        return self.verdict in ("killed", "timeout")


def read_results(file: Path) -> dict[tuple[str, str, str, str], Result]:
    """The last result of each mutant."""
    rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
    results = [Result(tuple(row["key"]), row["verdict"], row["test"], row["tests"]) for row in rows]
    return {result.key: result for result in results}


def write_result(file: Path, result: Result) -> None:
    """A line more: a run that is ended goes on where it was."""
    row = {"key": result.key, "verdict": result.verdict, "test": result.test, "tests": result.tests}
    with file.open("a", encoding="utf-8") as lines:
        print(json.dumps(row), file=lines)


# ---- in forks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TryInForks:
    """The pytest plugin: in the place of running the tests it holds the trials, so many at a time."""

    trials: Sequence[Trial]
    jobs: int
    take: Callable[[Result], None]
    running: dict[int, tuple[Trial, float, int]] = field(default_factory=dict)  # by process: deadline, pipe
    items: dict[str, pytest.Item] = field(default_factory=dict)  # all tests, by name
    passes: dict[str, bool] = field(default_factory=dict)  # by test: without a fault; of those that were asked

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if "backends.registry" in sys.modules:  # some test uses solvers
            importlib.import_module("tests.support.in_a_fork").fork_here()
        for path in {trial.mutant.path for trial in self.trials}:
            importlib.import_module(path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
        self.items.update({item.nodeid: item for item in session.items})
        functions = functions_by_name()
        for trial in self.trials:
            while len(self.running) >= self.jobs:
                self._wait()
            read, write = os.pipe()
            os.set_blocking(read, False)  # what a test leaves behind may hold the other end
            pid = os.fork()
            if pid == 0:
                _run_in_child(self._items_of(trial.tests), write, partial(replace_code, trial.mutant, functions))
            os.close(write)
            self.running[pid] = trial, time.monotonic() + trial.seconds, read
        while self.running:
            self._wait()
        return True

    def _wait(self) -> None:
        """Take the result of each process that ended or has had its time."""
        select.select([pipe for _, _, pipe in self.running.values()], [], [], 0.5)
        for pid, (trial, deadline, pipe) in list(self.running.items()):
            ended, code = os.waitpid(pid, os.WNOHANG)
            if not ended and time.monotonic() < deadline:
                continue
            if not ended:
                os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            del self.running[pid]
            test = ""
            with contextlib.suppress(BlockingIOError):
                test = os.read(pipe, 4096).decode()
            os.close(pipe)
            verdicts = {0: "survived", 1: "killed"}
            verdict = verdicts.get(os.waitstatus_to_exitcode(code), "crashed") if ended else "timeout"
            if verdict == "killed" and not self._passes_unharmed(test):
                verdict = "broken"
            self.take(Result(trial.mutant.key, verdict, test, len(trial.tests)))

    def _items_of(self, tests: Sequence[str]) -> list[pytest.Item]:
        return [self.items[name] for name in tests if name in self.items]

    def _passes_unharmed(self, test: str) -> bool:
        """Does the test pass where no fault is? One that was broken since it was mapped would kill everything."""
        if test not in self.passes:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            pid = os.fork()
            if pid == 0:
                _run_in_child(self._items_of([test]), nowhere)
            os.close(nowhere)
            self.passes[test] = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        return self.passes[test]


def _run_in_child(items: Sequence[pytest.Item], write: int, harm: Callable[[], None] = lambda: None) -> None:
    """Put the fault into this process and run the tests up to the first that fails. Does not return."""
    os.setsid()
    die_with_parent()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    code = CRASHED
    try:
        harm()
        code = 0
        for item in items:
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                os.write(write, item.nodeid.encode())
                code = 1
                break
    finally:
        os._exit(code)


def functions_by_name() -> dict[tuple[str, str], list[FunctionType]]:
    """Every function of the project that is in memory, by its file and its name with its class."""
    functions: dict[tuple[str, str], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(ROOT)):
            functions.setdefault((each.__code__.co_filename, each.__code__.co_qualname), []).append(each)
    return functions


def replace_code(mutant: Mutant, functions: dict[tuple[str, str], list[FunctionType]]) -> None:
    """Give the mutant's function its new code, wherever the function was imported to. Raises KeyError if it is not in
    memory."""
    file = ROOT / mutant.path
    module = compile(mutant.apply(file.read_text("utf-8")), str(file), "exec", dont_inherit=True)
    code = next(code for code in _codes(module) if code.co_qualname == mutant.function)
    for function in functions[str(file), mutant.function]:
        function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


# ---- in a copy of the tree -----------------------------------------------------------------------------------------


def copy_tree(folder: Path) -> Path:
    """A copy of the tree, with numba's caches, whose stamps are the times of the files."""
    return Path(shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True))


def try_in_copy(tree: Path, trial: Trial) -> Result:
    """The result of the tests, of all if the trial names none, in that copy of the tree, which is mended afterwards."""
    file = tree / trial.mutant.path
    source, times = file.read_bytes(), file.stat()
    file.write_text(trial.mutant.apply(source.decode()), "utf-8")
    try:
        verdict, test = _run_in_copy(tree, trial.tests, trial.seconds)
    finally:
        file.write_bytes(source)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    result = Result(trial.mutant.key, verdict, test, len(trial.tests))
    unharmed = [test] if test else ["--collect-only", *trial.tests]  # a test that is gone ends a run, too
    if verdict == "killed" and _run_in_copy(tree, unharmed, trial.seconds)[0] != "survived":
        return replace(result, verdict="broken")
    return result


def _run_in_copy(tree: Path, tests: Sequence[str], seconds: float) -> tuple[str, str]:
    """The verdict of the tests there, and the first that failed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # a mutant of the same size has the same stamp
    process = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "timeout", ""
    failed = [line.split()[1] for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    noticed = process.returncode in (1, 2, 4) or process.returncode < 0  # a signal, as of a solver that crashed
    verdict = "survived" if process.returncode == 0 else "killed" if noticed else "crashed"
    return verdict, failed[0] if failed else ""
