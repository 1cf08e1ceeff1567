"""`rosetta doctor`: what is installed, what is missing and how to get it, what works on this machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys

from rosetta.commands import flags
from rosetta.commands.contract import DONE


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Look at every solver: does it load, which version, does it solve?", ("", "--json")
    )
    flags.add_json(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from algebra.kernel_cache import kernel_folders, writable_folder
    from report.progress import ProgressLine
    from report.provenance import PACKAGES, package_versions
    from rosetta.commands import options
    from rosetta.studies.backend_check import LIMITS, examine

    with ProgressLine() as line:
        findings = examine(line.show)
    packages = {name: package_versions().get(name) for name in PACKAGES}
    machine = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "setpriv": shutil.which("setpriv"),  # no longer used; schema 1 has it
    }
    folder = writable_folder()
    if arguments.json:
        backends = [
            {"backend": f.backend, "works": f.works, "version": f.version, "reason": f.reason, "loading": f.loading}
            for f in findings
        ]
        loops = {"folder": None if folder is None else str(folder), "tried": [str(f) for f in kernel_folders()]}
        head = {"machine": machine, "packages": packages, "backends": backends, "loops": loops}
        last = options.provenance_from(arguments, (), LIMITS.by_name)
        print(json.dumps({"schema": 1, **last, **head}, indent=1))  # `machine` tells more here
        return DONE
    print(f"Python {machine['python']} on {machine['system']}, {machine['cores']} cores")
    print("\npackages")
    for name, version in packages.items():
        print(f"  {name:<12}{version or 'MISSING: pip install ' + name}")
    print("\nbackends")
    for f in findings:
        print(f"  {f.backend:<15}{'works' if f.works else 'DOES NOT WORK':<15}{f.version or ''}{f.reason}")
        if f.loading:
            print(f"  {'':<15}{'loads models':<15}{f.loading}")
    print("\ncompiled loops")
    if folder is None:
        print("  CANNOT BE KEPT, so each command compiles them anew; none of these folders can be written:")
        print(*(f"    {tried}" for tried in kernel_folders()), sep="\n")
        print("  set NUMBA_CACHE_DIR to one that can be")
    else:
        print(f"  kept in {folder}; made again if that is deleted; NUMBA_CACHE_DIR names another folder")
    print("\nlimits")
    linux = "works" if sys.platform == "linux" else "needs Linux; elsewhere only those of the child's own session"
    print(f"  at a limit a solver is killed with all that it started: {linux}")
    return DONE
