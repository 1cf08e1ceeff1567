"""Solver backends: one solver per file, all behind the contract in `contract.py`.

contract, registry    what a backend is; which backends there are
outcomes              what backends make their outcomes of
profiles              the tuned parameters of a solver, by puzzle and size; profile_table: the table that they are in
lowering/             from a model to what a solver takes: clauses, linear rows, equations modulo 2
encodings/            one row as clauses: one encoding per file
encoding_templates/   an encoding stamped over all rows of a shape; which encodings there are, and what `auto` chooses
passes/               model-to-model rewritings, and ways to use a solver that any backend may share
loading/              lowered models into solver libraries in bulk
covering/, walking/   the project's own engines for exact cover and for local search
reasons/              why something follows from a model's rows
formats/              files that solvers exchange
running/              a solve in a child process that can be killed
the other files       one backend each
"""
