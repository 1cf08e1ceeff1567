"""Counted work: clauses, nodes, flips, states, rounds, as numbers that no machine and no load changes.

    python -m tests.counted_work            rewrite `table.tsv` (10 s)
    python -m tests.counted_work walks      only what is counted under that name

`works_*` count on fixed boards, `test_counted_work` compares with the table. A number that grew is work that every user
pays for; whoever means it rewrites the table, and the change can be read there. A number that fell is written down too,
else half of the gain could be lost again unnoticed. Times are measured in `benchmarks`.

Counted is our own code. Where a solver's answers decide what comes next (rounds of cuts, windows), pyproject.toml pins
its version; and if it computes with floats, the numbers are those of one kind of machine (`works.WHERE`).
"""
