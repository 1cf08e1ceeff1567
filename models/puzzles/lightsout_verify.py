"""The rules of Lights Out once more, for judging answers: the buttons are pressed one by one, and the lamps looked at.

Every broken rule is one sentence. Nothing is shared with the model but the columns that say who toggles whom.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence


def broken_rules(
    toggles: Callable[[int], Iterable[tuple[int, int]]],
    start: Sequence[int],
    target: Sequence[int],
    colours: int,
    presses: Iterable[tuple[int | None, Hashable, int]],
    spoken: Callable[[int], str],
) -> list[str]:
    """What is wrong with these presses; [] if nothing is.

    toggles(v): the lamps that pressing v changes, and by how much; start, target: the states by lamp, 0..colours-1.
    presses: the vertex's number (None: there is none), its name, how many times. spoken(v): a vertex in words.
    """
    lamps, pressed, broken = list(start), set(), []
    for vertex, name, times in presses:
        if vertex is None:
            broken.append(f"there is no vertex {name!r} to press")
        elif vertex in pressed:
            broken.append(f"the press of {spoken(vertex)} is given twice")
        elif not 1 <= times < colours:
            broken.append(f"{spoken(vertex)} is pressed {times} times, expected 1 to {colours - 1}")
        else:
            pressed.add(vertex)
            for _ in range(times):
                for lamp, step in toggles(vertex):
                    lamps[lamp] = (lamps[lamp] + step) % colours
    for lamp, (now, then) in enumerate(zip(lamps, target, strict=True)):
        if now != then:
            broken.append(_unlike(spoken(lamp), now, then, colours))
    return broken


def _unlike(lamp: str, now: int, then: int, colours: int) -> str:
    if colours > 2:
        return f"the lamp of {lamp} ends in state {now} and should be in state {then}"
    return f"the lamp of {lamp} ends {'on' if now else 'off'} and should be {'on' if then else 'off'}"
