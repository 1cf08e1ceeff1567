"""What tests have the warm parents of a campaign do: most cells as usual, some as their instance's family says."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

from rosetta.campaigns.executors.attempt_row import answer_request
from rosetta.campaigns.planning.cells import Cell
from rosetta.studies.asking import entrants
from tests.support import fakes

FAKES = {"hangs": "FORKS", "aborts": "CRASHES", "eats": "EATS_MEMORY", "raises": "RAISES", "lies": "SAYS_ALL_ZERO"}


def eat_memory() -> None:
    eaten = []
    while True:
        eaten.append(b"x" * 20_000_000)
        time.sleep(0.02)


def leave_processes() -> None:
    """Children that make sessions of their own, children of theirs, and no end."""
    for _ in range(5):
        subprocess.Popen([sys.executable, "-c", "import os, time; os.fork(); os.setsid(); os.fork(); time.sleep(1000)"])
    time.sleep(1000)


def answer_oddly(request: tuple[Cell, int, str, str]) -> dict[str, Any]:
    """The row of the cell; where its family says so, what goes wrong in the warm parent itself."""
    cell, attempt, _, _ = request
    family = cell.instance.family
    if family == "kill" or (family == "kill-once" and attempt == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if family == "exit":
        os._exit(0)
    if family == "hang":
        leave_processes()
    if family == "eat":
        eat_memory()
    if family in FAKES:
        return _answer_with_fake(request, FAKES[family])
    return answer_request(request)


def _answer_with_fake(request: tuple[Cell, int, str, str], fake: str) -> dict[str, Any]:
    """With that backend of `fakes` in place of the cell's own."""
    usual, entrants.backend_named = entrants.backend_named, lambda _: getattr(fakes, fake)
    try:
        return answer_request(request)
    finally:
        entrants.backend_named = usual
