"""A command line that was read: what a verb is run with."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from rosetta.commands.flags import settings_from
from rosetta.requests.flag_values import request_from
from rosetta.requests.options import Request

R = TypeVar("R", bound=Request)
UNTOLD = ("help", "verbose")  # no part of what is repeated


class Verb(Protocol):
    """A verb: a module of this package with these two functions, which raise UsageError."""

    def parser(self, command: str) -> argparse.ArgumentParser:
        """Its parser. command: what the user typed to reach it (`python -m models.compare`, `rosetta compare`), for
        usage lines, examples and the command that repeats a result."""

    def run(self, line: CommandLine) -> int:
        """Runs it; the exit code (`rosetta.foundation.exit_codes`)."""


@dataclass(frozen=True)
class CommandLine:
    """A command line that was read.

    verb: the verb
    command: what the user typed to reach it
    values: what was given or is the default, by the names of the parser
    parser: that read it
    """

    verb: str
    command: str
    values: Mapping[str, Any]
    parser: argparse.ArgumentParser

    def request(self, request_type: type[R], **more: Any) -> R:
        """What is asked for. more: values of options without a flag. Raises InputError."""
        settings = {"settings": settings_from(self.values) or None} if _has_settings(request_type) else {}
        return request_from(request_type, self.values, **settings, **more)

    @property
    def puzzle_options(self) -> dict[str, Any]:
        """The options of puzzles that were given, by name."""
        names = self.values["of_puzzles"]
        return {name: self.values[name] for name in names if self.values.get(name) is not None}

    def with_values(self, **values: Any) -> CommandLine:
        """The same with other values."""
        return replace(self, values={**self.values, **values})

    def repeat(self, **changed: Any) -> str:
        """The command that repeats this one: positional arguments, then every option that is not the default. changed:
        values that it has otherwise."""
        words = self.command.split()
        flags: list[str] = []
        if "what" in changed:
            changed["whats"] = [changed["what"]]
        for action in self.parser._actions:
            value = changed.get(action.dest, self.values.get(action.dest))
            if not action.option_strings:
                words += map(str, value if isinstance(value, list | tuple) else [] if value is None else [value])
            elif action.dest not in UNTOLD and value not in (action.default, None, argparse.SUPPRESS):
                flags += _flag_words(action, value)
        return shlex.join([*words, *flags])


def _flag_words(action: argparse.Action, value: Any) -> list[str]:
    """The words that give a flag its value; none where it stands for another value of its argument (`--jsonl`)."""
    flag = action.option_strings[-1]
    if action.nargs == 0:
        return [flag] if value == action.const else []
    words = []
    for each in value if isinstance(value, list) else [value]:
        words += [flag, _word(each)]
    return words


def _word(value: Any) -> str:
    """A value as a user types it."""
    from backends.name_lists import write_names

    if isinstance(value, tuple):
        return write_names(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _has_settings(request_type: type[Request]) -> bool:
    return "settings" in request_type.__dataclass_fields__
