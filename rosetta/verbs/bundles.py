"""The bundle of a wrong answer (`rosetta.studies.disagreements`), as the verbs that solve write it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rosetta.verbs.caller import Caller

if TYPE_CHECKING:
    from backends.contract import Limits, Options
    from report.comparison.records import Comparison
    from rosetta.studies.asking.question import Question
    from rosetta.studies.disagreements.trials import Task


@dataclass(frozen=True)
class Disagreement:
    """What a bundle is about.

    question: what was asked
    comparison: the runs, of which one is wrong at least
    options: of the backends
    limits: of each run
    task: what the backends were asked for
    most: how many answers, where they were asked for a list; None for all
    """

    question: Question
    comparison: Comparison
    options: Options
    limits: Limits
    task: Task
    most: int | None = None


class Disprovable(Protocol):
    """A result that may turn out to be wrong."""

    def disagreement(self, caller: Caller) -> Disagreement | None:
        """What a bundle is about, None where nothing is wrong."""


def save_bundle(
    found: Disagreement, folder: str | PathLike[str] | None, caller: Caller, number: int | None = None
) -> Path | None:
    """Write the folder that repeats what is wrong; where it is, None where it could not be written. folder: None for a
    temporary one; number: of the instance, where there are several: each has a folder in that one."""
    from rosetta.studies.disagreements.bundle import write_bundle

    if folder is None:
        place = Path(tempfile.mkdtemp(prefix="rosetta-disagreement-"))
    else:
        place = Path(folder) / ("" if number is None else f"instance-{number}")
    try:
        bundle = write_bundle(
            place,
            found.question,
            found.comparison,
            found.options,
            found.limits,
            caller.progress,
            found.task,
            found.most,
        )
    except OSError as error:  # what was found is told in any case
        caller.tell(f"the bundle could not be written to {place}: {error.strerror or error}")
        return None
    caller.tell(f"bundle written to {place}: {'; '.join(bundle.caught)} (issue.md tells how to repeat it)")
    return place
