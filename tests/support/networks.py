"""Graphs of networkx as columns, straight from their edges: an oracle for what reads graphs."""

from __future__ import annotations

import numpy as np

from models.puzzles.graphs.graph import Graph, graph


def graph_from_networkx(network) -> Graph:
    """The graph of a networkx Graph, DiGraph, MultiGraph or MultiDiGraph, whose nodes are names."""
    nodes = list(network.nodes())
    number = {node: i for i, node in enumerate(nodes)}
    ends = np.array([(number[a], number[b]) for a, b in network.edges()], np.int64).reshape(-1, 2)
    names = None if nodes == list(range(len(nodes))) else nodes
    return graph(len(nodes), ends[:, 0], ends[:, 1], directed=network.is_directed(), names=names)
