"""The supervisor: runs a backend in a child process that can be killed, with all its descendants.

Some solvers cannot be interrupted (CaDiCaL holds the interpreter for the whole solve), some start processes of
their own (PuLP starts CBC), some crash on their input. So every solve happens in a forked child:

    parent                         child (own session, own temporary directory), behind a guard
      fork ------------------------> import the solver          not counted against the limit
      <----------------- "ready" --  lower, load, solve         the limit runs from here
      <----- outcome, again, ... --  (each better than the last; or solutions as they are found)
      kill the child and its descendants at a limit, on Ctrl-C, on SIGTERM

What a solve took is measured here, by the parent's clock, from "ready" to the end. What the backend reports of its
steps is believed only as shares of that (`outcomes.share_time`).

At the time limit a child is killed at once, unless its backend is interruptible and solving: then it ends by itself,
and has GRACE seconds to hand in what it has. What it was at when it was stopped stands in a book that both share
(`StepBook`): a message might come too late. The guard (`running.guard`) kills, and accounts for all that was used.

The parent loads no solver, unless it is a warm one or was told that many runs will come (`preloading.keep_solvers`).
The child inherits the model through the fork, so nothing is copied or pickled, and no `__main__` is needed. Where the
parent has threads (a notebook has), they are not in the child; it imports a solver and computes, and if a lock that one
of them held should stop it, the limit ends it. Threads may each start children, one after the other (`_starting`).

While the child compiles a loop, which it tells, its clocks stand still, and the limit moves by as much.

While it waits, the parent reports progress some 20 times a second: what the child last said that it is doing (nothing
at first), and the seconds of the limit. What a progress raises ends the child too.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Ending, Limits, Options, Outcome, Status, Values
from backends.outcomes import StepBook, share_time
from backends.running import worker
from backends.running.channel import MessageReader, Stop, open_channel
from backends.running.child import run_child
from backends.running.folders import run_folder
from backends.running.guard import PATIENCE, end_guard, guarded_family, start_guard
from backends.running.processes import describe_exit, hold_signals, wait_for_exit
from backends.running.run_account import ContentionAccount, RunAccount, RunClock, thread_times
from models.neutral import Model
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import ending_of
from rosetta.foundation.work_clock import work_seconds

Message: TypeAlias = tuple[str, Any]
IMPORT_SECONDS = 300.0  # to load a solver, on a busy machine
MEMORY_CHECK_SECONDS = 0.25  # seconds between two looks at /proc, which cost milliseconds on a busy machine
DEAF_SECONDS = 1.0  # for a child to end that has closed its channel
JOBS = {  # what a child is started to do, in words
    "send_outcomes": "solve", "send_solutions": "list solutions", "send_counts": "count",
    "send_listing_counts": "count by listing", "send_loops": "compile loops",
    "send_probe": "look at its solver", "send_loading": "look at its solver",
}  # fmt: skip
_LOG = logging.getLogger("rosetta")
_starting = threading.Lock()  # while a child is started


@dataclass(frozen=True, slots=True)
class JobEnd:
    """How a job ended. complete: it finished by itself, so there are no further answers; status: UNKNOWN at a limit,
    UNSUPPORTED, ERROR, or SATISFIED where all went well; seconds: since the solver was imported; ended: which limit it
    was, where that is known."""

    complete: bool
    seconds: float
    status: Status = Status.SATISFIED
    note: str = ""
    ended: Ending | None = None

    @property
    def ending(self) -> Ending:
        """Why it ended."""
        return ending_of(self.status, self.ended)


def solve(
    backend: str | Backend,
    model: Model,
    limits: Limits,
    options: Options | None = None,
    progress: Progress = ignore_progress,
) -> Outcome:
    """One outcome from a backend, or the backend of that name, within the limits. No solver makes it raise."""
    account = RunAccount(contention=ContentionAccount(limits.threads))
    job = (backend, model, limits, options or Options())
    with closing(messages(worker.send_outcomes, job, limits, progress, account)) as received:
        outcome = _last_outcome(received, account.book)
    outcome = account.measured(outcome)
    if outcome.status is Status.UNKNOWN and outcome.ended is None and outcome.total >= limits.seconds:
        outcome = replace(outcome, ended=Ending.TIME)  # nobody said so, but the clock does
    _log_outcome(_job_owner(job), outcome)
    return outcome


def _last_outcome(received: Iterator[Message], book: StepBook) -> Outcome:
    """The outcome that the child ended with, or what is known of it where it was stopped, or died. Its seconds are
    shares of what passed here since the child was ready."""
    last: Outcome | None = None
    start: float | None = None
    for kind, content in received:
        if kind == "ready":
            start = work_seconds()
        elif kind == "outcome":
            last = content
        else:
            elapsed = 0.0 if start is None else work_seconds() - start
            if kind == "end" and last is not None:
                return _with_time(last, book, elapsed, not last.seconds)
            return _with_time(_partial_outcome(last, content), book, elapsed, bool(book.step))
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
) -> JobEnd:
    """Up to `most` assignments that differ on `project`. `each` is called with every one as it arrives; its time counts
    against the limit like the solver's."""
    job = (backend, model, project, limits, options or Options(), most)
    return run_job(worker.send_solutions, job, limits, each, progress)


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
    by_listing: from a backend that only lists."""
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
) -> JobEnd:
    """How a job ended. `each` is called with its messages of kind `answer_kind`."""
    end = _job_end(job, arguments, limits, each, progress, answer_kind)
    state = "done" if end.complete else end.note or "stopped"
    _LOG.info("%s: %s after %.3f s", _job_owner(arguments), state, end.seconds)
    return end


def _job_end(
    job: Callable[..., None],
    arguments: tuple[Any, ...],
    limits: Limits,
    each: Callable[[Any], None],
    progress: Progress,
    answer_kind: str,
) -> JobEnd:
    start = work_seconds()
    with closing(messages(job, arguments, limits, progress)) as received:
        for kind, content in received:
            if kind == answer_kind:
                each(content)
            elif kind == "ready":
                start = work_seconds()
            elif kind == "end":
                return JobEnd(content, work_seconds() - start)
            elif kind == "outcome":
                return JobEnd(False, work_seconds() - start, content.status, content.note, content.ended)
            else:
                seconds = work_seconds() - start
                if isinstance(content, Stop):
                    return JobEnd(False, seconds, Status.UNKNOWN, content.reason, content.ended)
                return JobEnd(False, seconds, Status.ERROR, str(content))
    return JobEnd(False, work_seconds() - start, Status.ERROR, "the solver's process ended without an answer")


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


def _partial_outcome(last: Outcome | None, why: Stop | str) -> Outcome:
    """The outcome of a solve that was stopped, or died of what the words say: the best solution so far, else what is
    known."""
    if last is not None and last.values is not None:
        return replace(last, note=f"{why}; best found so far")
    if isinstance(why, Stop):
        return replace(last or Outcome(Status.UNKNOWN), status=Status.UNKNOWN, note=why.reason, ended=why.ended)
    return replace(last or Outcome(Status.ERROR), status=Status.ERROR, note=why, ended=None)


def _with_time(outcome: Outcome, book: StepBook, elapsed: float, by_book: bool) -> Outcome:
    """The outcome with what it took, as measured here. by_book: its steps are those of the book, and what was cut off
    is of the step at work; in `solve`, if it keeps no book."""
    reported, rest = (book.seconds, book.step or "solve") if by_book else (outcome.seconds, "solve")
    return replace(outcome, seconds=share_time(reported, elapsed, rest))


def messages(
    job: Callable[..., None],
    arguments: tuple[Any, ...],
    limits: Limits,
    progress: Progress = ignore_progress,
    account: RunAccount | None = None,
) -> Generator[Message]:
    """The messages of a job, `job(send, *arguments)` in a child of its own, under the limits. In the end the child is
    dead with all its descendants, its files are gone, and the account says what it used, always. Each "ready" that it
    sends restarts the clock; with True it says that it may hand in something after the limit. Phrases that it sends as
    "progress" are for `progress` alone. The last message is its own, or "stopped" with a `Stop`, or "died" with the
    reason."""
    account, start = account or RunAccount(), time.monotonic()
    worker.load_before_fork(arguments)
    with run_folder() as folder:
        reader, guard = None, None
        try:
            with _starting:  # else a child that another thread starts inherits this pipe, and its end is not seen here
                reader, theirs = open_channel()
                work = (theirs, folder, job, arguments, limits.threads, account.book)
                try:
                    guard = start_guard(lambda: run_child(*work), folder)
                finally:
                    os.close(theirs)
            what, given = JOBS.get(job.__name__, "work"), f"{limits.seconds:.4g} s, {limits.memory} MB"
            profile = "".join(f"; profile {each.profile}" for each in arguments if isinstance(each, Options))
            _LOG.info(
                "%s: process %d is started to %s; limits %s%s", _job_owner(arguments), guard, what, given, profile
            )
            yield from _listen(guard, reader, limits, progress, account)
        finally:
            if not account.ready:
                account.startup = time.monotonic() - start
            account.end_compiling(time.monotonic())
            with hold_signals():  # a second Ctrl-C must not interrupt the cleanup
                if guard is not None:
                    use = end_guard(guard)
                    account.use = replace(use, peak=max(use.peak, account.use.peak))
                if reader is not None:
                    reader.close()


def _listen(
    guard: int, reader: MessageReader, limits: Limits, progress: Progress, account: RunAccount
) -> Iterator[Message]:
    """Messages until the child closes the pipe, or a limit is reached (a last message "stopped"). What was handed in
    before the limit counts, if it arrives within GRACE."""
    begun = weighed = now = time.monotonic()
    late = f"not ready after {IMPORT_SECONDS:g} s: loading the solver took longer"
    clock = RunClock(account, begun, begun, begun + IMPORT_SECONDS, late)
    while True:
        try:
            message = reader.receive(clock.patience(now))
        except EOFError:
            yield "died", _describe_end(guard)
            return
        if message is not None and clock.is_over(message.sent):
            message = None
        if message is not None and not clock.take_note(message):
            if message.kind == "ready":
                clock.restart(message.content, limits)
            yield message.kind, message.content
        now = time.monotonic()  # checked after every message too: limits hold for a child that never stops sending
        progress(clock.phrase, clock.seconds(now), limits.seconds)
        if clock.has_run_out(now, message is not None or reader.began_before(clock.deadline)):
            _measure_memory(guard, account)
            yield "stopped", Stop(clock.late, Ending.TIME)
            return
        if now - weighed > MEMORY_CHECK_SECONDS:
            weighed = now
            if _measure_memory(guard, account) > limits.memory:
                yield "stopped", Stop(f"memory limit of {limits.memory} MB", Ending.MEMORY)
                return


def _job_owner(arguments: tuple[Any, ...]) -> str:
    """Whose job it is: the backend that works, or what else comes first."""
    return str(getattr(arguments[0], "name", arguments[0])) if arguments else "a job"


def _log_outcome(owner: str, outcome: Outcome) -> None:
    """Tell of a solve: what came out, how long it took, how large it was, what it used."""
    took = ", ".join(f"{step} {seconds:.3f} s" for step, seconds in outcome.seconds.items() if seconds)
    size = outcome.size
    sizes = f"{size.variables:,} variables, {size.rows:,} rows, {size.literals:,} literals" if size.variables else ""
    used = (
        f"loaded in {outcome.loading:.2f} s, CPU {outcome.cpu:.2f} s, peak {outcome.peak_memory:.0f} MB"
        if outcome.peak_memory
        else ""
    )
    encoding = f"encodings {outcome.encoding}" if outcome.encoding else ""
    _LOG.info("%s: %s", owner, "; ".join(filter(None, (outcome.status, outcome.note, took, sizes, encoding, used))))


def _measure_memory(guard: int, account: RunAccount) -> float:
    """Resident MB of the child and its descendants now. Notes how long they waited for a processor, too."""
    family = guarded_family(guard)
    account.contention.note(thread_times(family))
    megabytes = sum(family.values())
    account.use = replace(account.use, peak=max(account.use.peak, megabytes))
    return megabytes


def _describe_end(guard: int) -> str:
    """How a child ended that has closed its channel. Where the machine is busy, its guard may notice late."""
    if wait_for_exit(guard, DEAF_SECONDS) or (not guarded_family(guard) and wait_for_exit(guard, PATIENCE)):
        return describe_exit(guard)
    return "closed its channel and went on without an answer"
