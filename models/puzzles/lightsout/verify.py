"""The checker of Lights Out answers: all presses are applied, then the lamps are compared with the target.

Every broken rule is one sentence. Nothing is shared with the model but the columns that say who toggles whom. The
effects of all presses are listed one after the other as (lamp, step), and added up per lamp.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Toggles = tuple[Ints, NDArray[np.integer], NDArray[np.integer]]


def broken_rules(
    toggles: Toggles,
    start: Ints,
    target: Ints,
    colours: int,
    presses: Iterable[tuple[int | None, Hashable, int]],
    describe: Callable[[int], str],
) -> list[str]:
    """What is wrong with these presses; [] if nothing is.

    toggles: columns (starts, toggled, times): pressing v changes the lamps toggled[j] by times[j], starts[v] <= j <
    starts[v + 1]; start, target: the states by lamp, 0..colours-1.
    presses: the vertex's number (None: there is none), its name, how many times. describe(v): a vertex in words.
    """
    pressed: dict[int, int] = {}
    broken = []
    for vertex, name, times in presses:
        if vertex is None:
            broken.append(f"there is no vertex {name!r} to press")
        elif vertex in pressed:
            broken.append(f"the press of {describe(vertex)} is given twice")
        elif not 1 <= times < colours:
            broken.append(f"{describe(vertex)} is pressed {times} times, expected 1 to {colours - 1}")
        else:
            pressed[vertex] = times
    lamps = (start + _total_steps(toggles, pressed, len(start))) % colours
    for lamp in np.flatnonzero(lamps != target).tolist():
        broken.append(_describe_wrong_lamp(describe(lamp), int(lamps[lamp]), int(target[lamp]), colours))
    return broken


def _total_steps(toggles: Toggles, pressed: dict[int, int], lamps: int) -> Ints:
    """By how much these presses, each so many times, advance every lamp."""
    starts, toggled, times = toggles
    vertices = np.fromiter(pressed, np.int64, len(pressed))
    so_often = np.fromiter(pressed.values(), np.int64, len(pressed))
    lengths = starts[vertices + 1] - starts[vertices]
    effects = np.arange(lengths.sum()) + np.repeat(starts[vertices] - np.cumsum(lengths) + lengths, lengths)
    steps = times[effects] * np.repeat(so_often, lengths)
    return np.bincount(toggled[effects], steps, lamps).astype(np.int64)  # below 2^53, so that floats are exact


def _describe_wrong_lamp(lamp: str, now: int, then: int, colours: int) -> str:
    if colours > 2:
        return f"the lamp of {lamp} ends in state {now} and should be in state {then}"
    return f"the lamp of {lamp} ends {'on' if now else 'off'} and should be {'on' if then else 'off'}"
