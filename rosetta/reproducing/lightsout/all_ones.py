"""Investigating the game of lights (Hebrew, 2021), its fourth chapter, announced but empty: every graph has a solution.

    every labelled graph of up to 4 (5) vertices     all sets of presses tried, as bit sets: each graph has a solution,
                                                      and 2^nullity of them, the nullity by elimination
    larger random graphs                              solved by `gf2` and by CP-SAT on the same model; counted

The theorem is Sutner's (1989); `models.puzzles.lightsout.theory.methods` has a proof. With the open rule it does not
hold, and the search finds the graphs without a solution: so this check can fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from backends.contract import Limits
from backends.registry import backend_named
from instances.resolve import resolve
from models.puzzles.lightsout.theory.methods import eliminate
from models.puzzles.registry import puzzle
from report.reproduction.records import CONTRADICTORY, OPEN, REFUTED, REPRODUCED, Entry, Line, Table
from rosetta.foundation.progress import Progress, prefix_progress
from rosetta.reproducing.records import Item, solver_progress
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_answers
from rosetta.studies.judging.attempts import attempt

GRAPHS = ("petersen", "gnp:20,0.5", "gnp:40,0.1", "tree:60", "regular:3,30", "torus:6x6")
MORE_GRAPHS = (
    "gnp:60,0.5",
    "gnp:100,0.03",
    "gnp:300,0.02",
    "gnp:300,0.5",
    "regular:4,400",
    "hypercube:9",
    "tree:1000",
    "king:20",
    "hex:15",
)
LIMITS = Limits(seconds=10.0)


@dataclass(frozen=True, slots=True)
class SmallGraphs:
    """All labelled graphs with a number of vertices. unsolvable: those with no solution; faults: those where
    enumeration and elimination give different numbers of solutions."""

    vertices: int
    graphs: int
    unsolvable: int
    faults: int


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    progress("all small graphs")
    sizes = range(1, 6 if full else 5)
    small, open_rule = ([small_graphs(n, closed) for n in sizes] for closed in (True, False))
    yield Table(
        "All labelled graphs, all sets of presses tried",
        ("vertices", "graphs", "without a solution", "the same, open rule"),
        [(s.vertices, s.graphs, s.unsolvable, o.unsolvable) for s, o in zip(small, open_rule, strict=True)],
        "Open rule: a press spares the vertex itself; there the theorem does not hold.",
    )  # fmt: skip
    yield small_graphs_line(small)
    yield powers_line([*small, *open_rule])
    yield from large_graph_entries(GRAPHS + (MORE_GRAPHS if full else ()), seed, progress)


def small_graphs(n: int, closed: bool) -> SmallGraphs:
    """Each graph by enumeration. Bits of toggles[v]: the vertices that a press of v changes."""
    edges, goal = list(combinations(range(n), 2)), (1 << n) - 1
    without = faults = 0
    for chosen in range(1 << len(edges)):
        toggles = [int(closed) << v for v in range(n)]
        for k, (a, b) in enumerate(edges):
            if chosen >> k & 1:
                toggles[a] |= 1 << b
                toggles[b] |= 1 << a
        ends = [0]
        for toggle in toggles:
            ends += [end ^ toggle for end in ends]
        tried = ends.count(goal)
        elimination = eliminate([row | 1 << n for row in toggles], n)
        without += tried == 0
        faults += tried != (2**elimination.nullity if elimination.solvable else 0)
    return SmallGraphs(n, 1 << len(edges), without, faults)


def small_graphs_line(small: list[SmallGraphs]) -> Line:
    """Sutner's theorem on all small graphs."""
    graphs, without = sum(s.graphs for s in small), sum(s.unsolvable for s in small)
    most = max(s.vertices for s in small)
    claim, ours = f"every graph has a solution: all with up to {most} vertices", f"{graphs - without} of {graphs}"
    return Line(claim, "every", ours, REFUTED if without else REPRODUCED, "The chapter is empty. All presses tried.")


def powers_line(small: list[SmallGraphs]) -> Line:
    """Elimination against enumeration; where they differ, our code is wrong."""
    faults = sum(s.faults for s in small)
    return Line("where there is a solution there are 2^nullity", None, f"on {sum(s.graphs for s in small)} graphs",
                CONTRADICTORY if faults else REPRODUCED, "By trying, and by elimination; both rules.")  # fmt: skip


def large_graph_entries(names: tuple[str, ...], seed: int, progress: Progress) -> Iterator[Entry]:
    """Named graphs, each solved by two kinds of engines; the answers are pressed and checked."""
    record, rows, broken, unproved = puzzle("lightsout"), [], [], []
    backend_named("gf2").probe()  # its loops are compiled here once, instead of in every child process
    for name in names:
        progress(name)
        question = Question(record, resolve("lightsout", name, seed=seed).instance, {"any": "yes"})
        report = solver_progress(name, progress)
        entrants = [resolve_entrant(question, engine, "native") for engine in ("gf2", "cpsat")]
        tried = [attempt(question, entrant, LIMITS, progress=report) for entrant in entrants]
        solved = [bool(run.answers) and not run.answers[0].broken for run in tried]
        number = count_answers(question, entrants[:1], LIMITS, prefix_progress(f"{name}: ", progress))
        exact = number.number.bit_count() == 1
        broken += [name] if not solved[0] or not exact or number.broken else []
        unproved += [name] if not number.exact else []
        count_text = f"2^{number.number.bit_length() - 1}" if exact else number.number
        rows.append(
            (name, len(question.instance), *("yes" if yes else "no" for yes in solved), count_text, number.witness)
        )
    yield Table(
        "Graphs by name", ("graph", "vertices", "gf2", "cpsat", "solutions", "counted again by"), rows,
        "Solved: an answer that was pressed and looked at; cpsat may run into its limit.",
    )  # fmt: skip
    verdict = REFUTED if broken else OPEN if unproved else REPRODUCED
    yield Line("every graph has a solution, 2^nullity in all: larger graphs", "every",
               f"{len(names) - len(broken)} of {len(names)}", verdict, "; ".join(broken or unproved))  # fmt: skip


ITEM = Item(
    name="lightsout-all-ones",
    title="Lights Out: every graph can be lit",
    source="Investigating the game of lights (project report in Hebrew, 2021); Sutner 1989",
    shows="All small graphs by trying, larger ones by algebra and by CP-SAT, and the number of solutions.",
    run=run,
)
