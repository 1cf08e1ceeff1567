"""Lights Out on a graph that somebody else stated: what the numbers at its vertices mean.

A vertex attribute `lit` is the state of its lamp at the start, `target` that at the end; without any, all lamps are on
at the start and off at the end. A vertex without the attribute that others have is off. States above 1 mean more
colours. The rule is the closed one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from models.puzzles.graphs.boards import GraphBoards, StatedGraph
from models.puzzles.lightsout.instance import MOST_COLOURS, LightsOut
from models.puzzles.lightsout.toggling import RULES
from rosetta.foundation.errors import InputError

START, END, PRESSES = "lit", "target", "presses"


def board_on(stated: StatedGraph) -> LightsOut:
    """The instance, with as many colours as its states need."""
    n = len(stated.graph)
    start = stated.states.get(START, np.ones(n, np.int64))
    target = stated.states.get(END, np.zeros(n, np.int64))
    colours = max(2, int(start.max()) + 1, int(target.max()) + 1)
    more = [f"there is a lamp in state {colours - 1}, so there are {colours} colours"] if colours > 2 else []
    return LightsOut(stated.graph, RULES[0], colours, start, target, notes=(*stated.notes, *more))


def state_board(p: LightsOut, with_states: bool) -> StatedGraph:
    """The instance as a graph; `target` is said only where a lamp shall not be off."""
    if p.rule != RULES[0]:
        raise InputError(f"cannot say the rule {p.rule}")
    if not with_states and (p.colours > 2 or not p.start.all() or p.target.any()):
        raise InputError("cannot say the states of lamps; expected all on at the start and off at the end")
    if p.colours != max(2, p.start.max() + 1, p.target.max() + 1):
        raise InputError(f"cannot say that there are {p.colours} colours, since no lamp is in the last state")
    return StatedGraph(p.graph, {START: p.start, END: p.target} if p.target.any() else {START: p.start})


def rename_presses(p: LightsOut, document: Mapping[str, Any], name_of: Callable[[Any], Any]) -> Mapping[str, Any]:
    """The answer with other names for its vertices."""
    presses = document.get(PRESSES)
    if not isinstance(presses, list | tuple):
        return document
    try:
        if p.colours == 2:
            renamed = [name_of(press) for press in presses]
        else:
            renamed = [[name_of(press[0]), press[1]] for press in presses]
    except InputError as error:
        raise InputError(f"{PRESSES}: {error}") from None
    except (TypeError, IndexError, KeyError):
        raise InputError(f"{PRESSES}: expected [node, times] for each") from None
    return {**document, PRESSES: renamed}


GRAPHS = GraphBoards(
    attributes={START: ("all", "none", "random"), END: ("all", "none")},
    most=MOST_COLOURS,
    expected=f"0, 1 or with k colours a state up to k - 1 (of at most {MOST_COLOURS})",
    board=board_on,
    stated=state_board,
    rename=rename_presses,
    count_states=lambda p, choices: choices.get("colours") or p.colours,
)
