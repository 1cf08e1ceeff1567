"""Solver backends: one solver per file, all behind the contract in `contract.py`.

contract, registry    what a backend is; which backends there are
outcomes              what backends make their outcomes of
profiles              the tuned parameters of a solver, by puzzle and size; profile_table: the table that they are in
lowering/             from a model to what a solver takes: clauses, linear rows, equations modulo 2
encodings/            one row as clauses: one encoding per file
encoding_templates/   an encoding stamped over all rows of a shape
encoding_choice/      which encodings there are, and what `auto` chooses
passes/               model-to-model rewritings, and ways to use a solver that any backend may share
loading/              lowered models into solver libraries in bulk
covering/, walking/   the project's own engines for exact cover and for local search on clauses
exchanging/           local search on the long sums of a board
connectivity/         rules without rows: graph rules, kept by cuts while solving; others, stated where needed
reasons/              why something follows from a model's rows
formats/, rereading/  files that solvers exchange; programs that read such a file themselves
proofs/, justifying/  proofs of "no solution", checked; that the clauses of a lowering follow from the rows
count_certificates/   certificates of how many solutions there are
running/              a solve in a child process that can be killed
the other files       one backend each
"""
