"""The supervisor: runs a backend in a child process that can be killed, with all its descendants.

Some solvers cannot be interrupted (CaDiCaL holds the interpreter for the whole solve), some start processes of
their own (PuLP starts CBC), some crash on their input. So every solve happens in a forked child:

    parent                         child (own session, own temporary directory)
      fork ------------------------> import the solver          not counted against the limit
      <----------------- "ready" --  lower, load, solve         the limit runs from here
      <----- outcome, again, ... --  (each better than the last; or solutions as they are found)
      kill the child's session at the limit + grace, at the memory limit, on Ctrl-C, on SIGTERM

The child inherits the model through the fork, so nothing is copied or pickled, and no `__main__` is needed. Where the
parent has threads (a notebook has), they are not in the child; it imports a solver and computes, and if a lock that one
of them held should stop it, the limit ends it. Threads may each start children, one after the other (`_starting`).

While it waits, the parent reports progress some 20 times a second: what the child last said that it is doing (nothing
at first), and the seconds of the limit. What a progress raises ends the child too.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.jit import tell_watch, watch_compiler
from algebra.limits import LimitReached, TooLarge
from algebra.progress import Progress, ignore_progress
from backends.contract import Backend, Limits, Options, Outcome, Status, Unsupported, Values
from backends.running import worker
from backends.running.processes import (
    describe_exit,
    die_with_parent,
    hold_signals,
    keep_to_cores,
    kill_session,
    resident_megabytes,
)
from backends.running.result_checks import MalformedResult
from models.neutral import Model

Message: TypeAlias = tuple[str, Any]
IMPORT_SECONDS = 300.0  # to load a solver; first use compiles, which takes minutes on a busy machine
MEMORY_CHECK_SECONDS = 0.25  # seconds between two looks at /proc, which cost milliseconds on a busy machine
_starting = threading.Lock()  # while a child is started


@dataclass(frozen=True, slots=True)
class JobEnd:
    """How a job ended. complete: it finished by itself, so there are no further answers; status: UNKNOWN at a limit,
    UNSUPPORTED, ERROR, or SATISFIED where all went well; seconds: since the solver was imported."""

    complete: bool
    seconds: float
    status: Status = Status.SATISFIED
    note: str = ""


def solve(
    backend: str | Backend,
    model: Model,
    limits: Limits,
    options: Options | None = None,
    progress: Progress = ignore_progress,
) -> Outcome:
    """One outcome from a backend, or the backend of that name, within the limits. No solver makes it raise."""
    last: Outcome | None = None
    loading_start = start = time.monotonic()
    with closing(
        messages(worker.send_outcomes, (backend, model, limits, options or Options()), limits, progress)
    ) as received:
        for kind, content in received:
            if kind == "ready":
                start = time.monotonic()
            elif kind == "outcome":
                last = content
            elif kind == "end" and last is not None:
                return replace(last, loading=start - loading_start)
            else:
                return replace(
                    _partial_outcome(last, kind, str(content), time.monotonic() - start), loading=start - loading_start
                )
    return Outcome(Status.ERROR, note="the solver's process ended without an answer")


def solutions(
    backend: str | Backend,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options | None,
    each: Callable[[Values], None],
    most: int | None = None,
    progress: Progress = ignore_progress,
    grace: float | None = None,
) -> JobEnd:
    """Up to `most` assignments that differ on `project`. `each` is called with every one as it arrives; its time counts
    against the limit like the solver's. grace: seconds that the solver has at the limit to end by itself, None for the
    default."""
    job = (backend, model, project, limits, options or Options(), most)
    return run_job(worker.send_solutions, job, limits, each, progress, grace=grace)


def count(
    backend: str | Backend,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options | None = None,
    progress: Progress = ignore_progress,
) -> tuple[int | None, JobEnd]:
    """How many assignments differ on `project`, from a backend that counts without listing; None if it did not
    finish."""
    numbers, ended = counts(backend, [(model, project)], limits, options, progress)
    return (numbers[0] if ended.complete else None), ended


def counts(
    backend: str | Backend,
    models: worker.ProjectedModels,
    limits: Limits,
    options: Options | None = None,
    progress: Progress = ignore_progress,
    by_listing: bool = False,
) -> tuple[list[int], JobEnd]:
    """`count` of one model after the other in one child, which imports the solver once; the finished counts, in order.
    by_listing: from a backend that only lists; then each model has the whole limit."""
    numbers: list[int] = []
    job = (backend, models, limits, options or Options())
    work = worker.send_listing_counts if by_listing else worker.send_counts
    return numbers, run_job(work, job, limits, numbers.append, progress, answer_kind="counted")


def run_job(
    job: Callable[..., None],
    arguments: tuple[Any, ...],
    limits: Limits,
    each: Callable[[Any], None],
    progress: Progress = ignore_progress,
    *,
    answer_kind: str = "found",
    grace: float | None = None,
) -> JobEnd:
    """How a job ended. `each` is called with its messages of kind `answer_kind`."""
    start = time.monotonic()
    with closing(messages(job, arguments, limits, progress, grace)) as received:
        for kind, content in received:
            if kind == answer_kind:
                each(content)
            elif kind == "ready":
                start = time.monotonic()
            elif kind == "end":
                return JobEnd(content, time.monotonic() - start)
            elif kind == "outcome":
                return JobEnd(False, time.monotonic() - start, content.status, content.note)
            else:
                status = Status.UNKNOWN if kind == "stopped" else Status.ERROR
                return JobEnd(False, time.monotonic() - start, status, str(content))
    return JobEnd(False, time.monotonic() - start, Status.ERROR, "the solver's process ended without an answer")


def probe(name: str, options: Options | None = None) -> tuple[str | None, str]:
    """Whether the backend can be used here, tried in a process of its own: (reason or None, version)."""
    with closing(messages(worker.send_probe, (name, options or Options()), Limits())) as received:
        for kind, content in received:
            if kind == "probed":
                return content  # type: ignore[no-any-return]
            return (content.note if kind == "outcome" else str(content)), ""
    return "the probe ended without an answer", ""


def describe_loading(name: str) -> str:
    """How models get into the backend's solver here, found in a process of its own; "" if it does not say."""
    with closing(messages(worker.send_loading, (name,), Limits())) as received:
        for kind, content in received:
            if kind == "loading":
                return content  # type: ignore[no-any-return]
            return f"unknown: {content.note if kind == 'outcome' else content}"
    return "unknown: the process ended without an answer"


