"""Paths and regions: every formulation says what networkx sees, on all small graphs and on boards; known puzzles."""

from __future__ import annotations

from functools import partial
from itertools import chain, combinations, product

import networkx
import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model, ModelError, evaluate
from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.connected import elimination
from models.neutral.global_rules.contract import NATIVE
from models.neutral.global_rules.paths import labels, positions
from models.neutral.global_rules.regions import flow, leaders, sizes
from models.neutral.global_rules.registry import kind_of
from tests.support.rule_cases.paths import are_paths, grid_edges
from tests.support.rule_cases.regions import are_regions

PATIENT = Limits(seconds=600)
PATHS, REGIONS = kind_of("paths").formulations, kind_of("regions").formulations
ENDS = [[], *([pair] for pair in combinations(range(4), 2)), [(0, 1), (3, 2)], [(2, 0), (1, 3)], [(0, 3), (1, 2)]]
NUMBERLINK = ("...4...", ".3..25.", "...31..", "...5...", ".......", "..1....", "2...4..")
FILLOMINO = ("3124.", ".5..2", "....1", "2..5.", ".3...")
FILLED = ("31242", "35242", "35441", "25552", "23332")


def small_graphs():
    """Those of two to four vertices with an edge, up to isomorphism (Read and Wilson, An atlas of graphs, 1998)."""
    for graph in networkx.graph_atlas_g():
        if 2 <= len(graph) <= 4 and graph.number_of_edges():
            yield len(graph), sorted(tuple(sorted(edge)) for edge in graph.edges)


def solutions_of(model: Model, numbers, backend: str = "cnf") -> set[tuple[int, ...]]:
    """All values of some numbers; each solution is also held against the judge. Without rows, the judge decides."""
    columns = model.number_columns([int(number) for number in numbers])
    if model.open_rules:
        every = product((0, 1), repeat=model.variables)
        return {values for values in every if not list(model.global_rules[0].complaints(np.array([0, *values])))}
    found = set()
    for values in backend_named(backend).solutions(model, np.unique(np.abs(columns.named)), PATIENT, Options()):
        assert evaluate(model, values) == []
        found.add(tuple(columns.value_of(values).tolist()))
    return found


def check_paths(by: str, n: int, edges, ends, cover: bool) -> set[tuple[int, ...]]:
    model = Model("paths")
    x = model.bools("x", len(edges))
    model.paths("they form paths", x, edges, ends, cover, vertices=n, by=by)
    expected = {bits for bits in product((0, 1), repeat=len(edges)) if are_paths(n, edges, bits, ends, cover)}
    assert solutions_of(model, x) == expected, (n, edges, ends, cover)
    return expected


def check_regions(by: str, n: int, edges, roots, given=None) -> set[tuple[int, ...]]:
    model = Model("regions")
    x = model.bools("x", len(edges))
    model.regions("they form regions", x, edges, given, roots, vertices=n, by=by)
    expected = {bits for bits in product((0, 1), repeat=len(edges)) if are_regions(n, edges, bits, given, roots)}
    assert solutions_of(model, x) == expected, (n, edges, roots, given)
    return expected


@pytest.mark.parametrize("by", [*PATHS, NATIVE])
def test_paths_in_all_graphs_of_up_to_four_vertices(by):
    """Wherever their ends are."""
    for n, edges in small_graphs():
        for ends in ENDS:
            if max(chain(*ends), default=0) < n:
                for cover in (False, True):
                    check_paths(by, n, edges, ends, cover)


@pytest.mark.parametrize("by", PATHS)
def test_paths_on_boards(by):
    """Rings are none of them; 12 lead from corner to corner (OEIS A007764), 2 of these through all cells."""
    board = grid_edges(3, 3)
    assert len(check_paths(by, 9, board, [(0, 8)], False)) == 12
    assert len(check_paths(by, 9, board, [(0, 8)], True)) == 2
    check_paths(by, 9, board, [(0, 2), (6, 5)], False)
    check_paths(by, 6, grid_edges(2, 3), [(0, 2)], False)


