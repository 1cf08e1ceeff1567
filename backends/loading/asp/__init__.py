"""Models as answer set programs, for clingo: ground rules, written from columns, so that nothing is grounded.

    {x1; x2; x3}.           every variable is chosen freely
    :- x1, not x2.          a clause: not all of its literals fail
    :- 3 <= #sum{..}.       a row has not too much, nor too little

rule_writer   rules into clingo's program: over its C functions, or its Python layer
row_rules     rows, numbers and the objective as rules
large_sums    sums beyond the 32 bits in which clingo adds
graph_rules   rules that no rows state, by recursion: what is reached from a root
"""
