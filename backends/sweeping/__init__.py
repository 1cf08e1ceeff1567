"""Counting by states: variables get their values one after the other, and what rows have come to is all that is kept.

    row_states        what a row has come to, after some of its variables: a small number
    variable_order    in which order, so that few rows are open at a time
    sweep             the states of all open rows, each with the number of ways to come to it

The transfer matrices of statistical physics, for any rows (bucket elimination, Dechter 1999). It is quick where rows
are local, as on a board of some width: how many states there are depends on the width, whatever the number of answers.
"""
