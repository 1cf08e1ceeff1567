"""Dancing links against brute force, published counts and the engine that it is to check."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.covering import dancing, dancing_kernel
from backends.covering.dancing import run_dancing_links
from backends.exactcover import BACKEND
from models.neutral.rows import rows_of
from tests.support.cover_models import latin_square, pentominoes


def brute_force(options, needed):
    """All sets of options that cover each needed item once and no item twice."""
    covers = set()
    for number in range(len(options) + 1):
        for chosen in combinations(range(len(options)), number):
            covered = [item for option in chosen for item in options[option]]
            if len(covered) == len(set(covered)) and set(range(needed)) <= set(covered):
                covers.add(chosen)
    return covers


def some_options(seed):
    """Up to nine options over up to six items, each with a needed one; and how many are needed."""
    rng = np.random.default_rng(seed)
    items = int(rng.integers(1, 7))
    needed = int(rng.integers(1, items + 1))
    options = []
    for _ in range(int(rng.integers(0, 10))):
        chosen = rng.permutation(items)[: rng.integers(1, items + 1)].tolist()
        options.append(chosen if min(chosen) < needed else [*chosen, 0])
    return options, items, needed


@pytest.fixture(params=["compiled", "plain"])
def way(request, monkeypatch):
    """Compiled loops, and the same as Python, which is all there is without numba."""
    if request.param == "plain":
        for name in ("cover", "uncover", "search"):
            function = getattr(dancing_kernel, name)
            monkeypatch.setattr(dancing_kernel, name, getattr(function, "py_func", function))
        monkeypatch.setattr(dancing_kernel, "COMPILED", False)
    return request.param


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_random_covers_are_those_of_brute_force(way, start):
    """Needed and optional items, options that are alike, none at all."""
    for seed in range(start, start + 50):
        options, items, needed = some_options(seed)
        if not options:
            continue
        expected = brute_force(options, needed)
        result = run_dancing_links(rows_of(options), items, needed, keep=1000)
        covers = [tuple(sorted(x for x in row if x >= 0)) for row in result.covers.tolist()]
        assert result.complete
        assert result.number == len(expected) == len(covers)
        assert set(covers) == expected, (options, items, needed)


def entries(model):
    """The options and items of a model of exactly-one rows, read off its rows."""
    rows = [row.tolist() for block in model.blocks for row in block.rows]
    options = [[] for _ in range(model.variables)]
    for item, row in enumerate(rows):
        for x in row:
            options[x - 1].append(item)
    return rows_of(options), len(rows)


@pytest.mark.parametrize(("model", "number"), [(latin_square(4), 576), (pentominoes(3, 20), 8)], ids=["latin", "3x20"])
def test_known_counts_and_the_other_engine_agree(model, number):
    """Latin squares of order 4 and the pentominoes on 3x20."""
    options, items = entries(model)
    assert run_dancing_links(options, items).number == number
    assert BACKEND.count(model, model.boolean_variables, Limits(seconds=60), Options()) == number


def test_the_example_of_the_paper():
    """Seven items, six options: rows 4, 1 and 5 (from 1) cover; found after few updates, again and again the same."""
    options = rows_of([[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]])
    first, second = (run_dancing_links(options, 7, keep=3) for _ in range(2))
    assert first.covers.tolist() == [[3, 4, 0, -1, -1, -1, -1, -1]] or sorted(first.covers[0][:3].tolist()) == [0, 3, 4]
    assert (first.number, first.complete) == (1, True)
    assert (first.updates, first.covers.tolist()) == (second.updates, second.covers.tolist())


def test_it_stops_after_so_many_and_says_so():
    """The first ones are those of the whole list."""
    options, items = entries(latin_square(4))
    every, some = run_dancing_links(options, items, keep=576), run_dancing_links(options, items, most=5, keep=3)
    assert (some.number, some.complete) == (5, False)
    assert some.covers.tolist() == every.covers[:3].tolist()
    assert len({tuple(sorted(row)) for row in every.covers.tolist()}) == 576


def test_between_slices_it_can_be_ended(monkeypatch):
    """What `between` raises comes out; the slices make no difference to the count."""
    options, items = entries(latin_square(4))
    whole = run_dancing_links(options, items)
    monkeypatch.setattr(dancing, "SLICE", 100)
    monkeypatch.setattr(dancing, "PLAIN", 100)
    calls = []
    sliced = run_dancing_links(options, items, between=lambda: calls.append(1))
    assert (sliced.number, sliced.updates) == (whole.number, whole.updates)
    assert len(calls) > 10
    with pytest.raises(KeyboardInterrupt):
        run_dancing_links(options, items, between=lambda: (_ for _ in ()).throw(KeyboardInterrupt))


@pytest.mark.parametrize("options", [[[0, 3]], [[0, 0]], [[-1, 0]], [[2]], [[]]])
def test_options_that_make_no_sense_are_refused(options):
    """Items that there are not, twice the same, none that is needed."""
    with pytest.raises(ValueError, match="expected"):
        run_dancing_links(rows_of(options), 3, 2)
