"""Lights Out: press buttons until every lamp is as it should be.

    o o o      x . x      Each vertex of a graph is a button and a lamp. A press toggles the vertex itself and its
    o o o      . x .      neighbours. From all lamps on (left) to all off: press the five buttons x.
    o o o      x . x
                          The order of presses does not matter, and two presses of a button are none.

The graph is a board (five kinds, see `boards`), one with a name (`families`) or any other, directed or not, from a
file. The parameters: `lit`, the lamps that are on at the start (all); `target`, those that shall be on
at the end (none); `rule`, whether a press toggles the vertex itself (closed) or not (open, with loops where it does: so
the choice can be made for each vertex); `colours`, k states that a press advances by one, modulo k; `any`, whether any
solution will do, or only one with the fewest presses.

With A the matrix of who toggles whom, the presses x are a solution of A x = target - start modulo k. A need not be
symmetric: in a directed graph a press toggles where the arrows lead. If it is, the rule is closed and all lamps are on,
there always is a solution with two colours (Sutner 1989); otherwise there need not be one: of two lamps side by side,
one alone cannot be put out. If x is a solution, the others are x + z with A z = 0, and so there are 2^d of them with
two colours, d the dimension of the kernel of A.

Symmetries, for counting up to them, are the automorphisms of the graph that leave rule, start and target as they are
(`symmetry`).

References: K. Sutner, "Linear cellular automata and the Garden-of-Eden" (Mathematical Intelligencer 11, 1989); M.
Anderson and T. Feil, "Turning lights out with linear algebra" (Mathematics Magazine 71, 1998); S. Tatham's Portable
Puzzle Collection, flip.c. To find the fewest presses is NP-hard on graphs in general (Sutner 1988).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, Rows, along, each
from models.puzzles.boards import numbered_isometry
from models.puzzles.contract import Advice
from models.puzzles.graphs.graph import Graph, Ints, Layout
from models.puzzles.lightsout import generate as lightsout_generate
from models.puzzles.lightsout import text as lightsout_text
from models.puzzles.lightsout.boards import KINDS, board
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.presses import Answer, move_presses, presses_as_answer
from models.puzzles.lightsout.theory.theorems import has_large_kernel
from models.puzzles.lightsout.verify import broken_rules
from models.puzzles.randomness import Stream

MOST_COMPARED = 2500  # vertices; on larger graphs no formulation ends in time, so a comparison of them shows nothing


def parse(text: str) -> LightsOut:
    """An instance from plain text (see `text`)."""
    return lightsout_text.read(text)


def format(p: LightsOut) -> str:
    """The instance as plain text that `parse` reads."""
    return lightsout_text.write(p)


def generate(size: tuple[int, int], seed: int = 0, **options: Any) -> tuple[LightsOut, Answer | None]:
    """A plain board of that size (rows, columns), and the planted presses if `lit` is random."""
    return _planted_answer(lightsout_generate.plain_board(size, seed, **options))


def maker_by_name(text: str) -> Callable[..., tuple[LightsOut, Answer | None]] | None:
    """A function that makes the graph of that name (`torus:8x8`): called as `generate` is, without the size."""
    make = lightsout_generate.maker_by_name(text)
    return None if make is None else lambda **options: _planted_answer(make(**options))


def adapt(p: LightsOut, seed: int = 0, **options: Any) -> tuple[LightsOut, Answer | None]:
    """The instance with its states, colours and rule replaced by those of the options."""
    return _planted_answer(lightsout_generate.apply_options(p, seed, **options))


def _planted_answer(planted: lightsout_generate.PlantedInstance) -> tuple[LightsOut, Answer | None]:
    p, presses = planted
    return p, None if presses is None else presses_as_answer(p, presses)


def identify(p: LightsOut, source: str) -> str:
    """The instance's name and flags on a command line; source: what it was read from, if it was read."""
    return " ".join(filter(None, (p.origin or source, p.flags)))


