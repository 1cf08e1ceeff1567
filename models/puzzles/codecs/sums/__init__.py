"""Codecs of boards with two sums in black cells, as in a Kakuro: `texts` without blanks, `rows` of words.

An array of shape (rows, columns, 2) has the sums down and across, 0 for no sum, -1 twice for a white cell. pzpr counts
neither the first row nor the first column (`frame=1` of `Body`), which are black; `frames` has what follows from that.
"""
