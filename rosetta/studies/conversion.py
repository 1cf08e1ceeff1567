"""A question as a file: its board in a format of puzzle programs, or its rules in a format of solvers."""

from __future__ import annotations

from backends.contract import Options
from backends.formats import MODULES
from backends.formats.contract import FileFormat, WriteOptions, file_format
from instances.formats.contract import formats
from instances.resolve import ResolvedInstance
from models.neutral import Model
from models.puzzles.contract import InputError
from rosetta.studies.formulations import choose_formulation, formulation_options, own_formulation
from rosetta.studies.question import Question
from rosetta.studies.solver_files import file_options, stated_model


def check_format(to: str, label: str = "--to") -> None:
    """Raises InputError for a format that is none of puzzle programs. label: of the format, for messages."""
    if to not in formats():
        raise InputError(
            f"{label}: unknown format '{to[:60]}'; for solvers: {', '.join(MODULES)}; "
            f"of puzzles: {', '.join(formats())}"
        )


def board_text(question: Question, to: str, label: str = "--to") -> str:
    """The board in a format of puzzle programs, ending with a line break. Raises InputError."""
    check_format(to, label)
    record, puzzle = formats()[to], question.puzzle.name
    if puzzle not in record.puzzles:
        raise InputError(f"{label} {to}: knows {', '.join(record.puzzles)}, not {puzzle}")
    text = record.write(puzzle, question.instance)
    return text if text.endswith("\n") else text + "\n"


def solver_file(
    resolved: ResolvedInstance, question: Question, formulation: str | None, options: Options
) -> tuple[Model, WriteOptions]:
    """The model for a format of solvers, and how it is written. Raises InputError."""
    name = choose_formulation(question.puzzle, question.instance, formulation, own_formulation)
    options = formulation_options(question.puzzle, name, options)
    model = stated_model(question, name)
    return model, file_options(question, model, resolved.id, name, options)


def check_encodes(record: FileFormat, label: str = "--encoding") -> None:
    """Raises InputError for a format that takes rows as they are, so that no encoding can be named for it."""
    if not record.encodes:
        encoding = ", ".join(name for name in MODULES if file_format(name).encodes)
        raise InputError(f"{label}: {record.name} takes rows as they are; it is for {encoding}")