def model(p: LightsOut, any: str = "no") -> Model:
    """The rules. Decisions: `press`, one per vertex; with k > 2 colours one per vertex and number of presses 1..k-1."""
    m, change, k = Model("lightsout"), (p.target - p.start) % p.colours, p.colours
    starts, presser, times = p.lamp_columns()
    lamp = each("the lamp of {cell}", cell=p.places)
    if k == 2:
        press = m.bools("press", len(p), says=each("press {cell}", denies="do not press {cell}", cell=p.places))
        m.parity(change, "a lamp changes if an odd number of presses reach it", Rows(starts, press[presser]), of=lamp)
    else:
        press = m.bools("press", (len(p), k - 1), says=_say_presses(p))
        full = each("full turns of the lamp of {cell}", cell=p.places)
        turns = m.ints("turns", len(p), 0, np.diff(starts) * (k - 1) // k, says=full)
        rows, coefs = _turn_rows(starts, press[presser], np.outer(times, np.arange(1, k)) % k, turns, k)
        m.at_most(1, "a button is pressed one number of times", press, of=each("the button of {cell}", cell=p.places))
        m.linear(change, change, f"presses move a lamp on as far as it must go, modulo {k}", rows, coefs, of=lamp)
    if any == "no":
        m.minimize("as few presses as possible", press, 1 if k == 2 else np.arange(1, k))
    return m


def _say_presses(p: LightsOut) -> Each:
    """The words of presses with more than two colours."""
    times = [f"{n} time{'s' * (n > 1)}" for n in range(1, p.colours)]
    return each(
        "press {cell} {times}",
        denies="do not press {cell} {times}",
        many="press ",
        cell=along(0, p.places),
        times=along(1, times),
    )


def _turn_rows(starts: Ints, press: NDArray[Any], steps: Ints, turns: NDArray[Any], k: int) -> tuple[Rows, Ints]:
    """A row per lamp: by how much each press advances it, less k for each full turn. press, steps: (toggles, k - 1)."""
    width, n = press.shape[1], len(turns)
    ends = starts[1:] * width + np.arange(n)  # where the turns stand, behind the presses of their lamp
    literals, coefs = np.empty(press.size + n, np.int32), np.empty(press.size + n, np.int64)
    is_turn = np.zeros(len(literals), np.bool_)
    is_turn[ends] = True
    literals[is_turn], coefs[is_turn] = turns, -k
    literals[~is_turn], coefs[~is_turn] = press.ravel(), steps.ravel()
    nonzero_before = np.zeros(len(coefs) + 1, np.int64)
    np.cumsum(coefs != 0, out=nonzero_before[1:])  # so many presses may be a full turn
    return Rows(nonzero_before[np.append(0, ends + 1)], literals[coefs != 0]), coefs[coefs != 0]


def advice(p: LightsOut) -> Advice:
    """Linear algebra for two colours; a comparison then also shows the rows as elimination rewrites them for others.
    Boards with many quiet patterns go to the solver that uses their structure."""
    if p.colours > 2:
        return Advice()
    own = ("polynomial",) if has_large_kernel(p) else ()
    return Advice(None, (*own, "gf2"), ("merged", "reduced", "native") if len(p) <= MOST_COMPARED else ())


def verify(p: LightsOut, answer: Answer, any: str = "no") -> list[str]:
    """The broken rules as sentences, [] for a solution, whether or not its presses are the fewest. Adds up the changes
    of all presses."""
    number = p.number_lookup()
    pairs = ((name, 1) for name in answer) if p.colours == 2 else answer
    presses = ((number(name), name, times) for name, times in pairs)
    return broken_rules((p.starts, p.toggled, p.times), p.start, p.target, p.colours, presses, p.describe_vertex)


def size(p: LightsOut) -> tuple[int, ...]:
    """Rows and columns of a board, the number of vertices of another graph."""
    return (len(p),) if p.layout is None else (p.layout.rows, p.layout.cols)


def transform(p: LightsOut, number: int) -> tuple[LightsOut, Callable[[Answer], Answer]] | None:
    """A board under the isometry with that number, and the map of its answers back to those of this one; None if it
    would be none of its kind (a cylinder on its side). Of another graph the vertices in another order, under their
    names."""
    n, graph, layout = len(p), p.graph, p.layout
    if layout is None:
        old = Stream("lightsout", "order", str(n), number).order(n)
        turned = replace(_reorder(graph, old), names=tuple(p.vertices(old)))
    else:
        image, _ = numbered_isometry((layout.rows, layout.cols), number)
        old = image.board(np.arange(n).reshape(layout.rows, layout.cols)).ravel()
        turned = replace(_reorder(graph, old), layout=Layout(layout.kind, *image.shape))
        if layout.kind in KINDS and turned != board(layout.kind, *image.shape):
            return None
    turned_board = LightsOut(turned, p.rule, p.colours, p.start[old], p.target[old])
    return turned_board, partial(move_presses, turned_board, p, old)


def _reorder(graph: Graph, old: Ints) -> Graph:
    """The graph whose vertex i is the vertex old[i] of this one."""
    new, n = np.empty(len(graph), np.int64), len(graph)
    new[old] = np.arange(n)
    keys = np.sort(new[graph.tails] * n + new[graph.heads])
    positions = None if graph.positions is None else graph.positions[old]
    return replace(graph, starts=np.searchsorted(keys, np.arange(n + 1) * n), heads=keys % n, positions=positions)
