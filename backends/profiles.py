"""The parameters of a solver, by puzzle: its profiles.

    default    none are set: the solver as its makers ship it
    tuned      those of `profiles.tsv`, which `python -m benchmarks.solvers.tuning` found to be faster

Each line of the table is a backend, a puzzle (the name that its models bear), the parameters as `key=value ...`, and
what was gained: how many times as long the default takes, as the ratio of geometric means over the boards that the
search for parameters saw (`tuning`), and over boards that it did not see (`validation`). Only the second says how good
they are, on boards of the sizes that the table names: MiniSat is quicker than CaDiCaL on Akari boards of 120x120, and
takes twice as long on some of 350x350. That is why both profiles are reported. A backend has no tuned profile for a
puzzle without a line.

A line of a backend with several solvers names the one that it was measured with. It holds for that one alone: where
the user names another, there is nothing that is known to be better than what that solver does by itself.
What serves a solver inside `windows` or `hybrid` is another question than what serves it alone: they have their own
lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from backends.contract import Backend, Options, Setting, Unsupported

DEFAULT, TUNED = "default", "tuned"
SOLVER = "solver"  # the parameter of a backend with several solvers that says which
COLUMNS = ("backend", "puzzle", "parameters", "tuning", "validation")


class ProfileError(ValueError):
    """A line of the table that cannot be read; the message says which, what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class TunedProfile:
    """A line of the table. tuning, validation: time of the default divided by time of these parameters."""

    backend: str
    puzzle: str
    parameters: Mapping[str, str]
    tuning: float
    validation: float

    def __str__(self) -> str:
        written = " ".join(f"{key}={value}" for key, value in self.parameters.items())
        return "\t".join((self.backend, self.puzzle, written, f"{self.tuning:.2f}", f"{self.validation:.2f}"))


ProfileTable = Mapping[tuple[str, str], TunedProfile]  # by backend and puzzle


def profiles_of(backend: Backend, solver: str | None, puzzle: str) -> tuple[str, ...]:
    """The profiles that a backend has for a puzzle, `default` first. solver: the one that the user named, if any."""
    return (DEFAULT, TUNED) if _find_profile(backend, solver, puzzle) else (DEFAULT,)


def parameters(backend: Backend, profile: str, puzzle: str, solver: str | None = None) -> Mapping[str, str]:
    """The parameters of a profile: none for `default`, none where nothing was found to be better."""
    line = _find_profile(backend, solver, puzzle) if profile == TUNED else None
    return {} if line is None else line.parameters


def resolve_options(backend: Backend, options: Options, puzzle: str) -> Options:
    """The options with the parameters of their profile below those that are set already, and the solver among them
    as `solver` unless one is named. Raises Unsupported where the backend does not know a parameter or its value."""
    known: Mapping[str, tuple[str, ...]] = tunable_parameters(backend)
    chosen = {**parameters(backend, options.profile, puzzle, options.solver), **options.parameters}
    free = settings(backend)
    for key, value in chosen.items():
        if key in free:
            _read_setting(backend, key, value, free[key])
        elif key not in known:
            raise Unsupported(f"{backend.name} has no parameter '{key}'; known: {', '.join([*known, *free]) or 'none'}")
        elif value not in known[key]:
            raise Unsupported(f"{backend.name}: expected {key} to be {', '.join(known[key])}; found '{value}'")
    solver = chosen.pop(SOLVER, None)
    return replace(options, solver=options.solver or solver, parameters=chosen)


def tunable_parameters(backend: Backend) -> Mapping[str, tuple[str, ...]]:
    """What can be set, with the values that make sense, the solver's own first; empty for most backends."""
    found: Mapping[str, tuple[str, ...]] = getattr(backend, "tunable", {})
    return found


def settings(backend: Backend) -> Mapping[str, Setting]:
    """What can be set to more than a list of values; empty for most backends."""
    found: Mapping[str, Setting] = getattr(backend, "settings", {})
    return found


def supported_parameters(backend: Backend, chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Those of the parameters that the backend has, where several are given some between them."""
    return {
        key: value for key, value in chosen.items() if key in settings(backend) or key in tunable_parameters(backend)
    }


def _read_setting(backend: Backend, key: str, value: str, setting: Setting) -> None:
    try:
        setting.read(value)
    except ValueError as error:
        raise Unsupported(f"{backend.name}, {key}: {error}") from None


def parse_values(parameters: Mapping[str, str]) -> dict[str, bool | int | float]:
    """The values as a library takes them: `true` and `false`, whole numbers, numbers with a point or an exponent."""
    return {key: _parse_value(value) for key, value in parameters.items()}


def _parse_value(value: str) -> bool | int | float:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.lstrip("-").isdigit() else float(value)


def _find_profile(backend: Backend, solver: str | None, puzzle: str) -> TunedProfile | None:
    """What was measured for the backend, with that solver if one is named."""
    found = table().get((getattr(backend, "in_full", backend.name), puzzle))
    if found is None or (solver is not None and found.parameters.get(SOLVER) != solver):
        return None
    return found


@cache
def table() -> ProfileTable:
    """The table that comes with the project. Raises ProfileError."""
    source = files("backends").joinpath("profiles.tsv")
    return read(source.read_text("utf-8")) if source.is_file() else {}


def read(text: str) -> ProfileTable:
    """A table from its text: comments (`#`), the names of the columns, then lines. Raises ProfileError."""
    found: dict[tuple[str, str], TunedProfile] = {}
    header = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line:
            continue
        fields = line.split("\t")
        if not header:
            if tuple(fields) != COLUMNS:
                raise ProfileError(
                    f"profiles, line {number}: expected the columns {', '.join(COLUMNS)}; found '{line}'"
                )
            header = True
            continue
        one = _read_line(number, fields)
        if (one.backend, one.puzzle) in found:
            raise ProfileError(f"profiles, line {number}: a second line for {one.backend} and {one.puzzle}")
        found[one.backend, one.puzzle] = one
    return found


def _read_line(number: int, fields: list[str]) -> TunedProfile:
    if len(fields) != len(COLUMNS) or not all(fields):
        raise ProfileError(f"profiles, line {number}: expected {len(COLUMNS)} fields, found {fields}")
    backend, puzzle, written, *ratios = fields
    pairs = [pair.partition("=") for pair in written.split(" ")]
    chosen = {key: value for key, _, value in pairs}
    if len(chosen) < len(pairs) or not all(key and value for key, _, value in pairs):
        raise ProfileError(f"profiles, line {number}: expected key=value ..., each key once; found '{written}'")
    try:
        tuning, validation = (float(ratio) for ratio in ratios)
    except ValueError:
        tuning = validation = 0.0
    if not (0 < tuning < 1e9 and 0 < validation < 1e9):
        raise ProfileError(f"profiles, line {number}: expected two ratios above 0, found {', '.join(ratios)}")
    return TunedProfile(backend, puzzle, chosen, tuning, validation)
