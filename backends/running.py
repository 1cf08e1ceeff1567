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

import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, LimitReached, Limits, Options, Outcome, Status, TooLarge, Unsupported, Values
from backends.passes.descend import improving
from backends.processes import (
    die_with_parent,
    how_it_ended,
    keep_to_cores,
    kill_session,
    resident_megabytes,
    signals_held,
)
from backends.profiles import settled
from backends.registry import backend_named
from models.neutral import Form, Model, forms

Tick: TypeAlias = Callable[[float], None]
Message: TypeAlias = tuple[str, Any]
IMPORT_SECONDS = 60.0  # a solver that takes longer to import is treated as not usable
WEIGH_EVERY = 0.25  # seconds between two looks at /proc, which cost milliseconds on a busy machine


@dataclass(frozen=True, slots=True)
class Ended:
    """How an enumeration ended. complete: by itself, there are no others; status: UNKNOWN at a limit, UNSUPPORTED,
    ERROR, or SATISFIED where all went well; seconds: since the solver was imported."""

    complete: bool
    seconds: float
    status: Status = Status.SATISFIED
    note: str = ""


def solve(name: str, model: Model, limits: Limits, options: Options | None = None, tick: Tick | None = None) -> Outcome:
    """One outcome from the named backend, within the limits. Never raises for what a solver does."""
    last: Outcome | None = None
    start = time.monotonic()
    with closing(_converse(_solving, (name, model, limits, options or Options()), limits, tick)) as messages:
        for kind, content in messages:
            if kind == "ready":
                start = time.monotonic()
            elif kind == "outcome":
                last = content
            elif kind == "end" and last is not None:
                return last
            else:
                return _cut_short(last, kind, str(content), time.monotonic() - start)
    return Outcome(Status.ERROR, note="the solver's process ended without an answer")


def solutions(
    name: str,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options | None,
    each: Callable[[Values], None],
    most: int | None = None,
    tick: Tick | None = None,
) -> Ended:
    """Up to `most` assignments that differ on `project`; each is called with every one as it arrives, and what it
    does counts against the limit like the solver's work."""
    start = time.monotonic()
    job = (name, model, project, limits, options or Options(), most)
    with closing(_converse(_enumerating, job, limits, tick)) as messages:
        for kind, content in messages:
            if kind == "found":
                each(content)
            elif kind == "ready":
                start = time.monotonic()
            elif kind == "end":
                return Ended(content, time.monotonic() - start)
            elif kind == "outcome":
                return Ended(False, time.monotonic() - start, content.status, content.note)
            else:
                status = Status.UNKNOWN if kind == "stopped" else Status.ERROR
                return Ended(False, time.monotonic() - start, status, str(content))
    return Ended(False, time.monotonic() - start, Status.ERROR, "the solver's process ended without an answer")


def probe(name: str, options: Options | None = None) -> tuple[str | None, str]:
    """Whether the backend can be used here, tried in a process of its own: (reason or None, version)."""
    with closing(_converse(_probing, (name, options or Options()), Limits(), None)) as messages:
        for kind, content in messages:
            if kind == "probed":
                return content  # type: ignore[no-any-return]
            return (content.note if kind == "outcome" else str(content)), ""
    return "the probe ended without an answer", ""


def loading(name: str) -> str:
    """By which way models get into the backend's solver here, told in a process of its own; "" if it does not say."""
    with closing(_converse(_telling_loading, (name,), Limits(), None)) as messages:
        for kind, content in messages:
            if kind == "loading":
                return content  # type: ignore[no-any-return]
            return f"unknown: {content.note if kind == 'outcome' else content}"
    return "unknown: the process ended without an answer"


def _cut_short(last: Outcome | None, kind: str, why: str, elapsed: float) -> Outcome:
    """The outcome of a solve that was stopped or died: the best found so far, else what is known of it."""
    if last is not None and last.values is not None:
        return replace(last, note=f"{why}; best found so far")
    status = Status.UNKNOWN if kind == "stopped" else Status.ERROR
    last = last or Outcome(status)
    before = sum(seconds for step, seconds in last.seconds.items() if step != "solve")
    seconds = {**last.seconds, "solve": max(elapsed - before, 0.0)}
    return replace(last, status=status, note=why, seconds=seconds)


# ---- in the child --------------------------------------------------------------------------------------------


def _solving(send: Callable[[str, Any], None], name: str, model: Model, limits: Limits, options: Options) -> None:
    backend = _ready(send, name)
    options = settled(backend, options, model.name)

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
    options = settled(backend, options, model.name)
    for count, values in enumerate(backend.solutions(model, project, limits, options)):
        if most is not None and count == most:
            send("end", False)
            return
        send("found", values)
    send("end", True)


def _probing(send: Callable[[str, Any], None], name: str, options: Options) -> None:
    backend = backend_named(name)
    reason = backend.probe()
    if reason is None:
        backend.engine_of(options)  # raises Unsupported for a solver it does not know
    send("probed", (reason, "" if reason else backend.version()))


def _telling_loading(send: Callable[[str, Any], None], name: str) -> None:
    backend = backend_named(name)
    ask = getattr(backend, "loading", None)  # optional: see the contract
    send("loading", ask() if ask is not None and backend.probe() is None else "")


def _ready(send: Callable[[str, Any], None], name: str) -> Backend:
    backend = backend_named(name)
    reason = backend.probe()  # imports the solver
    if reason is not None:
        raise Unsupported(reason)
    send("ready", None)
    return backend


def _child(
    connection: Connection, folder: str, job: Callable[..., None], arguments: tuple[Any, ...], limits: Limits
) -> None:
    """Everything the child does; whatever happens ends in one last message."""
    os.setsid()  # the parent kills this session, and with it whatever the solver starts
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    die_with_parent()
    keep_to_cores(limits.threads)
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


# ---- in the parent -------------------------------------------------------------------------------------------


def _converse(
    job: Callable[..., None], arguments: tuple[Any, ...], limits: Limits, tick: Tick | None
) -> Generator[Message]:
    """Start the child and pass on its messages; always ends with the child's session dead and its files gone."""
    context = multiprocessing.get_context("fork")
    folder = tempfile.TemporaryDirectory(prefix="rosetta-", ignore_cleanup_errors=True)
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(theirs, folder.name, job, arguments, limits))
    try:
        with signals_held():  # a Ctrl-C between fork and setsid would hit the child too
            child.start()
        theirs.close()
        yield from _listen(child.pid or 0, ours, limits, tick)
    finally:
        with signals_held():  # a second Ctrl-C must not break off the cleaning up
            if child.pid is not None:
                kill_session(child.pid)
                child.join()
            ours.close()
            folder.cleanup()


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
    yield "died", how_it_ended(pid)
