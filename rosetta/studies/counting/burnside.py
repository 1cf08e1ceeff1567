"""The number of answers up to symmetry, by Burnside's lemma (`orbits`), with two engines for each symmetry."""

from __future__ import annotations

from collections.abc import Sequence

from algebra.groups.permutations import conjugacy_classes
from models.neutral import Model
from report.number_text import short_digits
from rosetta.studies.asking.entrants import Entrant, engines_of_other_kinds
from rosetta.studies.counting.answer_orbits import OrbitCount
from rosetta.studies.counting.automorphisms import Images
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.orbits import Summand, fixed_points
from rosetta.studies.judging.certificates import find_infeasible_row


def count_orbits(
    answers: int, model: Model, images: Images, entrant: Entrant, session: CountingSession, witnesses: CountingSession
) -> OrbitCount:
    """The number of orbits of this many answers. The solutions that a symmetry maps to themselves are counted by the
    entrant and listed by an engine of another kind, unless one row shows that there are none. session: of the entrant;
    witnesses: of the others; images: the whole group."""
    classes = [(at, size, fixed_points(model, images[at])) for at, size in conjugacy_classes(images)[1:]]
    classes = [(at, size, part) for at, size, part in classes if find_infeasible_row(part.model) is None]
    parts = [part for _, _, part in classes]
    numbers = session.numbers(entrant, parts) if parts else []
    if numbers is None:
        return OrbitCount(None, f"{entrant.backend.name} did not count what symmetries leave as it is")
    others = count_by_listing(parts, entrant.kind, witnesses)
    doubt = "what symmetries leave as it is could not be counted again in time" if len(others) < len(parts) else ""
    for (at, _, _), number, other in zip(classes, numbers, others, strict=False):
        if other != number:
            return OrbitCount(
                None, doubt, f"symmetry {at} leaves {short_digits(number)} as they are, or {short_digits(other)}"
            )
    mapped_to_themselves = answers + sum(size * number for (_, size, _), number in zip(classes, numbers, strict=True))
    orbits, rest = divmod(mapped_to_themselves, len(images))
    fault = f"{short_digits(mapped_to_themselves)} is no multiple of {len(images)} symmetries" if rest else ""
    return OrbitCount(orbits, doubt, fault)


def count_by_listing(parts: Sequence[Summand], kind: str, session: CountingSession) -> list[int]:
    """The parts' numbers by engines of another kind that list all solutions: where one does not finish, the next goes
    on; fewer numbers than parts if none does."""
    numbers: list[int] = []
    for backend in engines_of_other_kinds(kind):
        if len(numbers) < len(parts):
            numbers += session.count_by_listing(backend, parts[len(numbers) :])
    return numbers
