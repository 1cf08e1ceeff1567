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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from backends.contract import Backend, Limits, Outcome
from backends.running import folders, supervisor
from backends.running.guard import own_use
from backends.running.processes import descendants
from backends.running.run_account import thread_times
from models.neutral import Model
from rosetta.foundation import jit
from tests.support import fakes
from tests.support.clocks import LeapingClock


def little() -> Model:
    model = Model("little")
    model.exactly(1, "one of three", model.bools("x", 3))
    return model


def do(request: tuple[str, object]) -> object:
    """What a function here does, by its name."""
    name, argument = request
    return globals()[name](argument)


def burn(seconds: float) -> float:
    fakes.burn(seconds)
    return seconds


def wait_for_file(names: tuple[str, str, str]) -> str:
    """Make the first file, and wait for the second; the rest of the reply is the third."""
    here, awaited, reply = names
    Path(here).touch()
    while not Path(awaited).exists():
        time.sleep(0.01)
    return reply


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


def exit_quietly(_: object) -> None:
    os._exit(0)


def return_a_lambda(_: object) -> object:
    return lambda: None


def solve_fake(request: tuple[str, float]) -> Outcome:
    """The outcome of a backend that misbehaves, by its name in `fakes`, within so many seconds."""
    name, seconds = request
    return supervisor.solve(getattr(fakes, name), little(), Limits(seconds=seconds, memory=400))


def stop_fake(name: str) -> Outcome:
    """Its outcome, where its limit is over as soon as it sleeps for ever."""
    return leap_over_limit(
        getattr(fakes, name), little(), lambda: os.path.exists(os.path.join(folders._lent or "", "stays"))
    )


def stop_when_used(request: tuple[str, Model, float]) -> Outcome:
    """The outcome of a backend whose limit is over when so many seconds of processor time were used for it."""
    name, model, seconds = request
    used_before = own_use().cpu

    def has_used() -> bool:
        running = thread_times(descendants(os.getpid())).values()
        return own_use().cpu - used_before + sum(ran for _, ran in running) > seconds

    return leap_over_limit(name, model, has_used)


def leap_over_limit(who: str | Backend, model: Model, condition: Callable[[], bool]) -> Outcome:
    clock = LeapingClock(condition)
    with pytest.MonkeyPatch.context() as patch:
        clock.take_place(patch)
        return supervisor.solve(who, model, Limits(seconds=60.0, memory=400), progress=clock)


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
        supervisor.solve(name, model, Limits(seconds=60.0))
    before, size = look_at_itself(None), resident_megabytes()
    for turn in range(number):
        supervisor.solve(names[turn % len(names)], model, Limits(seconds=60.0))
        if turn % 100 == 0:
            supervisor.solve(fakes.CRASHES, model, Limits(seconds=60.0))
            supervisor.solve(fakes.FORKS, model, Limits(seconds=0.2))
    return before, look_at_itself(None), resident_megabytes() - size


def resident_megabytes() -> float:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def print_to_both(_: object) -> str:
    for descriptor in (1, 2):
        os.write(descriptor, b"a solver prints\n" * 1000)
    return "printed"
