"""Where on a scene a rule, a clue or a literal is: cells, lines, and words beside the board."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from backends.reasons.row_table import Place
from models.puzzles.stated_words import row_margin
from rosetta.studies.explaining.wording import Wording
from rosetta.studies.playing.answer_steps import SceneDocument, click_places, vertex_numbers
from rosetta.studies.playing.known_places import KnownPlaces

if TYPE_CHECKING:
    from report.documents.play import HintPlaces

Spot: TypeAlias = tuple[Any, ...]
"""A cell as the scene has it, or a line by its two ends."""
Spots: TypeAlias = frozenset[Spot]


@dataclass(frozen=True, eq=False)
class SpotFinder:
    """The spots of one question on its scene. places: by which a variable is found that no words place."""

    words: Wording
    scene: SceneDocument
    places: KnownPlaces

    def look_at(self, words: str, rows: Iterable[Place], facts: Iterable[int]) -> HintPlaces:
        """Where a reader looks to see what these rows say, given these facts."""
        rows = list(rows)
        spots = frozenset[Spot]().union(*map(self.of_row, rows), *map(self.of_literal, facts))
        return self.describe(words, spots, self._margins(rows))

    def describe(self, words: str, spots: Spots, margins: Iterable[tuple[str, int]] = ()) -> HintPlaces:
        """These spots as the document has them."""
        return {
            "words": words,
            "cells": sorted([int(index) for index in spot] for spot in spots if not is_line(spot)),
            "lines": sorted([list(map(int, end)) for end in spot] for spot in spots if is_line(spot)),
            "margins": sorted(set(margins)),
        }

    def of_row(self, place: Place) -> Spots:
        """What the literals of a row share (a tree, an island), else all that they are about; and its clue."""
        each = [self.of_literal(x) for x in self.words.rows.literals[self.words.index[place]]]
        written = frozenset(self._on_scene(self.words.written_cells(place)))
        about = (frozenset.intersection(*each) or frozenset.union(*each)) if each else frozenset[Spot]()
        return written | about

    def of_literal(self, literal: int) -> Spots:
        """What a literal is about."""
        spots = frozenset(self._on_scene(self.words.cells(abs(literal))))
        return spots or frozenset().union(*(self.of_place(n) for n in self.places.places_of.get(abs(literal), ())))

    def of_place(self, number: int) -> Spots:
        """A place of the clicks: a cell, a line, or the cells of a piece."""
        place = click_places(self.scene["clicks"])[number]
        if isinstance(place, Mapping):
            return frozenset(tuple(cell) for cell in place["cells"])
        return frozenset({_as_spot(place)})

    def _margins(self, rows: Iterable[Place]) -> Iterator[tuple[str, int]]:
        """The words beside the lines of the board that rows are about."""
        model, size = self.words.model, self.words.record.size(self.words.question.instance)
        for block, row in rows:
            margin = row_margin(model, model.blocks[block], row, size)
            if margin is not None and self.scene[margin[0]] is not None:
                yield margin

    @cached_property
    def _vertices(self) -> dict[Hashable, Spot]:
        """The vertices of a graph by name."""
        return {name: (number,) for name, number in vertex_numbers(self.scene).items()}

    @cached_property
    def _lines(self) -> dict[frozenset[Hashable], Spot]:
        """The lines that can be clicked, whatever the order of their ends."""
        lines = map(_as_spot, self.scene["clicks"].get("lines", ()))
        return {frozenset(line): line for line in lines}

    def _on_scene(self, cells: Iterable[Hashable]) -> Iterator[Spot]:
        """Those of the cells, lines and vertices that the scene has."""
        for cell in cells:
            if cell in self._vertices:
                yield self._vertices[cell]
            elif not isinstance(cell, tuple):
                continue
            elif frozenset(cell) in self._lines and len(cell) == 2 and isinstance(cell[0], tuple):
                yield self._lines[frozenset(cell)]
            elif self._is_cell(cell):
                yield cell

    def _is_cell(self, cell: tuple[Any, ...]) -> bool:
        shape = self.scene["shape"]
        on_axes = len(cell) == len(shape) and all(isinstance(index, int) for index in cell)
        return on_axes and all(0 <= index < side for index, side in zip(cell, shape, strict=True))


def is_line(spot: Spot) -> bool:
    """Is it a line, and not a cell?"""
    return isinstance(spot[0], tuple)


def _as_spot(place: Sequence[Any]) -> Spot:
    return tuple(tuple(part) if isinstance(part, list) else part for part in place)
