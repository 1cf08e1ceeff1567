"""Backends that misbehave, put into the registry by tests: they hang, lie, crash, eat memory, leave children."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace

import numpy as np

from backends.contract import Backend, Certificate, Outcome, SolveFunction, Status
from backends.cpsat import BACKEND as CPSAT
from backends.passes.blocking import SENTENCE
from models.neutral import Form


def fake_backend(name: str, solve: SolveFunction | None = None, **facts) -> Backend:
    """Claims to be a CP solver that does that, and lists its one answer."""

    def solutions(model, project, limits, options):
        yield solve(model, limits, options).values

    plain = Backend(
        name=name,
        kind="cp",
        takes=frozenset(Form),
        probe=lambda: None,
        version=lambda: "0",
        solve=solve,
        solutions=solutions,
    )
    return replace(plain, **facts)


STAYS = "rosetta-run-*/stays"  # in the folder for temporary files


def tell_arrival():
    """Leave that file, for those who wait until the child has come to this place."""
    with suppress(OSError), open(os.path.join(tempfile.gettempdir(), "stays"), "w"):
        pass


def sleep_for_ever(*_):
    tell_arrival()
    while True:
        time.sleep(1)


def leave_child(*_):
    """Start a process and write a file, as PuLP does with CBC, and never come back."""
    with open(os.path.join(tempfile.gettempdir(), "left-behind"), "w") as file:
        file.write("x")
    subprocess.Popen([sys.executable, "-ISc", "import time; time.sleep(1000)", "rosetta-grandchild"])
    sleep_for_ever()


def burn(seconds):
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def leave_daemon(*_):
    """Start a process that gets away by a session of its own and a double fork, uses the processor for 0.3 seconds,
    and never ends."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            burn(0.3)
            sleep_for_ever()
        os._exit(0)
    while True:
        time.sleep(1)


def burn_awhile(*_):
    burn(0.5)
    return Outcome(Status.UNKNOWN)


def sleep_awhile(*_):
    time.sleep(0.5)
    return Outcome(Status.UNKNOWN)


def abort(*_):
    faulthandler.disable()  # pytest's report of the crash is not wanted here
    os.abort()


def raise_error(*_):
    raise RuntimeError("no such luck")


def eat_memory(*_):
    """Half a gigabyte, and keep it."""
    eaten = np.ones(70_000_000)
    sleep_for_ever(eaten)


def deny_others(model, limits, options, tell=None):
    """A right answer, and the denial that there are others."""
    if any(block.sentence == SENTENCE for block in model.blocks):
        return Outcome(Status.UNSATISFIABLE)
    return CPSAT.solve(model, limits, options)


def hang_on_cost(model, limits, options, tell=None):
    """An assignment; but where the cost is bounded, nothing."""
    if any("costs less" in block.sentence for block in model.blocks):
        sleep_for_ever()
    return CPSAT.solve(model, limits, options)


def list_for_ever(model, *_):
    """Solutions without end, as fast as the pipe takes them."""
    while True:
        yield np.zeros(model.variables + 1, np.int64)


FORKS = fake_backend("forks", leave_child)
LEAVES_DAEMON = fake_backend("leavesdaemon", leave_daemon)
BURNS = fake_backend("burns", burn_awhile)
SLEEPS = fake_backend("sleeps", sleep_awhile)
HANGS = fake_backend("hangs", sleep_for_ever)
CRASHES = fake_backend("crashes", abort)
EXITS_QUIETLY = fake_backend("exitsquietly", lambda *_: os._exit(0))  # as lingeling does when it is out of memory
RAISES = fake_backend("raises", raise_error)
EATS_MEMORY = fake_backend("eatsmemory", eat_memory)
SAYS_NO = fake_backend("saysno", lambda *_: Outcome(Status.UNSATISFIABLE), solutions=lambda *_: iter(()))
SAYS_ALL_ZERO = fake_backend(
    "saysallzero", lambda model, *_: Outcome(Status.SATISFIED, np.zeros(model.variables + 1, np.int64))
)
SAYS_ONLY_ONE = fake_backend("saysonlyone", deny_others)
FIXES_TOO_MUCH = fake_backend(  # leaves the model open, and says that its first variable holds in every solution
    "fixestoomuch", lambda *_: Outcome(Status.UNKNOWN, fixed=np.array([1], np.int32)), complete=False
)
NOT_INSTALLED = fake_backend("notinstalled", probe=lambda: "not installed: No module named 'nothing'")
IMPROVES = replace(CPSAT, name="improves", takes=CPSAT.takes - {Form.OBJECTIVE}, solve=hang_on_cost)
NEVER_STOPS_TALKING = fake_backend("neverstopstalking", solutions=list_for_ever)


