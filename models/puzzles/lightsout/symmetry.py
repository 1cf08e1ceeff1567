"""The symmetries of Lights Out: the automorphisms of who toggles whom, that keep the lamps at the start and at the end.

These are more than turns of a board: a torus can be shifted, and other graphs have symmetries that no drawing shows.
The vertices are coloured by their lamps at start and end, the arcs (a loop where a press toggles the vertex itself)
labelled with the steps that a press advances the lamp. All automorphisms are known by a few that generate them
(`algebra.groups`); there may be too many to list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

import numpy as np

from algebra.groups.graph_automorphisms import AutomorphismGroup, find_automorphisms
from algebra.groups.refinement import coloured_graph
from models.puzzles.contract import AnswerMap, NoSymmetries
from models.puzzles.graphs.graph import Ints
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.presses import move_presses
from rosetta.foundation.limits import LimitReached

MOST_STEPS = 10_000_000  # of the search: some five seconds
MOST_ENTRIES = 500_000  # vertices and toggles: some seconds before the search begins
WORDS = "automorphisms of the graph that keep the rule and the lamps at the start and at the end"


def automorphism_group(p: LightsOut) -> AutomorphismGroup:
    """Permutations of the vertices, and how many they generate. Raises NoSymmetries where the search does not end."""
    found = _search_group(p)
    if isinstance(found, str):
        raise NoSymmetries(f"no number up to symmetry: {found}")
    return found


@lru_cache(maxsize=8)
def _search_group(p: LightsOut) -> AutomorphismGroup | str:
    """The group, or why it was not found: a search that takes long is not repeated."""
    if len(p) + len(p.toggled) > MOST_ENTRIES:
        return "automorphisms of so large a graph are not looked for"
    pressers = np.repeat(np.arange(len(p)), np.diff(p.starts))
    graph = coloured_graph(p.start * p.colours + p.target, pressers, p.toggled, p.times)
    try:
        return find_automorphisms(graph, MOST_STEPS)
    except LimitReached as limit:
        return str(limit)


def symmetries(p: LightsOut) -> list[AnswerMap]:
    """Maps of answers that generate the symmetries, the identity first. Raises NoSymmetries."""
    return [partial(move_presses, p, p, _permutation(p, moves)) for moves in ({}, *automorphism_group(p).generators)]


def _permutation(p: LightsOut, moves: Mapping[int, int]) -> Ints:
    """The image of each vertex, of which only those are given that move."""
    images = np.arange(len(p))
    images[list(moves)] = list(moves.values())
    return images
