"""A model that somebody stated, or that a solver's file holds, as a puzzle: `record`. `draw` shows answers: `values_text`
as text, `grids` as scenes.
"""
