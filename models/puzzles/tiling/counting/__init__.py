"""Tilings counted without a solver, by merging states: along a track, or the tightest cell first."""
