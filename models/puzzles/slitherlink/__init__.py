"""Slitherlink: draw one loop from dot to dot.

The rules and the models are in `rules`, boards and their text in `instance`. `generate` grows the inside of a loop,
`clues` chooses the numbers that are shown.
"""
