"""Listing: what there is to know of each puzzle before it is used, gathered from its record, the formats, the
catalogue.

overview        every puzzle in a line; no puzzle of ours is loaded for that
describing      one puzzle whole
example_board   the board that stands for it
trying          commands to try with that board
"""
