"""Running a backend in a child process that can be killed, tree and all.

Some solvers cannot be interrupted (CaDiCaL holds the interpreter for the whole solve), some start processes of
their own (PuLP starts CBC), some die of what they are given. So every solve happens in a forked child:

    parent                         child (own session, own temporary directory)
      fork ------------------------> import the solver          not counted: imports are nobody's merit
      <----------------- "ready" --  lower, load, solve         the limit runs from here
      <----- outcome, again, ... --  (each better than the last; or solutions as they are found)
      kill the child's session at the limit + grace, at the memory limit, on Ctrl-C, on SIGTERM

The model is inherited by the fork, so nothing is copied on the way in. The parent must have no threads.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, LimitReached, Limits, Options, Outcome, Status, TooLarge, Unsupported, Values
from backends.passes.descend import improving
from backends.registry import backend_named
from models.neutral import Form, Model, forms

Tick: TypeAlias = Callable[[float], None]
Message: TypeAlias = tuple[str, Any]
IMPORT_SECONDS = 60.0  # a solver that takes longer to import is treated as not usable
WEIGH_EVERY = 0.25  # seconds between two looks at /proc, which cost milliseconds on a busy machine
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Solutions that differ on the projection. complete: there are no others; note: why it stopped, if not."""

    values: tuple[Values, ...]
    complete: bool
    note: str = ""


def solve(name: str, model: Model, limits: Limits, options: Options | None = None, tick: Tick | None = None) -> Outcome:
    """One outcome from the named backend, within the limits. Never raises for what a solver does."""
    last: Outcome | None = None
    for kind, content in _converse(_solving, (name, model, limits, options or Options()), limits, tick):
        if kind == "outcome":
            last = content
        elif kind == "end" and last is not None:
            return last
        elif last is not None and last.values is not None:
            return replace(last, note=f"{content}; best found so far")
        else:
            status = Status.UNKNOWN if kind == "stopped" else Status.ERROR
            return replace(last or Outcome(status), status=status, note=str(content))
    return Outcome(Status.ERROR, note="the solver's process ended without an answer")


def solutions(
    name: str,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options | None = None,
    most: int | None = None,
    tick: Callable[[int], None] | None = None,
) -> Found:
    """Up to `most` assignments that differ on `project`; tick is called with the number found so far."""
    values: list[Values] = []

    def ticking(_: float) -> None:
        if tick is not None:
            tick(len(values))

    job = (name, model, project, limits, options or Options(), most)
    for kind, content in _converse(_enumerating, job, limits, ticking):
        if kind == "found":
            values.append(content)
        else:
            complete, note = (content, "") if kind == "end" else (False, str(content))
            return Found(tuple(values), complete, note)
    return Found(tuple(values), False, "the solver's process ended without an answer")


def probe(name: str, limits: Limits | None = None) -> tuple[str | None, str]:
    """Whether the backend can be used here, tried in a process of its own: (reason or None, version)."""
    for kind, content in _converse(_probing, (name,), limits or Limits(), None):
        if kind == "probed":
            return content  # type: ignore[no-any-return]
        return str(content), ""
    return "the probe ended without an answer", ""


# ---- in the child --------------------------------------------------------------------------------------------


def _solving(send: Callable[[str, Any], None], name: str, model: Model, limits: Limits, options: Options) -> None:
    backend = _ready(send, name)

    def tell(outcome: Outcome) -> None:
        send("outcome", replace(outcome, engine=backend.engine_of(options), version=backend.version()))

    if Form.OBJECTIVE in forms(model) and Form.OBJECTIVE not in backend.takes:
        outcomes: Iterable[Outcome] = improving(backend, model, limits, options)
    else:
        outcomes = (backend.solve(model, limits, options, tell) for _ in range(1))
    for outcome in outcomes:
        tell(outcome)
    send("end", True)


def _enumerating(
    send: Callable[[str, Any], None],
    name: str,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options,
    most: int | None,
) -> None:
    backend = _ready(send, name)
    for count, values in enumerate(backend.solutions(model, project, limits, options)):
        if most is not None and count == most:
            send("end", False)
            return
        send("found", values)
    send("end", True)


