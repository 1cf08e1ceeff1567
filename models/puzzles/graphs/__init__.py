"""Graphs, for puzzles that are played on one and for rules that pair things: `pairing` (bipartite matchings)."""
