"""From parsed arguments to what the studies work on. Imported only when a verb really runs."""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from backends.contract import Limits, Options
from instances.what import Given, resolve
from models.command import Refused
from models.neutral import Form
from models.puzzles.contract import InputError, Puzzle
from models.puzzles.registry import puzzle
from models.studies.attempts import Question

PUZZLE_OPTIONS = ("tree_rule",)


def asked(arguments: argparse.Namespace, what: str | None = None, seed: int | None = None) -> tuple[Given, Question]:
    """The instance that PUZZLE WHAT names, and the question about it. Raises InputError."""
    record = puzzle(arguments.puzzle)
    given = resolve(record.name, what or arguments.what, arguments.seed if seed is None else seed)
    return given, Question(record, given.instance, puzzle_options(record, arguments))


def puzzle_options(record: Puzzle, arguments: argparse.Namespace) -> dict[str, str]:
    """The puzzle's own options, checked against what it knows."""
    chosen: dict[str, str] = {}
    for name in PUZZLE_OPTIONS:
        value, known = getattr(arguments, name), record.options.get(name)
        if known is not None and value is not None:
            if value not in known:
                raise InputError(f"--{name.replace('_', '-')}: expected one of {', '.join(known)}, found '{value}'")
            chosen[name] = value
        elif value is not None:
            raise InputError(f"--{name.replace('_', '-')} is not an option of {record.name}")
    return chosen


def limits(arguments: argparse.Namespace) -> Limits:
    """The limits of one solve."""
    return Limits(arguments.time_limit, arguments.memory, arguments.threads, arguments.seed)


def options(arguments: argparse.Namespace) -> Options:
    """How a backend is to go about it. Raises Refused or UnknownEncoding."""
    return Options(encodings=encodings(arguments.encoding), profile=arguments.profile)


def formulation(record: Puzzle, name: str | None) -> str:
    """The formulation of that name, or the puzzle's first. Raises InputError."""
    chosen = name or next(iter(record.formulations))
    if chosen not in record.formulations:
        raise InputError(f"unknown formulation '{name}' of {record.name}; known: {', '.join(record.formulations)}")
    return chosen


def encodings(wishes: list[str]) -> dict[Form, str]:
    """`FORM=NAME` wishes as a choice, `all` (which only `compare` knows) left out. Raises Refused, UnknownEncoding."""
    from backends.encodings.catalogue import named, serving

    chosen: dict[Form, str] = {}
    for wish in wishes:
        if wish == "all":
            continue
        form, _, name = wish.partition("=")
        known = [f.value for f in Form if serving(f)]
        if form not in known or not name:
            raise Refused(f"--encoding: expected FORM=NAME with FORM one of {', '.join(known)}; found '{wish}'")
        chosen[Form(form)] = named(name, Form(form)).name
    return chosen


def repeating(verb: str, parser: argparse.ArgumentParser, arguments: argparse.Namespace, **changed: Any) -> str:
    """The command that asks the same again: positional arguments, then every option that is not the default."""
    words = ["python", "-m", f"models.{verb}"]
    flags: list[str] = []
    for action in parser._actions:
        value = changed.get(action.dest, getattr(arguments, action.dest, None))
        if not action.option_strings:
            words.append(str(value))
        elif value != action.default and value not in (None, argparse.SUPPRESS) and action.dest != "help":
            for one in value if isinstance(value, list) else [value]:
                flags += [action.option_strings[-1]] if one is True else [action.option_strings[-1], str(one)]
    return shlex.join([*words, *flags])
