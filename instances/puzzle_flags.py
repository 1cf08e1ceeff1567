"""The flags of a puzzle: the options of its rules, the parameters of its generator and the wishes of its setter, on a
command line; the former two also behind a WHAT in a file of several (`5x5 --lit random --seed 1`)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from models.puzzles.contract import SWITCH, Puzzle
from models.puzzles.parameters import Parameter
from models.puzzles.registry import puzzle, usable_names
from rosetta.foundation.errors import InputError


class OptionError(InputError):
    """Options of an instance that its puzzle does not have, or not with that value."""


def add_puzzle_flags(parser: argparse.ArgumentParser, records: Iterable[Puzzle]) -> None:
    """A flag for each option and each parameter of these puzzles; of two with one name, the first puzzle's. None stands
    for their default."""
    for record in records:
        name = record.name
        for option, values in record.options.items():
            flag, meaning = f"--{option.replace('_', '-')}", record.extras.introduction.options.get(option, "")
            listed = "" if all(value in meaning for value in values) else ", ".join(values)
            help_text = f"{': '.join(filter(None, (name, meaning, listed)))} (default {values[0]})"
            if flag in parser._option_string_actions:
                continue
            if values == SWITCH:
                action = parser.add_argument(
                    flag, action="store_const", const=values[1], default=None, help=f"{name}: {meaning or flag[2:]}"
                )
            else:
                action = parser.add_argument(flag, choices=values, default=None, metavar="RULE", help=help_text)
            set_owner(action, name)
        for option, parameter in record.parameters.items():
            _add_parameter(parser, name, option, parameter)


def add_setter_flags(parser: argparse.ArgumentParser, records: Iterable[Puzzle]) -> list[str]:
    """A flag for each wish that the own setters of these puzzles know, likewise; the names of these wishes."""
    names = []
    for record in records:
        own = record.extras.setter
        for wish, parameter in ({} if own is None else own().wishes).items():
            _add_parameter(parser, record.name, wish, parameter)
            names.append(wish)
    return names


def _add_parameter(parser: argparse.ArgumentParser, puzzle_name: str, name: str, parameter: Parameter) -> None:
    """The flag of a parameter, if no other has that name already."""
    flag, help_text = f"--{name.replace('_', '-')}", f"{puzzle_name}: {parameter.help}"
    if flag in parser._option_string_actions:
        return
    if not parameter.letter:
        set_owner(
            parser.add_argument(flag, action="store_const", const=True, default=None, help=help_text), puzzle_name
        )
        return
    help_text += "" if parameter.default in (None, ()) else f" (default {parameter.default})"
    read, letter = argument_type(parameter.read), parameter.letter
    action = parser.add_argument(flag, type=read, default=None, metavar=letter, help=help_text)
    set_owner(action, puzzle_name)


def set_owner(action: argparse.Action, name: str) -> None:
    """Say whose option it is: a puzzle's, a backend's; a help text has a group for each."""
    action.owner = name  # type: ignore[attr-defined]


def argument_type(read: Callable[[str], Any], as_text: bool = False) -> Callable[[str], Any]:
    """The argparse type of a parameter: its error message is shown instead of argparse's `invalid value`. as_text: the
    text is checked, and kept as text."""

    def argument(text: str) -> Any:
        try:
            value = read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return text if as_text else value

    return argument


def read_line_options(words: Sequence[str], name: str | None = None) -> dict[str, Any]:
    """The options behind a WHAT in a file of several: `seed`, and the flags of the puzzle with that name, of any puzzle
    where None is known yet. Raises OptionError."""
    if not words:
        return {}  # and no puzzle is loaded
    parser = _LineParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--seed", type=argument_type(_read_seed), default=None)
    add_puzzle_flags(parser, map(puzzle, usable_names() if name is None else [name]))
    return {option: value for option, value in vars(parser.parse_args(words)).items() if value is not None}


def _read_seed(text: str) -> int:
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if seed < 0:
        raise InputError(f"expected a whole number from 0 on, found '{text[:60]}'")
    return seed


class _LineParser(argparse.ArgumentParser):
    """A parser that leaves its messages to whoever knows the line."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(message)
