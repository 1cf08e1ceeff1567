"""Global rules: what is said of many numbers, or of a graph, as a whole.

    all_different     the numbers of a row are all different
    maximum, minimum  a number is the largest, or the smallest, of others
    lexicographic     a row of numbers comes before another, or is the same
    circuit           successors form one tour through all places
    count             so many numbers of a row are among some values
    element           the entry of an array at an index
    table             the numbers of a row are one of some tuples, or none of them
    regular           an automaton accepts the numbers of a row
    connected         the vertices that hold are connected in a graph
    single_cycle      the edges that hold form one cycle
    paths             the edges that hold form one path for each pair of ends, and nothing else
    regions           the edges that hold divide a graph into regions

A rule is a record with a judge, `complaints`, which knows the values and no rows; so answers are judged by what the
rule says, and not by what was made of it. A *formulation* states it as rows over the literals of its numbers
(`models.neutral.numbers`), and perhaps over more variables. `by="native"` states no rows: solvers that know the rule
take it as it is, for all others it is stated by the default formulation when it is lowered.

    KIND/rule.py        the record
    KIND/NAME.py        a formulation, `FORMULATION`: found because it is there
    contract            what a rule and a formulation are
    number_rule         what rules about numbers share
    constants           literals that always hold, or never, taken out of rows
    sums                weighted sums of numbers, as linear rows
    unfolding           automata as graphs of states, for all rows
    transition_rows     a literal for each state and transition of these
    edge_rule           what rules about the edges of a graph share
    graphs              pairs of vertices: what is connected, what is at a vertex
    registry            the kinds and their formulations
"""
