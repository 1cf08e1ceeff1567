"""Comparing backends: the same instance for every entrant, and a verdict over all of them; no solver is believed alone.

`compare` runs the entrants in turn and `judge` gives the verdicts. `certificates` checks proofs of "no solution",
`derived_share` measures how much of the answer propagation derives, `race` gives all backends equal time to list all
solutions.
"""
