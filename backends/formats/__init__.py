"""File formats that solvers exchange: models written and read, results read. No format knows a solver.

dimacs/ wcnf/ opb/ lp/ mps/   a writer (`writing`) and a strict reader (`reading`)
flatzinc/                     a writer, and a reader of what FlatZinc solvers print (`result`)
xnf, xcsp3, cpsat_text        a writer each; xnf is read by `dimacs.reading`
neutral_json                  the neutral language's own format, written and read
written_objective             what becomes of an objective in a file; what is told of it
contract                      the record of a format, the options of a writer, the errors of a reader
text/                         shared: rows as text, names of variables, columns of numbers, models from parsed files
results/                      what solver programs report: the SAT and PB competitions, integer programs, values by name

Files are read into columns, by loops that are Python for short files and compiled by numba for long ones
(`text.scanning.choose_loops`; `python -m backends.formats` compiles them). They are written from columns, a piece at a
time, so that a file costs no memory beyond its model's. Readers refuse whatever they cannot represent, with line and
column, in time and memory that grow with the file itself, not with the sizes it declares.
`rosetta.studies.solving.solver_files` decodes results for the commands; `backends.external` runs programs on files.

To add a format, add its file (`contract` says what it holds) and its line here.
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
    "json": ("neutral_json", "FORMAT"),
}
