"""Files that solvers exchange: models written and read, results read. One file per format, none knows a solver.

Adding a format is its file (`contract` says what it holds) and its line here.
"""

MODULES = {  # name of the format -> the module, and which of its records
    "dimacs": ("dimacs.writing", "FORMAT"),
    "wcnf": ("wcnf.writing", "FORMAT"),
    "wcnf-old": ("wcnf.writing", "OLD"),
    "opb": ("opb.writing", "FORMAT"),
    "xnf": ("xnf", "FORMAT"),
    "lp": ("lp.writing", "FORMAT"),
    "mps": ("mps.writing", "FORMAT"),
    "fzn": ("flatzinc.writing", "FORMAT"),
    "xcsp3": ("xcsp3", "FORMAT"),
    "cpsat": ("cpsat_text", "FORMAT"),
}