def _partial_outcome(last: Outcome | None, kind: str, why: str, elapsed: float) -> Outcome:
    """The outcome of a solve that was stopped or died: the best solution so far, else what is known."""
    status = Status.UNKNOWN if kind == "stopped" else Status.ERROR
    last = last or Outcome(status)
    before = sum(seconds for step, seconds in last.seconds.items() if step != "solve")
    seconds = {**last.seconds, "solve": max(elapsed - before, 0.0)}
    if last.values is not None:
        return replace(last, note=f"{why}; best found so far", seconds=seconds)
    return replace(last, status=status, note=why, seconds=seconds)


# ---- in the child --------------------------------------------------------------------------------------------


def _run_child(
    connection: Connection, folder: str, job: Callable[..., None], arguments: tuple[Any, ...], limits: Limits
) -> None:
    """The whole life of a child; whatever happens, there is a last message."""
    os.setsid()  # the parent kills this session, and with it whatever the solver starts
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    die_with_parent()
    keep_to_cores(limits.threads)
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    with contextlib.suppress(Exception):  # a notebook's stdout is somebody else's object, or None
        sys.stdout.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # solvers print; stdout is for the answer

    def send(kind: str, content: Any) -> None:
        connection.send((kind, content))

    watch_compiler(lambda what, lasting=False, /: send("compiling", (what, lasting)))
    try:
        job(send, *arguments)
    except LimitReached as limit:
        send("stopped", str(limit))
    except (Unsupported, TooLarge) as refusal:
        send("outcome", Outcome(Status.UNSUPPORTED, note=str(refusal)))
        send("end", False)
    except MalformedResult as fault:
        send("outcome", Outcome(Status.ERROR, note=str(fault)))
        send("end", False)
    except MemoryError:
        send("stopped", "out of memory")
    except Exception as error:
        send("died", f"{type(error).__name__}: {error}")
    connection.close()


# ---- in the parent -------------------------------------------------------------------------------------------


def messages(
    job: Callable[..., None],
    arguments: tuple[Any, ...],
    limits: Limits,
    progress: Progress = ignore_progress,
    grace: float | None = None,
) -> Generator[Message]:
    """The messages of a job, `job(send, *arguments)` in a child of its own, under the limits. In the end the child's
    session is dead and its files are gone, always. Each "ready" that it sends restarts the clock. Phrases that it sends
    as "progress" are for `progress` alone. The last message is its own, or "stopped" or "died" with the reason."""
    context = multiprocessing.get_context("fork")
    folder = tempfile.TemporaryDirectory(prefix="rosetta-", ignore_cleanup_errors=True)
    child: multiprocessing.process.BaseProcess | None = None
    ours: Connection | None = None
    try:
        with _starting:  # else a child that another thread starts inherits this pipe, and its end is not seen here
            ours, theirs = context.Pipe(duplex=False)
            child = context.Process(target=_run_child, args=(theirs, folder.name, job, arguments, limits))
            with hold_signals():  # a Ctrl-C between fork and setsid would hit the child too
                child.start()
            theirs.close()
        yield from _listen(child.pid or 0, ours, limits, progress, grace)
    finally:
        with hold_signals():  # a second Ctrl-C must not interrupt the cleanup
            if child is not None and child.pid is not None:
                kill_session(child.pid)
                child.join()
            if ours is not None:
                ours.close()
            folder.cleanup()


def _listen(
    pid: int, connection: Connection, limits: Limits, progress: Progress, grace: float | None = None
) -> Iterator[Message]:
    """Messages until the child closes the pipe, or a limit is reached (a last message "stopped")."""
    start, phrase = time.monotonic(), ""
    deadline, weighed = start + IMPORT_SECONDS, start
    late = f"not ready after {IMPORT_SECONDS:g} s: loading the solver, and compiling it at first use, took longer"
    grace = 1.0 + 0.05 * limits.seconds if grace is None else grace
    while True:
        if connection.poll(0.05):
            try:
                kind, content = connection.recv()
            except EOFError:
                break
            if kind == "ready":
                start, phrase = time.monotonic(), ""
                deadline, late = start + limits.seconds + grace, limits.time_limit_note
            if kind == "progress":
                phrase = content
            elif kind == "compiling":
                phrase = "" if content[1] else content[0]
                tell_watch(*content)
            else:
                yield kind, content
        now = time.monotonic()  # checked after every message too: limits hold for a child that never stops sending
        progress(phrase, now - start, limits.seconds)
        if now > deadline:
            yield "stopped", late
            return
        if now - weighed > MEMORY_CHECK_SECONDS:
            weighed = now
            if resident_megabytes(pid) > limits.memory:
                yield "stopped", f"memory limit of {limits.memory} MB"
                return
    yield "died", describe_exit(pid)
