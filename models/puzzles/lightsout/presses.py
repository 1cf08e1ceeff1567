"""Answers of Lights Out: which vertices are pressed and, with more than two colours, how often.

    ((0, 1), (2, 2))            cells of a board that are pressed, in the order of the vertices
    (("a", 2), ("b", 1))        vertices of a graph, each with its number of presses

Inside, they are numbers of presses by vertex, an array of shape (n,). In JSON: {"presses": [[0, 1], [2, 2]]}.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.graphs.graph import Ints
from models.puzzles.graphs.names import name_from_json
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.scenes.view import places_of
from rosetta.foundation.errors import InputError

Answer: TypeAlias = tuple[Any, ...]
"""The presses in the order of the vertices: each a vertex, or (vertex, times) with more than two colours. A vertex is
(row, column) on a board, else its number or what the file calls it."""

KEY = "presses"


def presses_as_answer(p: LightsOut, presses: Ints) -> Answer:
    """Presses, so many of each vertex, shape (n,), as an answer."""
    pressed = np.flatnonzero(presses)
    names = p.vertices(pressed)
    return tuple(names) if p.colours == 2 else tuple(zip(names, presses[pressed].tolist(), strict=True))


def press_counts(p: LightsOut, answer: Any) -> Ints:
    """How often each vertex is pressed, (n,). Presses of unknown vertices are ignored; None is no press."""
    presses, number = np.zeros(len(p), np.int64), p.number_lookup()
    if p.layout is not None and p.colours == 2:  # perhaps a million
        row, col = places_of(answer, (p.layout.rows, p.layout.cols)).T
        presses[row * p.layout.cols + col] = 1
        return presses
    for press in answer or ():
        name, times = (press, 1) if p.colours == 2 else press
        vertex = number(name)
        if vertex is not None:
            presses[vertex] = times % p.colours
    return presses


def move_presses(origin: LightsOut, goal: LightsOut, moves: Ints, answer: Answer) -> Answer:
    """The answer with each press at the image of its vertex. moves: of each vertex of the origin, the number of its
    image in the goal."""
    moved = np.zeros(len(goal), np.int64)
    moved[moves] = press_counts(origin, answer)
    return presses_as_answer(goal, moved)


def decode(p: LightsOut, m: Model, values: NDArray[np.int64]) -> Answer:
    """The presses of an assignment (entry x: value of variable x)."""
    on = np.asarray(values)[m.arrays["press"]] == 1
    return presses_as_answer(p, on.astype(np.int64) if p.colours == 2 else (on * np.arange(1, p.colours)).max(axis=1))


def project(p: LightsOut, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer."""
    return m.arrays["press"].ravel()


def encode(p: LightsOut, m: Model, answer: Answer) -> NDArray[np.int64]:
    """The values of these variables in an answer; with more than two colours, one for each number of presses."""
    presses = press_counts(p, answer)
    return np.asarray(presses if p.colours == 2 else (presses[:, None] == np.arange(1, p.colours)).ravel(), np.int64)


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {KEY: [list(press) if isinstance(press, tuple) else press for press in answer]}


def answer_from_json(p: LightsOut, document: Mapping[str, Any]) -> Answer:
    """The answer that `answer_json` wrote, in the order of the vertices. Raises InputError."""
    presses = document.get(KEY) if isinstance(document, Mapping) else None
    if not isinstance(presses, list):
        raise InputError(f'lightsout: expected {{"{KEY}": [vertex, ...]}}, found no list "{KEY}"')
    read = [_read_press(p, i, press) for i, press in enumerate(presses)]
    number = p.number_lookup()

    def place(press: Any) -> tuple[int, str]:
        vertex = number(press if p.colours == 2 else press[0])
        return len(p) if vertex is None else vertex, repr(press)

    return tuple(sorted(read, key=place))


def _read_press(p: LightsOut, i: int, press: Any) -> Hashable:
    """One press out of JSON: a vertex, or [vertex, times]."""
    name, times = press, 1
    if p.colours > 2:
        if not (isinstance(press, list) and len(press) == 2 and type(press[1]) is int):
            raise InputError(f"lightsout: {KEY}[{i}]: expected [vertex, times], found {press!r:.60}")
        name, times = press
    expected = "[row, column]" if p.layout is not None else "a vertex's number" if p.graph.names is None else "a name"
    fits = p.graph.names is not None or (type(name) is int) == (p.layout is None)
    if p.layout is not None:
        fits = isinstance(name, list) and len(name) == 2 and all(type(x) is int for x in name)
    try:
        vertex = name_from_json(name)
    except InputError:
        fits = False
    if not fits:
        raise InputError(f"lightsout: {KEY}[{i}]: expected {expected}, found {name!r:.60}")
    return vertex if p.colours == 2 else (vertex, times)
