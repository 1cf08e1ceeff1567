"""Process control through the operating system: dying with the parent, memory in use, killing a session.

Written for Linux; elsewhere the functions that only tighten limits do nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from collections.abc import Iterator

PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent dies, however it dies. Elsewhere: nothing."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def keep_to_cores(threads: int) -> None:
    """Use only as many cores as threads are allowed: HiGHS through scipy has no option for it. Linux only.

    Children start at different cores, so that concurrent comparisons do not share one.
    """
    with contextlib.suppress(OSError, AttributeError):
        cores = sorted(os.sched_getaffinity(0))
        first = os.getpid() % len(cores)
        os.sched_setaffinity(0, (cores[first:] + cores[:first])[:threads])


def describe_exit(pid: int) -> str:
    """How a child without an answer ended. It stays unreaped, so that its pid still names its session."""
    with contextlib.suppress(ChildProcessError):
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        if ended is not None and ended.si_code != os.CLD_EXITED:
            return f"killed by {signal.Signals(ended.si_status).name}"
        if ended is not None:
            return f"ended with code {ended.si_status} and no answer"
    return "ended without an answer"


def resident_megabytes(leader: int) -> float:
    """Resident memory of a session's processes in MB; 0 where there is no /proc."""
    pages = 0
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if entry.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                if int(fields[3]) == leader:  # field 6 of stat: session; field 24: resident pages
                    pages += int(fields[21])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def kill_session(leader: int) -> None:
    """Kill every process of the session that the child made with setsid, and the child if it did not get there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)  # the leader may be dead already; its group lives on in its children
    with contextlib.suppress(ProcessLookupError):
        os.kill(leader, signal.SIGKILL)


@contextlib.contextmanager
def hold_signals() -> Iterator[None]:
    """Hold back the signals that end the program until the block is done."""
    held = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
