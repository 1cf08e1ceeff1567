"""What `solve` and `count` found to be wrong, as a comparison, which a bundle is about."""

from __future__ import annotations

from collections.abc import Sequence

from backends.contract import Limits
from backends.running import supervisor
from instances.resolve import ResolvedInstance
from report.comparison.records import Comparison, Run
from rosetta.foundation.vocabulary import Agreement, Status
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.compare import describe_machine
from rosetta.studies.counting.count import Total
from rosetta.studies.disagreements.trials import Task
from rosetta.studies.solving.answers import FoundAnswers


def comparison_of_runs(
    question: Question, resolved: ResolvedInstance, runs: Sequence[Run], limits: Limits, command: str
) -> Comparison:
    """The runs as a comparison that disagrees."""
    return Comparison(
        puzzle=question.puzzle.name,
        id=resolved.id,
        size=tuple(resolved.size),
        seed=resolved.seed,
        verdict=Agreement.DISAGREE,
        runs=tuple(runs),
        source=resolved.source,
        command=command,
        limits=limits.by_name,
        machine=describe_machine(),
    )


def task_of_answers(found: FoundAnswers) -> tuple[Task, int | None]:
    """What a wrong run was asked for: one answer, or so many (None: all)."""
    is_list = found.listing is not None and bool(found.listing.broken)
    return (Task.LIST, found.request.list_length) if is_list else (Task.SOLVE, None)


def run_of_total(total: Total, entrant: Entrant) -> Run:
    """A number of answers that is wrong, as a run of the backend that found it."""
    _, version = supervisor.probe(entrant.backend.name, entrant.options)
    return Run(
        backend=entrant.name,
        engine=entrant.backend.engine_of(entrant.options),
        version=version,
        formulation=entrant.formulation,
        status=Status.SATISFIED,
        counted=total.number,
        encodings=entrant.encodings,
        verdict=total.verdict,
        profile=total.profile,
        special=entrant.special,
        note="; ".join(total.broken),
    )
