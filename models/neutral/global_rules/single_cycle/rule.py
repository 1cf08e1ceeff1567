"""The record is that of connected graphs, with `cycle` set (`global_rules.connected.rule`)."""

from __future__ import annotations

from models.neutral.global_rules.connected.rule import CIRCUIT, LAZY, LONG_WAYS, GraphRule
from models.neutral.global_rules.contract import NATIVE

OPEN = (LAZY, CIRCUIT, NATIVE)  # the names by which no rows state it
CYCLES = (*LONG_WAYS, CIRCUIT)  # as puzzles list them
RULE = GraphRule
