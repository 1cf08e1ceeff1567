"""The machine that cells run on: its record and its fingerprint.

Rows carry the fingerprint; the record is stored once. Two machines of one fingerprint are the same for a measurement:
processor, cores, memory, system, and what a container leaves of them. The host's name is not in it, nor anything that
changes between two starts.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from functools import cache
from pathlib import Path

from backends.running.cores import quota, usable_cores

FINGERPRINT_DIGITS = 12
CPU = "/sys/devices/system/cpu"
CGROUP = "/sys/fs/cgroup"


@cache
def machine_record() -> dict[str, str | int | None]:
    """What there is to know; None where the system does not tell. ram_mb: 10^6 bytes; cores: physical ones; threads:
    that all of them run at once; usable: of those, by this process; quota, memory_limit: of its control group."""
    threads = os.cpu_count()
    return {
        "cpu": _cpu_model(),
        "cores": len({_siblings(core) for core in range(threads or 0)}) or None,
        "threads": threads,
        "usable": len(usable_cores()) or None,
        "governor": _read(f"{CPU}/cpu0/cpufreq/scaling_governor"),
        "boost": _read(f"{CPU}/cpufreq/boost") or _read(f"{CPU}/intel_pstate/no_turbo"),
        "ram_mb": _ram_megabytes(),
        "kernel": platform.release(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "quota": str(quota()),
        "memory_limit": _read(f"{CGROUP}/memory.max"),
        "container": _container(),
    }


@cache
def machine_fingerprint() -> str:
    """The first digits of a hash of the record."""
    record = json.dumps(machine_record(), sort_keys=True)
    return hashlib.sha256(record.encode()).hexdigest()[:FINGERPRINT_DIGITS]


def _cpu_model() -> str | None:
    for line in (_read("/proc/cpuinfo") or "").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or None


def _siblings(core: int) -> str:
    """The processors that share a physical core with this one, as the kernel lists them; itself where it does not."""
    return _read(f"{CPU}/cpu{core}/topology/thread_siblings_list") or str(core)


def _ram_megabytes() -> int | None:
    try:
        return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e8) * 100
    except (ValueError, OSError):
        return None


def _container() -> str | None:
    if os.path.exists("/.dockerenv"):
        return "docker"
    return _read("/run/systemd/container")


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None
