"""Which tests enter which functions: each test run once under a tracer that children inherit through the fork."""

from __future__ import annotations

import importlib
import json
import mmap
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest
from _pytest.runner import runtestprotocol

from tests.support.places import ROOT


@dataclass(frozen=True, slots=True)
class TracedTest:
    """A test that passed: its seconds, and what it entered as `path::function`."""

    test: str
    seconds: float
    entered: frozenset[str]


def read_map(file: Path) -> dict[str, TracedTest]:
    """The tests traced so far, by their names; what they entered is empty for those that failed or were skipped."""
    rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
    return {row["test"]: TracedTest(row["test"], row["seconds"], frozenset(row["entered"])) for row in rows}


class Tracer:
    """Marks the functions that are entered, in memory that is shared with forked children."""

    def __init__(self, functions: Sequence[tuple[str, str]]) -> None:
        self.names = [f"{path}::{function}" for path, function in functions]
        self.number = {(str(ROOT / path), function): n for n, (path, function) in enumerate(functions)}
        self.files = {file for file, _ in self.number}
        self.marks = mmap.mmap(-1, len(functions) + 1)

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename in self.files:
            self.marks[self.number.get((code.co_filename, code.co_qualname.partition(".<locals>")[0]), -1)] = 1

    def take_marks(self) -> list[str]:
        """What was entered since the last call."""
        marked = self.marks[: len(self.names)]
        self.marks[: len(self.names)] = bytes(len(self.names))
        return [name for name, mark in zip(self.names, marked, strict=True) if mark]


@dataclass(frozen=True, slots=True)
class MapTests:
    """The pytest plugin: traces each test that the file does not have yet and adds its line."""

    file: Path
    functions: Sequence[tuple[str, str]]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if "backends.registry" in sys.modules:  # some test uses solvers
            importlib.import_module("tests.support.in_a_fork").fork_here()
        tracer, known = Tracer(self.functions), read_map(self.file)
        items = [item for item in session.items if item.nodeid not in known]
        with self.file.open("a", encoding="utf-8") as lines:
            for item in items:
                row = _trace(item, tracer)
                print(json.dumps(row), file=lines, flush=True)
        return True


def _trace(item: pytest.Item, tracer: Tracer) -> Mapping[str, object]:
    """The line of a test: its seconds without the tracer are about half of these."""
    start = time.perf_counter()
    threading.settrace(tracer)
    sys.settrace(tracer)
    try:
        reports = runtestprotocol(item, log=False, nextitem=None)
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
    seconds = time.perf_counter() - start
    passed = all(report.passed for report in reports)
    return {"test": item.nodeid, "seconds": round(seconds, 3), "entered": tracer.take_marks() if passed else []}
