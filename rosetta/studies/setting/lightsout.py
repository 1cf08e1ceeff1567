"""Lights Out with a given number of solutions, 2^nullity, or of fewest presses.

nullity   Edges of the graph are taken out and put back at random. One edge changes the matrix of who toggles whom by a
          matrix of rank at most 2, so the dimension of its kernel by at most 2; a change that leads away from the
          nullity asked for is taken back. Where the dimension fits from the start, the graph stays as it is. What is
          too rare to be met has edges of a matching alone, which have the nullity (see `lightsout_bounds`), and others
          as long as they leave it.
presses   A press at random, and another one, .. : each changes the fewest presses for what is lit by at most 1, since
          it can be taken back by one press. A press that leads away from the number asked for is left out.

Both are walks of small steps to a number that they cannot jump over by much, where drawing whole boards would seldom
hit it. The fewest presses are computed exactly at every step, by linear algebra (`backends.gf2`); so is the dimension.
A board that loses edges is no board any more, but a graph whose vertices are numbered row by row. That is done where
somebody asks for a nullity. Who asks for one solution on a graph that has a name of its own means that graph: if it
has quiet patterns he is told so. Of a random graph any will do. What cannot be had is refused (`lightsout_bounds`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.limits import LimitReached, TooLarge
from backends import gf2
from backends.contract import Options, Status
from backends.registry import backend_named
from instances.resolve import parse_size, resolve
from models.puzzles.contract import InputError
from models.puzzles.lightsout import PUZZLE
from models.puzzles.lightsout.families import family
from models.puzzles.lightsout.generate import apply_options
from models.puzzles.lightsout.graph import graph
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.states import format_states
from models.puzzles.lightsout.theory.nullity import nullity as of_board
from models.puzzles.randomness import Stream
from rosetta.studies.setting.lightsout_bounds import matching, max_presses, nullities
from rosetta.studies.setting.targets import LIMITS, PlantedBoard, Say, Targets, attempt_seed

FITS = frozenset({"nullity", "presses"})
NEEDS = ("gf2", "cpsat")
STEPS_PER_VERTEX = 20
SMALL = 500  # vertices: up to here whole numbers as rows are quicker than a model
Ints = NDArray[np.int64]


def set_up(what: str, seed: int, attempt: int, wish: Targets, say: Say) -> PlantedBoard | None:
    """The graph of that name, or a part of it, with the nullity and the fewest presses asked for; None if the walk did
    not get there."""
    wanted = 0 if wish.unique else wish.nullity
    if wish.unique and wish.nullity not in (None, 0):
        raise InputError("--unique: one solution is --nullity 0")
    given = resolve("lightsout", what, attempt_seed("lightsout", what, seed, attempt), options=wish.parameters)
    p: LightsOut = given.instance
    if p.colours != 2 or p.graph.directed:
        raise InputError("lightsout: --nullity, --presses and --unique are for two colours and undirected graphs")
    if max(wanted or 0, wish.presses or 0) > len(p):
        raise InputError(f"lightsout: {len(p)} vertices, so neither nullity nor presses can be more")
    fixed = not is_random(what)
    if wanted is not None and not _is_reachable(p, wanted, wish, fixed):
        return None
    stream = Stream("lightsout", "set", f"{what}:{attempt}", seed)
    if wanted is not None:
        fitting = _find_subgraph(p, wanted, stream, say)
        if fitting is None:
            return None
        p = fitting
    if wish.presses is not None:
        if (most := max_presses(p, PUZZLE.formulations["native"](p, any="yes"))) < wish.presses:
            told = f"no start on {_graph_name(p)} takes more than {most} presses, found --presses {wish.presses}"
            _raise_if_fixed(f"lightsout: {told}", fixed and wish.nullity is None)
            return None
        return _find_start(p, wish.presses, stream, say)
    values = _solve_fewest_presses(p)
    if values is None and "lit" not in wish.parameters:  # all lamps on cannot be put out here: others can
        presses = (stream.words(len(p)) % np.uint64(2)).astype(np.int64)
        p = _set_start(p, (p.target - p.lamp_changes(presses)) % 2)
        values = _solve_fewest_presses(p)
    return None if values is None else PlantedBoard(p, PUZZLE.decode(p, PUZZLE.formulations["native"](p), values))


def is_random(what: str) -> bool:
    """Is the graph of that name drawn from the seed?"""
    named = family(what) if parse_size(what) is None else None
    return named is not None and named.random


def _is_reachable(p: LightsOut, wanted: int, wish: Targets, fixed: bool) -> bool:
    """May the graph, or a part of it, have the nullity? Raises InputError where nobody will find one that has."""
    n, reach = len(p), nullities(p)
    where = f"lightsout: under --rule {p.rule} "
    if reach.step == 2 and wanted % 2 != n % 2:
        kind = "even" if n % 2 == 0 else "odd"
        asked = "--unique asks for 0" if wish.nullity is None else f"--nullity asks for {wanted}"
        raise InputError(f"{where}a graph of {n} vertices has {kind} nullity (the rank is even), and {asked}")
    if wish.nullity is None and fixed and (here := nullity(p)):
        raise InputError(
            f"{where}{_graph_name(p)} has nullity {here}: every start on it has no solution or 2^{here}, never one. "
            f"Expected another graph{', or --nullity 0, which takes edges out' * (0 in reach)}"
        )
    if wanted in reach:
        return True
    ends = f"{reach.start} to {reach[-1]}{' in steps of 2' * (reach.step == 2)}"
    _raise_if_fixed(f"{where}parts of {_graph_name(p)} have nullity {ends}, found {wanted}", fixed)
    return False


def _graph_name(p: LightsOut) -> str:
    return p.origin or "the graph"


def _raise_if_fixed(reason: str, fixed: bool) -> None:
    """None for another attempt; InputError where that has the same graph."""
    if fixed:
        raise InputError(reason)


def nullity(p: LightsOut) -> int:
    """The dimension of the quiet patterns."""
    if p.layout is not None and p.layout.kind == "grid" and p.rule == "closed" and p.colours == 2:
        return of_board(p.layout.rows, p.layout.cols)
    if len(p) <= SMALL:
        return len(p) - _rank(p)
    model = PUZZLE.formulations["native"](replace(p, start=p.target), any="yes")
    counted = gf2.BACKEND.count(model, PUZZLE.project(p, model), LIMITS, Options())
    return counted.bit_length() - 1


def _rank(p: LightsOut) -> int:
    """Of the matrix of who toggles whom; two colours."""
    starts, toggled, leading = p.starts.tolist(), p.toggled.tolist(), dict[int, int]()
    for press in range(len(p)):
        row = 0
        for lamp in toggled[starts[press] : starts[press + 1]]:
            row ^= 1 << lamp
        while row and (other := leading.get(row.bit_length())):
            row ^= other
        if row:
            leading[row.bit_length()] = row
    return len(leading)


def _find_subgraph(p: LightsOut, wanted: int, stream: Stream, say: Say) -> LightsOut | None:
    """The instance on a part of its graph that has the nullity."""
    here = nullity(p)
    if here == wanted:
        return p
    one = p.graph.tails < p.graph.heads
    tails, heads = p.graph.tails[one], p.graph.heads[one]
    loop = p.graph.heads[p.graph.tails == p.graph.heads]
    kept = np.ones(len(tails), np.bool_)

    def part() -> LightsOut:
        ends = np.concatenate([tails[kept], loop]), np.concatenate([heads[kept], loop])
        return replace(p, graph=graph(len(p), *ends), origin="", flags="", notes=())

    for step in range(STEPS_PER_VERTEX * len(p) if len(tails) else 0):
        edge = stream.number_below(len(tails))
        kept[edge] ^= True
        there = nullity(part())
        if there == wanted:
            return part()
        if abs(there - wanted) <= abs(here - wanted):
            here = there
        else:
            kept[edge] ^= True
        say(f"nullity {here} after {step + 1} edges")
    pairs = wanted if p.rule == "closed" else (len(p) - wanted) // 2
    kept[:] = False
    kept[matching(p.graph, tails, heads)[:pairs]] = True
    if nullity(part()) != wanted:
        return None
    for number, edge in enumerate(stream.order(len(tails)).tolist()):
        if not kept[edge]:
            kept[edge] = True
            kept[edge] = nullity(part()) == wanted
        say(f"{int(kept.sum())} edges of nullity {wanted}, {len(tails) - number - 1} to try")
    return part()


def _find_start(p: LightsOut, wanted: int, stream: Stream, say: Say) -> PlantedBoard | None:
    """The instance with other lamps lit, that so many presses put out and fewer do not."""
    presses, model = np.zeros(len(p), np.int64), PUZZLE.formulations["native"]
    here, least = 0, presses
    for step in range(STEPS_PER_VERTEX * len(p)):
        if here == wanted:
            start = (p.target - p.lamp_changes(least)) % 2
            lit = _set_start(p, start)
            values = _solve_fewest_presses(lit)
            if values is None or int(values[model(lit).arrays["press"]].sum()) != wanted:
                raise AssertionError("the fewest presses of a board are not what they were")
            return PlantedBoard(lit, PUZZLE.decode(lit, model(lit), values))
        tried = least.copy()
        tried[stream.number_below(len(p))] ^= 1
        board = replace(p, start=(p.target - p.lamp_changes(tried)) % 2)
        values = _solve_fewest_presses(board)
        assert values is not None  # what was planted is a solution
        shorter = values[model(board).arrays["press"]].astype(np.int64)
        if abs(int(shorter.sum()) - wanted) <= abs(here - wanted):
            here, least = int(shorter.sum()), shorter
        say(f"{here} presses after {step + 1} steps")
    return None


def _set_start(p: LightsOut, start: Ints) -> LightsOut:
    """The instance with that start; it keeps its name, if it has one and the start can be said on a command line."""
    words = format_states(start, map(p.vertex, range(len(p))))
    if not p.origin or words.startswith("sha256:"):
        return replace(p, start=start, origin="", flags="", notes=())
    return apply_options(p, lit=words)[0]


def _solve_fewest_presses(p: LightsOut) -> NDArray[np.int64] | None:
    """An assignment of fewest presses, None if there is no solution."""
    model = PUZZLE.formulations["native"](p)
    try:
        outcome = backend_named("gf2").solve(model, LIMITS, Options())
    except TooLarge as reason:
        raise InputError(f"lightsout: the fewest presses cannot be computed here: {reason}") from None
    if outcome.status is Status.UNKNOWN:
        raise LimitReached(outcome.note)
    return outcome.values if outcome.status is not Status.UNSATISFIABLE else None
