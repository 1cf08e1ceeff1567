"""Posing a question: the instance that PUZZLE WHAT names, with the parameters and the reading of the rules chosen."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from instances.resolve import ResolvedInstance, resolve
from models.puzzles.contract import SWITCH, Puzzle
from rosetta.studies.asking.question import Question, question_about_instance

_LOG = logging.getLogger("rosetta")


def pose_question(
    record: Puzzle,
    what: str | Path,
    seed: int,
    choices: Mapping[str, Any],
    stdin: Callable[[], bytes] | None = None,
) -> tuple[ResolvedInstance, Question]:
    """The instance that WHAT names, and the question about it. choices: values of the puzzle's parameters and options
    by name; what is missing has its default; stdin: reads standard input. Raises InputError."""
    return question_about(record, choices, lambda options: resolve(record.name, what, seed, stdin, options))


def question_about(
    record: Puzzle, choices: Mapping[str, Any], make: Callable[[dict[str, Any]], ResolvedInstance]
) -> tuple[ResolvedInstance, Question]:
    """The instance that `make` returns for the parameters that are not the default ones, and the question about it."""
    defaults = {name: parameter.default for name, parameter in record.parameters.items()}
    chosen = {name: choices[name] for name in defaults if choices.get(name, defaults[name]) != defaults[name]}
    resolved = make(chosen)
    rules = {option: choices.get(option, values[0]) for option, values in record.options.items()}
    unusual = [_describe_choice(name, value) for name, value in {**chosen, **record.unusual_rules(rules)}.items()]
    resolved = replace(resolved, source=", ".join([resolved.source, *unusual]))
    _LOG.info("%s %s: %s", record.name, resolved.id, resolved.source)
    return resolved, question_about_instance(record, resolved.instance, rules)


def _describe_choice(name: str, value: Any) -> str:
    """A choice in words: `bare 20`, `any` of a switch."""
    words = str(value) if len(str(value)) <= 60 else f"{str(value)[:57]}..."
    return name.replace("_", " ") + ("" if value == SWITCH[1] else f" {words}")
