"""Notes on the odd parts of a graph: how loops, parallel edges, arrows and lamps that nothing toggles are treated."""

from __future__ import annotations

import numpy as np

from models.puzzles.graphs.graph import count_parallel_edges, has_paired_arcs, loops
from models.puzzles.lightsout.boards import WRAPS
from models.puzzles.lightsout.instance import LightsOut


def notes(p: LightsOut) -> tuple[str, ...]:
    """One sentence each; none for a plain board."""
    if p.layout is not None and p.layout.kind not in WRAPS:
        return p.notes
    sentences, looped, parallel = list(p.notes), len(loops(p.graph)), count_parallel_edges(p.graph)
    if p.graph.directed:
        alone = "" if has_paired_arcs(p.graph) else "; no arrow has one back: if they mean nothing, use --undirected"
        sentences.append(f"directed: a press toggles the vertices that its arrows lead to{alone}")
    if looped and p.rule == "closed":
        sentences.append(
            f"vertices with a loop: {looped}; it changes nothing, a press toggles the vertex itself once anyway"
        )
    elif looped:
        sentences.append(
            f"vertices with a loop: {looped}; there a press toggles the vertex itself, elsewhere it does not"
        )
    if parallel:
        cancel = ", so that a pair cancels" if p.colours == 2 else ""
        sentences.append(f"edges parallel to another: {parallel}; what they toggle adds up modulo {p.colours}{cancel}")
    dark = len(p) - int(np.count_nonzero(np.bincount(p.toggled, minlength=len(p))))
    if dark:
        sentences.append(f"lamps that no press toggles: {dark}")
    return tuple(sentences)