# ---- results that are none --------------------------------------------------------------------------------


def change_outcome(**changes):
    """A solver that answers rightly, but for these parts of its outcome."""
    return lambda model, limits, options, tell=None: replace(CPSAT.solve(model, limits, options), **changes)


def change_values(change):
    """A solver whose assignment is changed."""

    def solve(model, limits, options, tell=None):
        outcome = CPSAT.solve(model, limits, options)
        return replace(outcome, values=change(outcome.values))

    return solve


def tell_nothing_first(model, limits, options, tell):
    """A right answer, after an interim one that is none."""
    tell(None)
    return CPSAT.solve(model, limits, options)


def malformed_backend(name: str, solve: SolveFunction, **facts) -> Backend:
    """A backend that solves so, and whose numbers are no better."""
    return fake_backend(name, solve, **{"count": lambda *_: -1, **facts})


MALFORMED = {  # by what is said of it
    "found an array of shape": malformed_backend("oneshort", change_values(lambda values: values[:-1])),
    "found float64, 0.5 for variable": malformed_backend("fractions", change_values(lambda values: values - 0.5)),
    "found float64, nan for variable": malformed_backend("nan", change_values(lambda values: values * np.nan)),
    "(entry 0 is not a variable), found float64": malformed_backend("floats", change_values(lambda v: v * 1.0)),
    "(entry 0 is not a variable), found list": malformed_backend("lists", change_values(list)),
    "(entry 0 is not a variable), found object": malformed_backend(
        "objects", change_values(lambda v: v.astype(object))
    ),
    "below 2^53 in absolute value": malformed_backend("giants", change_values(lambda values: values + 10**18)),
    "expected an Outcome of solve, found None": malformed_backend("nothing", lambda *_: None),
    "expected an Outcome of solve, found 'SAT'": malformed_backend("text", lambda *_: "SAT"),
    "as status, found 'sat'": malformed_backend("unknownstatus", change_outcome(status="sat")),
    "claims satisfied and shows no assignment": malformed_backend("empty", lambda *_: Outcome(Status.SATISFIED)),
    "claims unsatisfiable and shows": malformed_backend("both", change_outcome(status=Status.UNSATISFIABLE)),
    "as its objective, found 1.5": malformed_backend("halfacost", change_outcome(objective=1.5)),
    "no objective, as the model has none, found -5": malformed_backend("acost", change_outcome(objective=-5)),
    "no objective, as the model has none, found 0.5": malformed_backend("abound", change_outcome(bound=0.5)),
    "an objective below 2^53 in absolute value, found a number of 33220 bits": malformed_backend(
        "hugecost", change_outcome(objective=10**10_000)
    ),
    "lower, load, solve, decode, found 'think'": malformed_backend("thinks", change_outcome(seconds={"think": 1.0})),
    "as its bound, found nan": malformed_backend("nobound", change_outcome(bound=float("nan"))),
    "as 'solve' of its seconds, found -1": malformed_backend("backwards", change_outcome(seconds={"solve": -1})),
    "as 'nodes' of its statistics, found inf": malformed_backend("endless", change_outcome(stats={"nodes": np.inf})),
    "as its statistics, found list": malformed_backend("listed", change_outcome(stats=[1])),
    "expected a text as its note, found None": malformed_backend("noteless", change_outcome(note=None)),
    "expected a Size as its size, found None": malformed_backend("sizeless", change_outcome(size=None)),
    "or 0": malformed_backend("elsewhere", change_outcome(fixed=np.array([10**6]))),
    "as rows of its certificate": malformed_backend(
        "certified",
        change_outcome(certificate=Certificate(np.array([0]), [0], np.array([0]))),  # type: ignore[arg-type]
    ),
    "expected a text as its version": malformed_backend("versionless", CPSAT.solve, version=lambda: None),
    "expected a text as its engine": malformed_backend("engineless", CPSAT.solve, engine=lambda options: 7),
    "solve, found None": malformed_backend("tellsnothing", tell_nothing_first),
}
