"""Encodings of rows as clauses, one file each: the clauses of one row over literals 1..n and fresh variables.

A file has an `ENCODING` (`backends.encoding_templates.template.Encoding`) and is found by
`backends.encoding_choice.catalogue`; run as a script, it prints the clauses of a small row. What encodings share
is in `backends.encoding_templates`, which also stamps them over all rows of a shape; `backends.encoding_choice` chooses
one by form and row length where none is named.

at most one, exactly one   pairwise, ladder, bitwise, bimander, product, commander
these and any count        sequential_counter, totalizer, mtotalizer, kmtotalizer, sorting_network,
                           cardinality_network, adder, binary; binomial (not for at most one and exactly one)
linear                     totalizer, bdd, adder
parity                     parity_direct, parity_chain, parity_tree
integer                    order, direct (a variable for each value, tied to the order encoding)

Encodings know nothing of a guard g: -g is added to every clause.
"""
