"""An answer as steps: what lies at each place that a scene lets people click, by the number of its step."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

SceneDocument: TypeAlias = Mapping[str, Any]


def click_places(clicks: Mapping[str, Any]) -> Sequence[Any]:
    """The places of the clicks in a scene's document: cells, lines by their two ends, or pieces that can be laid."""
    if "pieces" in clicks:
        return clicks["pieces"]  # type: ignore[no-any-return]
    return [*clicks.get("cells", ()), *clicks.get("lines", ())]


def fits_place(step: Mapping[str, Any], place: Any) -> bool:
    """May a step lie at that place? Where cells and lines can be clicked, some lie in cells only, some between them."""
    return "on" not in step or (step["on"] == "lines") == _is_line(place)


def _is_line(place: Any) -> bool:
    return not isinstance(place, Mapping) and isinstance(place[0], list | tuple)


def empty_step(clicks: Mapping[str, Any]) -> int:
    """The step, other than the first, that puts nothing into an answer, 0 if there is none: it says that nothing of an
    answer lies at a place."""
    return next((number for number, step in enumerate(clicks["steps"]) if number and not step["answer"]), 0)


def vertex_numbers(scene: SceneDocument) -> dict[Hashable, int]:
    """The number of each vertex of a graph, by its name; empty for a board."""
    return {_hashable(name): number for number, name in enumerate(scene["names"] or ())}


def _hashable(name: Any) -> Hashable:
    return tuple(map(_hashable, name)) if isinstance(name, list | tuple) else name


def steps_of_answer(scene: SceneDocument, answer: Mapping[str, Any]) -> list[int]:
    """The step at each place of the clicks. answer: in JSON, as `verify` takes it. Where nothing lies, it is the step
    that says so."""
    clicks, names = scene["clicks"], scene["names"] or ()
    answer = answer[clicks["inside"]] if "inside" in clicks else answer
    by_content = {
        (step["answer"], _content_of(clicks, step)): number
        for number, step in enumerate(clicks["steps"])
        if step["answer"]
    }
    numbers = {_place_key(name): (number,) for number, name in enumerate(names)}
    lying = {
        numbers.get(place, place): by_content[key, content]
        for key in answer
        for place, content in _entries(clicks, key, answer[key])
        if (key, content) in by_content
    }
    nothing = empty_step(clicks)
    return [lying.get(_place_key(place), nothing) for place in click_places(clicks)]


def _content_of(clicks: Mapping[str, Any], step: Mapping[str, Any]) -> int:
    """What a step puts into a place, as a number: how many lines, which number; 1 for a piece."""
    is_counted = "numbers" in clicks or "number" in step
    return int(step["number"] if is_counted else step["count"] if clicks.get("numbered") else 1)


def _entries(clicks: Mapping[str, Any], key: str, listed: Sequence[Any]) -> Iterator[tuple[Hashable, int]]:
    """The places in the list of an answer with that key, each with what lies there."""
    in_cells = any(step["answer"] == key and step.get("on") == "cells" for step in clicks["steps"])
    if "numbers" in clicks:
        for r, row in enumerate(listed):
            yield from (((r, c), int(number)) for c, number in enumerate(row))
    elif "lines" in clicks and not in_cells:
        for first, last, *count in listed:
            yield _place_key([first, last]), int(count[0]) if count else 1
    elif any("number" in step for step in clicks["steps"]):
        yield from ((_place_key(place), int(number)) for place, number in listed)
    else:
        yield from ((_place_key(place), 1) for place in listed)


def _place_key(place: Any) -> Hashable:
    """The same for the same place: a line has no direction, the cells of a piece no order."""
    if isinstance(place, Mapping):
        return place["piece"], frozenset(map(_place_key, place["cells"]))
    if isinstance(place, list | tuple):
        parts = tuple(map(_place_key, place))
        return frozenset(parts) if parts and all(isinstance(part, tuple) for part in parts) else parts
    return place  # type: ignore[no-any-return]


def answer_of_steps(scene: SceneDocument, steps: Sequence[int]) -> dict[str, Any]:
    """The answer in JSON of the step at each place: the reverse of `steps_of_answer`."""
    clicks, names = scene["clicks"], scene["names"]
    answer: dict[str, Any] = {step["answer"]: [] for step in clicks["steps"] if step["answer"]}
    if "numbers" in clicks:
        (key,) = answer
        answer[key] = [list(row) for row in clicks["numbers"]]
    if "given" in clicks:
        (key,) = answer
        answer[key] = list(clicks["given"])
    for place, number in zip(click_places(clicks), steps, strict=True):
        step = clicks["steps"][number]
        if not step["answer"]:
            continue
        if "numbers" in clicks:
            answer[step["answer"]][place[0]][place[1]] = step["number"]
        elif "pieces" in clicks:
            answer[step["answer"]].append({"piece": place["piece"], "cells": place["cells"]})
        elif _is_line(place):
            answer[step["answer"]].append([*place, step["count"]] if clicks["numbered"] else place)
        else:
            named = names[place[0]] if names else place
            answer[step["answer"]].append([named, step["number"]] if "number" in step else named)
    return {clicks["inside"]: answer} if "inside" in clicks else answer
