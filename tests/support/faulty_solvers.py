"""Solvers that are wrong, and what they are wrong about: for tests that catch them."""

from __future__ import annotations

from models.neutral import Model

# Says "no solution" where a clause has three positive literals and another one two negative ones.
LIAR = """#!{python}
import sys
from pysat.formula import CNF
from pysat.solvers import Cadical195
clauses = CNF(from_file=sys.argv[1]).clauses
long = any(len(c) == 3 and min(c) > 0 for c in clauses)
short = any(len(c) == 2 and max(c) < 0 for c in clauses)
solver = Cadical195(bootstrap_with=clauses)
if (long and short) or not solver.solve():
    print("s UNSATISFIABLE")
    sys.exit(20)
print("s SATISFIABLE")
print("v", *solver.get_model(), 0)
sys.exit(10)
"""


def feasible_but_called_infeasible() -> Model:
    """Five binaries on which CBC's preprocessing is said to fail (coin-or/pulp#662); x = 1, c = 0 is a solution."""
    m = Model("pulp-662")
    x, c = m.bools("x", 3), m.bools("c", 2)
    m.exactly(1, "x0 or c1", [[x[0], c[1]]])
    m.at_least(1, "x0 + c0", [[x[0], c[0]]])
    m.at_most(1, "x1 + c1", [[x[1], c[1]]])
    m.at_most(1, "c0 + c1", c)
    m.true("x2", x[2])
    m.linear(16200, None, "enough", [[x[1], x[2], c[1]]], [9000, 7200, 10800])
    m.minimize("few c", c)
    return m
