"""A reproduction of what the sources say: text, page, LaTeX, JSON; all from `records`.

`heatmap` and `board_grid` draw figures for it.
"""
