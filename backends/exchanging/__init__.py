"""Exchanges: local search that keeps every short row, and lets long rows pay for their deviations.

problem          the rows of a model: short ones are kept, long ones are counted
definitions      variables that are sums of others, which leave the problem
annealing        the search, in slices: it melts, cools, and begins again
exchange_kernel  its compiled loops: flips, repairs, energies

Where a model has many small rules and a few long sums (a board with clues at its rows and columns), assignments that
keep the small rules are easy to find, and the long sums are what is hard. An *exchange* is a chain of flips that breaks
short rows and mends them again (Glover 1996: Ejection chains), so that the search walks among assignments that keep all
short rows; simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983) then brings the long rows to their sums.

The energy is what makes it work. With d the deviations of the long rows of a rule, in the order in which they are
stated, and p their prefix sums,

    energy = sum of d^2 + W * sum of p^2                                      W = 10

Both are 0 exactly where all long rows hold. An exchange moves a unit from one line of a board to a neighbouring one,
and so changes one or two prefix sums, wherever on the board it happens; surplus and shortage attract each other over
any distance. By the squares of the deviations alone, two faults that are far apart feel nothing, and wander until they
meet. Where the long rows of a rule have no order that means anything, the prefix sums still vanish in every solution.
"""
