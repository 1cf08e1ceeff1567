"""What `doctor --json` prints."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class DoctorMachine(TypedDict):
    """What it was asked on."""

    python: str
    """Its version."""
    system: str
    """The operating system with its version."""
    cores: int | None
    """How many processors there are; null if the system does not say."""
    setpriv: str | None
    """Where that program is; no longer used."""


class BackendFinding(TypedDict):
    """What a backend did when it was tried."""

    backend: str
    """Its name."""
    works: bool
    """Did it answer as it should?"""
    version: str
    """Of what it needs; empty where that is not installed."""
    reason: str
    """Why it does not work."""
    loading: str
    """How models are handed to it, in words; empty where there is nothing to say."""


class EngineFinding(TypedDict):
    """An engine that is used where it is installed."""

    package: str
    """Its name on PyPI."""
    backend: str
    """The backend that needs it."""
    adds: str
    """What it is."""
    licence: str
    """Its own."""
    in_extra: bool
    """Does the extra `engines` bring it?"""
    version: str | None
    """Null where it is not installed."""


class PuzzleFinding(TypedDict):
    """A puzzle of another package."""

    puzzle: str
    """Its name."""
    works: bool
    """Does it load?"""
    reason: str
    """Why not."""


class LoopFolders(TypedDict):
    """Where compiled loops are kept."""

    folder: str | None
    """The folder; null where none is writable, so that every command compiles them."""
    tried: list[str]
    """The folders that were tried."""


class DoctorDocument(TypedDict):
    """What is installed, and what works on this machine."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    machine: DoctorMachine
    """What it was asked on."""
    versions: dict[str, str]
    """The versions of `rosetta`, `python` and the libraries of solvers, by their names on PyPI."""
    limits: dict[str, float]
    """What each backend had, by name; empty where none was tried."""
    command: NotRequired[str]
    """The command that repeats it."""
    packages: dict[str, str | None]
    """The version of each library; null where it is not installed, or does not say."""
    missing: list[str]
    """Libraries that are needed and not installed."""
    backends: list[BackendFinding]
    """Each, where numpy is installed."""
    loops: LoopFolders
    """Where compiled loops are kept."""
    extras: dict[str, dict[str, str | None]]
    """By extra of the package the version of each library that it brings; null where it is not installed."""
    engines: list[EngineFinding]
    """Engines that are used where they are installed."""
    puzzles: list[PuzzleFinding]
    """Puzzles of other packages."""
