"""The bundle of a wrong answer (`rosetta.studies.disagreements`), as the verbs that solve write it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from report.comparison.records import Comparison
    from rosetta.studies.asking.question import Question
    from rosetta.studies.disagreements.trials import Task


def add_bundle(parser: argparse.ArgumentParser) -> None:
    """Where the bundle goes."""
    parser.add_argument(
        "--bundle",
        default=None,
        metavar="DIR",
        help="where a wrong answer is written so that it can be repeated: the model, also shrunk, and a text for an "
        "issue tracker (default: a temporary folder)",
    )


def check_bundle(arguments: argparse.Namespace) -> None:
    """Raises InputError where the folder of --bundle cannot be written: before any work is done."""
    if arguments.bundle is not None:
        from rosetta.studies.disagreements.bundle import check_bundle_folder

        check_bundle_folder(arguments.bundle, "--bundle")


def save_bundle(
    arguments: argparse.Namespace,
    question: Question,
    comparison: Comparison,
    number: int | None = None,
    task: Task | None = None,
    most: int | None = None,
) -> None:
    """Write the folder that repeats what is wrong, and say where it is. number: of the instance, where there are
    several: each has a folder in that of --bundle. task, most: as of `write_bundle`."""
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.disagreements.bundle import write_bundle
    from rosetta.studies.disagreements.trials import Task

    if arguments.bundle is None:
        folder = Path(tempfile.mkdtemp(prefix="rosetta-disagreement-"))
    else:
        folder = Path(arguments.bundle) / ("" if number is None else f"instance-{number}")
    how, limits = options.options(arguments), options.limits(arguments)
    try:
        with ProgressLine() as line:
            bundle = write_bundle(folder, question, comparison, how, limits, line.show, task or Task.SOLVE, most)
    except OSError as error:  # what was found is told in any case
        options.print_note(f"the bundle could not be written to {folder}: {error.strerror or error}")
        return
    caught = "; ".join(bundle.caught)
    print(f"bundle written to {folder}: {caught} (issue.md tells how to repeat it)", file=sys.stderr)
