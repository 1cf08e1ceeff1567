"""The generator of Lights Out instances, from a size or a name; and options applied to an instance that was read.

Lamps are all on at the start and all off at the end, unless the options say otherwise. `lit="random"` starts from the
target and undoes a random number of presses 0..k-1 of every button: so there is a solution, which is returned as the
planted one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypedDict, Unpack

import numpy as np

from models.puzzles.boards import check_board_size
from models.puzzles.contract import InputError
from models.puzzles.graphs.graph import Graph, Ints, as_undirected
from models.puzzles.lightsout.boards import board
from models.puzzles.lightsout.families import GraphFamily, family
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.states import format_states, read_states
from models.puzzles.lightsout.toggling import RULES
from models.puzzles.randomness import Stream

NAMES = "petersen, cycle:12, hypercube:6, torus:8x8, king:6, hex:5, tree:100, regular:3,200, gnp:50,0.1, ..."

PlantedInstance = tuple[LightsOut, Ints | None]
"""The instance, and how often each vertex is pressed in the planted solution (n,), None if there is none."""


class InstanceOptions(TypedDict, total=False):
    """The options, None where an instance stays as it is: see `states` and the parameters of the puzzle."""

    lit: str | None
    target: str | None
    colours: int | None
    rule: str | None
    undirected: bool | None


def plain_board(size: tuple[int, int], seed: int = 0, **options: Unpack[InstanceOptions]) -> PlantedInstance:
    """A plain board of that size (rows, columns)."""
    check_board_size("lightsout", *size)
    return make_instance(board("grid", *size), "x".join(map(str, size)), seed, **options)


def maker_by_name(text: str) -> Callable[..., PlantedInstance] | None:
    """A function that makes the graph of that name, None if there is none. Raises InputError if its size is wrong."""
    graph_family = family(text)
    return None if graph_family is None else partial(_family_instance, graph_family)


def _family_instance(graph_family: GraphFamily, seed: int = 0, **options: Unpack[InstanceOptions]) -> PlantedInstance:
    origin = f"{graph_family.name} --seed {seed}" if graph_family.random else graph_family.name
    return make_instance(graph_family.draw(seed), origin, seed, **options)


def make_instance(g: Graph, origin: str, seed: int = 0, **options: Unpack[InstanceOptions]) -> PlantedInstance:
    """The instance on that graph. origin: the graph's name."""
    plain = LightsOut(g, RULES[0], 2, np.ones(len(g), np.int64), np.zeros(len(g), np.int64), origin)
    return apply_options(plain, seed, **options)


def apply_options(
    p: LightsOut,
    seed: int = 0,
    *,
    lit: str | Mapping[int, int] | None = None,
    target: str | Mapping[int, int] | None = None,
    colours: int | None = None,
    rule: str | None = None,
    undirected: bool | None = None,
) -> PlantedInstance:
    """The instance with the options applied; None leaves a setting as it is. A program may give states by vertex
    number. undirected: its arcs, one way or both, become edges."""
    k = colours or p.colours
    becomes_undirected = bool(undirected and p.graph.directed)
    if becomes_undirected:
        p = replace(p, graph=as_undirected(p.graph))
    is_random = lit == "random"
    goal = p.target if target is None else read_states("--target", target, p.graph, k)
    start = p.start if lit is None or is_random else read_states("--lit", lit, p.graph, k)
    if start.max() >= k or goal.max() >= k:
        raise InputError(f"--colours {k}: a lamp is in state {max(start.max(), goal.max())}, expected 0..{k - 1}")
    chosen = replace(p, rule=rule or p.rule, colours=k, start=start, target=goal)
    presses = None
    if is_random:
        stream = Stream("lightsout", "presses", f"{p.origin or len(p)}", seed)
        presses = (stream.words(len(p)) % np.uint64(k)).astype(np.int64)
        chosen = replace(chosen, start=(goal - chosen.lamp_changes(presses)) % k)
    flags = ["--undirected"] * becomes_undirected + [*_setting_flags(p, chosen, seed if is_random else None)]
    return replace(chosen, flags=" ".join(flags)), presses


def _setting_flags(p: LightsOut, chosen: LightsOut, seed: int | None) -> Iterator[str]:
    """The flags by which the chosen instance comes from p. seed: of a random start, None for one that is given."""
    names = range(len(p))
    if seed is not None:
        yield "--lit random" + ("" if "--seed" in p.origin else f" --seed {seed}")
    elif not np.array_equal(chosen.start, p.start):
        yield f"--lit {format_states(chosen.start, map(p.vertex, names))}"
    if not np.array_equal(chosen.target, p.target):
        yield f"--target {format_states(chosen.target, map(p.vertex, names))}"
    if chosen.colours != p.colours:
        yield f"--colours {chosen.colours}"
    if chosen.rule != p.rule:
        yield f"--rule {chosen.rule}"
