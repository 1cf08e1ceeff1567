"""Generator of Lights Out instances with a given number of solutions, 2^nullity, or of fewest presses.

nullity   Edges of the graph are removed and put back at random. One edge changes the toggle matrix by a matrix of rank
          at most 2, so the dimension of its kernel by at most 2; a change that leads away from the target is undone.
          If the dimension fits from the start, the graph stays as it is. A nullity that the walk does not meet is
          built: from edges of a matching alone, which have it (see `bounds`), and further edges that leave
          it unchanged.
presses   Random presses, one after the other: each changes the minimum for the lit lamps by at most 1, since one press
          undoes it. A press that leads away from the target is dropped.

Both are random walks of small steps, which cannot jump far over the target; independent random boards would seldom hit
it. The fewest presses and the dimension are computed exactly at every step, by linear algebra. A board that loses edges
is no longer a board, but a graph whose vertices are numbered row by row. This is done only for a requested nullity. A
request for one solution on a graph with a name of its own means that very graph: if it has quiet patterns, the request
is refused. Of a random graph, any instance will do. What no instance can have is refused (`bounds`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.families import family
from models.puzzles.lightsout.generate import apply_options
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.presses import decode
from models.puzzles.lightsout.rules import model
from models.puzzles.lightsout.setting.bounds import matching, max_presses, nullities, quiet_space
from models.puzzles.lightsout.states import format_states
from models.puzzles.lightsout.theory.nullity import nullity as of_board
from models.puzzles.parameters import Parameter, number_reader
from models.puzzles.randomness import Stream
from models.puzzles.setting.engines import Assignment, SetterEngines
from models.puzzles.setting.setter import Setter, SettingAttempt
from models.puzzles.setting.targets import PlantedBoard
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import TooLarge
from rosetta.foundation.progress import Progress

STEPS_PER_VERTEX = 20
SMALL = 500  # vertices: up to here, elimination on Python integers is quicker than a model
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Wish:
    """nullity: dimension of the quiet patterns, None for any; presses: the fewest that solve it; unique: one solution
    on this very graph; is_lit: did the user choose the lamps at the start?"""

    nullity: int | None
    presses: int | None
    unique: bool
    is_lit: bool

    @property
    def target(self) -> int | None:
        """The nullity that is needed."""
        return 0 if self.unique else self.nullity


def set_up(attempt: SettingAttempt) -> PlantedBoard | None:
    """The graph of this name, or a part of it, with the requested nullity and fewest presses; None if the walk did not
    reach them."""
    wishes = attempt.wish.wishes
    wish = _Wish(wishes.get("nullity"), wishes.get("presses"), attempt.wish.unique, "lit" in attempt.wish.parameters)
    if wish.unique and wish.nullity not in (None, 0):
        raise InputError("--unique: one solution is --nullity 0")
    p, _ = attempt.start()
    if p.colours != 2 or p.graph.directed:
        raise InputError("lightsout: --nullity, --presses and --unique are for two colours and undirected graphs")
    if max(wish.target or 0, wish.presses or 0) > len(p):
        raise InputError(f"lightsout: {len(p)} vertices, so neither nullity nor presses can be more")
    fixed = not _is_random(attempt)
    if wish.target is not None and not _is_reachable(p, wish.target, wish, fixed):
        return None
    return _find_instance(p, wish, fixed, attempt)


def _find_instance(p: LightsOut, wish: _Wish, fixed: bool, attempt: SettingAttempt) -> PlantedBoard | None:
    """As `set_up`, on this graph."""
    stream, engines, progress = attempt.stream(), attempt.engines, attempt.progress
    if wish.target is not None:
        fitting = _find_subgraph(p, wish.target, stream, progress)
        if fitting is None:
            return None
        p = fitting
    if wish.presses is not None:
        if (most := max_presses(p, engines)) < wish.presses:
            reason = f"no start on {_graph_name(p)} takes more than {most} presses, found --presses {wish.presses}"
            _raise_if_fixed(f"lightsout: {reason}", fixed and wish.nullity is None)
            return None
        return _find_start(p, wish.presses, stream, engines, progress)
    values = _solve_fewest_presses(p, engines)
    if values is None and not wish.is_lit:  # all lamps on has no solution here: choose a start that has one
        presses = (stream.words(len(p)) % np.uint64(2)).astype(np.int64)
        p = _set_start(p, (p.target - p.lamp_changes(presses)) % 2)
        values = _solve_fewest_presses(p, engines)
    return None if values is None else PlantedBoard(p, decode(p, model(p), values))


SETTER = Setter(
    set_up,
    fits=frozenset(),
    backends=("gf2", "cpsat"),
    wishes={
        "nullity": Parameter(None, number_reader(0), "with 2^K solutions", "K"),
        "presses": Parameter(None, number_reader(0), "N presses are needed", "N"),
    },
    witness="cryptominisat",  # CP-SAT does not get far beyond 15x15
    size_decides=True,
    variety="with --presses N, each has other lamps lit",
)


def _is_random(attempt: SettingAttempt) -> bool:
    """Is the graph drawn from the seed?"""
    named = family(attempt.what) if attempt.shape is None else None
    return named is not None and named.random


def _is_reachable(p: LightsOut, target: int, wish: _Wish, fixed: bool) -> bool:
    """Can the graph, or a part of it, have the nullity? Raises InputError where no attempt can succeed."""
    n, reach = len(p), nullities(p)
    where = f"lightsout: under --rule {p.rule} "
    if reach.step == 2 and target % 2 != n % 2:
        kind = "even" if n % 2 == 0 else "odd"
        request = "--unique asks for 0" if wish.nullity is None else f"--nullity asks for {target}"
        raise InputError(f"{where}a graph of {n} vertices has {kind} nullity (the rank is even), and {request}")
    if wish.nullity is None and fixed and (here := nullity(p)):
        raise InputError(
            f"{where}{_graph_name(p)} has nullity {here}: every start on it has no solution or 2^{here}, never one. "
            f"Expected another graph{', or --nullity 0, which takes edges out' * (0 in reach)}"
        )
    if target in reach:
        return True
    ends = f"{reach.start} to {reach[-1]}{' in steps of 2' * (reach.step == 2)}"
    _raise_if_fixed(f"{where}parts of {_graph_name(p)} have nullity {ends}, found {target}", fixed)
    return False


def _graph_name(p: LightsOut) -> str:
    return p.origin or "the graph"


def _raise_if_fixed(reason: str, fixed: bool) -> None:
    """InputError if the graph is fixed; else another attempt may have another graph."""
    if fixed:
        raise InputError(reason)


def nullity(p: LightsOut) -> int:
    """The dimension of the quiet patterns."""
    if p.layout is not None and p.layout.kind == "grid" and p.rule == "closed" and p.colours == 2:
        return of_board(p.layout.rows, p.layout.cols)
    if len(p) <= SMALL:
        return len(p) - _rank(p)
    return quiet_space(p).dimension


def _rank(p: LightsOut) -> int:
    """The rank of the toggle matrix; two colours."""
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


def _find_subgraph(p: LightsOut, target: int, stream: Stream, progress: Progress) -> LightsOut | None:
    """The instance on a part of its graph that has the nullity, None if none was found."""
    here = nullity(p)
    if here == target:
        return p
    forward = p.graph.tails < p.graph.heads
    tails, heads = p.graph.tails[forward], p.graph.heads[forward]
    loop = p.graph.heads[p.graph.tails == p.graph.heads]
    present = np.ones(len(tails), np.bool_)

    def part() -> LightsOut:
        ends = np.concatenate([tails[present], loop]), np.concatenate([heads[present], loop])
        return replace(p, graph=graph(len(p), *ends), origin="", flags="", notes=())

    for step in range(STEPS_PER_VERTEX * len(p) if len(tails) else 0):
        edge = stream.number_below(len(tails))
        present[edge] ^= True
        there = nullity(part())
        if there == target:
            return part()
        if abs(there - target) <= abs(here - target):
            here = there
        else:
            present[edge] ^= True
        progress(f"nullity {here} after {step + 1} edges")
    pairs = target if p.rule == "closed" else (len(p) - target) // 2
    present[:] = False
    present[matching(p.graph, tails, heads)[:pairs]] = True
    if nullity(part()) != target:
        return None
    for number, edge in enumerate(stream.order(len(tails)).tolist()):
        if not present[edge]:
            present[edge] = True
            present[edge] = nullity(part()) == target
        progress(f"{int(present.sum())} edges of nullity {target}, {len(tails) - number - 1} to try")
    return part()


def _find_start(
    p: LightsOut, target: int, stream: Stream, engines: SetterEngines, progress: Progress
) -> PlantedBoard | None:
    """The instance with another start, whose fewest presses are the target; None if the walk did not reach it."""
    here, least = 0, np.zeros(len(p), np.int64)
    for step in range(STEPS_PER_VERTEX * len(p)):
        if here == target:
            start = (p.target - p.lamp_changes(least)) % 2
            lit = _set_start(p, start)
            values = _solve_fewest_presses(lit, engines)
            if values is None or int(values[model(lit).arrays["press"]].sum()) != target:
                raise AssertionError("the fewest presses of a board are not what they were")
            return PlantedBoard(lit, decode(lit, model(lit), values))
        tried = least.copy()
        tried[stream.number_below(len(p))] ^= 1
        board = replace(p, start=(p.target - p.lamp_changes(tried)) % 2)
        values = _solve_fewest_presses(board, engines)
        assert values is not None  # the planted presses are a solution
        shorter = values[model(board).arrays["press"]].astype(np.int64)
        if abs(int(shorter.sum()) - target) <= abs(here - target):
            here, least = int(shorter.sum()), shorter
        progress(f"{here} presses after {step + 1} steps")
    return None


def _set_start(p: LightsOut, start: Ints) -> LightsOut:
    """The instance with this start. It keeps its name, if it has one and the start can be written on a command line."""
    words = format_states(start, map(p.vertex, range(len(p))))
    if not p.origin or words.startswith("sha256:"):
        return replace(p, start=start, origin="", flags="", notes=())
    return apply_options(p, lit=words)[0]


def _solve_fewest_presses(p: LightsOut, engines: SetterEngines) -> Assignment | None:
    """An assignment of fewest presses, None if there is no solution."""
    try:
        return engines.solve("gf2", model(p))
    except TooLarge as reason:
        raise InputError(f"lightsout: the fewest presses cannot be computed here: {reason}") from None
