"""An instance that somebody asks about: its puzzle and what names it, before it is made; made when it is first looked
at, so that what can be said without it (a number by theory, a refused backend) costs nothing on a large board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from instances.resolve import ResolvedInstance
from models.puzzles.contract import Puzzle
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.asking.question import Question


def _ignore_notes(_: tuple[str, ...]) -> None:
    """Where nobody wants to know how odd input was interpreted."""


@dataclass(frozen=True, eq=False)
class AskedInstance:
    """An instance that somebody asks about.

    record: the puzzle
    what: names it, as on a command line
    choices: values of the puzzle's parameters and of the options of its rules, by name
    seed: of what is generated, and of solvers
    content: what standard input held, where `what` is `-`
    tell: told, when it is made, how odd input was interpreted
    made: the instance and the question about it, where they are there already
    """

    record: Puzzle
    what: str | Path
    choices: Mapping[str, Any]
    seed: int = 0
    content: bytes | None = None
    tell: Callable[[tuple[str, ...]], None] = _ignore_notes
    made: tuple[ResolvedInstance, Question] | None = None

    @cached_property
    def _posed(self) -> tuple[ResolvedInstance, Question]:
        if self.made is not None:
            return self.made
        content = self.content
        read = None if content is None else lambda: content
        resolved, question = pose_question(self.record, self.what, self.seed, self.choices, read)
        self.tell(tuple(self.record.extras.notes(resolved.instance)))
        return resolved, question

    @property
    def resolved(self) -> ResolvedInstance:
        """The instance. Raises InputError where nothing is named so."""
        return self._posed[0]

    @property
    def question(self) -> Question:
        """The question about it. Raises InputError likewise."""
        return self._posed[1]


def choices_of(record: Puzzle, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the puzzle's parameters and options by name: those given, else the defaults; None is not given."""
    choices = {name: parameter.default for name, parameter in record.parameters.items()}
    choices |= {name: values[0] for name, values in record.options.items()}
    return {**choices, **{name: given[name] for name in choices if given.get(name) is not None}}
