"""Lights Out: press buttons until every lamp is as it should be.

The rules and the model are in `rules`. An `instance` is a graph with states: `graph` (columns, who
toggles whom), `boards` (grids, tori, ...), `families` (graphs by name). `states` reads the lamps that a person types,
`generate` makes instances, `notes` reports what is odd in a graph, `symmetry` finds its automorphisms. `presses` are
the answers. `scene` is what is to be seen, of a graph where `layout` places its vertices; `draw` writes it as text.
`theory` has the mathematics, and solvers that use it; `chasing` and `elimination` show a person how it works.
"""
