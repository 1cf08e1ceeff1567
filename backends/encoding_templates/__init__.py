"""What encodings share: templates of clauses, shapes of rows, building blocks.

shape              what rows must have in common to share their clauses
template           an encoding and its template: the clauses of one row, stamped over all rows of its shape
grouping           the rows of a block, sorted by shape
order_variables    which fresh Booleans stand for which integer, in order encoding
odd_even_merge     the comparator networks of two encodings
parity_cuts        what the two encodings that cut parities into pieces share
python_sat         python-sat's clauses, as a source of templates and for comparison

An encoding is written for one row, over the literals 1..n and fresh variables. The template of a shape is built once,
cached and stamped over all its rows by one numpy gather, so that a million rows are one array and no Python loop.
`backends.lowering.clauses` adds up the sizes before anything is written and refuses what exceeds `Limits.literals`.
"""
