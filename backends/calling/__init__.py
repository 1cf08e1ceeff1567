"""Calling solver programs: a model as the file that a program reads, and its result, read strictly.

programs         which programs are known, and how each is called
subprograms      one run of a program
asking           one call: write the file, run the program, read its result, check how it ended
stated_files     a file that somebody wrote in the program's own format, byte for byte
clauses          the model as DIMACS
pseudo_boolean   as OPB
integers         as LP or MPS
flatzinc         as FlatZinc
weighted_clauses as WCNF, of either age

Which of them is chosen says `backends.external`, whose name for a program says what it reads.
"""
