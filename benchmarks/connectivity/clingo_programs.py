"""Puzzles with connectivity as answer set programs, for clingo: the rules, and a board as facts.

What is connected is *reached* from one of its cells (dots, islands): a recursive definition, for which answer set
solvers have their own reasoning. The programs are ours, written as textbooks do (Gebser, Kaminski, Kaufmann, Schaub,
"Answer Set Solving in Practice", 2012).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from models.puzzles.boards import grid_edges
from models.puzzles.hashi.pairs import island_pairs

SLITHERLINK = """
{ line(E) } :- edge(E, U, V).
at(V, E) :- edge(E, V, _).  at(V, E) :- edge(E, _, V).
visited(V) :- line(E), at(V, E).
:- visited(V), #count { E : line(E), at(V, E) } != 2.
:- clue(C, N), #count { E : line(E), side(C, E) } != N.
{ start(V) : dot(V) } = 1.
:- start(V), not visited(V).
reached(V) :- start(V).
reached(V) :- reached(U), line(E), edge(E, U, V).
reached(U) :- reached(V), line(E), edge(E, U, V).
:- visited(V), not reached(V).
:- start(V), visited(U), U < V.
#show line/1.
"""

HITORI = """
{ shaded(C) } :- cell(C).
:- shaded(C), shaded(D), beside(C, D).
:- alike(C, D), not shaded(C), not shaded(D).
beside2(C, D) :- beside(C, D).  beside2(C, D) :- beside(D, C).
start(C) :- cell(C), not shaded(C), shaded(D) : cell(D), D < C.
reached(C) :- start(C).
reached(D) :- reached(C), beside2(C, D), not shaded(D).
:- cell(C), not shaded(C), not reached(C).
#show shaded/1.
"""

NURIKABE = """
beside2(C, D) :- beside(C, D).  beside2(C, D) :- beside(D, C).
{ sea(C) } :- cell(C), not clue(C, _).
:- block(A, B, C, D), sea(A), sea(B), sea(C), sea(D).
start(C) :- sea(C), not sea(D) : cell(D), D < C.
flooded(C) :- start(C).
flooded(D) :- flooded(C), beside2(C, D), sea(D).
:- sea(C), not flooded(C).
land(C, C) :- clue(C, _).
land(I, D) :- land(I, C), beside2(C, D), not sea(D), near(I, D).
:- cell(C), not sea(C), not land(_, C).
:- land(I, C), land(J, C), I < J.
:- land(I, C), beside2(C, D), not sea(D), not land(I, D).
:- clue(I, N), N > 0, #count { C : land(I, C) } != N.
#show sea/1.
"""

HASHI = """
{ bridges(P, 1..most) } 1 :- pair(P, _, _).
at(V, P) :- pair(P, V, _).  at(V, P) :- pair(P, _, V).
:- number(V, N), #sum { K, P : bridges(P, K), at(V, P) } != N.
:- crossing(P, Q), bridges(P, _), bridges(Q, _).
reached(0).
reached(V) :- reached(U), bridges(P, _), pair(P, U, V).
reached(U) :- reached(V), bridges(P, _), pair(P, U, V).
:- island(V), not reached(V).
#show bridges/2.
"""

PROGRAMS = {"slitherlink": SLITHERLINK, "hitori": HITORI, "nurikabe": NURIKABE, "hashi": HASHI}


def facts(name: str, board: Any) -> str:
    """The board as facts."""
    makers = {"slitherlink": _loop_facts, "hitori": _hitori_facts, "nurikabe": _nurikabe_facts, "hashi": _hashi_facts}
    return " ".join(makers[name](board))


def _loop_facts(p: Any) -> Iterator[str]:
    height, width = p.shape
    dots = np.arange((height + 1) * (width + 1)).reshape(height + 1, width + 1)
    yield f"dot(0..{dots.size - 1})."
    for e, (u, v) in enumerate(grid_edges(dots.shape).tolist()):
        yield f"edge({e},{u},{v})."
    across = np.arange((height + 1) * width).reshape(height + 1, width)
    down = across.size + np.arange(height * (width + 1)).reshape(height, width + 1)
    for r, c in np.argwhere(p.numbers >= 0).tolist():
        cell = r * width + c
        yield f"clue({cell},{p.numbers[r, c]})."
        for e in (across[r, c], across[r + 1, c], down[r, c], down[r, c + 1]):
            yield f"side({cell},{e})."


def _cell_facts(shape: tuple[int, int]) -> Iterator[str]:
    yield f"cell(0..{shape[0] * shape[1] - 1})."
    for a, b in grid_edges(shape).tolist():
        yield f"beside({a},{b})."


def _hitori_facts(p: Any) -> Iterator[str]:
    numbers = p.numbers
    yield from _cell_facts(numbers.shape)
    cells = np.arange(numbers.size).reshape(numbers.shape)
    for lines, of in ((numbers, cells), (numbers.T, cells.T)):
        for line, own in zip(lines, of, strict=True):
            for i, j in zip(*np.nonzero(np.triu((line[:, None] == line) & (line > 0), 1)), strict=True):
                yield f"alike({own[i]},{own[j]})."


def _nurikabe_facts(p: Any) -> Iterator[str]:
    clues = p.clues
    yield from _cell_facts(clues.shape)
    height, width = clues.shape
    row, column = np.indices(clues.shape)
    for r in range(height - 1):
        for c in range(width - 1):
            a = r * width + c
            yield f"block({a},{a + 1},{a + width},{a + width + 1})."
    for r, c in np.argwhere(clues != 0).tolist():
        yield f"clue({r * width + c},{clues[r, c]})."
        distance = np.abs(row - r) + np.abs(column - c)
        near = distance < clues[r, c] if clues[r, c] > 0 else np.ones(clues.shape, np.bool_)
        for cell in np.flatnonzero(near).tolist():
            yield f"near({r * width + c},{cell})."


def _hashi_facts(p: Any) -> Iterator[str]:
    pairs = island_pairs(p)
    yield f"#const most = {p.most}. island(0..{len(p.numbers) - 1})."
    for island, number in enumerate(p.numbers.tolist()):
        if number > 0:
            yield f"number({island},{number})."
    for pair, (a, b) in enumerate(pairs.ends.tolist()):
        yield f"pair({pair},{a},{b})."
    for a, b in pairs.crossings.tolist():
        yield f"crossing({a},{b})."
