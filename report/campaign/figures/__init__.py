"""Kinds of figures of a campaign, one file each; `report/campaign/figure_kinds.py` says what a file holds."""
