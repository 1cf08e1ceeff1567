"""Formulas: what each row of a model becomes for every kind of solver, through the real lowering.

`one_row` makes a model of a single row. `row_lowerings` lowers it in every way: `clause_lowerings` to clauses,
`constraint_lowerings` to the rows of CP-SAT, integer programs and solvers with counts or parities. `row_formulas` has
the row as stated, `formulas` all rules of a puzzle. `report.formulas` prints them.
"""
