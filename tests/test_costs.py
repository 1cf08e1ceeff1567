"""The tests of the tests: what a run costs, which family grew, which items a sample holds."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from models.puzzles.registry import names
from tests.support.costs import (
    FAILS,
    GENRE,
    TABLE,
    at_same_speed,
    genres_of,
    groups_of,
    growth,
    read_table,
    slowness,
    table_text,
)
from tests.support.places import ROOT
from tests.support.sampling import VARIABLE, group_of, left_out

FAMILIES = {("family", f"tests/test_{letter}.py"): (10, 4.0) for letter in "abcde"}


def test_a_family_that_grew_is_named_whatever_the_machine():
    """Three times as slow a machine is no growth; three times as much in one family is."""
    then = {**FAMILIES, ("genre", "tents"): (9, 2.0)}
    slow = {key: (items, 3 * seconds) for key, (items, seconds) in then.items()}
    assert growth(slow, then) == []
    one = ("family", "tests/test_c.py")
    (sentence,) = growth({**slow, one: (30, 3 * 12.0)}, then)
    assert sentence == "tests/test_c.py: 12.0 s in 30 items; 4.0 s in 10 items in tests/costs.tsv"


@pytest.mark.parametrize(("kind", "name", "may"), [("genre", "castle", 6), ("family", "tests/test_f.py", 10)])
def test_what_is_new_has_a_budget(kind, name, may):
    """It is told where it costs twice as much and two seconds more, and fails the run where it costs far more."""
    assert growth({**FAMILIES, (kind, name): (40, 2 * may + 1.9)}, FAMILIES) == []
    assert growth({**FAMILIES, (kind, name): (40, 4 * may + 9.9)}, FAMILIES, FAILS) == []
    assert len(growth({**FAMILIES, (kind, name): (40, 4 * may + 10.4)}, FAMILIES, FAILS)) == 1
    (sentence,) = growth({**FAMILIES, (kind, name): (40, 2 * may + 2.4)}, FAMILIES)
    assert sentence == f"{name}: {2 * may + 2.4:.1f} s in 40 items; a new {kind} may cost {may} s"


def test_a_machine_is_as_slow_as_most_families_are():
    now = {**FAMILIES, ("family", "tests/test_a.py"): (10, 400.0)}
    assert slowness(now, FAMILIES) == 1.0
    assert slowness({}, FAMILIES) == 1.0


def test_the_table_keeps_its_unit():
    """Written on a machine that is three times as slow, it says the same."""
    slow = {key: (items, 3 * seconds) for key, (items, seconds) in FAMILIES.items()}
    assert at_same_speed(slow, FAMILIES) == FAMILIES


def test_the_table_is_read_as_it_is_written():
    costs = {("genre", "tents"): (3, 1.5), ("family", "tests/test_a.py"): (2, 0.1)}
    assert read_table(table_text(costs)) == costs
    assert table_text(read_table(TABLE.read_text("utf-8"))) == TABLE.read_text("utf-8")


DEARER = {"akari", "lightsout", "slitherlink", "tents", "tiling"}  # they were there before a genre had a budget


def test_a_genre_of_the_table_keeps_its_budget():
    """Writing the table anew is no way around it."""
    genres = {
        name: seconds for (kind, name), (_, seconds) in read_table(TABLE.read_text("utf-8")).items() if kind == "genre"
    }
    assert {name for name, seconds in genres.items() if seconds > GENRE} <= DEARER
    assert set(genres) <= set(names())


def test_families_that_are_gone_have_no_line():
    families = [name for kind, name in read_table(TABLE.read_text("utf-8")) if kind == "family"]
    assert [name for name in families if not (ROOT / name).is_file()] == []


def item(nodeid: str, *, sample: tuple = (), **params: object) -> SimpleNamespace:
    """What of an item is looked at."""
    mark = SimpleNamespace(args=sample[:1], kwargs=dict(zip(("each",), sample[1:], strict=False)))
    return SimpleNamespace(
        nodeid=nodeid,
        callspec=SimpleNamespace(params=params),
        get_closest_marker=lambda name: mark if sample and name == "sample" else None,
    )


@pytest.mark.parametrize(
    ("nodeid", "params", "genres"),
    [
        ("tests/test_x.py::test_y[tents-3]", {"name": "tents", "bound": 3}, ["tents"]),
        ("tests/models/puzzles/akari/test_rules.py::test_z", {}, ["akari"]),
        ("tests/models/puzzles/test_hitori.py::test_z", {}, ["hitori"]),
        ("tests/backends/test_cnf.py::test_z[cnf]", {"backend": "cnf"}, []),
    ],
)
def test_an_item_is_about_the_puzzle_of_its_parameters_or_its_file(nodeid, params, genres):
    assert genres_of(item(nodeid, **params)) == genres


def test_items_of_a_sample_count_in_the_total_alone():
    """What is sampled for each genre grows with their number."""
    total, family = ("total", "make test"), ("family", "tests/test_x.py")
    each = item("tests/test_x.py::test_y[tents]", sample=(1, "name"), name="tents")
    assert groups_of(each) == [total, family, ("genre", "tents")]
    assert groups_of(item("tests/test_x.py::test_y[tents]", sample=(1,), name="tents")) == [total]
    assert groups_of(item("tests/test_x.py::test_y[3]", number=3)) == [total, family]


def test_a_sample_has_so_many_items_and_changes_with_the_day(monkeypatch):
    """It does not depend on the order of the items."""
    items = [item(f"tests/test_x.py::test_y[{number}]", sample=(4,), number=number) for number in range(40)]
    taken = set()
    for day in range(1, 10):
        monkeypatch.setenv(VARIABLE, f"2026-01-0{day}")
        rest = {each.nodeid for each in left_out("tests/test_x.py::test_y", items)}
        assert len(rest) == 36
        assert rest == {each.nodeid for each in left_out("tests/test_x.py::test_y", items[::-1])}
        taken.add(frozenset(rest))
    assert len(taken) > 1


def test_a_share_is_taken_on_some_days_and_not_on_others(monkeypatch):
    days = []
    for day in range(1, 29):
        monkeypatch.setenv(VARIABLE, f"2026-01-{day:02}")
        days.append(left_out("tests/test_x.py::test_y", [item("tests/test_x.py::test_y", sample=(0.5,))]) == [])
    assert {True, False} == set(days)


def test_a_sample_of_each_has_all_of_them():
    items = [
        item(f"tests/test_x.py::test_y[{name}-{number}]", sample=(1, "name"), name=name, number=number)
        for name in names()
        for number in range(5)
    ]
    rest = left_out("tests/test_x.py::test_y", items)
    kept = [each for each in items if each not in rest]
    assert sorted(map(group_of, kept)) == sorted(names())
