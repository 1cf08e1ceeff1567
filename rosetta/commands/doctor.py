"""`rosetta doctor`: what is installed, what is missing and how to get it, what works on this machine.

It needs nothing but Python itself: where libraries are missing it says which, and tries the backends if they can be
tried at all.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import BAD_INPUT, DONE, WRONG
from rosetta.foundation.optional_engines import EXTRA, OPTIONAL_ENGINES
from rosetta.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from report.documents.doctor import BackendFinding, DoctorDocument, DoctorMachine, EngineFinding
    from rosetta.studies.asking.backend_check import Finding

EXTRAS = {  # of pyproject.toml
    EXTRA: tuple(engine.package for engine in OPTIONAL_ENGINES if engine.in_extra),
    "page": ("starlette", "uvicorn"),
    "plots": ("altair", "vl-convert-python"),
    "tables": ("pandas", "pyarrow"),
    "cluster": ("distributed",),
    "modelling": ("cpmpy",),
    "notebooks": ("jupyterlab", "pandas"),
}
PURPOSES = {
    EXTRA: "more backends",
    "page": "`rosetta play`",
    "plots": "the figures and the page of a campaign",
    "tables": "`to_pandas` and `bench export --parquet`",
    "cluster": "`bench run --on dask:..`",
    "modelling": "`rosetta.from_cpmpy`",
    "notebooks": "docs/notebooks",
}


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Check every solver: does it load, which version is it, does it solve?",
        ("", "--json"),
        "",
        "exit code: 0 all is well (though no program for `external` may be installed); 1 a library is missing, or a",
        "backend or a puzzle of another package does not work; 2 nothing can be used",
    )
    flags.add_json(p, lines=False)
    return p


def run(line: CommandLine) -> int:
    from rosetta.foundation.libraries import missing_libraries

    missing = missing_libraries()
    usable = "numpy" not in missing  # all else is needed by some backends, or by pages
    findings, limits = _examine() if usable else ([], {})
    puzzles = _foreign_puzzles() if usable else {}
    if line.values["json"]:
        print(json.dumps(_document(findings, missing, limits, puzzles, f"{line.command} --json"), indent=1))
    else:
        _print_findings(findings, missing, puzzles)
    faults = [finding for finding in findings if not (finding.works or finding.is_optional)]
    return BAD_INPUT if not usable else WRONG if missing or faults or any(puzzles.values()) else DONE


def _foreign_puzzles() -> dict[str, str]:
    """Puzzles of other packages, each with why it does not load."""
    from models.puzzles.registry import foreign_puzzles

    return foreign_puzzles()


def _examine() -> tuple[list[Finding], dict[str, float]]:
    """A finding per backend, and the limits of each."""
    from report.progress import ProgressLine
    from rosetta.studies.asking.backend_check import LIMITS, examine

    with ProgressLine() as line:
        return examine(line.show), LIMITS.by_name


def _packages() -> dict[str, str | None]:
    """The version of each library, None where it is not installed."""
    from report.provenance import PACKAGES, package_versions
    from rosetta.foundation.libraries import missing_libraries

    missing = missing_libraries()
    return {
        name: None if name in missing else package_versions().get(name) for name in dict.fromkeys([*PACKAGES, *missing])
    }


def _extras() -> dict[str, dict[str, str | None]]:
    """By extra the version of each library that it brings, None where it is not installed."""
    return {extra: {name: _version_or_none(name) for name in names} for extra, names in EXTRAS.items()}


def _version_or_none(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _engines() -> list[EngineFinding]:
    """The engines that no installation without extras brings."""
    return [
        {
            "package": engine.package,
            "backend": engine.backend,
            "adds": engine.adds,
            "licence": engine.licence,
            "in_extra": engine.in_extra,
            "version": _version_or_none(engine.package),
        }
        for engine in OPTIONAL_ENGINES
    ]


def _print_extras() -> None:
    from rosetta.foundation.libraries import extra_advice, unobtainable_libraries

    unobtainable = unobtainable_libraries()
    additions = {engine.package: f"backend {engine.backend}, {engine.adds}" for engine in OPTIONAL_ENGINES}
    print("\nextras (needed for some things only)")
    for extra, versions in _extras().items():
        absent = [name for name, version in versions.items() if version is None and name not in unobtainable]
        for name, version in versions.items():
            absence = unobtainable.get(name, "not installed")
            more = f": {additions[name]}" if name in additions else ""
            print(f"  {extra:<12}{name:<20}{version or f'{absence}{more}'}")
        if absent:
            print(f"  {'':<12}for {PURPOSES[extra]}: {sys.executable} -m {extra_advice(extra)}")


def _print_engines() -> None:
    """Those that are in no extra."""
    own = [engine for engine in OPTIONAL_ENGINES if not engine.in_extra]
    if own:
        print("\nengines of your choice (used where they are installed; their licences are theirs)")
    for engine in own:
        version = _version_or_none(engine.package)
        absence = f"not installed: backend {engine.backend}, {engine.adds} ({engine.licence})"
        print(f"  {engine.package:<32}{version or absence}")


def _document(
    findings: Sequence[Finding],
    missing: list[str],
    limits: dict[str, float],
    puzzles: Mapping[str, str],
    command: str,
) -> DoctorDocument:
    """The JSON document."""
    from report.provenance import provenance
    from rosetta.foundation.kernel_cache import kernel_folders, writable_folder

    folder = writable_folder()
    machine: DoctorMachine = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "setpriv": shutil.which("setpriv"),  # no longer used; schema 1 has it
    }
    backends: list[BackendFinding] = [
        {"backend": f.backend, "works": f.works, "version": f.version, "reason": f.reason, "loading": f.loading}
        for f in findings
    ]
    origin = provenance(__version__, limits)
    return {
        "schema": 1,
        "machine": machine,
        "versions": origin["versions"],
        "limits": origin["limits"],
        "command": command,
        "packages": _packages(),
        "missing": missing,
        "backends": backends,
        "loops": {"folder": None if folder is None else str(folder), "tried": [str(f) for f in kernel_folders()]},
        "extras": _extras(),
        "engines": _engines(),
        "puzzles": [{"puzzle": name, "works": not reason, "reason": reason} for name, reason in puzzles.items()],
    }


def _print_findings(findings: Sequence[Finding], missing: list[str], puzzles: Mapping[str, str]) -> None:
    from backends.running.processes import accounts_are_complete
    from rosetta.foundation.kernel_cache import kernel_folders, writable_folder
    from rosetta.foundation.libraries import installation_advice, unobtainable_libraries

    unobtainable = unobtainable_libraries()
    print(f"Python {platform.python_version()} on {platform.platform()}, {os.cpu_count()} cores: {sys.executable}")
    print("\npackages")
    for name, version in _packages().items():
        absence = "MISSING" if name in missing else unobtainable.get(name, "unknown version")
        print(f"  {name:<12}{version or absence}")
    if missing:
        print(f"  {installation_advice()}")
    _print_extras()
    _print_engines()
    print("\nbackends")
    if not findings:
        print("  not checked: all of them need numpy")
    for f in findings:
        state = "works" if f.works else "not found" if f.is_optional else "DOES NOT WORK"
        print(f"  {f.backend:<15}{state:<15}{f.version or ''}{f.reason}")
        if f.loading:
            print(f"  {'':<15}{'loads models':<15}{f.loading}")
    if puzzles:
        print("\npuzzles of other packages")
    for name, reason in puzzles.items():
        print(f"  {name:<15}{'DOES NOT WORK' if reason else 'works':<15}{reason}".rstrip())
    print("\ncompiled code")
    _print_loops(writable_folder(), kernel_folders())
    print("\nlimits")
    whole = accounts_are_complete()
    family = "works" if whole else "needs Linux; elsewhere only those in the same session are killed"
    memory = "works" if whole else "needs Linux; elsewhere memory has no limit"
    print(f"  at its limit a solver is killed with every process it started: {family}")
    print(f"  a solver that takes more memory than it may is killed: {memory}")


def _print_loops(folder: Path | None, tried: Sequence[Path]) -> None:
    """Where compiled loops are kept."""
    if folder is None:
        print("  CANNOT BE CACHED, so every command compiles it again; none of these folders is writable:")
        print(*(f"    {each}" for each in tried), sep="\n")
        print("  set NUMBA_CACHE_DIR to a folder that is")
    else:
        print(f"  cached in {folder}; safe to delete; NUMBA_CACHE_DIR sets another folder")
