"""Parsed arguments turned into questions, limits and options for the studies. Imported only when a verb runs."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from backends.contract import Limits, Options
from backends.profiles import TUNED
from backends.registry import UnknownBackend
from backends.running import supervisor
from instances.resolve import ResolvedInstance, resolve
from models.neutral import Form
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle
from report.saving import check_target, save
from rosetta.commands.contract import UsageError
from rosetta.commands.flags import SWITCH, settings_from
from rosetta.studies.entrants import find_backend
from rosetta.studies.formulations import base_formulation, formulation_options
from rosetta.studies.question import Question
from rosetta.studies.solving import default_backends


def question_from(
    arguments: argparse.Namespace, what: str | None = None, seed: int | None = None
) -> tuple[ResolvedInstance, Question]:
    """The instance that PUZZLE WHAT names, and the question about it. Prints the puzzle's notes. Raises InputError."""
    record = puzzle(arguments.puzzle)
    asked_for = {name: getattr(arguments, name) for name in record.parameters}
    chosen = {name: value for name, value in asked_for.items() if value != record.parameters[name].default}
    resolved = resolve(record.name, what or arguments.what, arguments.seed if seed is None else seed, options=chosen)
    rules = {option: getattr(arguments, option) for option in record.options}
    unusual = [_describe_choice(name, value) for name, value in {**chosen, **record.unusual_rules(rules)}.items()]
    resolved = replace(resolved, source=", ".join([resolved.source, *unusual]))
    for note in record.extras.notes(resolved.instance):
        print(f"note: {note}", file=sys.stderr)
    return resolved, Question(record, resolved.instance, rules)


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
    """The options of a backend. The profile is the tuned one unless --profile says otherwise; settings on the command
    line come before it. Raises UsageError or UnknownEncoding."""
    choices = [choice for choice in arguments.encoding if not (choice == "all" and arguments.verb == "compare")]
    return Options(
        encodings=encodings(choices), profile=arguments.profile or TUNED, parameters=settings_from(arguments)
    )


def formulation(question: Question, name: str | None, check: Callable[[Puzzle, str], str] = base_formulation) -> str:
    """The formulation of that name; without one, what the puzzle advises, else its first. check: raises InputError for
    a name that cannot be used."""
    record = question.puzzle
    chosen = name or record.extras.advice(question.instance).formulation or next(iter(record.formulations))
    check(record, chosen)
    return chosen


def encoding_options(arguments: argparse.Namespace, question: Question, formulation: str) -> Options:
    """The encodings of a file: those named, else those of the formulation. Raises as `options` does."""
    named = Options(encodings=encodings(arguments.encoding))
    return formulation_options(question.puzzle, formulation, named)


def check_backends(names: list[str], how: Options, puzzle: Puzzle) -> list[str]:
    """The names, if each is a backend. Raises UsageError, which lists those that there are, installed or not; and for a
    solver after a colon, if that one cannot be used here."""
    for full in names:
        try:
            found, options = find_backend(puzzle, full, how)
        except UnknownBackend as error:
            own = ", ".join(solver.name for solver in puzzle.extras.solvers)
            own = f"; of {puzzle.name} alone: {own}" if own else ""
            raise UsageError(f"{error}{own}") from None
        reason = supervisor.probe(found, options)[0] if isinstance(found, str) and options.solver else None
        if reason is not None:
            raise UsageError(f"{full}: {reason}")
    return names


def backends_for(question: Question, name: str | None, how: Options) -> Sequence[str]:
    """The backend of that name; without one, those that suit the question, the best first. Raises UsageError."""
    return check_backends([name], how, question.puzzle) if name else default_backends(question)


def encodings(choices: list[str]) -> dict[Form, str]:
    """The encoding by form, from texts `FORM=NAME`. Raises UsageError or UnknownEncoding."""
    from backends.encoding_templates.catalogue import encoding_by_name, encoding_names

    chosen: dict[Form, str] = {}
    for choice in choices:
        form, _, name = choice.partition("=")
        form_names = [f.value for f in Form if encoding_names(f)]
        if form not in form_names or not name:
            raise UsageError(
                f"--encoding: expected FORM=NAME with FORM one of {', '.join(form_names)}; found '{choice}'"
            )
        chosen[Form(form)] = "auto" if name == "auto" else encoding_by_name(name, Form(form)).name
    return chosen


def check_page(arguments: argparse.Namespace) -> None:
    """Raises NotWritable where the page of --html could not be written: before any work is done."""
    if arguments.html is not None:
        check_target(arguments.html)


def write_page(arguments: argparse.Namespace, render: Callable[[], str]) -> None:
    """Write the page of --html, if it is asked for, and say so."""
    if arguments.html is not None:
        save(arguments.html, render())
        print(f"page written to {arguments.html}", file=sys.stderr)


def repeat_command(arguments: argparse.Namespace, **changed: Any) -> str:
    """The command that repeats this one: positional arguments, then every option that is not the default."""
    words = arguments.command.split()
    flags: list[str] = []
    for action in arguments.parser._actions:
        value = changed.get(action.dest, getattr(arguments, action.dest, None))
        if not action.option_strings:
            words.append(str(value))
        elif value != action.default and value not in (None, argparse.SUPPRESS) and action.dest != "help":
            for option_value in value if isinstance(value, list) else [value]:
                text = f"{option_value:g}" if isinstance(option_value, float) else str(option_value)
                flags += [action.option_strings[-1]] if action.nargs == 0 else [action.option_strings[-1], text]
    return shlex.join([*words, *flags])
