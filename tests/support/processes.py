"""Which processes there are, of those that a test has started."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def processes(folder: str) -> list[int]:
    """Living processes that were started with the folder in their command line or, as TMPDIR, in their environment.

    A solve's temporary folder is in both: so other processes on this machine, and parallel tests, are not counted.
    """
    pids = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                started_with = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                zombie = b") Z " in (entry / "stat").read_bytes()
            except OSError:
                continue
            if folder.encode() in started_with and not zombie:
                pids.append(int(entry.name))
    return pids


def children() -> list[int]:
    """Children of this process that are still there, of whichever thread (a thread may end while it is asked)."""
    pids: list[int] = []
    for task in Path(f"/proc/{os.getpid()}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            pids.extend(int(pid) for pid in (task / "children").read_text().split())
    return sorted(pids)
