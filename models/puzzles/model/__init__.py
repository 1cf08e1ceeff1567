"""A model that somebody stated, or that a solver's file holds, as a puzzle: `record`. `draw` shows its answers, with
`values_text` for text and `grids` for scenes.
"""
