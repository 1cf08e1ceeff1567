"""Which engines can be used here, and in which version: each backend is probed once, in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from algebra.progress import Progress
from backends.contract import Options
from backends.registry import split_name
from backends.running import supervisor
from models.puzzles.contract import InputError
from rosetta.studies.campaigns.campaign_checks import special_names


@dataclass(frozen=True, slots=True)
class Engines:
    """versions: by the full name of each backend that can be used; absent: why each other one cannot."""

    versions: Mapping[str, str]
    absent: Mapping[str, str]


def probe_engines(names: Mapping[str, bool], progress: Progress) -> Engines:
    """The engines of these backends. names: in full, and whether the backend must be usable; then, InputError is raised
    if it is not. A puzzle's own solvers have no version but the program's."""
    versions: dict[str, str] = {}
    absent: dict[str, str] = {}
    for done, (name, needed) in enumerate(names.items()):
        progress(f"probing {name}", done, len(names))
        if name in special_names():
            versions[name] = ""
            continue
        backend, options = split_name(name, Options())
        reason, version = supervisor.probe(backend, options)
        if reason is None:
            versions[name] = version
        elif needed:
            raise InputError(f"{name}: {reason}")
        else:
            absent[name] = reason
    return Engines(versions, absent)
