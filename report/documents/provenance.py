"""Where a document comes from."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast


class Machine(TypedDict):
    """What it was made on."""

    system: str
    """The operating system with its version, as `platform.platform` of Python names it."""
    cores: int | None
    """How many processors there are; null if the system does not say."""


class Provenance(TypedDict):
    """Where the document comes from: its last keys."""

    machine: Machine
    """What it was made on."""
    versions: dict[str, str]
    """Those of `rosetta`, `python`, the libraries of solvers by their names on PyPI, and the engines that ran."""
    limits: dict[str, float]
    """What each run had, by name: `seconds`, `memory_mb`, `threads`, `budget` ..; empty where nothing was limited."""
    command: NotRequired[str]
    """The command that repeats it. Only `to_json` of Python has none."""


NOWHERE = cast("Provenance", {})  # of a document inside something that says where it comes from
