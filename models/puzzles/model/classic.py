"""A classic (`models.classics`): a model with a size, and the puzzle that all verbs take, made of it.

    CLASSIC = Classic("Queens", "queens, none of which attacks another", model, "the number of rows", usual=8)

Its boards are the models of each size; an answer is the values of the variables, as for any stated model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from models.neutral import Model, ModelError
from models.puzzles.contract import Puzzle, StatedSizes
from models.puzzles.introduction import Introduction
from models.puzzles.model.instance import ModelInstance, count_noun
from models.puzzles.model.record import PUZZLE as STATED
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """What is known of the answers of one size, and who says so. Models of random data have a seed, which is 0 here."""

    what: int | str
    """The size, or the name of an instance."""
    source: str
    """A book, an article, a sequence of the OEIS; or the argument, in a sentence."""
    solutions: int | None = None
    """How many there are."""
    optimum: int | None = None
    """The best value of the objective."""
    answer: Mapping[str, Any] = field(default_factory=dict)
    """The values of some arrays in every answer, as nested lists."""


@dataclass(frozen=True, slots=True)
class Classic:
    """A model of a course or a text book.

    Sizes are one whole number. Some classics have instances with a name, too (`ft06`), each of which stands for an
    argument of its own."""

    title: str
    """Its name for people."""
    summary: str
    """What it is, in a phrase that begins small."""
    model: Callable[..., Model]
    """The model of a size, or of the data of a name; of one with random data: of these and a stream of numbers."""
    size: str
    """What the size is, in a phrase."""
    usual: int | str
    """The size, or the name, that is meant where none is given."""
    least: int = 1
    """The smallest size."""
    most: int = 1_000
    """The largest size."""
    names: Mapping[str, Any] = field(default_factory=dict)
    """Instances with a name, and the argument of `model` for each."""
    is_random: bool = False
    """Are the data of a size drawn from a seed?"""
    known: tuple[KnownAnswer, ...] = ()
    """What is known of the answers; a test finds each of them again."""


def classic_puzzle(name: str, classic: Classic) -> Puzzle:
    """The puzzle of that name: its boards are the models of the classic."""
    names = ", ".join(classic.names)
    extras = replace(
        STATED.extras,
        named=partial(_find_named, name, classic),
        names=names,
        stated=StatedSizes(str(classic.usual), classic.is_random),
        adapt=None,
        introduction=Introduction(
            background=tuple(map(_describe_known, classic.known)),
            sizes=f"{classic.size}, {_describe_range(classic)}" + (f"; or {names}" if names else ""),
            models={"stated": "the rules as they are stated"},
        ),
    )
    return replace(
        STATED,
        name=name,
        title=classic.title,
        summary=classic.summary,
        generate=partial(_generate_size, name, classic),
        parameters={},
        extras=extras,
    )


def _generate_size(name: str, classic: Classic, size: tuple[int, ...], seed: int = 0) -> tuple[ModelInstance, None]:
    """The model of a size. Raises InputError for one that there is none of."""
    if len(set(size)) > 1 or not classic.least <= size[0] <= classic.most:
        raise _size_error(name, classic, "x".join(map(str, size)) if len(set(size)) > 1 else str(size[0]))
    return _state_instance(name, classic, size[0], f"{size[0]}", seed)


def _find_named(name: str, classic: Classic, text: str) -> Callable[..., tuple[ModelInstance, None]]:
    """What states the instance of a name. Raises InputError where there is none of that name."""
    known = text.lower()
    if known not in classic.names:
        raise _size_error(name, classic, f"'{text[:60]}'{did_you_mean(known, list(classic.names))}")
    return partial(_state_instance, name, classic, classic.names[known], known)


def _size_error(name: str, classic: Classic, found: str) -> InputError:
    names = f", or {', '.join(classic.names)}" if classic.names else ""
    return InputError(f"{name}: expected {classic.size}, {_describe_range(classic)}{names}; found {found}")


def _describe_range(classic: Classic) -> str:
    """`from 1 to 500`."""
    return f"from {classic.least} to {classic.most:,}" if classic.least < classic.most else f"{classic.least}"


def _state_instance(name: str, classic: Classic, argument: Any, what: str, seed: int = 0) -> tuple[ModelInstance, None]:
    stream = (Stream(name, "data", what, seed),) if classic.is_random else ()
    try:
        model = classic.model(argument, *stream)
    except ModelError as reason:
        raise InputError(f"{name} {what}: {reason}") from None
    return ModelInstance(model), None


def _describe_known(known: KnownAnswer) -> str:
    """`8: 92 solutions (OEIS A000170)`."""
    told = []
    if known.solutions is not None:
        told.append(count_noun(known.solutions, "solution"))
    if known.optimum is not None:
        told.append(f"the best value is {known.optimum:,}")
    told += [f"{name} is {values}" for name, values in known.answer.items()]
    return f"{known.what}: {'; '.join(told)} ({known.source})"
