"""The guard: a small process between the parent and its child, which outlives whatever the child does.

    parent --fork--> guard --fork--> child --> programs, and whatever they start
                       |
                       adopts orphans, kills until nobody is left, ends as the child ended

Only a process that adopts orphans can kill a solver's child that made a session of its own, and only one that reaps
them all can say what they used. The parent cannot be that process: it may be a notebook with children of other people.
The guard imports nothing and computes nothing; it sleeps until the child has ended, or a SIGTERM comes: from the parent
at a limit, or from Linux when the parent dies, even by SIGKILL. In that case it removes the temporary folder, too.

It costs one more fork for each run: 3 ms of CPU (`docs/measurements/performance.md`). A warm parent (`running.warm`)
saves it: that process has no other children and does nothing else meanwhile, so it is the guard itself
(`be_own_guard`), and has a guard above it for the case that it dies.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from backends.running.processes import (
    END_SIGNALS,
    adopt_orphans,
    descendants,
    die_with_parent,
    hold_signals,
    kill_group,
    kill_process,
    wait_for_exit,
)

PATIENCE = 5.0  # seconds for a guard to end: what the kernel does not let go of by then is left behind
MOST_DESCRIPTORS = 1 << 16
AWAITED = {signal.SIGTERM, signal.SIGCHLD}
_is_own_guard = False  # this process needs no guard for what it starts
_largest = 0.0  # MB, of what it has started since `take_peak`


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """What a child and all its descendants used, by the kernel's account. cpu: seconds, user and system; peak: MB of
    the largest of them; switches: how often one of them had to leave the processor though it wanted it."""

    cpu: float = 0.0
    peak: float = 0.0
    switches: int = 0


def start_guard(work: Callable[[], None], folder: str) -> int:
    """Run `work` in a child behind a guard; the guard's number, which is that of the session too. `end_guard` must
    follow. A Ctrl-C between fork and setsid would hit the child too, so signals are held."""
    parent = os.getpid()
    with hold_signals():
        guard = os.fork()
        if guard == 0:
            _run_forked(lambda: _become_child(work) if _is_own_guard else _guard_child(work, parent, folder))
    return guard


def end_guard(guard: int) -> ResourceUse:
    """Kill the child with all its descendants, if they still run, and the guard."""
    if _is_own_guard:
        return _end_child(guard)
    kill_process(guard, signal.SIGTERM)
    if not wait_for_exit(guard, PATIENCE):
        kill_process(guard)
    kill_group(guard)  # only where somebody killed the guard this finds anybody
    try:
        _, _, used = os.wait4(guard, 0)
    except ChildProcessError:  # somebody else in this process reaps all children
        return ResourceUse()
    return add_use(ResourceUse(), used)


def guarded_family(guard: int) -> dict[int, float]:
    """The living processes behind that guard, each with its resident MB."""
    return descendants(os.getpid() if _is_own_guard else guard)


def own_use() -> ResourceUse:
    """What this process and its children that have ended used so far."""
    use = add_use(ResourceUse(), resource.getrusage(resource.RUSAGE_SELF))
    return add_use(use, resource.getrusage(resource.RUSAGE_CHILDREN))


def be_own_guard() -> None:
    """From now on this process is the guard of the children that it starts, one at a time. It must have no others."""
    global _is_own_guard
    adopt_orphans()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _is_own_guard = True


def is_own_guard() -> bool:
    return _is_own_guard


def take_peak() -> float:
    """MB of the largest process that this own guard has ended since it was last asked."""
    global _largest
    peak, _largest = _largest, 0.0
    return peak


def _end_child(child: int) -> ResourceUse:
    """Kill the child of this process, and all that it left, which are this process's children by now."""
    global _largest
    kill_process(child)
    wait_for_exit(child, PATIENCE)
    use, deadline = ResourceUse(), time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            pid, _, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if pid:
            use = add_use(use, used)
            continue
        for each in descendants(os.getpid()):
            kill_process(each)
        time.sleep(0.001)
    _largest = max(_largest, use.peak)
    return use


def add_use(use: ResourceUse, used: resource.struct_rusage) -> ResourceUse:
    """Together with what the kernel says of another process, which counts its children that have ended."""
    cpu, peak = used.ru_utime + used.ru_stime, _megabytes(used.ru_maxrss)
    return ResourceUse(use.cpu + cpu, max(use.peak, peak), use.switches + used.ru_nivcsw)


def _megabytes(maxrss: int) -> float:
    return maxrss / 1e6 if sys.platform == "darwin" else maxrss * 1024 / 1e6


# ---- in the guard ------------------------------------------------------------------------------------------------


def _run_forked(work: Callable[[], None]) -> NoReturn:
    """The whole life of a forked process: no cleanup of the parent's is run twice."""
    try:
        work()
    finally:
        os._exit(1)


def _guard_child(work: Callable[[], None], parent: int, folder: str) -> None:
    os.setsid()
    signal.signal(signal.SIGCHLD, lambda *_: None)  # ignored, as the parent may have it, it would never come
    signal.pthread_sigmask(signal.SIG_BLOCK, AWAITED)
    adopt_orphans()
    die_with_parent(signal.SIGTERM)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    child = os.fork()
    if child == 0:
        _run_forked(lambda: _become_child(work))
    os.closerange(3, MOST_DESCRIPTORS)  # else the end of the child's messages would not be seen
    ending: int | None = None
    anyone = True
    while ending is None and os.getppid() == parent and signal.sigwait(AWAITED) == signal.SIGCHLD:
        ending, anyone = _reap(child, ending)
    if ending is None:
        kill_process(child)
        _, ending = os.waitpid(child, 0)
        ending, anyone = _reap(child, ending)
    if anyone:
        kill_descendants()
    if os.getppid() != parent:
        shutil.rmtree(folder, ignore_errors=True)
    end_like(ending)


def kill_descendants() -> None:
    """Kill and reap all processes below this one, which adopts orphans: until nobody is left."""
    deadline = time.monotonic() + PATIENCE  # for what the kernel does not let go of, or this user may not kill
    anyone = True
    while anyone and time.monotonic() < deadline and (family := descendants(os.getpid())):
        for pid in family:
            kill_process(pid)
        time.sleep(0.001)
        _, anyone = _reap(0, None)
    _reap(0, None)  # those that ended just now


def _become_child(work: Callable[[], None]) -> None:
    """The child itself, with the signals as a new program has them."""
    global _is_own_guard
    _is_own_guard = False
    gc.freeze()  # a collection of garbage would look at all that the parent has, and so copy the pages that they share
    for ending in (*END_SIGNALS, signal.SIGCHLD):
        signal.signal(ending, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS | AWAITED)
    die_with_parent()
    work()
    os._exit(0)


def _reap(child: int, ending: int | None) -> tuple[int | None, bool]:
    """Reap all that have ended. Returns the wait status of the child, once it is among them, and whether anyone is
    left."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ending, False
        if pid == 0:
            return ending, True
        ending = status if pid == child else ending


def end_like(ending: int | None) -> NoReturn:
    """End as the child did, so that the parent reads its end off the guard's."""
    if ending is None or not os.WIFSIGNALED(ending):
        os._exit(0 if ending is None else os.WEXITSTATUS(ending))
    sign = os.WTERMSIG(ending)
    with contextlib.suppress(OSError):  # of SIGKILL
        signal.signal(sign, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {sign})
    os.kill(os.getpid(), sign)
    os._exit(1)