@pytest.mark.parametrize("by", [*REGIONS, NATIVE])
def test_regions_in_all_graphs_of_up_to_four_vertices(by):
    """Whatever their roots are; of complete graphs there are as many as partitions (Bell, 1934)."""
    for n, edges in small_graphs():
        for roots in (None, *(list(some) for k in range(n + 1) for some in combinations(range(n), k))):
            found = check_regions(by, n, edges, roots)
            if roots is None and len(edges) == n * (n - 1) // 2:
                assert len(found) == {2: 2, 3: 5, 4: 15}[n]


@pytest.mark.parametrize("by", REGIONS)
def test_regions_on_boards(by):
    """A board of three by three is divided in 1434 ways (OEIS A110476), one of three by four into dominoes in 11."""
    assert len(check_regions(by, 9, grid_edges(3, 3), None)) == 1434
    check_regions(by, 6, grid_edges(2, 3), [1, 3])
    check_regions(by, 9, grid_edges(3, 3), [0, 4, 8], [3] * 9)
    check_regions(by, 9, grid_edges(3, 3), None, [4, 4, 3, 4, 4, 3, 2, 2, 3])
    model = Model("dominoes")
    x = model.bools("x", 17)
    model.regions("dominoes", x, grid_edges(3, 4), [2] * 12, by=by)
    assert len(solutions_of(model, x)) == 11


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ([0, 0, 0, 0, 0, 0, 0], "expected 0 ends without exactly one edge, found 2"),
        ([1, 1, 0, 0, 0, 0, 0], "expected 0 ends without exactly one edge, found 1"),
        ([1, 0, 0, 0, 0, 0, 1], "expected 0 vertices with one edge, or more than two, found 2"),
        ([1, 0, 0, 1, 1, 1, 1], "expected 0 vertices with one edge, or more than two, found 2"),
        ([1, 0, 0, 1, 1, 1, 0], "expected 0 edges on no path, found 3"),
    ],
)
def test_wrong_paths_are_judged_by_name(held, message):
    """A path from 0 to 1, which are joined to 2, too, beside a triangle."""
    model = Model("judged")
    x = model.bools("x", 7)
    edges = [(0, 1), (0, 2), (1, 2), (3, 4), (4, 5), (3, 5), (2, 3)]
    model.paths("paths", x, edges, [(0, 1)], by="native")
    assert evaluate(model, [0, 1, 0, 0, 0, 0, 0, 0]) == []
    assert [str(row) for row in evaluate(model, [0, *held])] == [f"rule 'paths': {message}"]


def test_paths_between_wrong_ends_and_empty_vertices_are_judged_by_name():
    model = Model("judged")
    x = model.bools("x", 3)
    model.paths("paths", x, [(0, 1), (2, 3), (1, 4)], [(0, 2), (1, 3)], by="native")
    assert [str(row) for row in evaluate(model, [0, 1, 1, 0])] == [
        "rule 'paths': expected 2 paths from an end to the other one, found 0"
    ]
    covered = Model("covered")
    y = covered.bools("y", 2)
    covered.paths("paths", y, [(0, 1), (1, 2)], [(0, 1)], cover=True, by="native")
    assert [str(row) for row in evaluate(covered, [0, 1, 0])] == [
        "rule 'paths': expected 0 vertices on no path, found 1"
    ]


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ([1, 1, 1, 0], "expected 0 borders within a region, found 1"),
        ([1, 1, 0, 0], "expected 0 vertices whose region has another size, found 4"),
        ([0, 0, 0, 0], "expected 0 vertices whose region has another size, found 4"),
        ([1, 0, 1, 0], "expected 0 regions without exactly one root, found 2"),
    ],
)
def test_wrong_regions_are_judged_by_name(held, message):
    """A square is to be divided into two dominoes, one with vertex 0, and one with vertex 1."""
    model = Model("judged")
    x = model.bools("x", 4)
    model.regions("regions", x, [(0, 1), (1, 2), (2, 3), (0, 3)], [2] * 4, [0, 1], by="native")
    assert evaluate(model, [0, 0, 1, 0, 1]) == []
    assert [str(row) for row in evaluate(model, [0, *held])] == [f"rule 'regions': {message}"]


