"""The definitions of the text books: what an answer of each classic is, and what it costs.

A function for each classic gets what the model is of (a size, or a name) and an answer, the values of its arrays. It
says by `assert` what is wrong, and returns the value of the objective, None where there is none. None of them knows the
model, only its data: they are written from the definition.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import networkx as nx
import numpy as np

from models.classics.bin_packing import draw_triplets
from models.classics.job_shop import FT06, FT10
from models.classics.tsp import BURMA14
from models.puzzles.randomness import Stream

Arrays = dict[str, Any]


def check_queens(n: int, column) -> None:
    """n queens, of which no two share a row, a column or a diagonal."""
    assert sorted(column) == list(range(1, n + 1))
    for r, s in combinations(range(n), 2):
        assert abs(column[r] - column[s]) != s - r


def check_magic_square(n: int, number) -> None:
    """The numbers 1 to n^2, and all rows, columns and diagonals have one sum."""
    square = np.array(number)
    assert sorted(square.ravel()) == list(range(1, n * n + 1))
    lines = [*square, *square.T, square.diagonal(), np.fliplr(square).diagonal()]
    assert len({line.sum() for line in lines}) == 1


def check_golomb(n: int, mark, distance) -> int:
    """n marks from 0 on, no two pairs of which are equally far apart."""
    assert len(mark) == n
    assert mark == sorted(mark)
    assert mark[0] == 0
    assert sorted({b - a for a, b in combinations(mark, 2)}) == sorted(distance)
    return mark[-1]


def check_langford(n: int, first) -> None:
    """In a row of 2n places, k places are between the two of k."""
    row = [0] * (2 * n)
    for k, place in enumerate(first, 1):
        for at in (place - 1, place + k):
            assert row[at] == 0
            row[at] = k
    assert 0 not in row


def check_golfers(n: int, group) -> None:
    """n weeks, in each all golfers in groups of three; no two are in one group twice."""
    weeks = np.array(group).T
    assert weeks.shape == (n, 3 * n)
    met = [pair for week in weeks for g in set(week) for pair in combinations(np.flatnonzero(week == g), 2)]
    assert all((week == g).sum() == 3 for week in weeks for g in week)
    assert len(met) == len(set(met))


def check_colouring(what: int | str, colour, colours) -> int:
    """Neighbours have different colours."""
    graph = nx.petersen_graph() if what == "petersen" else nx.mycielski_graph(what)
    assert len(colour) == len(graph)
    assert all(colour[a] != colour[b] for a, b in graph.edges)
    assert len(set(colour)) <= max(colour) <= colours
    return colours


def check_knapsack(what: str, take) -> int:
    """P01: what is taken weighs 165 at most."""
    things = [(92, 23), (57, 31), (49, 29), (68, 44), (60, 53), (43, 38), (67, 63), (84, 85), (87, 89), (72, 82)]
    assert (what, len(take)) == ("p01", len(things))
    assert sum(weight for (_, weight), is_taken in zip(things, take, strict=True) if is_taken) <= 165
    return sum(value for (value, _), is_taken in zip(things, take, strict=True) if is_taken)


def check_bin_packing(n: int, bin, used) -> int:
    """No bin holds more than 100."""
    sizes = draw_triplets(n, Stream("bin_packing", "data", str(n), 0))
    assert sum(sizes) == 100 * n
    assert all(sum(size for size, own in zip(sizes, bin, strict=True) if own == b) <= 100 for b in bin)
    assert sum(used) == len(set(bin))
    return len(set(bin))


def check_send_more(base: int, **digit) -> None:
    """SEND + MORE = MONEY; no letter has the digit of another, and no word begins with 0."""

    def read(word: str) -> int:
        return sum(digit[letter] * base**k for k, letter in enumerate(reversed(word)))

    assert len(set(digit.values())) == 8
    assert digit["S"] > 0 < digit["M"]
    assert read("SEND") + read("MORE") == read("MONEY")


def check_zebra(houses: int, **at) -> None:
    """The fourteen clues of 1962, each as it was printed."""
    kinds = np.array([*at.values()]).reshape(-1, houses)
    assert all(sorted(kind) == list(range(1, houses + 1)) for kind in kinds)
    assert at["Englishman"] == at["red"]  # the Englishman lives in the red house
    assert at["Spaniard"] == at["dog"]
    assert at["coffee"] == at["green"]
    assert at["Ukrainian"] == at["tea"]
    assert at["green"] == at["ivory"] + 1  # the green house is immediately to the right of the ivory house
    assert at["Old-Gold"] == at["snails"]
    assert at["Kools"] == at["yellow"]
    assert at["milk"] == 3  # milk is drunk in the middle house
    assert at["Norwegian"] == 1
    assert abs(at["Chesterfields"] - at["fox"]) == 1
    assert abs(at["Kools"] - at["horse"]) == 1
    assert at["Lucky-Strike"] == at["juice"]
    assert at["Japanese"] == at["Parliaments"]
    assert abs(at["Norwegian"] - at["blue"]) == 1


def check_steiner(n: int, triple) -> None:
    """Each pair of points is in exactly one of the triples."""
    chosen = [each for each, is_chosen in zip(combinations(range(n), 3), triple, strict=True) if is_chosen]
    covered = [pair for each in chosen for pair in combinations(each, 2)]
    assert sorted(covered) == list(combinations(range(n), 2))


def check_timetable(n: int, teacher, used) -> int:
    """Each class has its lessons with each teacher, and no teacher is in two places at a time."""
    stream = Stream("timetable", "data", str(n), 0)
    wanted = [[stream.number_below(3) for _ in range(n)] for _ in range(n)]
    assert [[row.count(t) for t in range(1, n + 1)] for row in teacher] == wanted
    periods = [[t for t in period if t] for period in zip(*teacher, strict=True)]
    assert all(len(set(period)) == len(period) for period in periods)
    assert used == [int(bool(period)) for period in periods]
    return sum(used)


def check_job_shop(what: str, start, end, before) -> int:
    """The steps of a job one after the other, and the steps on a machine."""
    steps = np.array({"ft06": FT06, "ft10": FT10}[what].split(), int).reshape(*np.shape(start), 2)
    spans = [
        (machine, job, begin, begin + time)
        for job, row in enumerate(steps.tolist())
        for (machine, time), begin in zip(row, start[job], strict=True)
    ]
    assert all(one[3] <= other[2] for one, other in pairwise(spans) if one[1] == other[1])
    for one, other in combinations(spans, 2):
        assert one[0] != other[0] or one[3] <= other[2] or other[3] <= one[2]
    assert end >= max(span[3] for span in spans)
    return end


def check_magic_sequence(n: int, number) -> None:
    """Number i says how often i occurs."""
    assert number == [number.count(i) for i in range(n)]


def check_tsp(what: str, next) -> int:
    """One tour through all cities, as long as TSPLIB says (GEO)."""
    cities = np.array(BURMA14.split(), float).reshape(-1, 2).tolist()
    tour = [0]
    while next[tour[-1]]:
        tour.append(next[tour[-1]])
    assert (what, sorted(tour)) == ("burma14", list(range(len(cities))))

    def radians(x: float) -> float:
        return 3.141592 * (int(x) + 5.0 * (x - int(x)) / 3.0) / 180.0

    def kilometres(i: int, j: int) -> int:
        (north, east), (other_north, other_east) = (map(radians, cities[k]) for k in (i, j))
        q1, q2, q3 = math.cos(east - other_east), math.cos(north - other_north), math.cos(north + other_north)
        return int(6378.388 * math.acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0)

    return sum(kilometres(i, next[i]) for i in tour)


def check_nurses(n: int, shift) -> None:
    """n // 2 nurses by day, n // 4 at night; three shifts in a row at most, and none by day after a night."""
    for day in zip(*shift, strict=True):
        assert (day.count(1), day.count(2)) == (n // 2, n // 4)
    for week in shift:
        text = "".join(map(str, week))
        assert len(week) == 7
        assert "21" not in text
        assert all(len(worked) <= 3 for worked in text.split("0"))


def check_marriages(what: str, wife, husband, **ranks) -> None:
    """No man and woman both prefer each other to their spouses; preferences of Irving and Leather."""
    n = int(what.removeprefix("latin"))
    assert [husband[w] for w in wife] == list(range(n))
    for man in range(n):
        for woman in range(n):
            he_prefers = man ^ woman < man ^ wife[man]
            she_prefers = man ^ woman > husband[woman] ^ woman
            assert not (he_prefers and she_prefers)


CHECKS: dict[str, Callable[..., int | None]] = {
    name.removeprefix("check_"): check for name, check in globals().copy().items() if name.startswith("check_")
}


def value_of(name: str, what: int | str, answer: Arrays) -> int | None:
    """What an answer costs by the definition; AssertionError for one that is none."""
    return CHECKS[name](what, **{key: np.array(values).tolist() for key, values in answer.items()})
