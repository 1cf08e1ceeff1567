"""Hashiwokakero, also called Hashi or Bridges: islands are joined by bridges, as many to each as its number says.

The rules, with a picture, are in `rules`; the files are those of every puzzle (`models.puzzles`), and `pairs`: which
islands face each other, and where two bridges would cross.
"""
