"""Graphs, for puzzles that are played on one: `graph` (as columns), `names` (of vertices), `boards` (how a puzzle reads
a graph), and `pairing`, bipartite matchings, for rules that pair things."""
