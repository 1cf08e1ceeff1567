"""Process control through the operating system: families of processes, dying with the parent, memory in use.

Written for Linux; elsewhere the functions that only tighten limits do nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
MEGABYTES_PER_PAGE = os.sysconf("SC_PAGE_SIZE") / 1e6
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")  # read at loading
END_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def die_with_parent(sign: signal.Signals = signal.SIGKILL) -> None:
    """Ask Linux to send this process a signal when its parent dies, however it dies. Elsewhere: nothing."""
    _call_prctl(PR_SET_PDEATHSIG, int(sign))


def adopt_orphans() -> None:
    """Become the parent of every descendant that loses its own: none gets away by `setsid` and a double fork. Elsewhere
    than on Linux: nothing, and only the session is known."""
    _call_prctl(PR_SET_CHILD_SUBREAPER, 1)


def accounts_are_complete() -> bool:
    """Are processes that made sessions of their own killed and accounted for, too? Where there is /proc."""
    return os.path.isdir("/proc/self/task")


def _call_prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        _c_library().prctl(option, value, 0, 0, 0)


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def keep_to_cores(threads: int) -> None:
    """Use only as many cores as threads are allowed: HiGHS through scipy has no option for it. Linux only.

    Children start at different cores, so that concurrent comparisons do not share one.
    """
    with contextlib.suppress(OSError, AttributeError):
        cores = sorted(os.sched_getaffinity(0))
        first = os.getpid() % len(cores)
        os.sched_setaffinity(0, (cores[first:] + cores[:first])[:threads])


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Libraries that are imported meanwhile start no threads of their own, which a fork would not copy."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def describe_exit(pid: int) -> str:
    """How a child without an answer ended. It stays unreaped, so that its pid still names its session. Python had no
    `os.waitid` on macOS before 3.13: there nothing but that it ended is known."""
    with contextlib.suppress(ChildProcessError, AttributeError):
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        if ended is not None and ended.si_code != os.CLD_EXITED:
            return f"killed by {signal.Signals(ended.si_status).name}"
        if ended is not None:
            return f"ended with code {ended.si_status} and no answer"
    return "ended without an answer"


def wait_for_exit(pid: int, seconds: float) -> bool:
    """Wait for a child to end, which stays unreaped; False if it still runs then."""
    if hasattr(os, "pidfd_open"):  # Linux
        with contextlib.suppress(OSError):
            descriptor = os.pidfd_open(pid)
            try:
                poll = select.poll()
                poll.register(descriptor, select.POLLIN)
                return bool(poll.poll(seconds * 1000))
            finally:
                os.close(descriptor)
    if hasattr(select, "kqueue"):  # macOS, BSD
        return _wait_in_kqueue(pid, seconds)
    deadline = time.monotonic() + seconds
    with contextlib.suppress(ChildProcessError):  # somebody else has reaped it
        while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.002)
    return True


def _wait_in_kqueue(pid: int, seconds: float) -> bool:
    """`wait_for_exit` by the kernel's queue of events. What has ended before it is asked for is no process any more."""
    system: Any = select  # type checkers know of no such queue on Linux
    ended = system.kevent(pid, system.KQ_FILTER_PROC, system.KQ_EV_ADD | system.KQ_EV_ONESHOT, system.KQ_NOTE_EXIT)
    with contextlib.closing(system.kqueue()) as queue:
        try:
            return bool(queue.control([ended], 1, seconds))
        except ProcessLookupError:
            return True


def descendants(pid: int) -> dict[int, float]:
    """The living descendants of a process, each with its resident MB; none where there is no /proc."""
    children: dict[int, list[int]] = {}
    megabytes: dict[int, float] = {}
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if entry.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as stat:
                    fields = stat.read().rpartition(")")[2].split()  # from field 3 on: state, parent, ..
                children.setdefault(int(fields[1]), []).append(int(entry))
                if fields[0] not in "ZX":
                    megabytes[int(entry)] = int(fields[21]) * MEGABYTES_PER_PAGE
    family, at = list(children.get(pid, ())), 0
    while at < len(family):
        family += children.get(family[at], ())
        at += 1
    return {each: megabytes[each] for each in family if each in megabytes}


def kill_process(pid: int, sign: signal.Signals = signal.SIGKILL) -> None:
    """Send the signal; a process that has gone, or belongs to somebody else by now, is left alone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, sign)


def kill_group(leader: int) -> None:
    """Kill the process group of that leader, which may be dead already: its group lives on in its children."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


@contextlib.contextmanager
def hold_signals() -> Iterator[None]:
    """Hold back the signals that end the program until the block is done."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
