"""The symmetries of Lights Out: the automorphisms of who toggles whom, that keep the lamps at the start and at the end.

These are more than turns of a board: a torus can be shifted, and other graphs have symmetries that no drawing shows.
The vertices are coloured by their lamps at start and end, the arcs (a loop where a press toggles the vertex itself)
labelled with the steps that a press advances the lamp. All automorphisms are known by a few that generate them
(`algebra.groups`); there may be too many to list.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from algebra.groups.graph_automorphisms import AutomorphismGroup, Moves, find_automorphisms
from algebra.groups.refinement import coloured_graph
from algebra.limits import LimitReached
from models.puzzles.contract import Answer, AnswerMap, NoSymmetries
from models.puzzles.lightsout.instance import LightsOut

MOST_STEPS = 10_000_000  # of the search: some five seconds
MOST_ENTRIES = 500_000  # vertices and toggles: some seconds before the search begins
WORDS = "automorphisms of the graph that keep the rule and the lamps at the start and at the end"


@lru_cache(maxsize=8)
def automorphism_group(p: LightsOut) -> AutomorphismGroup:
    """Permutations of the vertices, and how many they generate. Raises NoSymmetries where the search does not end."""
    if len(p) + len(p.toggled) > MOST_ENTRIES:
        raise NoSymmetries("no number up to symmetry: automorphisms of so large a graph are not looked for")
    pressers = np.repeat(np.arange(len(p)), np.diff(p.starts))
    graph = coloured_graph(p.start * p.colours + p.target, pressers, p.toggled, p.times)
    try:
        return find_automorphisms(graph, MOST_STEPS)
    except LimitReached as limit:
        raise NoSymmetries(f"no number up to symmetry: {limit}") from None


def symmetries(p: LightsOut) -> list[AnswerMap]:
    """Maps of answers that generate the symmetries, the identity first. Raises NoSymmetries."""
    return [partial(move_presses, p, moves) for moves in ({}, *automorphism_group(p).generators)]


def move_presses(p: LightsOut, moves: Moves, answer: Answer) -> Answer:
    """The answer with its presses at the images of their vertices, in the order of the vertices."""
    number = p.number_lookup()
    times = dict.fromkeys(answer, 1) if p.colours == 2 else dict(answer)
    vertices = {number(name): times for name, times in times.items()}
    moved = {moves.get(vertex, vertex): times for vertex, times in vertices.items() if vertex is not None}
    ordered = sorted(moved)
    names = p.vertices(np.array(ordered, np.int64))
    return tuple(names) if p.colours == 2 else tuple(zip(names, map(moved.get, ordered), strict=True))
