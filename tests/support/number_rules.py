"""Random rules about numbers, of every kind, over the numbers of `number_models`, left to solvers."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from typing import Any

from models.neutral import Model
from tests.support.number_models import random_row

State = Callable[[random.Random, Model, list[Any]], None]


def state_all_different(draw: random.Random, model: Model, pool: list[Any]) -> None:
    for rule in range(2):
        rows = [random_row(draw, pool, draw.randint(0, 4)) for _ in range(draw.randint(1, 2))]
        rows = [row for row in rows if row] or [pool[:2]]
        excluding, plus = draw.choice([(), (), 0, [1, 3]]), draw.choice([0, 0, draw.randint(-1, 2)])
        model.all_different(f"rule {rule}", rows, excluding=excluding, plus=plus, by="native")


def state_extreme(kind: str, draw: random.Random, model: Model, pool: list[Any]) -> None:
    for rule in range(2):
        rows = [random_row(draw, pool, draw.randint(1, 4)) for _ in range(draw.randint(1, 2))]
        results = [draw.choice([*pool, *pool, 1]) for _ in rows]
        getattr(model, kind)(f"rule {rule}", results, rows, plus=draw.choice([0, 0, 1, -1]), by="native")


def state_circuit(draw: random.Random, model: Model, pool: list[Any]) -> None:
    rows = [random_row(draw, pool, draw.randint(1, 4)) for _ in range(draw.choice([1, 1, 1, 2]))]
    model.circuit("tour", rows, by="native")


def state_element(draw: random.Random, model: Model, pool: list[Any]) -> None:
    for rule in range(draw.randint(1, 2)):
        rows = draw.randint(1, 2)
        array = random_row(draw, pool, draw.randint(1, 4))
        index = [draw.choice(pool) for _ in range(rows)]
        result = [draw.choice([*pool, *pool, 1]) for _ in range(rows)]
        model.element(f"rule {rule}", index, array, result, by="native")


def state_table(draw: random.Random, model: Model, pool: list[Any]) -> None:
    for rule in range(2):
        width = draw.randint(1, 3)
        rows = [random_row(draw, pool, width) for _ in range(draw.randint(1, 2))]
        tuples = [[draw.randint(-1, 3) for _ in range(width)] for _ in range(draw.randint(0, 4**width))]
        model.table(f"rule {rule}", rows, tuples, allowed=draw.random() < 0.5, by="native")


def state_regular(draw: random.Random, model: Model, pool: list[Any]) -> None:
    rows = [random_row(draw, pool, draw.randint(1, 4)) for _ in range(draw.randint(1, 2))]
    arrows = list(product((-1, 0, 2), range(-1, 4)))
    transitions = {arrow: draw.choice((-1, 0, 2)) for arrow in draw.sample(arrows, draw.randint(7, 15))}
    accept = draw.sample((-1, 0, 2, 5), draw.randint(1, 3))
    model.regular("word", rows, transitions, draw.choice((-1, 0)), accept, by="native")


def state_count(draw: random.Random, model: Model, pool: list[Any]) -> None:
    rows = [random_row(draw, pool, draw.randint(1, 4)) for _ in range(2)]
    values = draw.sample((-1, 0, 1, 2, 3), 2)
    bounds: Any = draw.choice([{"result": [draw.choice(pool) for _ in rows]}, {"lo": 1, "hi": draw.randint(1, 2)}])
    model.count("count", rows, values, **bounds, by="native")


def state_lexicographic(draw: random.Random, model: Model, pool: list[Any]) -> None:
    width = draw.randint(1, 3)
    left, right = ([random_row(draw, pool, width)] for _ in range(2))
    model.lexicographic("order", left, right, strict=draw.random() < 0.5, by="native")


def random_graph(draw: random.Random, pool: list[Any]) -> tuple[list[Any], list[tuple[int, int]]]:
    """Literals of some edges among four vertices, and these edges."""
    literals = [pool[0].is_(0), -pool[0].is_(1), pool[1].is_(0), pool[1].is_(3), -pool[-1]]
    edges = draw.sample(list(combinations(range(4), 2)), 4)
    return draw.sample(literals, 4), edges


def state_paths(draw: random.Random, model: Model, pool: list[Any]) -> None:
    links, edges = random_graph(draw, pool)
    ends = draw.choice([[[0, 1]], [[0, 3]], [[0, 1], [2, 3]]])
    model.paths("paths", links, edges, ends, vertices=4, by="native")


def state_regions(draw: random.Random, model: Model, pool: list[Any]) -> None:
    links, edges = random_graph(draw, pool)
    sizes: dict[str, Any] = draw.choice([{}, {"roots": [0, 3]}, {"sizes": [pool[0], 3, pool[3], pool[1]]}])
    model.regions("regions", links, edges, **sizes, vertices=4, by="native")


STATED: dict[str, State] = {
    "all_different": state_all_different,
    "circuit": state_circuit,
    "count": state_count,
    "element": state_element,
    "lexicographic": state_lexicographic,
    "maximum": partial(state_extreme, "maximum"),
    "minimum": partial(state_extreme, "minimum"),
    "paths": state_paths,
    "regions": state_regions,
    "regular": state_regular,
    "table": state_table,
}
