"""Lights Out with a given number of solutions, 2^nullity, or of fewest presses.

nullity   Edges of the graph are taken out and put back at random. One edge changes the matrix of who toggles whom by a
          matrix of rank at most 2, so the dimension of its kernel by at most 2; a change that leads away from the
          nullity asked for is taken back. Where the dimension fits from the start, the graph stays as it is.
presses   A press at random, and another one, .. : each changes the fewest presses for what is lit by at most 1, since
          it can be taken back by one press. A press that leads away from the number asked for is left out.

Both are walks of small steps to a number that they cannot jump over by much, where drawing whole boards would seldom
hit it. The fewest presses are computed exactly at every step, by linear algebra (`backends.gf2`); so is the dimension.
A board that loses edges is no board any more, but a graph whose vertices are numbered row by row.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import LimitReached, Limits, Options, Status, TooLarge
from backends.registry import backend_named
from instances.what import resolve
from models.puzzles.contract import InputError
from models.puzzles.lightsout import PUZZLE
from models.puzzles.lightsout_graph import graph
from models.puzzles.lightsout_instance import LightsOut
from models.puzzles.lightsout_made import told
from models.puzzles.lightsout_states import states_told
from models.puzzles.randomness import Stream
from models.studies.setting.wishes import Found, Say, Wish, again

FITS = frozenset({"nullity", "presses"})
NEEDS = ("gf2", "cpsat")
STEPS_PER_VERTEX = 20
LIMITS = Limits(seconds=1e6)  # the child that this is done in has its own
Ints = NDArray[np.int64]


def set_up(what: str, seed: int, attempt: int, wish: Wish, say: Say) -> Found | None:
    """The graph of that name, or a part of it, with the nullity and the fewest presses asked for; None if the walk did
    not get there."""
    wanted = 0 if wish.unique else wish.nullity
    if wish.unique and wish.nullity not in (None, 0):
        raise InputError("--unique: one solution is --nullity 0")
    given = resolve("lightsout", what, again("lightsout", what, seed, attempt), options=wish.parameters)
    p: LightsOut = given.instance
    if p.colours != 2 or p.graph.directed:
        raise InputError("lightsout: --nullity, --presses and --unique are for two colours and undirected graphs")
    if max(wanted or 0, wish.presses or 0) > len(p):
        raise InputError(f"lightsout: {len(p)} vertices, so neither nullity nor presses can be more")
    stream = Stream("lightsout", "set", f"{what}:{attempt}", seed)
    if wanted is not None:
        fitting = _with_nullity(p, wanted, stream, say)
        if fitting is None:
            return None
        p = fitting
    if wish.presses is not None:
        return _with_presses(p, wish.presses, stream, say)
    values = _least(p)
    return None if values is None else (p, PUZZLE.decode(p, PUZZLE.formulations["native"](p), values))


def nullity(p: LightsOut) -> int:
    """The dimension of the quiet patterns."""
    model = PUZZLE.formulations["native"](replace(p, start=p.target), any="yes")
    counted = backend_named("gf2").count(model, PUZZLE.project(p, model), LIMITS, Options())  # type: ignore[attr-defined]
    return int(counted).bit_length() - 1


def _with_nullity(p: LightsOut, wanted: int, stream: Stream, say: Say) -> LightsOut | None:
    """The instance on a part of its graph that has the nullity."""
    here = nullity(p)
    if here == wanted:
        return p
    one = p.graph.tails < p.graph.heads
    tails, heads = p.graph.tails[one], p.graph.heads[one]
    loop = p.graph.heads[p.graph.tails == p.graph.heads]
    kept = np.ones(len(tails), np.bool_)
    for step in range(STEPS_PER_VERTEX * len(p) if len(tails) else 0):
        edge = stream.below(len(tails))
        kept[edge] ^= True
        ends = np.concatenate([tails[kept], loop]), np.concatenate([heads[kept], loop])
        part = replace(p, graph=graph(len(p), *ends), origin="", flags="", notes=())
        there = nullity(part)
        if there == wanted:
            return part
        if abs(there - wanted) <= abs(here - wanted):
            here = there
        else:
            kept[edge] ^= True
        say(f"nullity {here} after {step + 1} edges")
    return None


def _with_presses(p: LightsOut, wanted: int, stream: Stream, say: Say) -> Found | None:
    """The instance with other lamps lit, that so many presses put out and fewer do not."""
    presses, model = np.zeros(len(p), np.int64), PUZZLE.formulations["native"]
    here, least = 0, presses
    for step in range(STEPS_PER_VERTEX * len(p)):
        if here == wanted:
            start = (p.target - p.changed_by(least)) % 2
            lit = told(p, lit=states_told(start, map(p.vertex, range(len(p)))))[0]
            values = _least(lit)
            if values is None or int(values[model(lit).arrays["press"]].sum()) != wanted:
                raise AssertionError("the fewest presses of a board are not what they were")
            return lit, PUZZLE.decode(lit, model(lit), values)
        tried = least.copy()
        tried[stream.below(len(p))] ^= 1
        board = replace(p, start=(p.target - p.changed_by(tried)) % 2)
        values = _least(board)
        assert values is not None  # what was planted is a solution
        shorter = values[model(board).arrays["press"]].astype(np.int64)
        if abs(int(shorter.sum()) - wanted) <= abs(here - wanted):
            here, least = int(shorter.sum()), shorter
        say(f"{here} presses after {step + 1} steps")
    return None


def _least(p: LightsOut) -> NDArray[np.int64] | None:
    """An assignment of fewest presses, None if there is no solution."""
    model = PUZZLE.formulations["native"](p)
    try:
        outcome = backend_named("gf2").solve(model, LIMITS, Options())
    except TooLarge as reason:
        raise InputError(f"lightsout: the fewest presses cannot be computed here: {reason}") from None
    if outcome.status is Status.UNKNOWN:
        raise LimitReached(outcome.note)
    return outcome.values if outcome.status is not Status.UNSATISFIABLE else None
