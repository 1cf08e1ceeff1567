"""What a worker of a cluster runs cells with: the version of this suite and of every engine, and the machine.

The version of its engine is part of what a cell is. So a worker whose engine, or whose copy of this suite, is another
one than the coordinator's gets no cell.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from backends.registry import UnknownBackend
from backends.running.cores import usable_cores
from rosetta.campaigns.executors.machine import machine_fingerprint, machine_record
from rosetta.campaigns.planning.engines import probe_engines
from rosetta.foundation.progress import ignore_progress

ABSENT = "not usable"
PACKAGES = ("rosetta", "algebra", "backends", "instances", "models", "report")  # `import rosetta` has loaded them


@dataclass(frozen=True, slots=True)
class Environment:
    """Of one process. place: equal for two processes of one machine that use the same installation; suite: its version,
    with the digits of a hash of its code; engines: their versions by the full names of backends, empty where they are
    not known; machine: which tells apart machines; cores: that the process may use; fingerprint, record: of the machine
    (`machine`)."""

    place: str
    suite: str
    engines: Mapping[str, str]
    machine: str
    cores: tuple[int, ...]
    fingerprint: str
    record: Mapping[str, Any]


def suite_version() -> str:
    """The version of this suite, and of its code: two checkouts of one version may differ."""
    return f"{sys.modules['rosetta'].__version__} (code {_code_digest()})"


@cache
def _code_digest() -> str:
    digest = hashlib.sha256()
    for package in PACKAGES:
        folder = Path(sys.modules[package].__path__[0])
        for path in sorted(folder.rglob("*.py")):
            inside = path.relative_to(folder)
            if inside.parts[0] not in PACKAGES:  # in a wheel they lie inside `rosetta`
                digest.update(f"{package}/{inside.as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def installation() -> str:
    """Which machine, and what is installed on it for this process."""
    return "\0".join([machine_name(), sys.prefix, sys.modules["rosetta"].__path__[0], os.environ.get("PATH", "")])


def machine_name() -> str:
    """The same for all processes that share this machine's processors, in containers too."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return platform.node()


def differences(ours: Environment, theirs: Environment) -> list[str]:
    """What is another version there, each as a phrase; none where only the machine differs."""
    if theirs.suite != ours.suite:
        return [f"rosetta {theirs.suite}, not {ours.suite}"]
    if theirs.place == ours.place:
        return []
    return [
        f"{name} {theirs.engines.get(name, ABSENT) or '(no version)'}, not {version or '(no version)'}"
        for name, version in sorted(ours.engines.items())
        if theirs.engines.get(name, ABSENT) != version
    ]


def engine_versions(backends: Iterable[str]) -> dict[str, str]:
    """The version of each backend's engine here, less those that cannot be used. Each is tried in a child process, so
    the caller must not have threads."""
    versions: dict[str, str] = {}
    for name in backends:
        with contextlib.suppress(UnknownBackend):  # of a package that is not installed here
            versions.update(probe_engines({name: False}, ignore_progress).versions)
    return versions


def environment_here(engines: Mapping[str, str]) -> Environment:
    """That of this process."""
    return Environment(
        installation(), suite_version(), engines, machine_name(), tuple(usable_cores()), machine_fingerprint(),
        machine_record(),
    )  # fmt: skip
