"""Flow: a root sends a unit to every vertex with edges; see `connected.flow`."""

from __future__ import annotations

from models.neutral.global_rules.connected.flow import FORMULATION as OF_CONNECTED

FORMULATION = OF_CONNECTED
