"""The libraries that we use, and what to say where one is missing. This file needs none of them.

describe_absence(error)      numpy is not installed; pip install numpy
unobtainable_libraries()     those that cannot be had on this machine, each with the reason
installation_advice()        what to type to have all of them, in a checkout or an installation
extra_advice("plots")        what to type to have an extra
"""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

from rosetta.foundation.optional_engines import OPTIONAL_ENGINES
from rosetta.names import CHECKOUT, is_checkout

LIBRARIES = {  # the name on PyPI of each, by the name under which it is imported
    "PIL": "pillow",
    "argcomplete": "argcomplete",
    "clingo": "clingo",
    "fpdf": "fpdf2",
    "jinja2": "jinja2",
    "networkx": "networkx",
    "numba": "numba",
    "numpy": "numpy",
    "ortools": "ortools",
    "pulp": "pulp",
    "pycryptosat": "pycryptosat",
    "pypdfium2": "pypdfium2",
    "pysat": "python-sat",
    "scipy": "scipy",
}
# By the name of a library: modules that must not be loaded in a process that has it. highspy 1.15 and ortools each have
# a HiGHS, whose symbols the other one would take (or-tools#5246).
CLASHES = {"ortools": frozenset({"highspy"})}
ROOT = Path(CHECKOUT).resolve()
DISTRIBUTION = "rosetta-puzzles"
EXTRA = re.compile(r"""extra == ['"]([\w-]+)['"]""")  # as the requirements of an installed package name it


def unobtainable_libraries() -> dict[str, str]:
    """The names on PyPI of those that have no compiled package for this Python or this machine, each with the reason:
    pyproject.toml does not ask for them here, and what needs them is left out, as if they were optional."""
    reasons: dict[str, str] = {}
    if sys.version_info >= (3, 14):
        reasons |= dict.fromkeys(("pycryptosat", "pyganak"), "no package for Python 3.14 or newer")
    if sys.platform == "darwin":
        from platform import machine

        if machine() == "x86_64":
            reasons |= dict.fromkeys(("numba", "pyganak"), "no package for Macs with Intel processors")
    return reasons


def missing_libraries() -> list[str]:
    """The names on PyPI of those that are not installed, though they can be. None is imported for this."""
    unobtainable = unobtainable_libraries()
    return [name for module, name in LIBRARIES.items() if name not in unobtainable and not _is_present(module)]


def _is_present(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def absent_library(error: BaseException) -> str | None:
    """The name on PyPI of the library whose absence the error is about; None if it is about something else."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    return LIBRARIES.get(error.name.partition(".")[0])


def _absent_engine(error: BaseException) -> str | None:
    """The name on PyPI of the optional engine whose absence the error is about; None if it is about something else."""
    module = error.name if isinstance(error, ModuleNotFoundError) else None
    return next((engine.package for engine in OPTIONAL_ENGINES if engine.module == module), None)


def describe_absence(error: BaseException) -> str | None:
    """One phrase that says what is missing and how to get it; None if the error is about something else. It may also be
    an engine that is optional."""
    name = absent_library(error) or _absent_engine(error)
    if name is None:
        return None
    reason = unobtainable_libraries().get(name)
    return f"{name} is not installed; {f'it has {reason}' if reason else f'pip install {name}'}"


def installation_advice() -> str:
    """One sentence: what to type to have every library. An environment of the checkout that is not active comes first;
    then pip for a few libraries, or for a wheel; else `make`."""
    missing, environment = missing_libraries(), ROOT / ".venv"
    if (environment / "installed").exists() and Path(sys.prefix).resolve() != environment.resolve():
        return f"This checkout has an environment with everything: source {_relative_path(environment)}/bin/activate"
    if not (ROOT / "Makefile").is_file() or "numpy" not in missing:  # all but a few are there
        return f"To install what is missing: {sys.executable} -m pip install {' '.join(missing)}"
    by_hand = f"{sys.executable} -m pip install -c constraints.txt -e ."
    return f"To install them, run `make compare`, then `source .venv/bin/activate`; without make: {by_hand}"


def extra_advice(extra: str) -> str:
    """What to type to have an extra in the versions that we test with: `pip install ...`."""
    if is_checkout():
        folder = _relative_path(ROOT)
        return f'pip install -c {folder / "constraints.txt"} -e "{folder}[{extra}]"'
    from importlib import metadata  # not at the top: it takes longer to load than a small puzzle to solve

    try:
        wanted = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # copied without pip: there is no list of what it needs
        wanted = []
    pins = [line.partition(";")[0].strip() for line in wanted if extra in EXTRA.findall(line)]
    return f"pip install {' '.join(pins) or f'{DISTRIBUTION}[{extra}]'}"


def _relative_path(path: Path) -> Path:
    """The path as one would type it here."""
    try:
        return path.relative_to(Path.cwd())
    except (OSError, ValueError):
        return path
