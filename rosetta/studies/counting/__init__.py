"""Counting answers, also up to symmetry: a number by one engine, and again by code that shares nothing with it.

    count            the study: an engine's number (`engines`) and its second count (`recount`), else a list
    counters         who counts a model, by its structure, and how the counters share the time
    theory           the number by two formulas of the puzzle, where the board is too large to be built
    automorphisms    the instance's symmetries as permutations of the model's variables, each checked on its rows
    orbits           with them, one representative of each orbit on a row "exactly one", weighted by the orbit size
    burnside         the number up to symmetry, by Burnside's lemma
    answer_orbits    the same of listed answers, by walking along the symmetries
    affine_orbits    the same of all solutions of equations modulo 2, by their numbers
    merged_states    a certificate of the number, as a second count; no backend
    tensors          products of tensors, as a second count; no backend
    dancing_links    Knuth's dancing links as the last way of counting again; no backend

The second count of a tiling is the puzzle's own (`models.puzzles.tiling.counting`): `merging` reads the instance, not
the model, and along a track it uses no symmetry. `boxes` fills boards too wide for that, up to 64 cells, with the
tightest cell first, in parts by turns of the board that it finds itself. Beyond that, dancing links count the same
orbits again. Numbers of systems modulo 2 are counted again by elimination with Python integers (`algebra.integers`).
"""
