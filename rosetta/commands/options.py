"""Parsed arguments turned into questions, limits and options for the studies. Imported only when a verb runs."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from backends.contract import Limits, Options
from backends.encoding_choice.catalogue import encodings_by_form
from backends.profiles import TUNED
from instances.resolve import ResolvedInstance
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle
from report.comparison.records import Run
from report.frame import load_templates
from report.provenance import provenance
from report.saving import check_target, save
from report.words import LONGEST_MESSAGE, LONGEST_NAME, one_line
from rosetta.commands.flags import settings_from
from rosetta.studies.asking.formulations import formulation_options
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.asking.question import Question
from rosetta.version import __version__

if TYPE_CHECKING:
    from report.documents.provenance import Provenance


def question_from(arguments: argparse.Namespace) -> tuple[ResolvedInstance, Question]:
    """The instance that PUZZLE WHAT names, and the question about it. Prints the puzzle's notes. Raises InputError.

    arguments: those of one instance (`batch.instance_arguments`)."""
    record, what, choices = instance_choices(arguments)
    content: bytes | None = getattr(arguments, "content", None)
    resolved, question = pose_question(
        record, what, arguments.seed, choices, None if content is None else lambda: content
    )
    for note in record.extras.notes(resolved.instance):
        print_note(note)
    return resolved, question


def instance_choices(arguments: argparse.Namespace) -> tuple[Puzzle, str, dict[str, Any]]:
    """The puzzle, WHAT, and the options that make the instance and read its rules, before there is an instance."""
    record = puzzle(arguments.puzzle)
    choices = {name: parameter.default for name, parameter in record.parameters.items()}
    choices |= {name: values[0] for name, values in record.options.items()}
    given = {name: getattr(arguments, name, None) for name in choices}
    return record, arguments.what, {**choices, **{name: value for name, value in given.items() if value is not None}}


def limits(arguments: argparse.Namespace) -> Limits:
    """The limits of one solve; the usual seconds where none are set."""
    seconds = Limits().seconds if arguments.time_limit is None else arguments.time_limit
    return Limits(seconds, arguments.memory, arguments.threads, arguments.seed)


def options(arguments: argparse.Namespace) -> Options:
    """The options of a backend. The profile is the tuned one unless --profile says otherwise; settings on the command
    line come before it. Raises UsageError or UnknownEncoding."""
    choices = [choice for choice in arguments.encoding if not (choice == "all" and arguments.verb == "compare")]
    return Options(
        encodings=encodings_by_form(choices),
        profile=arguments.profile or TUNED,
        parameters=settings_from(vars(arguments)),
    )


def encoding_options(arguments: argparse.Namespace, question: Question, formulation: str) -> Options:
    """The encodings of a file: those named, else those of the formulation. Raises as `options` does."""
    named = Options(encodings=encodings_by_form(arguments.encoding))
    return formulation_options(question.puzzle, formulation, named)


def check_page(arguments: argparse.Namespace) -> None:
    """Raises NotWritable where the page of --html could not be written, ModuleNotFoundError where there is nothing to
    make it with: before any work is done."""
    if arguments.html is not None:
        check_target(arguments.html)
        load_templates()


def write_page(arguments: argparse.Namespace, render: Callable[[], str]) -> None:
    """Write the page of --html, if it is asked for, and say so."""
    if arguments.html is not None:
        save(arguments.html, render())
        print(f"page written to {one_line(arguments.html, LONGEST_NAME)}", file=sys.stderr)


def print_note(text: str) -> None:
    """A note on stderr, on one line."""
    print(one_line(f"note: {text}", LONGEST_MESSAGE), file=sys.stderr)


def provenance_from(
    arguments: argparse.Namespace, runs: Iterable[Run] = (), named: Mapping[str, float] | None = None, **changed: Any
) -> Provenance:
    """The last keys of a document. named: the limits by name, those of one solve where None; changed: arguments that
    the command that repeats it has otherwise."""
    named = limits(arguments).by_name if named is None else named
    return provenance(__version__, named, runs, repeat_command(arguments, **changed))


def repeat_command(arguments: argparse.Namespace, **changed: Any) -> str:
    """The command that repeats this one: positional arguments, then every option that is not the default."""
    words = arguments.command.split()
    flags: list[str] = []
    if "what" in changed:
        changed["whats"] = [changed["what"]]
    for action in arguments.parser._actions:
        value = changed.get(action.dest, getattr(arguments, action.dest, None))
        if not action.option_strings:
            words += map(str, value if isinstance(value, list) else [] if value is None else [value])
        elif (
            value != action.default
            and value not in (None, argparse.SUPPRESS)
            and action.dest not in ("help", "verbose")
        ):
            if action.nargs == 0 and value != action.const:  # --json and --jsonl are values of one argument
                continue
            for option_value in value if isinstance(value, list) else [value]:
                text = f"{option_value:g}" if isinstance(option_value, float) else str(option_value)
                flags += [action.option_strings[-1]] if action.nargs == 0 else [action.option_strings[-1], text]
    return shlex.join([*words, *flags])
