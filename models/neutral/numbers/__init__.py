"""Numbers: integers, choices, Booleans and constants, and the literals that say what they are.

A *choice* is a number from a list of values, stated as a Boolean for each value, of which exactly one holds. An integer
(`Model.ints`) is one variable; literals that say whether it has a value, or is at least so large, are made on demand.

    entry of an array      x       a Boolean literal, which is 0 or 1
                           n       the variable of an integer
                           2^30 + k      the k-th choice of the model

    arrays      what `Model.ints` and `Model.choices` return: entries in the shape of a board, with `is_`, `at_least`
    columns     numbers as rules hold them: a constant, plus a variable, plus what a choice holds; no model is needed to
                read their values
    choices     the choices of a model, by array
    domains     the possible values of numbers, with a literal for each
    known_literals     the literals that a model has already
    reading     what stands for numbers in the call of a verb
"""
