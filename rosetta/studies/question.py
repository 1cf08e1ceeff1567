"""A question: an instance of a puzzle with the reading of its rules; the entrants; how an answer is checked."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Options, Outcome, Status, Values
from backends.passes.blocking import SENTENCE, blocking_clauses
from models.neutral import Form, Model, evaluate, objective_value
from models.puzzles.contract import Answer, Instance, Puzzle
from rosetta.studies.formulations import base_formulation, presolve_form


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who runs on what: a backend's full name (`cnf:glucose42`), a formulation, the options."""

    backend: str
    formulation: str
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An instance, and the reading of its rules."""

    puzzle: Puzzle
    instance: Instance
    rules: Mapping[str, str] = field(default_factory=dict)

    def model(self, formulation: str) -> Model:
        """The rules in that formulation, as stated. Raises InputError if the formulation is unknown, or does not
        support this reading of the rules."""
        return self.puzzle.formulations[base_formulation(self.puzzle, formulation)](self.instance, **self.rules)

    def answer(self, model: Model, values: Values) -> Answer:
        return self.puzzle.decode(self.instance, model, values)

    def broken_rules(self, model: Model, values: Values, answer: Answer = None) -> tuple[str, ...]:
        """The rules an assignment breaks: rows of the model, and the puzzle's own sentences. answer: the decoded
        assignment, if the caller has it already."""
        rows = [str(row) for row in evaluate(model, values)[:5]]
        answer = self.answer(model, values) if answer is None else answer
        sentences = self.puzzle.verify(self.instance, answer, **self.rules)[:5]
        return (*rows, *(s for s in sentences if s not in rows))  # of a stated model both are the same


@dataclass(frozen=True, slots=True, eq=False)
class CheckedAnswer:
    """An answer, what it costs, and the rules it breaks."""

    answer: Answer
    cost: int | None
    broken: tuple[str, ...]


def checked_answer(question: Question, model: Model, values: Values) -> CheckedAnswer:
    """The assignment decoded as an answer and checked against the rules."""
    answer = question.answer(model, values)
    return CheckedAnswer(answer, objective_value(model, values), question.broken_rules(model, values, answer))


def forbid_answers(model: Model, project: NDArray[np.int32], solutions: list[Values]) -> Model:
    """The model without its objective, and with these solutions, which keep its rows, forbidden."""
    rest = model.copy()
    rest.objective = None
    if solutions:
        shape = blocking_clauses(model, project)
        rest.any(SENTENCE, [shape.clause(values == 1) for values in solutions])
    return rest


def entrant_options(puzzle: Puzzle, entrant: Entrant) -> Options:
    """The entrant's options, with those of its formulation: encodings where none was named, a presolve."""
    defaults = {Form(form): name for form, name in puzzle.extras.encodings.get(entrant.formulation, {}).items()}
    encodings = {**defaults, **entrant.options.encodings}
    return replace(entrant.options, encodings=encodings, presolve=presolve_form(puzzle, entrant.formulation))


def find_derived_pieces(question: Question, model: Model, outcome: Outcome) -> frozenset[Hashable] | None:
    """The pieces that propagation fixed; None if it was not used, or ended in a contradiction."""
    if outcome.fixed is None or outcome.status is Status.UNSATISFIABLE:
        return None
    values = np.zeros(model.variables + 1, np.int64)
    values[outcome.fixed[outcome.fixed > 0]] = 1
    return question.puzzle.extras.pieces(question.answer(model, values))
