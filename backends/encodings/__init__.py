"""Rows as clauses: an encoding is written for one row, in a file of its own, and stamped over all rows of a shape.

shape        what rows must have in common to share their clauses
template     from the clauses of one row to the clauses of all
grouping     the rows of a block, sorted by shape
order        integers as Booleans
catalogue    the encodings there are: the other files, each with an `ENCODING`
auto         which of them a row gets if nobody asked for one
"""
