"""A warm parent: a long-lived process that has imported what many runs need, and forks each of them.

    owner --exec--> guard --fork--> warm parent --fork--> child --> programs, and whatever they start
      |   request: pickled            |  work(request): states models, calls `supervisor`, checks answers
      <------------ reply, pickled ---'

A run through `supervisor.solve` costs some 60 ms for importing CP-SAT, 260 for numba, and two forks. Called by the
`work` of a warm parent the same run costs one fork of a process that has the solver loaded. Nothing else is different:
a child per solve, with its limits, its folder, its account; when the reply comes, the child and all that it started
have gone.

    with WarmParent("rosetta.campaigns.planning.cells:run_cell", cores=(0,), solvers=("cnf", "cbc")) as parent:
        parent.submit(cell)                  # any object that can be pickled; one at a time
        select.select([parent], [], [])      # or wait for several parents
        reply = parent.receive(0.0)          # None: not yet whole

The warm parent is a new interpreter, not a fork of the owner: it has one thread, only the libraries of one family
(`preloading.family_of`), and no files or locks of the owner's. It is started by the first `submit`, and again by the
next one after it has died. If it dies, of whatever, the reply says how (`fault`), and everything below it has gone. If
the owner dies, even by SIGKILL, so do the warm parent and everything below it. `kill` ends it in the middle of a
request, as a limit from outside for all that `work` does. What it prints goes nowhere.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from backends.running.channel import MessageReader, send_message
from backends.running.guard import PATIENCE, ResourceUse, add_use
from backends.running.interpreters import interpreter_command
from backends.running.processes import MEGABYTES_PER_PAGE, kill_group, kill_process, wait_for_exit
from backends.running.warm_process import WarmReply
from rosetta.foundation.jit import tell_watch
from rosetta.foundation.work_clock import hold_clock, release_clock, work_seconds


def _ignore_message(_: Any) -> None:
    """For owners that want to hear nothing but the reply."""


@dataclass(slots=True, eq=False)
class _Running:
    """A warm parent that was started. accounted: what earlier replies said that it used; compiling: it does so now."""

    guard: subprocess.Popen[bytes]
    requests: int
    reader: MessageReader
    accounted: float = 0.0
    compiling: bool = False

    def note_compiling(self, what: str, at: float) -> None:
        """It compiles that from then on, "" for nothing any more. The clock of this process is held meanwhile."""
        if what and not self.compiling:
            hold_clock(at)
        elif self.compiling and not what:
            release_clock(at)
        self.compiling = bool(what)


@dataclass(slots=True, eq=False)
class WarmParent:
    """The owner's end. work: a function at the top of a module, or its name as "module:function"; cores: the only ones
    that the warm parent and its children may use, () for all; solvers: backends that it loads when it is started, by
    their full names (any other is loaded when it first runs); family: its name, where it has more than these need;
    hear: is told, by `receive`, what `work` tells meanwhile (`warm_process.tell_owner`). Not to be used by two threads
    at once."""

    work: str | Callable[[Any], Any]
    cores: tuple[int, ...] = ()
    solvers: tuple[str, ...] = ()
    family: str = ""
    hear: Callable[[Any], None] = _ignore_message
    _running: _Running | None = field(default=None, init=False)
    _submitted: float = field(default=0.0, init=False)

    def start(self) -> None:
        """Start the process, if it does not run. `submit` does that; calling it before lets several load at once."""
        if self._running is not None:
            return
        theirs, requests = os.pipe()
        replies, answering = os.pipe()
        settings = {
            "work": self.work if isinstance(self.work, str) else f"{self.work.__module__}:{self.work.__qualname__}",
            "cores": self.cores,
            "solvers": self.solvers,
            "family": self.family,
            "requests": theirs,
            "replies": answering,
        }
        guard = subprocess.Popen(
            interpreter_command("backends.running.warm_process:run_warm_parent", settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # a solver may print gigabytes there
            pass_fds=(theirs, answering),
            start_new_session=True,
        )
        os.close(theirs)
        os.close(answering)
        self._running = _Running(guard, requests, MessageReader(replies))

    def submit(self, request: Any) -> None:
        """Hand in a request; its reply must be received before the next one. Raises what pickling raises."""
        self.start()
        assert self._running is not None
        self._submitted = work_seconds()
        with contextlib.suppress(BrokenPipeError):  # it has died: `receive` says how
            send_message(self._running.requests, "request", request)

    def fileno(self) -> int:
        """For select: readable when a reply may be there, or the warm parent has died."""
        self.start()
        assert self._running is not None
        return self._running.reader.descriptor

    def resident_megabytes(self) -> float:
        """MB of memory that the warm parent has now, without its children; 0 where the system does not tell."""
        if self._running is None:
            return 0.0
        guard = self._running.guard.pid
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{guard}/task/{guard}/children", encoding="ascii") as children:
                pid = int(children.read().split()[0])
            with open(f"/proc/{pid}/statm", encoding="ascii") as sizes:
                return int(sizes.read().split()[1]) * MEGABYTES_PER_PAGE
        return 0.0

    def receive(self, seconds: float = math.inf) -> WarmReply | None:
        """The reply, waiting so long for it; None if it has not come whole by then."""
        deadline = time.monotonic() + seconds
        while self._running is not None:
            try:
                message = self._running.reader.receive(max(deadline - time.monotonic(), 0.0))
            except EOFError:
                return self._bury("")
            if message is None:
                return None
            if message.kind == "compiling":
                what, lasting = message.content
                if not lasting:
                    self._running.note_compiling(what, message.sent)
                tell_watch(what, lasting)
            if message.kind == "told":
                self.hear(message.content)
            if message.kind == "reply":
                reply: WarmReply = message.content
                self._running.accounted += reply.use.cpu
                return reply
            if message.kind == "died":  # in the middle of a message, or before it could work
                return self.kill(str(message.content))
        return WarmReply(None, "no warm parent is running", alive=False)

    def kill(self, why: str = "killed") -> WarmReply:
        """Kill the warm parent, whatever it is doing, with everything below it. The reply to the request has `why` as
        its fault."""
        return self._bury(why) if self._running is not None else WarmReply(None, why, alive=False)

    def __enter__(self) -> WarmParent:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def _bury(self, why: str) -> WarmReply:
        """End what is left of it. why: "" where it died by itself."""
        assert self._running is not None
        running, self._running = self._running, None
        running.note_compiling("", time.monotonic())
        wall, pid = work_seconds() - self._submitted, running.guard.pid
        os.close(running.requests)  # the guard sees that
        if not wait_for_exit(pid, PATIENCE):
            kill_process(pid)
        kill_group(pid)  # only where somebody killed the guard this finds anybody
        running.reader.close()
        try:
            _, status, used = os.wait4(pid, 0)
        except ChildProcessError:  # somebody else in this process reaps all children
            return WarmReply(None, why or "the warm parent died", alive=False, wall=wall)
        running.guard.returncode = code = os.waitstatus_to_exitcode(status)
        use = add_use(ResourceUse(cpu=-running.accounted), used)
        ending = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        return WarmReply(None, why or f"the warm parent {ending}", alive=False, use=use, wall=wall)
