"""A question: an instance of a puzzle with the reading of its rules, and its models, each stated once."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod

from backends.contract import Values
from models.neutral import Model, evaluate
from models.neutral.errors import ModelError, ModelTooLarge
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.model.instance import ModelInstance
from rosetta.foundation.errors import InputError
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.formulations import base_formulation, choose_formulation, own_formulation

_LOG = logging.getLogger("rosetta")
MOST_KEPT = 20_000_000  # literals of the models that a question keeps, together some 100 MB


@dataclass(frozen=True, slots=True, eq=False)
class StatedModel:
    """The rules in a formulation, and the seconds that it took to state them."""

    model: Model
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An instance, and the reading of its rules.

    Every entrant of a comparison, the proofs, the race and the counts need the same models, so they are kept. Models
    can be large: where those that are kept have more than MOST_KEPT literals, they are dropped before another one is
    stated."""

    puzzle: Puzzle
    instance: Instance
    rules: Mapping[str, str] = field(default_factory=dict)
    _kept: dict[str, StatedModel] = field(default_factory=dict, init=False, repr=False)

    @property
    def cells(self) -> int | None:
        """The cells of the board, or the vertices of the graph; None for a model that somebody stated or wrote."""
        return None if isinstance(self.instance, ModelInstance) else prod(self.puzzle.size(self.instance))

    def model(self, formulation: str) -> Model:
        """The rules in that formulation, as stated; the caller may change it. Raises InputError if the formulation is
        unknown, or does not support this reading of the rules."""
        return self.state_model(formulation).model.copy()

    def state_model(self, formulation: str) -> StatedModel:
        """The same, with the seconds that it took; not to be changed. Raises InputError."""
        name = base_formulation(self.puzzle, formulation)
        if name not in self._kept:
            if sum(_literals(stated.model) for stated in self._kept.values()) > MOST_KEPT:
                self._kept.clear()
            start = work_seconds()
            try:
                model = self.puzzle.formulations[name](self.instance, **self.rules)
            except ModelTooLarge as reason:
                raise InputError(f"formulation '{name}': {reason}") from None
            self._kept[name] = StatedModel(model, work_seconds() - start)
            _log_model(name, self._kept[name])
        else:
            _LOG.debug("formulation %s: its model is at hand", name)
        return self._kept[name]

    def rows_formulation(self, name: str) -> str:
        """The puzzle's own formulation that the named one is built on if all its rules are rows, else the first such
        one that is not too large: for proofs, files, and whoever else reads rows. Raises InputError."""
        base, refusal = base_formulation(self.puzzle, name), ""
        for each in dict.fromkeys((base, *self.puzzle.formulations)):
            try:
                _ = self.state_model(each).model.blocks  # raises where a rule is open
            except (InputError, ModelError) as refused:
                refusal = refusal or str(refused)
            else:
                return each
        raise InputError(refusal)

    def countable_formulation(self, name: str | None) -> str:
        """The formulation to count in: the named one, else what the puzzle advises or one built on it, with all rules
        in rows, which is what symmetries are found in. Raises InputError."""
        chosen = choose_formulation(self.puzzle, self.instance, name)
        return chosen if name is not None else self._with_rows(chosen)

    def _with_rows(self, name: str) -> str:
        """The formulation itself, or one built on it, if its rules are rows; else the first such one."""
        base = base_formulation(self.puzzle, name)
        readable = self.rows_formulation(base)
        return name if readable == base else readable

    def readable_formulation(self, name: str | None) -> str:
        """The formulation to read rows from: the named one, or what the puzzle advises, if its rules are rows. Raises
        InputError."""
        chosen = choose_formulation(self.puzzle, self.instance, name, own_formulation)
        readable = self.rows_formulation(chosen)
        if name is not None and readable != name:
            rule = self.state_model(name).model.open_rules[0].sentence
            raise InputError(f"formulation '{name}' has no rows for the rule '{rule}'; try {readable}")
        return readable

    def answer(self, model: Model, values: Values) -> Answer:
        return self.puzzle.decode(self.instance, model, values)

    def broken_rules(self, model: Model, values: Values, answer: Answer = None) -> tuple[str, ...]:
        """The rules an assignment breaks: rows of the model, and the puzzle's own sentences. answer: the decoded
        assignment, if the caller has it already."""
        rows = [str(row) for row in evaluate(model, values)[:5]]
        answer = self.answer(model, values) if answer is None else answer
        sentences = self.puzzle.verify(self.instance, answer, **self.rules)[:5]
        return (*rows, *(s for s in sentences if s not in rows))  # of a stated model both are the same


def question_about_instance(record: Puzzle, instance: Instance, rules: Mapping[str, str]) -> Question:
    """The question about an instance, which may have formulations of its own."""
    own = record.extras.own_formulations(instance)
    more = {name: state for name, state in own.items() if name not in record.formulations}
    suited = replace(record, formulations={**record.formulations, **more}) if more else record
    return Question(suited, instance, rules)


def _log_model(name: str, stated: StatedModel) -> None:
    model = stated.model
    rules, rows = len(model.stated_blocks), sum(map(len, model.stated_blocks))
    size = f"{model.variables:,} variables, {rules:,} rules, {rows:,} rows, {_literals(model):,} literals"
    _LOG.info("formulation %s: the model is written in %.3f s: %s", name, stated.seconds, size)


def _literals(model: Model) -> int:
    return sum(len(block.rows.literals) for block in model.stated_blocks)
