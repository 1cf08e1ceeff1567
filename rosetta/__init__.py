"""Rosetta: puzzles written once, as their rules, and handed to many solvers.

    import rosetta as rs

    board = rs.load("tents", 8)      # or an ID, an address, a file, a networkx graph
    print(rs.solve(board))           # one answer, checked against the rules and drawn
    rs.preload("cpsat")              # before many small boards: else each solve imports its solver again

The public API is what `__all__` names; each is imported when it is first used, so that `import rosetta` stays fast.
Importing it gives the packages `algebra`, `models`, `backends`, `instances` and `report` their names (`rosetta.names`).
"""

from __future__ import annotations

from importlib import import_module

from rosetta.names import claim_names
from rosetta.version import __version__, describe_hindrance

TYPE_CHECKING = False  # type checkers take it for true, as that of `typing`, which takes longer to import than the rest

if TYPE_CHECKING:
    from models.neutral import Model, each, group, prepend, union, windows
    from rosetta.api.board import Board
    from rosetta.api.campaigns.campaign_figure import CampaignFigure
    from rosetta.api.campaigns.campaign_report import CampaignReport
    from rosetta.api.campaigns.campaigning import campaign, load_campaign
    from rosetta.api.comparing import BackendComparison, compare
    from rosetta.api.converting import convert
    from rosetta.api.counting import Count, count
    from rosetta.api.drawing import booklet, scene, worksheet
    from rosetta.api.explaining import Walkthrough, explain
    from rosetta.api.formulating import RuleFormulas, formulas
    from rosetta.api.generating import generate
    from rosetta.api.libraries.cpmpy_models import from_cpmpy
    from rosetta.api.libraries.pulp_models import from_pulp
    from rosetta.api.lights_out import lights_out
    from rosetta.api.listing import PuzzleList, PuzzlePage, puzzles
    from rosetta.api.loading import load
    from rosetta.api.preloading import preload
    from rosetta.api.solution import Solution
    from rosetta.api.solving import solve
    from rosetta.api.verifying import CheckedProofs, verify

__all__ = [
    "BackendComparison",
    "Board",
    "CampaignFigure",
    "CampaignReport",
    "CheckedProofs",
    "Count",
    "Model",
    "PuzzleList",
    "PuzzlePage",
    "RuleFormulas",
    "Solution",
    "Walkthrough",
    "__version__",
    "booklet",
    "campaign",
    "compare",
    "convert",
    "count",
    "each",
    "explain",
    "formulas",
    "from_cpmpy",
    "from_pulp",
    "generate",
    "group",
    "lights_out",
    "load",
    "load_campaign",
    "preload",
    "prepend",
    "puzzles",
    "scene",
    "solve",
    "union",
    "verify",
    "windows",
    "worksheet",
]

_PLACES = {
    "BackendComparison": "rosetta.api.comparing",
    "Board": "rosetta.api.board",
    "CampaignFigure": "rosetta.api.campaigns.campaign_figure",
    "CampaignReport": "rosetta.api.campaigns.campaign_report",
    "CheckedProofs": "rosetta.api.verifying",
    "Count": "rosetta.api.counting",
    "Model": "models.neutral",
    "PuzzleList": "rosetta.api.listing",
    "PuzzlePage": "rosetta.api.listing",
    "RuleFormulas": "rosetta.api.formulating",
    "Solution": "rosetta.api.solution",
    "Walkthrough": "rosetta.api.explaining",
    "booklet": "rosetta.api.drawing",
    "campaign": "rosetta.api.campaigns.campaigning",
    "compare": "rosetta.api.comparing",
    "convert": "rosetta.api.converting",
    "count": "rosetta.api.counting",
    "explain": "rosetta.api.explaining",
    "formulas": "rosetta.api.formulating",
    "from_cpmpy": "rosetta.api.libraries.cpmpy_models",
    "from_pulp": "rosetta.api.libraries.pulp_models",
    "generate": "rosetta.api.generating",
    "each": "models.neutral",
    "group": "models.neutral",
    "lights_out": "rosetta.api.lights_out",
    "load": "rosetta.api.loading",
    "load_campaign": "rosetta.api.campaigns.campaigning",
    "preload": "rosetta.api.preloading",
    "prepend": "models.neutral",
    "puzzles": "rosetta.api.listing",
    "scene": "rosetta.api.drawing",
    "solve": "rosetta.api.solving",
    "union": "models.neutral",
    "verify": "rosetta.api.verifying",
    "windows": "models.neutral",
    "worksheet": "rosetta.api.drawing",
}

claim_names()


if not TYPE_CHECKING:  # else a type checker would believe in any name

    def __getattr__(name):
        """A public name, imported on first use (PEP 562)."""
        if name not in _PLACES:
            raise AttributeError(f"module 'rosetta' has no attribute '{name}'")
        if describe_hindrance():
            raise ImportError(describe_hindrance(), name="rosetta")
        value = globals()[name] = getattr(import_module(_PLACES[name]), name)
        return value


def __dir__() -> list[str]:
    return __all__
