"""How many answers there are up to symmetry, by Burnside's lemma (`orbits`); two engines for each symmetry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backends.contract import Backend, Options
from backends.registry import backend_named
from models.neutral import Model
from models.studies.asking import Asking
from models.studies.automorphisms import Images
from models.studies.certificates import unreachable
from models.studies.orbits import Part, conjugacy_classes, fixed
from models.studies.solving import SECOND_OPINIONS


@dataclass(frozen=True, slots=True)
class Orbits:
    """number: of orbits of answers, None where it is not known; doubt: why it rests on one engine's word, "" if it does
    not; broken: what is wrong with it, in words."""

    number: int | None
    doubt: str = ""
    broken: str = ""


def orbits_of_answers(
    answers: int, model: Model, images: Images, backend: Backend, options: Options, asking: Asking
) -> Orbits:
    """The orbits, where there are so many answers: what a symmetry maps to itself is counted by the backend and listed
    by an engine of another kind, unless one rule shows that there is nothing."""
    images = np.unique(images, axis=0)  # two symmetries may move all placements alike (on a board one cell wide);
    # the identity, the least permutation, stays first
    mapped_to_themselves, doubt = answers, ""
    for at, size in conjugacy_classes(images)[1:]:
        part = fixed(model, images[at])
        if unreachable(part.model) is not None:
            continue
        number = asking.number(backend, options, part)
        if number is None:
            return Orbits(None, f"{backend.name} did not count what symmetry {at} leaves as it is")
        other = counted_by_listing(part, backend.kind, asking)
        if other is None:
            doubt = "what symmetries leave as it is could not be counted again in time"
        elif other != number:
            return Orbits(None, doubt, f"symmetry {at} leaves {number} as they are, or {other}")
        mapped_to_themselves += size * number
    orbits, rest = divmod(mapped_to_themselves, len(images))
    return Orbits(orbits, doubt, f"{mapped_to_themselves} is no multiple of {len(images)} symmetries" if rest else "")


def counted_by_listing(part: Part, kind: str, asking: Asking) -> int | None:
    """The number of solutions by an engine of another kind that lists them all."""
    for name in SECOND_OPINIONS:
        if backend_named(name).kind != kind:
            found: list[None] = []
            ended = asking.listed(name, Options(), part, lambda _, found=found: found.append(None))
            if ended.complete:
                return len(found)
    return None
