"""Ranks: each vertex with edges has a number, larger than that of its parent; see `connected.ranks`."""

from __future__ import annotations

from models.neutral.global_rules.connected.ranks import FORMULATION as OF_CONNECTED

FORMULATION = OF_CONNECTED