def numberlink(by: str) -> tuple[Model, list]:
    """Pairs of equal numbers are joined by lines that do not meet and leave no cell empty."""
    clues, model, edges = "".join(NUMBERLINK), Model("numberlink"), grid_edges(7, 7)
    lines = model.bools("line", len(edges))
    ends = [[place for place, clue in enumerate(clues) if clue == number] for number in "12345"]
    model.paths("lines join equal numbers, and fill the board", lines, edges, ends, cover=True, by=by)
    return model, lines


def fillomino(by: str) -> tuple[Model, list]:
    """Each cell has the size of its region; regions of one size do not touch."""
    model, edges = Model("fillomino"), np.array(grid_edges(5, 5))
    size, joined = model.choices("size", 25, range(1, 7)), model.bools("joined", len(edges))
    model.regions("a cell has the size of its region", joined, edges, size, by=by)
    for value in range(1, 7):
        same = np.stack([-size.is_(value)[edges[:, 0]], -size.is_(value)[edges[:, 1]], joined], axis=1)
        model.any("cells of one size beside each other are of one region", same)
    given = [(place, int(clue)) for place, clue in enumerate("".join(FILLOMINO)) if clue != "."]
    model.true("numbers that are given", [int(size[place].is_(clue)) for place, clue in given])
    return model, list(size)


@pytest.mark.parametrize(("by", "backend"), [("labels", "cnf"), ("positions", "cpsat"), ("positions", "highs")])
def test_a_numberlink_has_one_answer(by, backend):
    """Found by engines of different kinds: all lines, walked from one end, lead to the other."""
    model, lines = numberlink(by)
    (found,) = solutions_of(model, lines, backend)
    graph = networkx.Graph([edge for edge, holds in zip(grid_edges(7, 7), found, strict=True) if holds])
    assert len(graph) == 49
    clues = "".join(NUMBERLINK)
    numbers = sorted(
        "".join(sorted(clues[v] for v in part if clues[v] != ".")) for part in networkx.connected_components(graph)
    )
    assert numbers == ["11", "22", "33", "44", "55"]


@pytest.mark.parametrize(("by", "backend"), [("leaders", "cnf"), ("leaders", "cpsat"), ("flow", "cpsat")])
def test_a_fillomino_has_one_answer(by, backend):
    model, numbers = fillomino(by)
    assert solutions_of(model, numbers, backend) == {tuple(map(int, "".join(FILLED)))}


SHIKAKU = ("4...", "..3.", "4..3", "..2.")


def rectangle_tilings(clues: dict[int, int], side: int) -> set[tuple[int, ...]]:
    """All ways to tile the board by rectangles, each with one number, which is its area: of each cell that number's
    place. The first cell that is free is the corner of a rectangle."""
    found: set[tuple[int, ...]] = set()

    def extend(owner: list[int]) -> None:
        if -1 not in owner:
            found.add(tuple(owner))
            return
        r, c = divmod(owner.index(-1), side)
        for height, width in product(range(1, side - r + 1), range(1, side - c + 1)):
            cells = [side * i + j for i in range(r, r + height) for j in range(c, c + width)]
            inside = [cell for cell in cells if cell in clues]
            if len(inside) == 1 and clues[inside[0]] == len(cells) and all(owner[cell] == -1 for cell in cells):
                extend([inside[0] if cell in cells else owner[cell] for cell in range(side * side)])

    extend([-1] * (side * side))
    return found


