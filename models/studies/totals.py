"""How many answers there are, and how many up to symmetry: counted where that is possible, else listed (`counting`).

2^65536 answers cannot be checked one by one. An engine that counts is asked for the number, with the instance's
symmetries to save it work (`orbits`). It is believed where the number was found a second time by code that shares
nothing with it, the symmetries included: by a solver that the puzzle brings itself, or by elimination with Python
integers (`dimension`). Some of the answers are listed and held against the rules.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends import running
from backends.contract import Backend, Limits, Options, Status, Unsupported, Values
from instances.what import any_size
from models.neutral import Model
from models.puzzles.contract import Puzzle
from models.studies.attempts import Entrant, Question, asked
from models.studies.automorphisms import Images, automorphisms
from models.studies.certificates import unreachable
from models.studies.counting import distinct as up_to_symmetry
from models.studies.counting import listed
from models.studies.danced import DancingLinks
from models.studies.dimension import dimension
from models.studies.orbits import Part, conjugacy_classes, exactly_one, fixed, parts
from models.studies.own import KIND, backing
from models.studies.solving import SECOND_OPINIONS

Watch: TypeAlias = Callable[[str], None]
THEORY = 10_000  # cells; up to here a board is counted by itself, which shows more
WHOLE = 55.0  # seconds that a number and its second count may take together: with what is around it, a minute
SAMPLES = 10  # answers that are checked of a number
LISTABLE = 1000  # answers; a smaller number that rests on one engine's word is shown by listing them instead
BY_INTEGERS = "elimination by integers"


@dataclass(frozen=True, slots=True)
class Total:
    """A number of answers. by: who found it; witness: by what else it was found, "" if by nothing; checked: answers
    that were held against the rules; broken: what is wrong with one or with the number, in words; distinct: the number
    up to symmetry, None where it was not asked for; symmetries: how many the engine was spared by; listed: the answers
    were listed, each checked, and the witness says that there are no others; where nobody does, there may be more."""

    number: int
    by: str
    witness: str
    seconds: float
    checked: int
    broken: tuple[str, ...] = ()
    note: str = ""
    distinct: int | None = None
    symmetries: int = 1
    listed: bool = False

    @property
    def exact(self) -> bool:
        """Does it rest on more than one engine's word?"""
        return bool(self.witness) and not self.broken


def total(
    question: Question,
    backends: Sequence[str],
    formulation: str,
    options: Options,
    limits: Limits,
    watch: Watch | None = None,
    distinct: bool = False,
) -> Total:
    """The number of answers, and up to symmetry if asked for, by the first of the backends that takes the model:
    counted if it counts, else listed. Raises Unsupported where none does."""
    for name in backends:
        entrant = Entrant(name, formulation, options)
        found = counted(question, entrant, limits, watch, distinct)
        if found is not None and (found.exact or found.broken or found.number > LISTABLE):
            return found
        these = listed(question, entrant, limits, watch=watch)
        if found is not None and not (these.complete or these.broken):
            return found
        if these.status is not Status.UNSUPPORTED:
            number, orbits = len(these.answers), up_to_symmetry(question, these.answers) if distinct else None
            return Total(
                number, name, these.witness, these.seconds, number, these.broken, these.note, orbits, listed=True
            )
    raise Unsupported(f"{name} cannot count this: {these.note}")


@dataclass(slots=True)
class _Asking:
    """Engines asked for numbers, one after the other; the seconds that they took."""

    limits: Limits
    watch: Watch | None
    seconds: float = 0.0

    def number(self, backend: Backend, options: Options, part: Part) -> int | None:
        told: deque[str] = deque(maxlen=1)  # what the engine said last of how far it is

        def tick(seconds: float) -> None:
            if self.watch is not None:
                self.watch(", ".join((f"{backend.name}: {self.seconds + seconds:.1f} s", *told)))

        left = replace(self.limits, seconds=max(self.limits.seconds - self.seconds, 0.1))
        number, ended = running.count(backend, part.model, part.project, left, options, tick, told.append)
        self.seconds += ended.seconds
        return number

    def sum(self, backend: Backend, options: Options, of: tuple[Part, ...]) -> int | None:
        """The weighted sum of the parts' numbers, None if one of them is not to be had."""
        total = 0
        for part in of:
            number = self.number(backend, options, part)
            if number is None:
                return None
            total += part.weight * number
        return total


def counted(
    question: Question, entrant: Entrant, limits: Limits, watch: Watch | None = None, distinct: bool = False
) -> Total | None:
    """The number of answers, and up to symmetry if asked for. None if this engine does not count this model without
    listing, or not in time, or nothing is known of the symmetries of its variables."""
    backend, options = backing(question, entrant.backend, asked(question.puzzle, entrant))
    if not hasattr(backend, "count"):
        return None
    model = question.model(entrant.formulation)
    project = question.puzzle.project(question.instance, model)
    images = _symmetries(question, model, project, distinct)
    if distinct and len(images) < len(question.puzzle.symmetries(question.instance)):
        return None
    asking, sum_of = _Asking(limits, watch), _parts(backend, model, project, images)
    number = asking.sum(backend, options, sum_of)
    if number is None:
        return None
    checked, broken = _some(question, backend, options, model, project, number, asking)
    witness, note = "", "the number rests on one engine's word: it could not be counted again in time"
    rest = replace(limits, seconds=_left(asking))
    again = _again(question, model, project, images, backend, rest, watch)
    if again is not None:
        (witness, other), note = again, ""
        broken += () if other == number else (f"{entrant.backend} counts {number}, {witness} counts {other}",)
    spared = max(part.weight for part in sum_of)
    found = Total(number, entrant.backend, witness, asking.seconds, checked, broken[:5], note, symmetries=spared)
    return _with_orbits(found, model, images, asking, backend, options) if distinct else found


