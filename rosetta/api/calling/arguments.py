"""What a program may pass to the public functions, read and checked; every refusal is a ValueError with one message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from backends.contract import Unsupported
from models.puzzles.contract import SWITCH, Puzzle
from models.puzzles.parameters import Parameter
from report.number_text import all_digits, quote_value
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.progress import Progress
from rosetta.foundation.spelling import unknown_name
from rosetta.requests.kinds import LARGEST, WholeNumber


def progress_from(progress: Callable[..., None] | None) -> Progress:
    """A progress for the studies, which leave out what they do not know: the user's gets all four, always."""

    def tell(what: str, done: float = 0.0, of: float | None = None, note: str = "", /) -> None:
        if progress is not None:
            progress(what, done, of, note)

    return tell


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turns the exceptions by which solvers and encodings refuse a model into ValueErrors."""
    try:
        yield
    except (Unsupported, TooLarge, LimitReached) as refusal:
        raise InputError(str(refusal)) from None


def read_what(what: object) -> str | Path:
    """WHAT as the command line has it: an ID, an address, a name, several lines of text; a size as 8, (8, 10) or
    "8x10"; a path."""
    if isinstance(what, PathLike):
        return Path(what)
    if isinstance(what, str) and what.strip() != "-":
        return what
    if isinstance(what, tuple) and len(what) == 2:
        return "x".join(str(whole_number(side, "size", 1)) for side in what)
    if isinstance(what, str | bool):
        raise InputError(f"expected an ID, an address, a size, a path or a text; found {quote_value(what)}")
    return str(whole_number(what, "size", 1))


def read_choices(record: Puzzle, options: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the puzzle's parameters and options of its rules, by name; None stands for the default."""
    known = (*record.parameters, *record.options)
    for name in options:
        check_name(name, known, f"option of {record.name}")
    return {name: _read_choice(record, name, value) for name, value in options.items() if value is not None}


def read_wishes(known: Mapping[str, Parameter], wishes: Mapping[str, Any]) -> dict[str, Any]:
    """The values of what setters of puzzles can be asked for, by name; None stands for the default."""
    return {name: _read_parameter(name, known[name], value) for name, value in wishes.items() if value is not None}


def _read_parameter(name: str, parameter: Parameter, value: object) -> Any:
    try:
        return parameter.read(option_text(value))
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _read_choice(record: Puzzle, name: str, value: object) -> Any:
    if name in record.parameters:
        return _read_parameter(name, record.parameters[name], value)
    text = option_text(value)
    if text not in record.options[name]:
        allowed = "False or True" if record.options[name] == SWITCH else ", ".join(record.options[name])
        raise InputError(f"{name}: expected {allowed}; found {quote_value(value)}")
    return text


def option_text(value: object) -> str:
    """A value as a person types it: 20, yes, `0:1,2:3` for the cells [(0, 1), (2, 3)], `a=2` for {"a": 2}."""
    if isinstance(value, bool):
        return SWITCH[value]
    if isinstance(value, Mapping):
        return ",".join(f"{_word(item)}={_word(state)}" for item, state in value.items()) or "none"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(map(_word, value)) or "none"
    return _plain_text(value)


def _plain_text(value: object) -> str:
    """The text of a value, however many digits it has."""
    return all_digits(value) if isinstance(value, int) else str(value)


def _word(item: object) -> str:
    """An item of a list; a cell is `row:column`."""
    word = ":".join(map(_plain_text, item)) if isinstance(item, tuple) else _plain_text(item)
    if "," in word or word != word.strip():
        raise InputError(f"a list cannot have {quote_value(item)}, as commas separate its items")
    return word


def check_name(name: object, known: Iterable[str], what: str) -> None:
    """Raises InputError for a name that is none of the known ones; it says which there are, and which may be meant."""
    names = list(known)
    if name in names:
        return
    raise InputError(unknown_name(what, str(name), names, ", ".join(names) or "none"))


def whole_number(value: object, name: str, least: int, most: int = LARGEST) -> int:
    """A whole number of any integer type, numpy's too. Raises InputError."""
    try:
        number: int = WholeNumber(least, most).check(value)
    except InputError as refusal:
        raise InputError(f"{name}: {refusal}") from None
    return number
