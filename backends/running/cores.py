"""Which processor cores this process may use, divided into slots for runs at the same time.

    affinity of the process, limited by the quota of its control group --> slots of so many cores each

Two hyper-threads of one core share its units, so that two runs on them slow each other down. Cores come first, then
their siblings: as long as there are no more slots in use than cores, none shares one.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

CPU = Path("/sys/devices/system/cpu")
GROUPS = Path("/sys/fs/cgroup")


def core_slots(threads: int = 1) -> list[tuple[int, ...]]:
    """As many slots of that many cores as there are; one with all cores where there are fewer. Where the system does
    not tell which cores may be used (macOS), the slots are empty: nothing is pinned."""
    usable = usable_cores()
    if not usable:
        return [()] * max((os.cpu_count() or 1) // threads, 1)
    number = max(int(min(len(usable), quota())) // threads, 1)
    return [tuple(usable[i * threads : (i + 1) * threads]) for i in range(number)]


def usable_cores() -> list[int]:
    """The numbers of the processors that this process may run on, one of each core before any second one; none where
    the system does not tell."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    allowed = os.sched_getaffinity(0)
    rank = {core: sorted(_siblings(core) & allowed).index(core) for core in allowed}
    return sorted(allowed, key=lambda core: (rank[core], core))


def quota() -> float:
    """How many processors' time the control group of this process may use; infinite without a limit, at least 1."""
    least = float("inf")
    for folder in _group_folders():
        with suppress(OSError, ValueError):  # version 2
            most, period = (folder / "cpu.max").read_text().split()
            least = min(least, least if most == "max" else int(most) / int(period))
        with suppress(OSError, ValueError):  # version 1
            most, period = ((folder / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period"))
            least = min(least, least if int(most) <= 0 else int(most) / int(period))
    return max(least, 1.0)


def _group_folders() -> list[Path]:
    """The folders of this process's control groups, and of those around them."""
    folders: list[Path] = []
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            inner = (GROUPS / controllers / path.lstrip("/")) if controllers else GROUPS / path.lstrip("/")
            folders += [folder for folder in (inner, *inner.parents) if folder.is_relative_to(GROUPS)]
    return folders


def _siblings(core: int) -> set[int]:
    """The processors that are threads of the same core."""
    with suppress(OSError, ValueError):
        siblings = {core}
        for part in (CPU / f"cpu{core}" / "topology" / "thread_siblings_list").read_text().split(","):
            first, _, last = part.strip().partition("-")
            siblings |= set(range(int(first), int(last or first) + 1))
        return siblings
    return {core}
