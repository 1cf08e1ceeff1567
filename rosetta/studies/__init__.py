"""Studies: everything that needs both a puzzle and solvers. The verbs call them; puzzles and backends do not know them.

`question` is an instance with the reading of its rules, and its models (`posing` makes it of what a user names,
`model_question` of a model that a user stated), `formulations` are the models it can be stated as, `entrants` are the
backends on one of them with their options, `attempts` one run of an entrant, checked. On these stand `solving` (one
answer), `answers` (as many as were asked for), `comparing` (all backends, the verdict, the race), `counting`,
`explaining`, `formulas`, `setting` (new puzzles) and `reproducing` (figures of the sources). `special_solvers` runs a
puzzle's own solvers as backends, `conversion` and `solver_files` write and read files, `given_answer` reads an answer,
`backend_check` tries every backend on a known model, `disagreements` writes what is wrong so that it can be
repeated, `fuzzing` looks for it with random models.

No claim rests on one solver's word. Every answer is checked against the rows as stated and against the puzzle's own
rules; its cost is computed from it. What one kind of engine claims, "no solution", "none is better", "there are no
others", is put to engines of other kinds, or proved, in the order of `second_opinions`. `comparing.judge` has the table
of verdicts.
"""
