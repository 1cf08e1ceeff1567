"""Steps of our own engines: propagation, walks, exchanges, covers, merged states, algebra, rounds of cuts, windows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from algebra.modulo2 import affine
from algebra.modulo2.affine import AffineSpace
from algebra.modulo2.minimum.border_dp import BorderPlan, find_plan
from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Backend, Limits, Options, Outcome, Status
from backends.count_certificates.state_search import search_states
from backends.count_certificates.stated_cover import read_cover
from backends.covering.cover import cover
from backends.covering.dancing import run_dancing_links
from backends.covering.node_search import Search, problem, root_node
from backends.exchanging.annealing import Annealing
from backends.exchanging.problem import LONGEST, exchange_problem, kept_rows
from backends.lowering.canonical import canonical_rules
from backends.lowering.equations import equations
from backends.passes.propagation import propagate_bounds
from backends.registry import backend_named
from backends.windows import windows_backend
from models.neutral import Model
from models.neutral.rows import rows_from_lengths
from models.puzzles.lightsout.theory.minimum import fewest_presses
from models.puzzles.lightsout.theory.polynomial import GridBoard
from models.puzzles.registry import puzzle
from models.puzzles.tiling.counting import boxes, merging
from models.puzzles.tiling.counting.boxes_board import bit_board
from models.puzzles.tiling.counting.merging_track import track
from rosetta.foundation.progress import ignore_progress
from tests.counted_work.works_sizes import Count

SECONDS, MEGABYTES = 60.0, 1000  # nothing here comes near
BOARDS = (("tents", 50), ("akari", 50), ("hitori", 20), ("nurikabe", 20), ("slitherlink", 20), ("hashi", 20))


def make_board(name: str, rows: int, columns: int = 0) -> Any:
    return puzzle(name).generate((rows, columns or rows), seed=1)[0]


def make_model(name: str, rows: int, columns: int = 0, formulation: str = "") -> Model:
    builders = puzzle(name).formulations
    return builders[formulation or next(iter(builders))](make_board(name, rows, columns))


def named_model(name: str, text: str) -> Model:
    """Of the board of that name, as `torus:8x8`."""
    make = puzzle(name).extras.named(text)
    assert make is not None, text
    return next(iter(puzzle(name).formulations.values()))(make(seed=1)[0])


def solve_with(backend: Backend, model: Model, parameters: Mapping[str, str] | None = None) -> Outcome:
    outcome = backend.solve(model, Limits(seconds=SECONDS), Options(parameters=parameters or {}))
    assert outcome.status in (Status.SATISFIED, Status.OPTIMAL), outcome
    return outcome


def stats_of(instance: str, outcome: Outcome, *measures: str) -> Iterator[Count]:
    for measure in measures:
        yield instance, measure, int(outcome.stats[measure])


def count_propagation() -> Iterator[Count]:
    """Visits of rows, and bounds that they imply, from the rules of a board alone."""
    for name, side in BOARDS:
        result = propagate_bounds(make_model(name, side))
        yield f"{name} {side}", "visits", result.visits
        yield f"{name} {side}", "derivations", len(result.derivations)


def count_walks() -> Iterator[Count]:
    """Flips of a walk: its random numbers are its own, and these heuristics count in integers."""
    for heuristic in ("skc", "least-modified"):
        for name, side in (("akari", 15), ("akari", 40), ("lightsout", 4)):
            outcome = solve_with(backend_named("walksat"), make_model(name, side), {"heuristic": heuristic})
            yield from stats_of(f"{name} {side} {heuristic}", outcome, "flips", "tries")


def count_exchanges() -> Iterator[Count]:
    """Entries of the rows that a search among assignments has before it, and exchanges where all are accepted."""
    for side in (20, 40):
        model = make_model("tents", side)
        rules = canonical_rules(model)
        exchanging, short = exchange_problem(rules, model.variables, LONGEST), kept_rows(model, rules, LONGEST)
        start = solve_with(backend_named("cnf"), short).values
        assert start is not None
        annealing = Annealing(exchanging, start[1:], seed=1)
        annealing.try_chains(20_000, math.inf)
        yield f"tents {side}", "entries", len(exchanging.rows.row_variables)
        yield f"tents {side}", "exchanges of 20,000 chains", annealing.exchanges[0]


def count_exact_covers() -> Iterator[Count]:
    """Nodes of the search for all covers; and links that dancing links takes out."""
    for rows, columns in ((3, 20), (4, 15), (6, 10)):
        lowered = cover(make_model("tiling", rows, columns), MEGABYTES)
        search = Search(problem(lowered), root_node(lowered))
        search.run(None, -1, lambda: None)
        yield f"tiling {rows}x{columns}", "nodes", search.node_count
    options, items = cover(make_model("tiling", 3, 20), MEGABYTES).pairs()
    links = rows_from_lengths(np.bincount(options), items.astype(np.int32))
    yield "tiling 3x20", "links", run_dancing_links(links, int(items.max()) + 1).updates


def count_states() -> Iterator[Count]:
    """States that equal ones are merged into: along the board, in the box, in the certificate of a count."""
    for rows, columns in ((3, 20), (4, 15)):
        layers = merging.layers(track(make_board("tiling", rows, columns)), MEGABYTES)
        yield f"tiling {rows}x{columns}", "states along the board", sum(map(len, layers))
    b = bit_board(puzzle("tiling").extras.named("2x5x6")(seed=1)[0])
    layers = (layer for part in boxes.parts(b) for layer in boxes.layers(b, part, MEGABYTES, ignore_progress))
    yield "tiling 2x5x6", "states in the box", sum(len(layer.free) for layer in layers)
    for name, rows, columns in (("tiling", 3, 20), ("tiling", 4, 15)):
        graph = search_states(read_cover(make_model(name, rows, columns)), MEGABYTES)
        yield f"{name} {rows}x{columns}", "states of the certificate", graph.states


def count_algebra() -> Iterator[Count]:
    """Unknowns that are guessed or peeled off; table entries of the dynamic programming; pairs of light words."""
    for name in ("torus:20x20", "tree:1000", "regular:3,300", "hex:12"):
        system = equations(named_model("lightsout", name))
        space = affine.solve(system.matrix, system.odd)
        assert isinstance(space, AffineSpace)
        yield f"lightsout {name}", "guessed", len(space.plan.core.guesses)
        yield f"lightsout {name}", "peeled", space.plan.eliminated
    for name in ("torus:4x40", "tree:1000", "grid:8x30"):
        system = equations(named_model("lightsout", name))
        plan = find_plan(system.matrix, system.odd)
        assert isinstance(plan, BorderPlan), plan
        yield f"lightsout {name}", "table entries", plan.entries
    for side in (19, 29):
        note = fewest_presses(GridBoard(side, side), direct=0).note
        yield f"lightsout {side}", "pairs", int(note.split()[-2])


def count_cuts() -> Iterator[Count]:
    """Rounds of a SAT solver without a graph rule, and the cuts that forbid what breaks it."""
    for inner in ("cnf", "minicard"):
        for name, side in (("nurikabe", 9), ("slitherlink", 10), ("slitherlink", 12), ("hashi", 40)):
            yield from count_rounds(inner, name, side)


def count_ilp_cuts() -> Iterator[Count]:
    """The same with HiGHS, which computes with floats: the same on machines with the same build of it."""
    for name, side in (("nurikabe", 9), ("slitherlink", 10), ("hashi", 40)):
        yield from count_rounds("highs", name, side)


def count_rounds(inner: str, name: str, side: int) -> Iterator[Count]:
    outcome = solve_with(cutting_backend(backend_named(inner)), make_model(name, side, formulation="lazy"))
    yield from stats_of(f"{name} {side} {inner}", outcome, "rounds", "cuts")


def count_windows() -> Iterator[Count]:
    """Variables and rows of all windows together, however often a part of the board is looked at."""
    for name, side in (("akari", 200), ("starbattle", 30)):
        outcome = solve_with(windows_backend(backend_named("minicard")), make_model(name, side))
        yield f"{name} {side}", "variables", outcome.size.variables
        yield f"{name} {side}", "rows", outcome.size.rows
