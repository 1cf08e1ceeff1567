"""The simplest executor: cells run one after the other, in this process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rosetta.campaigns.executors.attempt_row import attempt_row
from rosetta.campaigns.executors.machine import machine_fingerprint
from rosetta.campaigns.planning.cells import Cell


class InTurn:
    """Runs a cell when its result is asked for."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Cell, int]] = []

    def __enter__(self) -> InTurn:
        return self

    def __exit__(self, *error: object) -> None:
        self._waiting.clear()

    def slots(self) -> int:
        return 1

    def free(self) -> int:
        return 1 - len(self._waiting)

    def submit(self, cell: Cell, attempt: int) -> None:
        self._waiting.append((cell, attempt))

    def completed(self, seconds: float) -> Sequence[dict[str, Any]]:
        if not self._waiting:
            return ()
        cell, attempt = self._waiting.pop()
        return [attempt_row(cell, attempt, machine_fingerprint(), "0")]

    def running(self) -> Sequence[Cell]:
        return [cell for cell, _ in self._waiting]

    def queued(self) -> Sequence[Cell]:
        return ()

    def withdraw(self) -> Sequence[Cell]:
        return ()

    def kill(self) -> None:
        self._waiting.clear()
