"""Which worker gets which cell, and what becomes of the cells of a worker that has gone."""

from __future__ import annotations

import pytest

from rosetta.campaigns.executors.placement import DEPTH, PlacedCell, Placement
from tests.support.pretended_cells import pretended_cell


def placement(*workers: str, threads: int = 1) -> Placement:
    """Workers of a thread each on machines of their own."""
    made = Placement()
    for address in workers:
        made.add_worker(address, f"machine of {address}", range(threads), threads, 1)
    return made


def put(where: Placement, count: int, what: str = "sleep 1") -> list[PlacedCell]:
    cells = [PlacedCell(pretended_cell(what, number), 1) for number in range(count)]
    where.waiting += cells
    return cells


@pytest.mark.parametrize(
    ("threads", "width", "expected"),
    [
        (1, 1, ((0,),)),
        (4, 1, ((0,), (1,), (2,), (3,))),
        (4, 2, ((0, 1), (2, 3))),
        (8, 1, ((0,), (1,), (2,), (3,))),  # more threads than cores
        (1, 2, ()),  # a cell needs two threads, the worker has one
    ],
)
def test_a_worker_has_as_many_slots_as_threads_and_cores(threads, width, expected):
    assert Placement().add_worker("a", "m", range(4), threads, width).slots == expected


def test_workers_of_one_machine_share_no_core():
    where = Placement()
    slots = [where.add_worker(name, "m", range(3), 1, 1).slots for name in "abcd"]
    assert slots == [((0,),), ((1,),), ((2,),), ()]
    assert where.add_worker("e", "another", range(3), 1, 1).slots == ((0,),)
    assert where.room() == DEPTH * 4


def test_the_window_is_bounded_and_loads_are_alike():
    where = placement("a", "b")
    put(where, 10)
    sent = where.next_cells()
    assert [placed.worker for placed in sent] == ["a", "b", "a", "b"]
    assert (len(where.waiting), where.room()) == (6, 0)


def test_a_cell_that_waits_goes_to_a_worker_that_idles():
    where = placement("a", "b")
    _, second, third, fourth = put(where, 4)
    where.next_cells()
    assert where.idle_exchange() is None
    for placed in (second, fourth):
        where.remove_cell(placed)
    assert where.idle_exchange() is third  # it waits behind the first one
    assert where.unstarted_cells() == [third]


def test_what_runs_when_a_worker_dies_is_suspected_and_runs_alone():
    where = placement("a", "b")
    cells = put(where, 4)
    where.next_cells()
    on_a = list(where.workers["a"].cells)
    assert where.remove_worker("a", by_accident=True) == []
    assert [placed.deaths for placed in on_a] == [1, 0]  # the second one only waited there
    assert where.waiting == on_a
    assert where.next_cells() == []  # b is kept free until it is empty
    for placed in cells:
        if placed.worker == "b":
            where.remove_cell(placed)
    assert where.next_cells() == on_a[:1]
    assert where.room() == 0
    assert where.remove_worker("b", by_accident=True) == [on_a[0]]
    assert where.waiting == [on_a[1]]


def test_only_one_worker_is_kept_free_for_suspects():
    where = placement("a", "b", "c", threads=4)
    suspects = [PlacedCell(pretended_cell("kill worker", number), 1, deaths=1) for number in range(2)]
    where.workers["a"].cells += put(where, 3)
    where.workers["b"].cells += where.workers["a"].cells[2:]
    where.waiting[:] = suspects
    others = put(where, 5)
    sent = where.next_cells()
    assert sent == [suspects[0], *others]
    assert where.workers["c"].cells == suspects[:1]
    assert {placed.worker for placed in others} == {"a"}  # b is the next to be empty


def test_a_worker_that_is_sent_away_blames_nobody():
    where = placement("a")
    put(where, 2)
    for _ in range(5):
        where.next_cells()
        assert where.remove_worker("a", by_accident=False) == []
        where.add_worker("a", "m", range(1), 1, 1)
    assert [placed.deaths for placed in where.waiting] == [0, 0]


def test_a_server_that_dies_twice_of_a_cell_is_enough():
    where = placement("a")
    (placed,) = put(where, 1)
    where.next_cells()
    assert where.note_death(placed) == []
    where.next_cells()
    assert where.note_death(placed) == [placed]
    assert where.cells() == []
