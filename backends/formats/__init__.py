"""Files that solvers exchange: models written and read, results read. One file per format, none knows a solver.

Adding a format is its file (`contract` says what it holds) and its line here.
"""

MODULES = {  # name of the format -> the module, and which of its records
    "dimacs": ("dimacs", "FORMAT"),
    "wcnf": ("wcnf", "FORMAT"),
    "wcnf-old": ("wcnf", "OLD"),
    "opb": ("opb", "FORMAT"),
    "xnf": ("xnf", "FORMAT"),
    "lp": ("lp", "FORMAT"),
    "mps": ("mps", "FORMAT"),
    "fzn": ("flatzinc", "FORMAT"),
    "xcsp3": ("xcsp3", "FORMAT"),
    "cpsat": ("cp_text", "FORMAT"),
}
