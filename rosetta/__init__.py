"""Rosetta: puzzles written once, as their rules, and handed to many solvers.

    import rosetta as rs

    board = rs.load("tents", 8)      # or an ID, an address, a file, a networkx graph
    print(rs.solve(board))           # one answer, checked against the rules and drawn

The public API is what `__all__` names; each is imported when it is first used, so that `import rosetta` stays fast.
Importing it gives the packages `algebra`, `models`, `backends`, `instances` and `report` their names (`rosetta.names`).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from rosetta.names import claim_names
from rosetta.version import __version__

if TYPE_CHECKING:
    from rosetta.api.board import Board
    from rosetta.api.loading import load
    from rosetta.api.solution import Solution
    from rosetta.api.solving import solve

__all__ = ["Board", "Solution", "__version__", "load", "solve"]

_PLACES = {
    "Board": "rosetta.api.board",
    "Solution": "rosetta.api.solution",
    "load": "rosetta.api.loading",
    "solve": "rosetta.api.solving",
}

claim_names()


if not TYPE_CHECKING:  # else a type checker would believe in any name

    def __getattr__(name):
        """A public name, imported on first use (PEP 562)."""
        if name not in _PLACES:
            raise AttributeError(f"module 'rosetta' has no attribute '{name}'")
        value = globals()[name] = getattr(import_module(_PLACES[name]), name)
        return value


def __dir__() -> list[str]:
    return __all__
