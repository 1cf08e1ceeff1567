"""A MaxSAT program for tests: RC2 of python-sat on a WCNF file, printing as the MaxSAT Evaluations ask since 2022.

Reader and solver are python-sat's: nothing of ours but the file.
"""

RC2_PROGRAM = """
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
formula = WCNF(from_file=path)
solver = RC2(formula)
model = solver.compute()
if model is None:
    print("s UNSATISFIABLE")
    sys.exit(20)
true = {abs(literal) for literal in model if literal > 0}
print("c RC2")
print("o", solver.cost)
print("s OPTIMUM FOUND")
print("v", "".join("01"[x in true] for x in range(1, formula.nv + 1)))
sys.exit(30)
"""
