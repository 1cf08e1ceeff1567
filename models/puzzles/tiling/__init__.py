"""Tilings: cover a board with pieces.

The rules and the formulations are in `rules`. Pieces come from `shapes` (orientations, all shapes of a size), `sets`
(pieces with names) and `families` (all pieces of a size); `generate` makes boards, by name or cut at random.
`placements` has every way to lay a piece, and the pairs that overlap. `counting` counts tilings without a solver.
"""
