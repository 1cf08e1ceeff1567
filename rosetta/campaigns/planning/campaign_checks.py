"""What a campaign names is there: backends, formulations, options of puzzles. Where it is not, one sentence says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from backends.contract import Options, describe_counts_only
from backends.registry import UnknownBackend, backend_named, modules, refused_modules, split_name
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle, usable_names
from rosetta.campaigns.planning.campaign import InstanceGroup
from rosetta.campaigns.planning.cells import CellInstance
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name
from rosetta.studies.asking.encoding_choices import ALL
from rosetta.studies.asking.formulations import base_formulation


def puzzles_of_groups(groups: Sequence[InstanceGroup], boards: Sequence[CellInstance] = ()) -> list[Puzzle]:
    """The puzzles that the instances may be of: all where a group does not say it."""
    named = dict.fromkeys([*(group.puzzle for group in groups), *(board.puzzle for board in boards)])
    return [puzzle(name) for name in (usable_names() if None in named else named) if name is not None]


def check_backends_of(where: str, chosen: Iterable[str], records: Sequence[Puzzle]) -> None:
    """Raises InputError for a name that no backend has, or one that only counts; solvers of these puzzles alone are
    known, too."""
    own = [solver.name for record in records for solver in record.extras.solvers]
    for name in chosen:
        if name in own or name == ALL:
            continue
        try:
            base, _ = split_name(name, Options())
        except UnknownBackend as error:
            more = f"; of puzzles alone: {', '.join(own)}" if own else ""
            raise InputError(f"{where}{error}{more}") from None
        if backend_named(base).counts_only:
            raise InputError(f"{where}{describe_counts_only(name)}")


def check_settings_of(where: str, settings: Mapping[str, str], chosen: Sequence[str] | None) -> None:
    """Raises InputError for a setting that none of these backends has (None: all), or not with that value."""
    backends = [backend_named(split_name(name, Options())[0]) for name in chosen or modules() if _is_registered(name)]
    for key, value in settings.items():
        owners = [backend for backend in backends if key in backend.settings or key in backend.tunable]
        if not owners:
            known = dict.fromkeys(each for backend in backends for each in (*backend.settings, *backend.tunable))
            raise InputError(f"{where}{unknown_name('setting', key, known)}")
        for backend in owners:
            if key in backend.settings:
                read_value(f"{where}{key} of {backend.name}", value, backend.settings[key].read)
            elif value not in backend.tunable[key]:
                expected = ", ".join(backend.tunable[key])
                raise InputError(f"{where}{key} of {backend.name}: expected one of {expected}; found '{value[:40]}'")


def _is_registered(name: str) -> bool:
    return name not in special_names() and name not in refused_modules()


def check_formulations_of(where: str, chosen: Iterable[str], records: Sequence[Puzzle]) -> None:
    """Raises InputError for a name that none of the puzzles knows."""
    for name in chosen:
        if name == ALL:
            continue
        refusals = [refusal for record in records if (refusal := _refused_formulation(record, name))]
        if len(refusals) == len(records) == 1:
            raise InputError(f"{where}{refusals[0]}")
        if len(refusals) == len(records):
            known = dict.fromkeys(own for record in records for own in record.formulations)
            raise InputError(f"{where}{unknown_name('formulation', name, known)}")


def has_formulation(record: Puzzle, name: str) -> bool:
    return not _refused_formulation(record, name)


def _refused_formulation(record: Puzzle, name: str) -> str:
    """Why the puzzle has no formulation of that name, "" if it has."""
    try:
        base_formulation(record, name)
    except InputError as refusal:
        return str(refusal)
    return ""


def check_options_of(where: str, options: Mapping[str, Sequence[str]], record: Puzzle) -> None:
    """Raises InputError for an option that the puzzle does not have, or not with that value."""
    for option, values in options.items():
        known = [*record.options, *record.parameters]
        if option not in known:
            raise InputError(f"{where}{unknown_name(f'option of {record.name}', option, known)}")
        for value in values:
            if option in record.options and value not in record.options[option]:
                expected = ", ".join(record.options[option])
                raise InputError(f"{where}{option}: expected one of {expected}; found '{value[:40]}'")
            if option in record.parameters:
                read_value(f"{where}{option}", value, record.parameters[option].read)


def read_value(where: str, value: Any, read: Callable[[Any], Any]) -> Any:
    """What `read` makes of the value. Raises InputError, which says where."""
    try:
        return read(value)
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def unless_all(chosen: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """None where all are meant."""
    return None if chosen == (ALL,) else chosen


@cache
def special_names() -> frozenset[str]:
    """The solvers that are of one puzzle alone."""
    return frozenset(solver.name for name in usable_names() for solver in puzzle(name).extras.solvers)