def _probing(send: Callable[[str, Any], None], name: str) -> None:
    backend = backend_named(name)
    reason = backend.probe()
    send("probed", (reason, "" if reason else backend.version()))


def _ready(send: Callable[[str, Any], None], name: str) -> Backend:
    backend = backend_named(name)
    reason = backend.probe()  # imports the solver
    if reason is not None:
        raise Unsupported(reason)
    send("ready", None)
    return backend


def _child(connection: Connection, folder: str, job: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """Everything the child does; whatever happens ends in one last message."""
    os.setsid()  # the parent kills this session, and with it whatever the solver starts
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    die_with_parent()
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    sys.stdout.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # solvers print; stdout is for the answer

    def send(kind: str, content: Any) -> None:
        connection.send((kind, content))

    try:
        job(send, *arguments)
    except LimitReached as limit:
        send("stopped", str(limit))
    except (Unsupported, TooLarge) as refusal:
        send("outcome", Outcome(Status.UNSUPPORTED, note=str(refusal)))
        send("end", False)
    except MemoryError:
        send("stopped", "out of memory")
    except Exception as error:
        send("died", f"{type(error).__name__}: {error}")
    connection.close()


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent dies, however it dies. Elsewhere: nothing."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


# ---- in the parent -------------------------------------------------------------------------------------------


def _converse(
    job: Callable[..., None], arguments: tuple[Any, ...], limits: Limits, tick: Tick | None
) -> Iterator[Message]:
    """Start the child and pass on its messages; always ends with the child's session dead and its files gone."""
    with tempfile.TemporaryDirectory(prefix="rosetta-", ignore_cleanup_errors=True) as folder:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe(duplex=False)
        child = context.Process(target=_child, args=(theirs, folder, job, arguments))
        with _signals_held():  # a Ctrl-C between fork and setsid would hit the child too
            child.start()
        theirs.close()
        try:
            yield from _listen(child.pid or 0, ours, limits, tick)
        finally:
            _kill_session(child.pid or 0)
            child.join()
            ours.close()


def _listen(pid: int, connection: Connection, limits: Limits, tick: Tick | None) -> Iterator[Message]:
    """Messages until the child closes the pipe, or a limit is reached (a last message "stopped")."""
    start = time.monotonic()
    deadline, weighed = start + IMPORT_SECONDS, start
    grace = 1.0 + 0.05 * limits.seconds
    while True:
        if connection.poll(0.05):
            try:
                kind, content = connection.recv()
            except EOFError:
                break
            if kind == "ready":
                start = time.monotonic()
                deadline = start + limits.seconds + grace
            else:
                yield kind, content
        now = time.monotonic()  # looked at after every message too: a child that never stops talking has limits
        if tick is not None:
            tick(now - start)
        if now > deadline:
            yield "stopped", f"time limit of {limits.seconds:g} s"
            return
        if now - weighed > WEIGH_EVERY:
            weighed = now
            if resident_megabytes(pid) > limits.memory:
                yield "stopped", f"memory limit of {limits.memory} MB"
                return
    yield "died", _how_it_ended(pid)


def _how_it_ended(pid: int) -> str:
    """Only read by those who got no answer: how the child's process ended."""
    with contextlib.suppress(ChildProcessError):
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        return f"killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code} and no answer"
    return "ended without an answer"


def resident_megabytes(leader: int) -> float:
    """Resident memory of a session's processes in MB; 0 where /proc does not tell."""
    pages = 0
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if entry.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                if int(fields[3]) == leader:  # field 6 of stat: session; field 24: resident pages
                    pages += int(fields[21])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _kill_session(leader: int) -> None:
    """Kill every process of the session; the leader made it with setsid, so nothing else is in it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.getpgid(leader) == leader:
            os.killpg(leader, signal.SIGKILL)
            return
    with contextlib.suppress(ProcessLookupError):  # killed before it came to setsid
        os.kill(leader, signal.SIGKILL)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    held = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, held)
