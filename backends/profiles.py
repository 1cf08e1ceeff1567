"""Profiles: the parameters of a solver, by puzzle and size of the board.

    default    none are set: the solver as its makers ship it
    tuned      those of `profiles.tsv`, which were found to be faster

The table is written by `python -m benchmarks.solvers.tuning`, which searches for parameters, and by `rosetta bench
tune --write`, from a campaign. `profile_table` says what a line means, and for boards of which sizes it holds: MiniSat
may be faster than CaDiCaL on boards of 120x120, and slower on those of 500x500. That is why both profiles are reported.
A backend without a line for a puzzle and a size has no tuned profile for it; nor has a model that is not of a board.

A line of a backend with several solvers names the one that it was measured with, and holds for that one alone: where
the user names another, no parameters are known to be better than its own. Parameters that help a solver alone need not
help it inside `windows` or `hybrid`: these have their own lines.

The same table may name an encoding for a form of rows. Then this is what `auto` takes, in both profiles, unless an
encoding is named or the formulation has its own; `FORM=auto` is the choice by the rows alone, as the room
`encoding_choice` makes it. It was measured with no other parameters than the solver; that these do not matter to it
is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files

from backends.contract import Backend, Options, Setting, Unsupported
from backends.profile_table import ENCODING, PROFILE, SOLVER, ProfileTable, TunedLine, lines_of, read_table
from models.neutral import Form

DEFAULT, TUNED = "default", "tuned"


def profiles_of(backend: Backend, solver: str | None, puzzle: str, cells: int | None) -> tuple[str, ...]:
    """The profiles that a backend has for a puzzle, `default` first. solver: the one that the user named, if any;
    cells: of the board, None where there is none."""
    return (DEFAULT, TUNED) if _find_profile(backend, solver, puzzle, cells) else (DEFAULT,)


def parameters(backend: Backend, profile: str, puzzle: str, solver: str | None, cells: int | None) -> Mapping[str, str]:
    """The parameters of a profile: none for `default`, none where no better ones are known."""
    line = _find_profile(backend, solver, puzzle, cells) if profile == TUNED else None
    return {} if line is None else line.parameters


def tuned_encodings(backend: Backend, solver: str | None, puzzle: str, cells: int | None) -> dict[Form, str]:
    """The encodings by form that the table has for `auto`. solver: the one that runs, None for the backend's own."""
    if not backend.encodes:
        return {}
    runs = solver or next(iter(backend.tunable.get(SOLVER, ())), None)
    lines = lines_of(table(), ENCODING, backend.full_name or backend.name, puzzle, cells)
    return {Form(line.form): line.parameters[line.form] for line in lines if line.parameters.get(SOLVER, runs) == runs}


def resolve_options(backend: Backend, options: Options, puzzle: str) -> Options:
    """The options with the parameters of their profile, overridden by those already set; a solver among them becomes
    `solver` unless one is named. Where no encoding is named, with those of the table. puzzle: the name of the model.
    Raises Unsupported where the backend does not know a parameter or its value."""
    tunable, free = backend.tunable, backend.settings
    tuned = parameters(backend, options.profile, puzzle, options.solver, options.cells)
    chosen = {**tuned, **options.parameters}
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
    solver = options.solver or solver
    encodings = {**tuned_encodings(backend, solver, puzzle, options.cells), **options.encodings}
    return replace(options, solver=solver, parameters=chosen, encodings=encodings)


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


def _find_profile(backend: Backend, solver: str | None, puzzle: str, cells: int | None) -> TunedLine | None:
    """The line of the backend, the puzzle and the size; None if it is for another solver than the one named."""
    for line in lines_of(table(), PROFILE, backend.full_name or backend.name, puzzle, cells):
        if solver is None or line.parameters.get(SOLVER) == solver:
            return line
    return None


@cache
def table() -> ProfileTable:
    """The table that comes with the project. Raises ProfileError."""
    source = files("backends").joinpath("profiles.tsv")
    return read_table(source.read_text("utf-8"), "profiles.tsv") if source.is_file() else ()
