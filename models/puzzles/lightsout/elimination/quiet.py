"""What elimination says of a board: how many solutions it has and by what they differ, or which lamps show that there
is none.

    x x . x x    a quiet pattern: each of these lamps in a row is reached by an even number of the presses, so that they
                 change nothing. A solution with a quiet pattern added (what is pressed twice is not pressed) is another
                 solution, and all others are got so: the patterns of the free presses are a basis of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from algebra.modulok.solve import ModularContradiction, ModularSolutions, prime_powers
from models.puzzles.graphs.graph import Ints
from models.puzzles.lightsout.elimination.system import Elimination, eliminate
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.presses import presses_as_answer
from models.puzzles.lightsout.theory import modular
from models.puzzles.lightsout.theory.theorems import MOST_NAMED, clash
from models.puzzles.teaching.answer_space import AnswerSpace, Obstruction

MOST_VERTICES = 400  # of a board whose solutions are shown, all of them: more are no use to a reader
MOST_WEIGHED = 2500  # of one without a solution, where the lamps that show it are looked for
MOST_REDUCED = 64  # unknowns up to which the reduced system is written down
MOST_COUNT = 1_000_000  # numbers from here on are powers


def is_prime(k: int) -> bool:
    """Is the number of colours a prime, so that elimination can divide by every coefficient?"""
    return prime_powers(k) == [(k, 1)]


def lamp_equations(p: LightsOut) -> tuple[Ints, Ints]:
    """An equation per lamp, an unknown per press: how often each press counts, shape (lamps, presses), and what the
    lamps have to change, shape (lamps,)."""
    matrix = np.zeros((len(p), len(p)), np.int64)
    matrix[p.toggled, np.repeat(np.arange(len(p)), np.diff(p.starts))] = p.times
    return matrix, (p.target - p.start) % p.colours


def eliminate_lamps(p: LightsOut) -> Elimination:
    """The elimination of these equations, of a board with a prime number of colours."""
    return eliminate(*lamp_equations(p), p.colours)


def answer_space(p: LightsOut) -> AnswerSpace | None:
    """All solutions of a board; None where there is none, or the board is too large."""
    if len(p) > MOST_VERTICES:
        return None
    if is_prime(p.colours):
        done = eliminate_lamps(p)
        return None if done.weights is not None else _space_of_elimination(p, done)
    outcome = modular.solutions(p)
    return _space_of_generators(p, outcome) if isinstance(outcome, ModularSolutions) else None


def obstruction(p: LightsOut) -> Obstruction | None:
    """The lamps that show that there is no solution; None where there is one, or the board is too large."""
    if len(p) > MOST_WEIGHED:
        return None
    if len(p) <= MOST_VERTICES and is_prime(p.colours):
        weights = eliminate_lamps(p).weights
    else:
        outcome = modular.solutions(p)
        weights = outcome.weights if isinstance(outcome, ModularContradiction) else None
    if weights is None:
        return None
    lamps = np.flatnonzero(weights)
    return Obstruction(frozenset(p.vertices(lamps)), _describe_weights(p, weights))


def dark_board(p: LightsOut) -> LightsOut:
    """The same graph with all lamps off, which shall stay so: solved by quiet patterns alone."""
    dark = np.zeros(len(p), np.int64)
    return replace(p, start=dark, target=dark)


def solved_line(pivot: int, row: Ints, names: list[str], modulus: int) -> str:
    """`R1C3 = 1 + R1C1`: the unknown by what else is in its equation. row: as of `Elimination.found`."""
    others = [(names[i], int(-row[i] % modulus)) for i in np.flatnonzero(row[:-1]).tolist() if i != pivot]
    terms = [str(row[-1])] * bool(row[-1]) + [name if c == 1 else f"{c} {name}" for name, c in others]
    return f"{names[pivot]} = {' + '.join(terms) or '0'}"


def unknown_names(p: LightsOut) -> list[str]:
    """What the press of each vertex is called in equations: `R1C1` on a board, else in brackets, as a name may be a
    number."""
    names = [p.describe_vertex(v) for v in range(len(p))]
    return names if p.layout is not None else [f"[{name}]" for name in names]


def press_words(p: LightsOut, presses: Ints) -> str:
    """The presses in words, with how often if there are more than two colours."""
    pressed = np.flatnonzero(presses).tolist()
    return name_some(p.describe_vertex(v) + (f" x{presses[v]}" if p.colours > 2 else "") for v in pressed) or "nothing"


def equation_line(row: Ints, right: int, names: list[str]) -> str:
    """`R1C1 + 2 R1C2 = 1`."""
    terms = [names[i] if row[i] == 1 else f"{row[i]} {names[i]}" for i in np.flatnonzero(row).tolist()]
    return f"{' + '.join(terms) or '0'} = {right}"


def rank_phrase(done: Elimination, names: list[str]) -> str:
    """`rank 23; free: R1C1, R1C2`."""
    return f"rank {done.rank}; free: {name_some(names[i] for i in done.free) if done.free else 'none'}"


def reduced_lines(done: Elimination, names: list[str]) -> tuple[str, ...]:
    """The reduced system, an equation for each unknown that is not free, in the order of the unknowns."""
    lines = {
        pivot: solved_line(pivot, row, names, done.modulus)
        for pivot, row in zip(done.pivots, done.reduced, strict=True)
    }
    return tuple(line for _, line in sorted(lines.items()))


def name_some(names: Iterable[str]) -> str:
    """Names in a list; of many, the first ones and how many more."""
    listed = list(names)
    more = f" and {len(listed) - MOST_NAMED} more" if len(listed) > MOST_NAMED else ""
    return ", ".join(listed[:MOST_NAMED]) + more


def _space_of_elimination(p: LightsOut, done: Elimination) -> AnswerSpace:
    names, k, free = unknown_names(p), p.colours, len(done.free)
    reduced: tuple[str, ...] = ()
    if len(p) <= MOST_REDUCED:
        unit = "" if k == 2 else ", 0 to " + str(k - 1)
        head = f"{len(p)} equations, one for each lamp; an unknown for each press{unit}; modulo {k}: "
        reduced = (head + rank_phrase(done, names), *reduced_lines(done, names))
    if not free:
        return AnswerSpace("1", _all_determined(p))
    count = f"{k**free:,}" if k**free < MOST_COUNT else f"{k}^{free}"
    follow = f"{done.rank:,} of the {len(p):,} presses follow from {name_some(map(p.describe_vertex, done.free))}"
    gives = "which is free, and gives a" if free == 1 else "which are free, and each of these gives a"
    reason = f"By elimination, {follow}, {gives} quiet pattern. {_adding(p)}"
    return _space(p, count, reason, [done.quiet(i) for i in done.free], reduced)


def _space_of_generators(p: LightsOut, outcome: ModularSolutions) -> AnswerSpace:
    """Where the number of colours is no prime: some patterns have fewer multiples than there are colours."""
    if outcome.count == 1:
        return AnswerSpace("1", _all_determined(p))
    count = modular.number_in_words(outcome)
    found = "1 quiet pattern" if len(outcome.orders) == 1 else f"{len(outcome.orders)} quiet patterns"
    reason = f"Elimination modulo {p.colours} leaves {found}. {_adding(p)}"
    return _space(p, count, reason, list(outcome.generators()))


def _space(p: LightsOut, count: str, reason: str, quiet: Sequence[Ints], reduced: tuple[str, ...] = ()) -> AnswerSpace:
    patterns = tuple(presses_as_answer(p, presses) for presses in quiet)
    words = tuple(f"press {press_words(p, presses)}" for presses in quiet)
    is_drawn = p.layout is not None  # a list of all neighbours says no more than words
    return AnswerSpace(count, reason, dark_board(p), patterns, words, is_drawn, "quiet pattern", reduced)


def _all_determined(p: LightsOut) -> str:
    return f"Elimination determines all {len(p):,} presses, and leaves none free."


def _adding(p: LightsOut) -> str:
    """What quiet patterns are."""
    twice = "a press that is in both cancels out" if p.colours == 2 else f"presses count modulo {p.colours}"
    return (
        f"The presses of a quiet pattern together change no lamp: added to a solution they give another ({twice}). All "
        "solutions are got so."
    )


def _describe_weights(p: LightsOut, weights: Ints) -> str:
    """Why there is no solution."""
    lamps = np.flatnonzero(weights).tolist()
    if p.colours == 2:
        return clash(p, [("", lamp) for lamp in lamps])
    k, change = p.colours, int((weights * ((p.target - p.start) % p.colours)).sum()) % p.colours
    times = sorted(set(weights[lamps].tolist()))
    names = {often: name_some(p.describe_vertex(v) for v in lamps if weights[v] == often) for often in times}
    counted = " and ".join(f"{'once' if often == 1 else f'{often} times'} of {alike}" for often, alike in names.items())
    return (
        f"add up the states of lamps, {counted}: every press changes this sum by a multiple of {k}, but modulo {k} it "
        f"has to change by {change}"
    )
