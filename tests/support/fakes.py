"""Backends that misbehave, put into the registry by tests: they hang, lie, crash, eat memory, leave children."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
import time

import numpy as np

from backends.contract import Options, Outcome, Status
from models.neutral import Form


class Fake:
    """Claims to be a CP solver; what it does is the subclass's."""

    name, kind, takes, encodes = "fake", "cp", frozenset(Form), False
    families, complete = False, True

    def engine_of(self, options: Options) -> str:
        return type(self).__name__.lower()

    def probe(self):
        return None

    def version(self):
        return "0"

    def solutions(self, model, project, limits, options):
        yield self.solve(model, limits, options).values


class Hangs(Fake):
    def solve(self, model, limits, options, tell=None):
        while True:
            time.sleep(1)


class Forks(Fake):
    """Starts a process of its own and writes a file, as PuLP does with CBC, and never comes back."""

    def solve(self, model, limits, options, tell=None):
        import tempfile

        with open(os.path.join(tempfile.gettempdir(), "left-behind"), "w") as file:
            file.write("x")
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", "rosetta-grandchild"])
        while True:
            time.sleep(1)


class Crashes(Fake):
    def solve(self, model, limits, options, tell=None):
        faulthandler.disable()  # pytest's report of the crash is not wanted here
        os.abort()


class ExitsQuietly(Fake):
    """As lingeling does when it is out of memory."""

    def solve(self, model, limits, options, tell=None):
        os._exit(0)


class Raises(Fake):
    def solve(self, model, limits, options, tell=None):
        raise RuntimeError("no such luck")


class EatsMemory(Fake):
    def solve(self, model, limits, options, tell=None):
        eaten = []
        while True:
            eaten.append(np.ones(10_000_000))
            time.sleep(0.05)


class SaysNo(Fake):
    def solve(self, model, limits, options, tell=None):
        return Outcome(Status.UNSATISFIABLE)

    def solutions(self, model, project, limits, options):
        return iter(())


class SaysAllZero(Fake):
    def solve(self, model, limits, options, tell=None):
        return Outcome(Status.SATISFIED, np.zeros(model.variables + 1, np.int64))


class SaysOnlyOne(Fake):
    """Gives a right answer and denies that there are others."""

    def solve(self, model, limits, options, tell=None):
        from backends.cpsat import BACKEND
        from backends.passes.blocking import SENTENCE

        if any(block.sentence == SENTENCE for block in model.blocks):
            return Outcome(Status.UNSATISFIABLE)
        return BACKEND.solve(model, limits, options)


class FixesTooMuch(Fake):
    """Leaves the model open, and says that its first variable holds in every solution."""

    complete = False

    def solve(self, model, limits, options, tell=None):
        return Outcome(Status.UNKNOWN, fixed=np.array([1], np.int32))


class NotInstalled(Fake):
    def probe(self):
        return "not installed: No module named 'nothing'"


class LoadsSlowly(Fake):
    """As a solver that is compiled at first use."""

    def probe(self):
        time.sleep(0.5)

    def solve(self, model, limits, options, tell=None):
        return Outcome(Status.UNKNOWN, seconds={"solve": 0.0})


class Improves(Fake):
    """Finds an assignment, then hangs: takes no objective, so it is called again with ever lower cost bounds."""

    takes = frozenset(Form) - {Form.OBJECTIVE}

    def probe(self):
        from backends.cpsat import BACKEND

        return BACKEND.probe()  # imports the solver, before the clock runs

    def solve(self, model, limits, options, tell=None):
        from backends.cpsat import BACKEND

        if any("costs less" in block.sentence for block in model.blocks):
            time.sleep(1000)
        return BACKEND.solve(model, limits, options)


class NeverStopsTalking(Fake):
    """Solutions without end, as fast as the pipe takes them."""

    def solutions(self, model, project, limits, options):
        while True:
            yield np.zeros(model.variables + 1, np.int64)
