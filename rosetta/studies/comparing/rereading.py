"""The file as other programs read it themselves, beside what the backends say of the model that our reader made of it.

Two numbers are the same if they differ by no more than TOLERANCE, relative to ours where that is above 1: programs for
linear rows work with floats. What a program says is checked against what the backends say of the model, so a difference
is one of reading, or a wrong solver; the report says who says what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backends.contract import Limits, StatedFile, Status
from backends.formats.contract import file_format
from backends.rereading.asking import Reread, ask_reader
from backends.rereading.programs import FileReader, file_readers
from models.neutral import ObjectiveSense
from models.puzzles.model.instance import ModelInstance
from report.comparison.records import FileReading, Run, reading_words
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress
from rosetta.foundation.vocabulary import Reading, Verdict
from rosetta.studies.asking.question import Question

TOLERANCE = 1e-6


def readers_of(question: Question) -> tuple[FileReader, ...]:
    """The programs that read files like that of the question. Raises InputError where it is of no file, or of one that
    no other program reads."""
    instance = question.instance
    if not isinstance(instance, ModelInstance) or not instance.file_format:
        raise InputError(
            "expected a solver's file, such as model.lp, model.mps, model.opb or model.cnf; found "
            f"{question.puzzle.name}, of which there is no file that other programs read"
        )
    chosen = tuple(reader for reader in file_readers() if instance.file_format in reader.formats)
    if not chosen:
        title = file_format(instance.file_format).title
        raise InputError(f"no program that is known here reads {title} by itself")
    return chosen


def reread_file(question: Question, runs: Sequence[Run], limits: Limits, progress: Progress) -> tuple[FileReading, ...]:
    """What each of those programs says of the file, within the limits each, and whether it is what the runs say."""
    instance, readings = question.instance, []
    file, model = StatedFile(instance.file_format, instance.content), instance.model
    sense = ObjectiveSense() if model.objective is None else model.objective.sense
    status, objective = own_reading(runs)
    for reader in readers_of(question):
        progress(f"{reader.name} reads the file", 0.0, limits.seconds, "")
        maximise = file.format == "mps" and reader.is_told_sense and sense.sign < 0
        said = ask_reader(reader, file, maximise, limits)
        said = _known_reading(said, reader, file.format, sense, objective)
        if model.objective is None and said.status is Status.OPTIMAL:  # of nothing
            said = replace(said, status=Status.SATISFIED, objective=None)
        readings.append(
            FileReading(
                said.reader,
                said.version,
                said.status,
                said.objective,
                _compare_readings(said, status, objective, sense),
                reading_words(status, objective),
                said.seconds,
                said.note,
            )
        )
    return tuple(readings)


def own_reading(runs: Sequence[Run]) -> tuple[Status, float | None]:
    """What the runs say of the model: the optimum, else no solution, else that there is one; UNKNOWN without any."""
    sound = [run for run in runs if run.verdict != Verdict.WRONG]
    for status in (Status.OPTIMAL, Status.UNSATISFIABLE, Status.SATISFIED):
        found = next((run for run in sound if run.status == status), None)
        if found is not None:
            return status, found.objective
    return (Status.UNSATISFIABLE if any(run.impossible_row for run in runs) else Status.UNKNOWN), None


def _known_reading(
    said: Reread, reader: FileReader, form: str, sense: ObjectiveSense, objective: float | None
) -> Reread:
    """What it says with the constant of the objective counted once, where it is known to count it otherwise."""
    times = reader.constants.get((form, sense.sign), 1)
    if times == 1 or not sense.constant or said.objective is None or objective is None:
        return said
    moved = said.objective + float((1 - times) * sense.constant)
    if _are_equal(said.objective, objective) or not _are_equal(moved, objective):
        return said
    how = "without" if times == 0 else "with the negation of"
    return replace(said, objective=moved, note=f"it says {said.objective:.10g}, {how} the constant of the objective")


def _compare_readings(said: Reread, status: Status, objective: float | None, sense: ObjectiveSense) -> Reading:
    """`same`, `differs`, or `none` where one of the two says nothing that the other could contradict."""
    if not (said.status.is_definite and status.is_definite):
        return Reading.NONE
    if Status.UNSATISFIABLE in (said.status, status):
        return Reading.SAME if said.status is status else Reading.DIFFERS
    if said.objective is None or objective is None:
        return Reading.SAME
    if said.status is status is Status.OPTIMAL:
        return Reading.SAME if _are_equal(said.objective, objective) else Reading.DIFFERS
    better = sense.sign * (said.objective - objective) < 0  # than ours
    contradicts = not _are_equal(said.objective, objective) and better is (status is Status.OPTIMAL)
    return Reading.DIFFERS if contradicts else Reading.NONE


def _are_equal(said: float, own: float) -> bool:
    return abs(said - own) <= TOLERANCE * max(1.0, abs(own))
