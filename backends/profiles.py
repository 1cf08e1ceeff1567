"""Profiles: the parameters of a solver, by puzzle.

    default    none are set: the solver as its makers ship it
    tuned      those of `profiles.tsv`, which `python -m benchmarks.solvers.tuning` found to be faster

Each line of the table is a backend, a puzzle (the name of its models), the parameters as `key=value ...`, and the
speed-up: how many times as long the default takes, as the ratio of geometric means over the boards that the search for
parameters used (`tuning`), and over boards that it did not (`validation`). Only the second says how good they are, and
only for boards of the sizes that the table names: MiniSat is faster than CaDiCaL on Akari boards of 120x120, and takes
twice as long on some of 350x350. That is why both profiles are reported. A backend without a line for a puzzle has no
tuned profile for it.

A line of a backend with several solvers names the one that it was measured with, and holds for that one alone: where
the user names another, no parameters are known to be better than its own. Parameters that help a solver alone need not
help it inside `windows` or `hybrid`: these have their own lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from backends.contract import Backend, Options, Setting, Unsupported

DEFAULT, TUNED = "default", "tuned"
SOLVER = "solver"  # the parameter that chooses among the solvers of a backend
COLUMNS = ("backend", "puzzle", "parameters", "tuning", "validation")


class ProfileError(ValueError):
    """A line of the table that cannot be read; the message says which one, what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class TunedProfile:
    """A line of the table. tuning, validation: time of the default divided by time of these parameters."""

    backend: str
    puzzle: str
    parameters: Mapping[str, str]
    tuning: float
    validation: float

    def __str__(self) -> str:
        text = " ".join(f"{key}={value}" for key, value in self.parameters.items())
        return "\t".join((self.backend, self.puzzle, text, f"{self.tuning:.2f}", f"{self.validation:.2f}"))


ProfileTable = Mapping[tuple[str, str], TunedProfile]  # by backend and puzzle


def profiles_of(backend: Backend, solver: str | None, puzzle: str) -> tuple[str, ...]:
    """The profiles that a backend has for a puzzle, `default` first. solver: the one that the user named, if any."""
    return (DEFAULT, TUNED) if _find_profile(backend, solver, puzzle) else (DEFAULT,)


def parameters(backend: Backend, profile: str, puzzle: str, solver: str | None = None) -> Mapping[str, str]:
    """The parameters of a profile: none for `default`, none where no better ones are known."""
    line = _find_profile(backend, solver, puzzle) if profile == TUNED else None
    return {} if line is None else line.parameters


def resolve_options(backend: Backend, options: Options, puzzle: str) -> Options:
    """The options with the parameters of their profile, overridden by those already set; a solver among them becomes
    `solver` unless one is named. Raises Unsupported where the backend does not know a parameter or its value."""
    tunable, free = backend.tunable, backend.settings
    chosen = {**parameters(backend, options.profile, puzzle, options.solver), **options.parameters}
    for key, value in chosen.items():
        if key in free:
            _read_setting(backend, key, value, free[key])
        elif key not in tunable:
            raise Unsupported(
                f"{backend.name} has no parameter '{key}'; known: {', '.join([*tunable, *free]) or 'none'}"
            )
        elif value not in tunable[key]:
            raise Unsupported(f"{backend.name}: expected {key} to be {', '.join(tunable[key])}; found '{value}'")
    solver = chosen.pop(SOLVER, None)
    return replace(options, solver=options.solver or solver, parameters=chosen)


def supported_parameters(backend: Backend, chosen: Mapping[str, str]) -> Mapping[str, str]:
    """The parameters that this backend has, out of those chosen for several backends."""
    return {key: value for key, value in chosen.items() if key in backend.settings or key in backend.tunable}


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
    """The line of the backend and the puzzle; None if it is for another solver than the one named."""
    profile = table().get((backend.full_name or backend.name, puzzle))
    if profile is None or (solver is not None and profile.parameters.get(SOLVER) != solver):
        return None
    return profile


@cache
def table() -> ProfileTable:
    """The table that comes with the project. Raises ProfileError."""
    source = files("backends").joinpath("profiles.tsv")
    return read(source.read_text("utf-8")) if source.is_file() else {}


def read(text: str) -> ProfileTable:
    """A table from its text: comments (`#`), the names of the columns, then lines. Raises ProfileError."""
    profiles: dict[tuple[str, str], TunedProfile] = {}
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
        profile = _read_line(number, fields)
        if (profile.backend, profile.puzzle) in profiles:
            raise ProfileError(f"profiles, line {number}: a second line for {profile.backend} and {profile.puzzle}")
        profiles[profile.backend, profile.puzzle] = profile
    return profiles


def _read_line(number: int, fields: list[str]) -> TunedProfile:
    if len(fields) != len(COLUMNS) or not all(fields):
        raise ProfileError(f"profiles, line {number}: expected {len(COLUMNS)} fields, found {fields}")
    backend, puzzle, text, *ratios = fields
    pairs = [pair.partition("=") for pair in text.split(" ")]
    chosen = {key: value for key, _, value in pairs}
    if len(chosen) < len(pairs) or not all(key and value for key, _, value in pairs):
        raise ProfileError(f"profiles, line {number}: expected key=value ..., each key once; found '{text}'")
    try:
        tuning, validation = (float(ratio) for ratio in ratios)
    except ValueError:
        tuning = validation = 0.0
    if not (0 < tuning < 1e9 and 0 < validation < 1e9):
        raise ProfileError(f"profiles, line {number}: expected two ratios above 0, found {', '.join(ratios)}")
    return TunedProfile(backend, puzzle, chosen, tuning, validation)
