"""How much memory a process may still take: what the machine has, and what its control group allows (Linux)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MACHINE, GROUP = Path("/proc/meminfo"), Path("/sys/fs/cgroup")
USUAL = 8_000_000_000  # where the system does not tell


def free_bytes() -> int:
    """Bytes that are free now; of a system that only tells how many there are, these."""
    free = []
    with suppress(OSError, ValueError, IndexError):  # another system, or another version of it
        lines = MACHINE.read_text().splitlines()
        free += [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    with suppress(OSError, ValueError):
        most, used = ((GROUP / f"memory.{name}").read_text().strip() for name in ("max", "current"))
        free += [max(int(most) - int(used), 0)] if most != "max" else []
    if not free:
        with suppress(OSError, ValueError, AttributeError):
            free.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min(free, default=USUAL)
