"""The mathematics: linear algebra over GF(2), over the integers modulo k, and what of it integers can do.

The ground floor: it imports nothing of ours, takes arrays and gives arrays. It knows neither puzzles nor solvers.
"""
