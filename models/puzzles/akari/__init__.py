"""Akari, also called Light Up: place lamps so that every white cell is lit.

The rules and both formulations are in `rules`; `segments` finds the runs of white cells, which models, generator and
drawings share.
"""
