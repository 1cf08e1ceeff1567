"""Reproductions of a source on Tents: `trees`, `source_cnf`, `many_solutions` (on `maps`), `bounds`."""
