"""In which order variables get their values: so that few rows are open at a time, those with some of their variables.

Three orders are tried, and the one with the least work is taken: as the variables are numbered; from the ends of the
graph (Cuthill and McKee, 1969), which keeps apart what is apart; and greedily, each time the variable that
opens least and closes most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

GREEDY = 3000  # variables, up to which the greedy order is tried: it takes 10 microseconds for each open row


def order_variables(rows: Sequence[tuple[int, ...]], weights: Sequence[float]) -> tuple[list[int], float]:
    """The variables of the rows, each once, and the bits of the work: about the logarithm of the number of states of
    all steps together. weights: of each row, the bits of what it may have come to."""
    numbered = sorted({variable for row in rows for variable in row})
    if not numbered:
        return [], 0.0
    tried = [numbered, _from_the_ends(rows, numbered)]
    if len(numbered) <= GREEDY:
        tried.append(_least_open(rows, weights, tried[1]))
    works = [_work(rows, weights, order) for order in tried]
    best = works.index(min(works))
    return tried[best], works[best]


def _work(rows: Sequence[tuple[int, ...]], weights: Sequence[float], order: Sequence[int]) -> float:
    rank = {variable: place for place, variable in enumerate(order)}
    change = np.zeros(len(order) + 1)
    for row, weight in zip(rows, weights, strict=True):
        if row:
            places = [rank[variable] for variable in row]
            change[min(places)] += weight
            change[max(places)] -= weight
    bits = np.cumsum(change)
    top = float(bits.max())
    return top + math.log2(float(np.exp2(bits - top).sum()))


def _from_the_ends(rows: Sequence[tuple[int, ...]], numbered: Sequence[int]) -> list[int]:
    """In breadth from a variable with few neighbours, of each those with few before others; part by part."""
    of_variable: dict[int, list[int]] = {variable: [] for variable in numbered}
    for number, row in enumerate(rows):
        for variable in row:
            of_variable[variable].append(number)
    degree = {variable: sum(len(rows[number]) for number in owners) for variable, owners in of_variable.items()}
    order, seen, passed = list[int](), set[int](), [False] * len(rows)
    for beginning in sorted(numbered, key=degree.__getitem__):
        if beginning in seen:
            continue
        seen.add(beginning)
        order.append(beginning)
        at = len(order) - 1
        while at < len(order):
            fresh = [number for number in of_variable[order[at]] if not passed[number]]
            for number in fresh:
                passed[number] = True
            near = {variable for number in fresh for variable in rows[number]} - seen
            seen |= near
            order += sorted(near, key=lambda variable: (degree[variable], variable))
            at += 1
    return order


def _least_open(rows: Sequence[tuple[int, ...]], weights: Sequence[float], start: Sequence[int]) -> list[int]:
    """Greedily: of the variables of open rows, the one after which the fewest bits are open; where no row is open, the
    first that is left of the start order."""
    of_variable: dict[int, list[int]] = {variable: [] for variable in start}
    for number, row in enumerate(rows):
        for variable in row:
            of_variable[variable].append(number)
    left, touched = [len(row) for row in rows], [False] * len(rows)
    order, done, near = list[int](), set[int](), dict[int, None]()
    beginnings = iter(start)
    while len(order) < len(start):
        if near:
            best = min(near, key=lambda variable: _opened(of_variable[variable], left, touched, weights))
        else:
            best = next(variable for variable in beginnings if variable not in done)
        order.append(best)
        done.add(best)
        near.pop(best, None)
        for number in of_variable[best]:
            left[number] -= 1
            if not touched[number]:
                touched[number] = True
                near.update(dict.fromkeys(variable for variable in rows[number] if variable not in done))
    return order


def _opened(numbers: Sequence[int], left: Sequence[int], touched: Sequence[bool], weights: Sequence[float]) -> float:
    """The bits that a variable opens, less those that it closes."""
    change = 0.0
    for number in numbers:
        if left[number] == 1:
            change -= weights[number] if touched[number] else 0.0
        elif not touched[number]:
            change += weights[number]
    return change
