"""From parsed arguments to what the studies work on. Imported only when a verb really runs."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from backends.contract import Limits, Options
from backends.profiles import TUNED
from backends.registry import UnknownBackend, split_name
from backends.running import supervisor
from instances.resolve import ResolvedInstance, resolve
from models.neutral import Form
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle
from rosetta.commands.contract import UsageError
from rosetta.commands.flags import SWITCH
from rosetta.commands.settings import settings_from
from rosetta.studies.backend_check import describe_installed
from rosetta.studies.formulations import base_formulation
from rosetta.studies.question import Entrant, Question, entrant_options
from rosetta.studies.special_solvers import find_special_solver


def question_from(
    arguments: argparse.Namespace, what: str | None = None, seed: int | None = None
) -> tuple[ResolvedInstance, Question]:
    """The instance that PUZZLE WHAT names, and the question about it. Raises InputError."""
    record = puzzle(arguments.puzzle)
    asked_for = {name: getattr(arguments, name) for name in record.parameters}
    chosen = {name: value for name, value in asked_for.items() if value != record.parameters[name].default}
    given = resolve(record.name, what or arguments.what, arguments.seed if seed is None else seed, options=chosen)
    rules = {option: getattr(arguments, option) for option in record.options}
    unusual = [_describe_choice(name, value) for name, value in {**chosen, **record.unusual_rules(rules)}.items()]
    given = replace(given, source=", ".join([given.source, *unusual]))
    for note in record.notes(given.instance):
        print(f"note: {note}", file=sys.stderr)
    return given, Question(record, given.instance, rules)


def _describe_choice(name: str, value: Any) -> str:
    """A choice in words: `bare 20`, `any` of a switch."""
    words = str(value) if len(str(value)) <= 60 else f"{str(value)[:57]}..."
    return name.replace("_", " ") + ("" if value == SWITCH[1] else f" {words}")


def instance_arguments(arguments: argparse.Namespace) -> tuple[Puzzle, str, dict[str, Any]]:
    """The puzzle, WHAT, and the options that make the instance and read its rules, before there is an instance."""
    record = puzzle(arguments.puzzle)
    return record, arguments.what, {name: getattr(arguments, name) for name in (*record.parameters, *record.options)}


def limits(arguments: argparse.Namespace) -> Limits:
    """The limits of one solve."""
    return Limits(arguments.time_limit, arguments.memory, arguments.threads, arguments.seed)


def options(arguments: argparse.Namespace) -> Options:
    """How a backend is to go about it; with tuned parameters, where there are any and nobody asks for the others,
    below the settings that are given. Raises Refused or UnknownEncoding."""
    wishes = [wish for wish in arguments.encoding if not (wish == "all" and arguments.verb == "compare")]
    return Options(encodings=encodings(wishes), profile=arguments.profile or TUNED, parameters=settings_from(arguments))


def formulation(question: Question, name: str | None, known: Callable[[Puzzle, str], str] = base_formulation) -> str:
    """The formulation of that name, or what the puzzle advises, or its first. known: raises InputError for a name that
    will not do."""
    record = question.puzzle
    chosen = name or record.advice(question.instance).formulation or next(iter(record.formulations))
    known(record, chosen)
    return chosen


def encoding_options(arguments: argparse.Namespace, question: Question, formulation: str) -> Options:
    """The encodings of a file: those named, else those the formulation asks for. Raises as `options`."""
    wishes = Options(encodings=encodings(arguments.encoding))
    return entrant_options(question.puzzle, Entrant("", formulation, wishes))


def check_backends(names: list[str], how: Options, puzzle: Puzzle) -> list[str]:
    """The names, if all are known here. Raises Refused with those that are, and those that are installed."""
    for full in names:
        if find_special_solver(puzzle, full):
            continue
        try:
            name, options = split_name(full, how)
        except UnknownBackend as error:
            own = ", ".join(one.name for one in puzzle.solvers)
            own = f"; of {puzzle.name} alone: {own}" if own else ""
            raise UsageError(f"{error}; {describe_installed()}{own}") from None
        reason = supervisor.probe(name, options)[0] if options.solver else None
        if reason is not None:
            raise UsageError(f"{full}: {reason}")
    return names


def encodings(wishes: list[str]) -> dict[Form, str]:
    """`FORM=NAME` wishes as a choice. Raises Refused or UnknownEncoding."""
    from backends.templates.catalogue import encoding_by_name, encoding_names

    chosen: dict[Form, str] = {}
    for wish in wishes:
        form, _, name = wish.partition("=")
        known = [f.value for f in Form if encoding_names(f)]
        if form not in known or not name:
            raise UsageError(f"--encoding: expected FORM=NAME with FORM one of {', '.join(known)}; found '{wish}'")
        chosen[Form(form)] = "auto" if name == "auto" else encoding_by_name(name, Form(form)).name
    return chosen


def repeat_command(arguments: argparse.Namespace, **changed: Any) -> str:
    """The command that asks the same again: positional arguments, then every option that is not the default."""
    words = arguments.command.split()
    flags: list[str] = []
    for action in arguments.parser._actions:
        value = changed.get(action.dest, getattr(arguments, action.dest, None))
        if not action.option_strings:
            words.append(str(value))
        elif value != action.default and value not in (None, argparse.SUPPRESS) and action.dest != "help":
            for one in value if isinstance(value, list) else [value]:
                told = f"{one:g}" if isinstance(one, float) else str(one)
                flags += [action.option_strings[-1]] if action.nargs == 0 else [action.option_strings[-1], told]
    return shlex.join([*words, *flags])
