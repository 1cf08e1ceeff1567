"""Mutation runs: a fault at a time is put into the code on which trust rests, and the tests must notice it.

    mutants.py      the faults: from the text of a file to the texts with one place changed
    tracing.py      which tests enter which functions, and how long they take: each test once, under a tracer
    trials.py       a fault in a fork of a process that has collected all tests; or in a copy of the tree
    __main__.py     the command line: `map`, `run`, `again`, `whole`, `table` (numbers: docs/measurements/mutations.md)
    trusted.txt     the files
    equivalent.tsv  faults that change nothing that can be seen, each with the reason

mutmut and cosmic-ray were looked at. Both start a pytest for every fault, which takes seconds here (numba, solvers),
choose tests per line or not at all, and see nothing of what runs in a forked child, where solvers are.
"""
