"""Puzzles in which something is connected over ways that may be long: their formulations, and which one is the best.

def model(p, by=CONNECTIVITY[0]): ...  m.connected("the bridges connect all islands", islands, edges, by=by)

formulations=connected_ways(model), advice=advise_cuts, and models=LONG_WAY_WORDS in the `Introduction`
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from models.neutral import LONG_WAYS, Model
from models.puzzles.contract import Advice


def connected_ways(model: Callable[..., Model]) -> dict[str, Callable[..., Model]]:
    """The formulations of a puzzle by how connection is said, `LONG_WAYS`. model(p, by): its rules, said in that
    way."""
    return {name: partial(model, by=name) for name in LONG_WAYS}


def advise_cuts(board: Any) -> Advice:
    """How connection is best said on any board: by cuts, and a SAT solver is fastest."""
    return Advice("lazy", solvers=("cnf",))
