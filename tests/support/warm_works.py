"""What tests have warm parents do."""

from __future__ import annotations

import os
import signal
import time

from backends.contract import Limits, Outcome
from backends.running import supervisor
from models.neutral import Model
from tests.support import fakes


def burn(seconds: float) -> float:
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds


def divide(number: float) -> float:
    return 1 / number


def kill_itself(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_itself_on_odd(number: int) -> int:
    if number % 2:
        kill_itself(number)
    return number


def exit_quietly(_: object) -> None:
    os._exit(0)


def return_a_lambda(_: object) -> object:
    return lambda: None


def little_model() -> Model:
    model = Model("little")
    model.exactly(1, "one of three", model.bools("x", 3))
    return model


def solve_fake(request: tuple[str, float]) -> Outcome:
    """The outcome of a backend that misbehaves, by its name in `fakes`, within so many seconds."""
    name, seconds = request
    return supervisor.solve(getattr(fakes, name), little_model(), Limits(seconds=seconds, memory=400))
