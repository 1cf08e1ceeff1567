"""Vertex elimination: the vertices with edges are connected, in clauses alone; see `connected.elimination`."""

from __future__ import annotations

from models.neutral.global_rules.connected.elimination import FORMULATION as OF_CONNECTED

FORMULATION = OF_CONNECTED
