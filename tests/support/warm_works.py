"""What tests have warm parents do."""

from __future__ import annotations

import gc
import os
import random
import resource
import signal
import sys
import tempfile
import time
from contextlib import suppress

import numpy as np

from algebra import jit
from backends.contract import Limits, Outcome
from backends.running import folders, supervisor
from models.neutral import Model
from tests.support import fakes


def little() -> Model:
    model = Model("little")
    model.exactly(1, "one of three", model.bools("x", 3))
    return model


def burn(seconds: float) -> float:
    fakes.burn(seconds)
    return seconds


def compile_awhile(seconds: float) -> str:
    """As a loop that is used for the first time."""
    jit.begin_compiling("visit")
    time.sleep(seconds)
    jit.end_compiling()
    return "done"


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


def solve_fake(request: tuple[str, float]) -> Outcome:
    """The outcome of a backend that misbehaves, by its name in `fakes`, within so many seconds."""
    name, seconds = request
    return supervisor.solve(getattr(fakes, name), little(), Limits(seconds=seconds, memory=400))


def solve_named(request: tuple[str, Model, float]) -> Outcome:
    name, model, seconds = request
    return supervisor.solve(name, model, Limits(seconds=seconds))


def open_files() -> list[str]:
    """What this process has open."""
    paths = []
    for descriptor in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # the one of this listing
            paths.append(os.readlink(f"/proc/self/fd/{descriptor}"))
    return sorted(paths)


def look_at_itself(_: object) -> dict[str, object]:
    """What a run must not change in the process that it is forked from."""
    return {
        "descriptors": open_files(),
        "threads": len(os.listdir("/proc/self/task")),
        "children": open("/proc/thread-self/children").read(),
        "folder": (tempfile.tempdir, os.environ.get("TMPDIR"), os.getcwd()),
        "files": os.listdir(folders._lent or ""),
        "environment": dict(os.environ),
        "signals": [signal.getsignal(number) for number in range(1, 32)],
        "blocked": signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        "affinity": os.sched_getaffinity(0),
        "limits": [resource.getrlimit(number) for number in range(16)],
        "random": (random.getstate(), np.random.get_state()[1].tobytes()),  # noqa: NPY002
        "path": list(sys.path),
        "arrow": "pyarrow" in sys.modules,
        "frozen": gc.isenabled(),
        "switches": sys.getswitchinterval(),
    }


def run_many(request: tuple[int, list[str]]) -> tuple[dict[str, object], dict[str, object], float]:
    """How this process was before so many runs of all kinds, and is after them, and by how many MB it grew."""
    number, names = request
    model = little()
    for name in names:
        supervisor.solve(name, model, Limits(seconds=5.0))
    before, size = look_at_itself(None), resident_megabytes()
    for turn in range(number):
        supervisor.solve(names[turn % len(names)], model, Limits(seconds=5.0))
        if turn % 100 == 0:
            supervisor.solve(fakes.CRASHES, model, Limits(seconds=5.0))
            supervisor.solve(fakes.FORKS, model, Limits(seconds=0.2))
    return before, look_at_itself(None), resident_megabytes() - size


def resident_megabytes() -> float:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def print_to_both(_: object) -> str:
    for descriptor in (1, 2):
        os.write(descriptor, b"a solver prints\n" * 1000)
    return "printed"
