"""Conditions of rules: rows whose truth is a literal, rows under several guards, rows that may be broken at a price.

    holds=z        z  <=>  row                                        `reified`
    when=(a, b)    a and b  =>  row                                   `several_guards`
    soft=5         broken or row;  broken costs 5                     `soft_rules`

All three become rows of the kinds that there are (`conditioned_rules` puts them together), so that no solver, format or
judge needs to know of them. The Booleans that they add are determined by the others: there are as many solutions as
there are assignments of the author's variables that keep the rules.
"""
