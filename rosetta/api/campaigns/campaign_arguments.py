"""What a program may ask of a campaign, as the record that the command line fills in, too; refusals are ValueErrors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from backends.profiles import TUNED
from models.puzzles.contract import SYMMETRIES
from report.number_text import quote_value
from rosetta.api.arguments import MOST_THREADS, check_name, positive_seconds, whole_number
from rosetta.campaigns.planning.shards import Shard, parse_shard
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import ALL

MOST_SEEDS, LARGEST_SEED = 1_000_000, 2**31 - 1
LIMITS = ("time_limit", "memory")


def read_names(value: Sequence[str] | None, what: str) -> tuple[str, ...] | None:
    """A list of names, each once; None where none are given."""
    if value is None:
        return None
    names = (value,) if value == ALL else value
    if isinstance(names, str) or not isinstance(names, Sequence) or not names:
        raise InputError(f"{what}: expected a list of names, found {quote_value(value)}")
    if not all(isinstance(name, str) and name for name in names):
        raise InputError(f"{what}: expected a list of names, found {quote_value(value)}")
    return tuple(dict.fromkeys(names))


def read_encodings(value: object) -> tuple[str, ...]:
    """Choices of encodings: one, or a list of several, each a mapping from forms to names, or a text as on the command
    line."""
    if value is None:
        return ()
    if isinstance(value, str | Mapping):
        return (_encoding_choice(value),)
    if not isinstance(value, Iterable):
        raise InputError(f"encodings: expected {{form: name}}, '{ALL}' or a list of these, found {quote_value(value)}")
    return tuple(map(_encoding_choice, value))


def _encoding_choice(value: object) -> str:
    if isinstance(value, Mapping) and value:
        return ",".join(f"{form}={name}" for form, name in value.items())
    if isinstance(value, str) and value:
        return value
    raise InputError(f"encodings: expected {{form: name}}, '{ALL}' or a list of these, found {quote_value(value)}")


def read_profile(value: str | None) -> str | None:
    if value is not None:
        check_name(value, ("default", TUNED), "profile")
    return value


def read_settings(value: Mapping[str, object] | None) -> dict[str, str]:
    """Parameters of backends, as texts; truth values as solvers have them."""
    if value is not None and not isinstance(value, Mapping):
        raise InputError(f"settings: expected {{name: value}}, found {quote_value(value)}")
    return {
        str(name): json.dumps(each) if isinstance(each, bool) else str(each) for name, each in (value or {}).items()
    }


def read_threads(value: object) -> tuple[int, ...]:
    """A number of threads, or several."""
    return _each(value, lambda each: whole_number(each, "threads", 1, MOST_THREADS))


def read_seeds(value: object) -> tuple[int, ...]:
    """How many seeds, or a list of them."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        return _each(value, lambda each: whole_number(each, "seeds", 0, LARGEST_SEED))
    return tuple(range(whole_number(value, "seeds", 1, MOST_SEEDS)))


def read_symmetries(value: object) -> tuple[int, ...]:
    """None but the board as it is, all eight, or a list of numbers."""
    if isinstance(value, bool):
        return tuple(range(SYMMETRIES)) if value else (0,)
    return _each(value, lambda each: whole_number(each, "symmetries", 0, SYMMETRIES - 1))


def _each(value: object, read: Callable[[object], int]) -> tuple[int, ...]:
    values = list(value) if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    return tuple(dict.fromkeys(map(read, values or [None])))


def read_limits(
    limits: float | Mapping[str, float] | None, time_limit: float | None, memory: int | None
) -> tuple[float | None, int | None]:
    """Seconds and megabytes of each cell, None where nobody says them. limits: seconds, or both by name."""
    given: Mapping[str, Any] = limits if isinstance(limits, Mapping) else {} if limits is None else {LIMITS[0]: limits}
    for name in given:
        check_name(name, LIMITS, "limit")
    for name, value in zip(LIMITS, (time_limit, memory), strict=True):
        if name in given and value is not None:
            raise InputError(f"{name}: expected it once, found it in limits, too")
    seconds, megabytes = given.get(LIMITS[0], time_limit), given.get(LIMITS[1], memory)
    return (
        None if seconds is None else positive_seconds(seconds, LIMITS[0]),
        None if megabytes is None else whole_number(megabytes, LIMITS[1], 1),
    )


def read_reruns(value: float | None) -> float | None:
    """Per cent of the cells."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1000
    if value is not None and not is_number:
        raise InputError(f"reruns: expected a number of per cent from 0 to 1000, found {quote_value(value)}")
    return value


def read_shard(value: str | tuple[int, int] | None) -> Shard | None:
    """`"2/3"`, or (2, 3): the second of three."""
    if value is None:
        return None
    return parse_shard("/".join(map(str, value)) if isinstance(value, tuple) else str(value))
