"""A model that somebody stated, or that a solver's file holds, as a puzzle: `record`. `draw` shows its answers, with
`values_text` for text and `grids` for scenes. `added_values` finds values of variables that are no part of an answer.
"""
