"""The number of answers up to symmetry, where all of them are listed: orbits under the symmetries, found by walking.

Symmetries generate a group, which may be too large to be listed (20! automorphisms of a complete graph). Its orbits are
found without it: two answers are in one orbit if a walk along the generators leads from one to the other. On the way,
each step is checked: it must lead to an answer, and never from two answers to the same one. Where a puzzle tells what
the answers of an orbit have in common, and how many they are, no walk is needed: so many of a kind must be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from models.puzzles.contract import Answer, AnswerMap, NoSymmetries
from rosetta.studies.asking.question import Question

MOST_UNLISTED = 1000  # images of listed answers, in a list that is not complete: each is an answer to be checked


@dataclass(frozen=True, slots=True)
class OrbitCount:
    """The number of orbits of answers."""

    number: int | None
    """None if it is unknown."""
    doubt: str = ""
    """Why it is unknown, or rests on one engine's word; "" if neither is true."""
    broken: str = ""
    """What is wrong with it, in words."""


def count_up_to_symmetry(question: Question, answers: tuple[Answer, ...], *, is_complete: bool) -> OrbitCount:
    """How many of these answers are different up to the symmetries of the instance: that many there are at least if
    the list is not complete."""
    extras = question.puzzle.extras
    try:
        if extras.orbits is not None:
            return _group_by_orbit(extras.orbits(question.instance), answers, is_complete)
        return _walk_orbits(question, extras.symmetries(question.instance), answers, is_complete)
    except NoSymmetries as reason:
        return OrbitCount(None, str(reason))


def _group_by_orbit(
    orbit: Callable[[Answer], tuple[Hashable, int]], answers: tuple[Answer, ...], is_complete: bool
) -> OrbitCount:
    """How many orbits these answers are of; all answers of each must be there if the list is complete."""
    found, sizes = Counter[Hashable](), dict[Hashable, int]()
    for answer in answers:
        name, sizes[name] = orbit(answer)
        found[name] += 1
    for name, number in found.items():
        if number > sizes[name] or (is_complete and number < sizes[name]):
            return OrbitCount(
                None, broken=f"the symmetries map {sizes[name]} answers to each other, of which {number} were listed"
            )
    return OrbitCount(len(found))


def _walk_orbits(
    question: Question, maps: Sequence[AnswerMap], answers: tuple[Answer, ...], is_complete: bool
) -> OrbitCount:
    """The same by walking from each answer to its images."""
    listed, visited, number, unlisted = frozenset(answers), set[Answer](), 0, 0
    images: list[set[Answer]] = [set() for _ in maps]
    for answer in answers:
        number += answer not in visited
        waiting = [] if answer in visited else [answer]
        visited.add(answer)
        while waiting:
            here = waiting.pop()
            for seen, image in zip(images, maps, strict=True):
                there = image(here)
                if there in seen:
                    return OrbitCount(None, broken=f"a symmetry maps two answers to one: {there!r:.200}")
                seen.add(there)
                if there not in visited:
                    if there not in listed and (fault := _describe_stranger(question, there, is_complete)):
                        return OrbitCount(None, broken=fault)
                    visited.add(there)
                    waiting.append(there)
                    unlisted += there not in listed
            if unlisted > MOST_UNLISTED:
                return OrbitCount(None, "the answers that were listed have too many images under the symmetries")
    return OrbitCount(number)


def _describe_stranger(question: Question, image: Answer, is_complete: bool) -> str:
    """What is wrong with an image of an answer that is not in the list; "" if it may be an answer that is missing."""
    broken = question.puzzle.verify(question.instance, image, **question.rules)
    if broken:
        return f"a symmetry maps an answer to {image!r:.200}, which is none: {broken[0]}"
    return f"a symmetry maps an answer to one that was not listed: {image!r:.200}" if is_complete else ""
