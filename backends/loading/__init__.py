"""Loading lowered models into solver libraries in bulk, from columns: no Python object per variable, row or literal.

cp_library          CP-SAT: a serialized model through the C function of its library
cp_proto, wire      the bytes of that model; protocol buffers from columns
cp_rows, cp_stream  CP-SAT through its Python layer, row by row: the fall-back, and the way to enumerate solutions
cp_constraints      its own constraints about integers, for both ways;  cp_rules: which of them a rule without rows is;
                    cp_numbers: its numbers as expressions
python_sat          python-sat's solvers: a compiled loop over their own exported functions, or Python lists
python_sat_kernel   the loops;  python_sat_routes: which functions each solver has
sat_solver          a solver of python-sat with the clauses and at-most rows of a lowering
asp                 clingo: ground rules over its C functions, or its Python layer
cbc_library         the CBC inside OR-Tools, row by row;  cbc_program: that of PuLP, through its objects and files
phases              which value a solver tries first for a variable

The functions called in bulk are not part of any public interface. So each is tried on tiny models with known answers
before it is used, and where anything is amiss the public, slower way is taken; `doctor` says which and why.
"""
