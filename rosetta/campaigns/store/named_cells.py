"""Cells as a person names them: by how an id begins."""

from __future__ import annotations

import re

from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.store.store import CampaignStore
from rosetta.foundation.errors import InputError


def find_cell(store: CampaignStore, prefix: str) -> Cell:
    """The only cell whose id begins so. Raises InputError if there is none, or more, or nothing is given."""
    found = store.find_cells(prefix) if re.fullmatch("[0-9a-f]{0,32}", prefix) else []
    if prefix and len(found) == 1:
        return found[0]
    examples = " and ".join(cell.id for cell in found[:2])
    matches = f"that of {len(found)}, such as {examples}" if found else "that of none"
    raise InputError(f"CELL '{prefix[:40]}': expected the beginning of one cell's id, found {matches}")
