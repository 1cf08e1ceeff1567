"""Reproductions of two sources on Akari (Light Up).

project report of Ben-Gurion University   `example`, `naive`, `runs` (with `times`), `solvable`
student report of 2020                    `density`, `formulas`, `walksat` (with `walksat_runs`); its clauses: `cnf`
"""
