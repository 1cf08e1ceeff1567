"""Reproductions of a source on Lights Out: `squares`, `rectangles`, `all_ones` and `methods` are its items.

`fewest_presses` computes a board's fewest presses a second time, by backends.
"""