@pytest.mark.parametrize("by", REGIONS)
def test_shikaku_are_the_tilings_by_rectangles(by):
    """A region has one number, its size, and no corner within: of two links that meet at a right angle, both go on."""
    side, edges = 4, grid_edges(4, 4)
    clues = {place: int(clue) for place, clue in enumerate("".join(SHIKAKU)) if clue != "."}
    model = Model("shikaku")
    joined, size = (
        model.bools("joined", len(edges)),
        model.ints("size", side * side, values=sorted(set(clues.values()))),
    )
    model.regions("a region has one number, which is its size", joined, edges, size, sorted(clues), by=by)
    model.true("numbers", [int(size[place].is_(clue)) for place, clue in clues.items()])
    at = dict(zip(edges, joined.tolist(), strict=True))
    for r, c in product(range(side - 1), repeat=2):
        a = side * r + c
        around = [at[a, a + 1], at[a + 1, a + side + 1], at[a + side, a + side + 1], at[a, a + side]]
        for k in range(4):
            one, other, *rest = around[k:] + around[:k]
            model.any("a rectangle has no corner within", [[-one, -other, last] for last in rest])
    tilings = rectangle_tilings(clues, side)
    expected = {tuple(int(owner[a] == owner[b]) for a, b in edges) for owner in tilings}
    assert len(expected) == 2
    assert solutions_of(model, joined) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"edges": [(0, 1)]}, "links: expected a literal for each of 1 edges, found 2"),
        ({"edges": [(0, 1), (1, 4)], "vertices": 3}, "edges: expected vertices from 0 to 2, found 4"),
        ({"edges": [(0, 1), (2, 2)]}, "edges: vertex 2 is joined to itself"),
        ({"ends": [(0, 1), (1, 2)]}, "ends: vertex 1 is an end of two paths"),
        ({"ends": [(0, 0)]}, "ends: vertex 0 is joined to itself"),
        ({"ends": [0, 1]}, "ends: expected pairs of vertices"),
        ({"by": "leaders"}, "by: expected one of labels, positions, native, found 'leaders'"),
    ],
)
def test_wrong_paths_are_refused(arguments, message):
    model = Model("refused")
    x = model.bools("x", 2)
    with pytest.raises(ModelError, match=message):
        model.paths("paths", x, **{"edges": [(0, 1), (1, 2)], "ends": [(0, 2)], **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sizes": [1, 2]}, "edges: expected vertices from 0 to 1, found 2"),
        ({"sizes": [1, 2], "vertices": 3}, "sizes: expected a number for each of 3 vertices, found 2"),
        ({"roots": [0, 3], "vertices": 3}, "roots: expected vertices from 0 to 2, found 0..3"),
        ({"by": "labels"}, "by: expected one of leaders, flow, lazy, native, found 'labels'"),
    ],
)
def test_wrong_regions_are_refused(arguments, message):
    model = Model("refused")
    x = model.bools("x", 2)
    with pytest.raises(ModelError, match=message):
        model.regions("regions", x, [(0, 1), (1, 2)], **arguments)


def test_links_are_zero_or_one():
    model = Model("refused")
    with pytest.raises(ModelError, match=r"links: expected literals, found numbers from 0 to 2"):
        model.paths("paths", model.ints("n", 2, 0, 2), [(0, 1), (1, 2)], [(0, 2)])


@pytest.mark.parametrize(
    ("room", "limit", "kind", "by"),
    [
        (labels, "MOST_CLAUSES", "paths", "labels"),
        (positions, "MOST_ROWS", "paths", "positions"),
        (leaders, "MOST_LITERALS", "regions", "leaders"),
        (flow, "MOST_ROWS", "regions", "flow"),
        (sizes, "MOST_CLAUSES", "regions", "leaders"),
        (sizes, "MOST_CLAUSES", "regions", "flow"),
        (elimination, "MOST_VERTICES", "regions", "leaders"),
        (elimination, "MOST_VERTICES", "paths", "labels"),
    ],
)
def test_what_is_too_large_is_refused(room, limit, kind, by, monkeypatch):
    """Before any of it is stated."""
    monkeypatch.setattr(room, limit, 1)
    model = Model("large")
    x, triangle = model.bools("x", 3), [(0, 1), (1, 2), (0, 2)]
    numbers = model.ints("n", 3, 1, 3)
    state = {
        "paths": partial(model.paths, "paths", x, triangle, [(0, 2)]),
        "regions": partial(model.regions, "regions", x, triangle, numbers),
    }
    with pytest.raises(ModelTooLarge, match=r"would need|takes graphs of up to"):
        state[kind](by=by)
    assert (model.variables, model.blocks, model.global_rules) == (6, [], [])
