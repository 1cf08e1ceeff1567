"""Formulas: what each row of a model becomes for every kind of solver, through the real lowering.

`one_row` makes a model of a single row. `lowerings` lowers it in every way: to the rows of CP-SAT, integer programs and
solvers with counts or parities, and to clauses. `row_formulas` has the row as stated, `formulas` all rules of a puzzle.
`report.formulas` prints them.
"""