def _symmetries(question: Question, model: Model, project: NDArray[np.int32], distinct: bool) -> Images:
    """Those of the model, where its variables are the answer and nothing besides, and they are of use; else the
    identity."""
    if len(project) < model.variables or not (distinct or next(exactly_one(model), None) is not None):
        return np.arange(model.variables + 1, dtype=np.int32)[None]
    return automorphisms(question, model)


def _some(
    question: Question,
    backend: Backend,
    options: Options,
    model: Model,
    project: NDArray[np.int32],
    number: int,
    asking: _Asking,
) -> tuple[int, tuple[str, ...]]:
    """How many answers were listed and held against the rules; what is wrong with them."""
    answers, broken = set(), []

    def take(values: Values) -> None:
        answers.add(question.answer(model, values))
        broken.extend(question.broken(model, values)[:5])

    ended = running.solutions(backend, model, project, asking.limits, options, take, SAMPLES)
    listed = ended.complete or ended.status is Status.SATISFIED
    if listed and len(answers) != min(number, SAMPLES):
        broken.append(f"{backend.name} counts {number}, and lists {len(answers)}")
    return len(answers), tuple(broken)


def _parts(backend: Backend, model: Model, project: NDArray[np.int32], images: Images) -> tuple[Part, ...]:
    """The sum that the backend is asked for: a puzzle's own counter reads the instance, not a model, so it can be
    spared nothing."""
    return (Part(1, model, project),) if backend.kind == KIND else parts(model, project, images)


def _left(asking: _Asking) -> float:
    """Seconds that a second count may take: what is left of the whole, and no less than the first might have taken."""
    return max(WHOLE - asking.seconds, asking.limits.seconds)


def _again(
    question: Question,
    model: Model,
    project: NDArray[np.int32],
    images: Images,
    first: Backend,
    limits: Limits,
    watch: Watch | None,
) -> tuple[str, int] | None:
    """Who else finds a number, and which: the puzzle's own counters, or where one of them was first, an engine advised;
    where none of them does, dancing links or elimination, if the rows are such."""
    counters = [own.name for own in question.puzzle.solvers if own.count is not None]
    if first.name in counters:
        counters = [*question.puzzle.advice(question.instance).solvers]
    asked_again = [*(backing(question, name, Options()) for name in counters), (DancingLinks(), Options())]
    asking = _Asking(limits, watch)
    for backend, options in asked_again:
        if hasattr(backend, "count"):
            number = asking.sum(backend, options, _parts(backend, model, project, images))
            if number is not None:
                return backend.name, number
    exponent = dimension(model, project, time.monotonic() + limits.seconds)
    return None if exponent is None else (BY_INTEGERS, 0 if exponent < 0 else 1 << exponent)


def _with_orbits(
    total: Total, model: Model, images: Images, asking: _Asking, backend: Backend, options: Options
) -> Total:
    """The total with the number of orbits of answers, by Burnside's lemma. What a symmetry maps to itself is counted by
    two engines, unless one rule shows that there is nothing."""
    images = np.unique(images, axis=0)  # two symmetries may move all placements alike (on a board one cell wide);
    # the identity, the least permutation, stays first
    mapped_to_themselves, witness, note = total.number, total.witness, total.note
    for at, size in conjugacy_classes(images)[1:]:
        part = fixed(model, images[at])
        if unreachable(part.model) is not None:
            continue
        number = asking.number(backend, options, part)
        if number is None:
            return replace(total, witness="", note=f"{backend.name} did not count what symmetry {at} leaves as it is")
        other = _counted_by_listing(part, backend.kind, asking)
        if other is None:
            witness, note = "", "what symmetries leave as it is could not be counted again in time"
        elif other != number:
            return replace(total, broken=(*total.broken, f"symmetry {at} leaves {number} as they are, or {other}"))
        mapped_to_themselves += size * number
    orbits, rest = divmod(mapped_to_themselves, len(images))
    broken = (
        (*total.broken, f"{mapped_to_themselves} is no multiple of {len(images)} symmetries") if rest else total.broken
    )
    return replace(total, distinct=orbits, witness=witness, note=note, broken=broken, seconds=asking.seconds)


def _counted_by_listing(part: Part, kind: str, asking: _Asking) -> int | None:
    """The number of solutions by an engine of another kind that lists them all."""
    from backends.registry import backend_named

    for name in SECOND_OPINIONS:
        if backend_named(name).kind != kind:
            found: list[int] = []
            ended = running.solutions(
                name, part.model, part.project, asking.limits, Options(), lambda values, found=found: found.append(1)
            )
            if ended.complete:
                return len(found)
    return None


def by_theory(puzzle: Puzzle, what: str, options: Mapping[str, Any]) -> Total | None:
    """The number of answers of a board of that size, by two formulas, without the board. None where WHAT is no size, or
    the puzzle knows no theorem, or the board is so small that to count for oneself is better."""
    size = any_size(what)
    if size is None or puzzle.theory is None or size[0] * size[1] < THEORY:
        return None
    start = time.monotonic()
    known = puzzle.theory(size, **options)
    if known is None:
        return None
    (first, number), (second, again) = known.items()
    broken = () if number == again else (f"{first} and {second} differ",)
    return Total(number, "theory", "a second formula", time.monotonic() - start, 0, broken, f"{first}; {second}")
