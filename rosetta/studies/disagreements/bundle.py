"""The disagreement bundle: a folder from which anybody can repeat that a backend is wrong.

    issue.md          what happened, in words for an issue tracker, with the command that repeats it
    shrunk.model.json, shrunk.lp, shrunk.cnf, ...      a small model on which the backend is wrong in the same way
    stated.model.json, stated.lp, ...                  the model on which it was caught
    claims.json       all runs, as `compare --json` has them

What was asked for may be an answer (`compare`, `solve`), a list of answers, or their number (`Task`).

The model is in every format that can express it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from backends.contract import PRESOLVES, Limits, Options, Unsupported
from backends.formats import MODULES
from backends.formats.contract import WriteOptions, file_format
from backends.profiles import resolve_options
from models.neutral import Form, Model
from report.comparison.json_documents import comparisons_json
from report.comparison.records import Comparison, Run
from report.saving import save
from report.words import LONGEST_NAME, one_line
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Status, Verdict
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import find_backend, resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.disagreements.issue_text import CaughtRun, count_of, count_rows, issue_text
from rosetta.studies.disagreements.shrinking import shrink_model
from rosetta.studies.disagreements.trials import Accused, Task, Trials

MOST_RUNS, MOST_SECONDS = 400, 60.0  # of shrinking one model
TRIAL_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class WrittenBundle:
    """A bundle on disk. caught: `cbc, on 3 rows`, for each backend that was wrong; smallest: the model of the first of
    them, shrunk if it could be, None if none was wrong."""

    folder: Path
    caught: tuple[str, ...]
    smallest: Model | None


def check_bundle_folder(name: str, label: str) -> None:
    """Raises InputError unless there is an empty folder of that name, or one can be made. label: what names
    it, for the message."""
    path = Path(name)
    try:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError(f"{label}: expected a new or empty folder, found files in {one_line(name, LONGEST_NAME)}")
        parent = next(each for each in path.absolute().parents if each.exists())
        if not os.access(parent, os.W_OK):
            raise InputError(f"{label}: {one_line(str(parent), LONGEST_NAME)} cannot be written to")
    except OSError as error:
        raise InputError(f"{label}: {one_line(name, LONGEST_NAME)}: {error.strerror}") from None


def write_bundle(
    folder: Path,
    question: Question,
    comparison: Comparison,
    options: Options,
    limits: Limits,
    progress: Progress = ignore_progress,
    task: Task = Task.SOLVE,
    most: int | None = None,
) -> WrittenBundle:
    """Write a bundle about the wrong runs of a comparison into a new or empty folder, a folder below for each but the
    first. options: those that the user named, for all backends; task, most: as of an `Accused`."""
    caught, smallest = [], None
    wrong = list(
        {
            (run.backend, run.formulation, run.status): run for run in comparison.runs if run.verdict == Verdict.WRONG
        }.values()
    )
    for number, run in enumerate(wrong):
        place = folder if number == 0 else folder / f"{number + 1}"
        place.mkdir(parents=True, exist_ok=True)
        accused = accuse(question, comparison, run, options, limits)
        accused = None if accused is None else replace(accused, task=task, most=most)
        finding = _find_smallest(question, run, accused, progress)
        _write_models(place, finding)
        save(str(place / "claims.json"), comparisons_json([comparison]))
        save(str(place / "issue.md"), issue_text(finding, comparison, place))
        rows = finding.stated if finding.shrunk is None else finding.shrunk
        caught.append(f"{run.backend}, on {count_of(count_rows(rows), 'row')}")
        smallest = smallest or rows
    return WrittenBundle(folder, tuple(caught), smallest)


def _find_smallest(question: Question, run: Run, accused: Accused | None, progress: Progress) -> CaughtRun:
    """The model on which the run was wrong, and the smallest one found on which it still is. accused: None for one of
    the puzzle's own solvers."""
    stated = question.model(question.rows_formulation(run.formulation))
    if accused is None:
        return CaughtRun(run, stated, None, "one of the puzzle's own solvers reads the board, not the model", 0, None)
    with Trials(accused, MOST_RUNS, work_seconds() + MOST_SECONDS, progress) as trials:
        first = trials(stated)
        if first is None:
            why = "the fault did not occur again when the run was repeated on the model alone"
            return CaughtRun(run, stated, None, why, trials.runs, accused)
        shrunk = shrink_model(stated, first, trials)
        return CaughtRun(run, stated, shrunk, trials.note, trials.runs, accused)


def accuse(question: Question, comparison: Comparison, run: Run, options: Options, limits: Limits) -> Accused | None:
    """What it takes to repeat the run on a model; None for a solver that reads the board."""
    encodings = {Form(form): name for form, name in run.encodings.items()}
    wished = replace(options, encodings=encodings, profile=run.profile)
    found, named_options = find_backend(question.puzzle, run.backend, wished)
    if not isinstance(found, str):
        return None
    entrant = resolve_entrant(question, run.backend, run.formulation, named_options)
    resolved = resolve_options(entrant.backend, replace(entrant.options, profile=run.profile), question.puzzle.name)
    form = run.formulation if run.formulation in PRESOLVES else "stated"
    references = () if run.broken else _references(comparison.runs, run)
    seconds = min(limits.seconds, max(TRIAL_SECONDS, 3 * run.total))
    return Accused(
        run.backend,
        form,
        replace(resolved, profile="default"),
        run.status,
        references,
        replace(limits, seconds=seconds),
    )


def _references(runs: Sequence[Run], wrong: Run) -> tuple[str, ...]:
    """Up to two backends with the best verified answers, those that proved an optimum and were fast first."""
    sound = [
        run
        for run in runs
        if run.verdict == Verdict.CORRECT and run.answer is not None and run.backend != wrong.backend
    ]
    sound = [run for run in sound if not run.special and run.searcher != wrong.searcher]
    ranked = sorted(sound, key=lambda run: (run.status != Status.OPTIMAL, run.total))
    return tuple(dict.fromkeys(run.backend for run in ranked))[:2]


def _write_models(place: Path, finding: CaughtRun) -> None:
    write_formats(place, "stated", finding.stated)
    if finding.shrunk is not None:
        write_formats(place, "shrunk", finding.shrunk)


def write_formats(place: Path, stem: str, model: Model) -> None:
    """The model in every format that can express it."""
    for name in MODULES:
        record = file_format(name)
        path = place / f"{stem}{'-old' if name == 'wcnf-old' else ''}.{record.extension}"
        if model.objective is not None and not record.objective:
            continue
        try:
            with path.open("wb") as file:
                record.write(model, file, WriteOptions())
        except (Unsupported, TooLarge, LimitReached, InputError):
            path.unlink()
