"""Studies: everything that needs both a puzzle and solvers. The verbs call them; puzzles and backends do not know them.

From the bottom up:

    asking          an instance as a question, the models it can be stated as, the backends that can be asked
    refuting        a claim about a question as a model without a solution, refuted
    judging         one run of a backend, checked; all runs together: who is believed
    grading         how hard an instance is
    solving         one answer, or as many as were asked for; files of solvers
    counting        how many answers there are, up to symmetry too
    proving         what answers, runs and numbers claim, proved; proofs as files, and their check
    comparing       all backends on the same instance; a race
    disagreements   what is wrong, shrunk and written so that it can be repeated
    fuzzing         looking for that with random models
    formulas        what each row becomes for every kind of solver
    setting         new instances with one solution
    explaining      the solution step by step, in the words of the puzzle

No claim rests on one solver's word. Every answer is checked against the rows as stated and against the puzzle's own
rules; its cost is computed from it. What one kind of engine claims, "no solution", "none is better", "there are no
others", is put to engines of other kinds, or proved, in the order of `solving.second_opinions`. `judging.judge` has the
table of verdicts.
"""
