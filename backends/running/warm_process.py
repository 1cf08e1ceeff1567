"""The two processes of a warm parent: its guard, which a new interpreter begins as, and the warm parent itself.

The guard sleeps until the owner or the warm parent has ended. Then it kills all that is left below it, removes the
folder, and ends as the warm parent did. It holds the pipe for replies open: its end means that all have gone.
"""

from __future__ import annotations

import gc
import os
import resource
import select
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, NoReturn

from backends.running.channel import MessageReader, send_message
from backends.running.folders import lend_folder, make_locked_folder, remove_dead_folders
from backends.running.guard import ResourceUse, be_own_guard, end_like, kill_descendants, own_use, take_peak
from backends.running.preloading import load_family, take_late_libraries
from backends.running.processes import (
    accounts_are_complete,
    adopt_orphans,
    die_with_parent,
    kill_process,
    one_thread,
)
from rosetta.foundation.jit import watch_compiler
from rosetta.foundation.work_clock import work_seconds

POLL_SECONDS = 0.05  # where the system has no descriptor for a process
_owner: int | None = None  # the pipe to the owner, in a warm parent


@dataclass(frozen=True, slots=True)
class WarmReply:
    """What came of a request. result: what `work` returned, None where it did not; fault: why it did not, "" if it did;
    alive: whether the warm parent is; use: CPU and peak memory of the request, by the kernel's account, with all
    processes that were killed; wall: seconds of work since the warm parent took the request; threads: of the warm
    parent, which should have one when it forks; pid: its own; late: what children had to load (`preloading`)."""

    result: Any
    fault: str = ""
    alive: bool = True
    use: ResourceUse = field(default_factory=ResourceUse)
    wall: float = 0.0
    threads: int = 1
    pid: int = 0
    late: tuple[str, ...] = ()


def tell_owner(content: Any) -> None:
    """Tell the owner something while a request is being answered (`WarmParent.hear`); elsewhere than in a warm parent:
    nothing. Raises what pickling raises, and BrokenPipeError where the owner is gone."""
    if _owner is not None:
        send_message(_owner, "told", content)


def run_warm_parent(settings: dict[str, Any]) -> NoReturn:
    """The whole life of the new interpreter. settings: as `WarmParent.start` sends them."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, lambda *_: sys.exit(1))
    adopt_orphans()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if settings["cores"]:
        with suppress(OSError, AttributeError):
            os.sched_setaffinity(0, settings["cores"])
    remove_dead_folders()
    folder, _ = make_locked_folder()
    child = os.fork()
    if child == 0:
        try:
            _serve_requests(settings, folder)
        finally:
            os._exit(1)
    ending = None
    try:
        ending = _wait_for_end(child, settings["requests"])
    finally:
        if ending is None:
            kill_process(child)
            _, ending = os.waitpid(child, 0)
        kill_descendants()
        shutil.rmtree(folder, ignore_errors=True)
        end_like(ending)


def _wait_for_end(child: int, requests: int) -> int | None:
    """The wait status of the child when it has ended, None when the owner has."""
    poll = select.poll()
    poll.register(requests, 0)  # the owner's end is closed: POLLHUP, which needs not be asked for
    pause: float | None = POLL_SECONDS * 1000
    with suppress(AttributeError, OSError):  # Linux
        poll.register(os.pidfd_open(child), select.POLLIN)
        pause = None
    while True:
        events = poll.poll(pause)
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        if any(descriptor == requests for descriptor, _ in events):
            return None


def _serve_requests(settings: dict[str, Any], folder: str) -> None:
    """The life of the warm parent: load, then answer requests until there are no more."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's business
    die_with_parent()
    global _owner
    _owner = replies = settings["replies"]
    watch_compiler(lambda what, lasting=False, /: send_message(replies, "compiling", (what, lasting)))
    try:
        with one_thread():
            from backends.running.worker import load_named_solvers

            module, _, function = settings["work"].partition(":")
            work = getattr(import_module(module), function)
            load_family(settings["family"])
        load_named_solvers(tuple(settings["solvers"]))
    except Exception as error:
        send_message(replies, "died", f"the warm parent cannot load: {type(error).__name__}: {error}")
        return
    if accounts_are_complete():
        be_own_guard()
    lend_folder(folder)
    gc.collect()
    gc.freeze()
    reader = MessageReader(settings["requests"])
    while True:
        try:
            message = reader.receive(float("inf"))
        except EOFError:
            os._exit(0)
        if message is not None:
            _answer_request(work, message.content, replies)


def _answer_request(work: Callable[[Any], Any], request: Any, replies: int) -> None:
    """Call `work` and send its reply. Whatever it raises is a fault; the warm parent goes on."""
    start, before = work_seconds(), own_use()
    take_peak()
    result, fault = None, ""
    try:
        result = work(request)
    except MemoryError:
        fault = "out of memory"
    except (Exception, SystemExit) as error:
        fault = f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
    after = own_use()
    use = ResourceUse(after.cpu - before.cpu, take_peak(), after.switches - before.switches)
    threads = len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1
    wall, late = work_seconds() - start, take_late_libraries()
    reply = WarmReply(result, fault, True, use, wall, threads, os.getpid(), late)
    try:
        send_message(replies, "reply", reply)
    except BrokenPipeError:  # the owner is gone, and so will this process be
        pass
    except Exception as error:
        send_message(replies, "reply", replace(reply, result=None, fault=f"the result cannot be sent: {error}"))
