"""Certificates of counts: that a model has exactly so many solutions, checked by code that does not know how it is known.

    exact cover          each state that a search can come to, with the number of its completions (`state_graph`)
    systems modulo 2     a solution, a basis of the kernel, and combinations of rows that show its rank (`parity_count`)

Trusted: `stated_cover` and `state_layout`, what a model says, and what the bits of a state are; `state_check`, which
goes through a certificate, and `state_kernel`, its loops; `parity_count.check_parity_count`, and how it reads the rows.
Not trusted: `state_search` and `item_order`, which make certificates. `count_proof` chooses the kind, and does it all in
a child process, within limits.
"""
