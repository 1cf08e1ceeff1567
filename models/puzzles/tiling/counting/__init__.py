"""Tilings counted by dynamic programming over states (covered cells, used pieces), without a solver.

This is the second count of a tiling: it reads the instance, not the model, and shares nothing with exact cover.
`merging` is the entry point, and the puzzle's special-purpose solver. It counts along a track (`merging_track`,
`merging_layers`) and uses no symmetry. Boards too wide for that to be fast, of up to 64 cells, are filled with the
tightest cell first (`boxes`, `boxes_board`, `boxes_layers`), in parts by turns of the board that are found here. The
loops are compiled (`merging_kernel`; `boxes_kernel` on the records of `boxes_loops`); without numba, `merging_layers`
and `boxes_numpy` do the same in Python.
"""
