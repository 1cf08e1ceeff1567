"""Certificates of counts: that rows have exactly so many solutions, checked by code that does not know how it is known.

    exact cover          the states that a search can come to, merged (`state_graph`)
    systems modulo 2     a solution, a basis of the kernel, and combinations of rows that show its rank (`parity_count`)

Trusted: `stated_cover`, `state_layout` and `fixed_solutions`, what a model says, and what the bits of a state are;
`state_check`, which goes through a certificate, `state_file`, which reads it, and `state_kernel`, its loops;
`parity_count.check_parity_count`, and how it reads the rows. Not trusted: `state_search` and `search_kernel`, which
make certificates. `count_proof` chooses the kind, and does it all in child processes, within limits.
"""
