"""Findings: wrong answers, each shrunk and written as a bundle; of those that shrink to the same rows, the first."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from backends.contract import Limits
from models.neutral import Model
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.budgets import Deadline
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.comparing.compare import Plan, compare
from rosetta.studies.disagreements.bundle import write_bundle
from rosetta.studies.fuzzing.recipes import Recipe, draw_options, make_model
from rosetta.studies.fuzzing.rounds import Round
from rosetta.studies.fuzzing.tally import FuzzTally

MOST_SHRUNK = 10  # of one backend and claim; further ones are counted
REFERENCES = 2  # backends that a bundle shows beside the wrong one
Look: TypeAlias = tuple[object, ...]


@dataclass(slots=True)
class Findings:
    """Writes bundles below a folder, and tells the tally of them."""

    folder: Path
    limits: Limits
    tally: FuzzTally
    progress: Progress
    _tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    _looks: set[tuple[str, str, Look]] = field(default_factory=set)

    def keep(self, recipe: Recipe, name: str, round: Round) -> None:
        """Shrink the model on which the backend was wrong and write a bundle, unless there is one like it."""
        kind = name, round.answers[name].testimony.status
        self._tried[kind] += 1
        if self._tried[kind] > MOST_SHRUNK:
            self.tally.repeated += 1
            return
        folder = (
            self.folder / f"{name.replace('/', '_').replace(':', '-')}-{recipe.profile}-{recipe.seed}-{recipe.number}"
        )
        said = f"{name} on {recipe}: {kind[1]}"
        try:
            caught, smallest = self._write(recipe, name, round, folder)
        except InputError as refusal:
            self.tally.wrong.append(f"{said}; {refusal}")
            return
        if not caught:
            self.tally.wrong.append(f"{said}; it did not happen again")
        elif smallest is not None and (*kind, look_of(smallest)) in self._looks:
            shutil.rmtree(folder)
            self.tally.repeated += 1
        else:
            if smallest is not None:
                self._looks.add((*kind, look_of(smallest)))
            self.tally.wrong.append(f"{said}; {'; '.join(caught)}: {folder}")

    def is_new(self, name: str, why: str) -> bool:
        """Have there been few wrong answers of this kind of the backend, so that this one is worth a look? Others are
        counted here."""
        self._tried[name, why] += 1
        self.tally.repeated += self._tried[name, why] > MOST_SHRUNK
        return self._tried[name, why] <= MOST_SHRUNK

    def note_wrong_in_union(self, recipe: Recipe, name: str, why: str) -> None:
        """The backend was wrong on the model in a union, and not on the model alone."""
        self.tally.wrong.append(f"{name} on {recipe}: {why}, in its union, but right alone")

    def note_unrepeated(self, recipe: Recipe, name: str) -> None:
        """The backend was refuted among other solves in one process, and not in a process of its own."""
        self._tried[name, "unrepeated"] += 1
        if self._tried[name, "unrepeated"] > MOST_SHRUNK:
            self.tally.repeated += 1
        else:
            self.tally.wrong.append(f"{name} on {recipe}: wrong among other solves in one process, but not alone")

    def _write(self, recipe: Recipe, name: str, round: Round, folder: Path) -> tuple[tuple[str, ...], Model | None]:
        """The bundle: what was caught, and the smallest model. Raises InputError."""
        resolved, question = question_about_model(make_model(recipe).model)
        options = draw_options(recipe)
        sound = [each for each, answer in round.answers.items() if each != name and answer.testimony.answers]
        entrants = tuple(resolve_entrant(question, each, "stated", options) for each in (name, *sound[:REFERENCES]))
        how = Plan(entrants, self.limits, False, 1, Deadline(float("inf")), self.limits.seconds * len(entrants))
        comparison = compare(question, resolved, how, "")
        bundle = write_bundle(folder, question, comparison, options, self.limits, self.progress)
        return bundle.caught, bundle.smallest


def look_of(model: Model) -> Look:
    """What models that show the same fault have in common, as a rule: kinds, guards and lengths of their rows, and
    whether there is an objective."""
    rows = [
        (block.kind.value, block.when is not None, length)
        for block in model.blocks
        for length in block.rows.lengths.tolist()
    ]
    return (*sorted(rows), model.objective is not None)
