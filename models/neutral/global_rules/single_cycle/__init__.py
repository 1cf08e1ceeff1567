"""The edges that hold form one cycle.

That each vertex has two edges or none is stated before (`Model.single_cycle`); formulations state that the vertices
with edges are connected, as those of `connected` do. Ways are long, so `distances` is not among them.
"""
