"""Lowering: from a model to what a solver takes, by a fixed table, without search.

`canonical` first rewrites every row into its simplest kind: a cardinality of at least one is a clause, a row
that always holds is dropped, a row that cannot hold is an empty clause. Then:

    form              clauses (`clauses`)                          linear rows (`linear`)            CP-SAT (`cpsat`)
    CLAUSE            as it is                                     sum >= 1 - negated literals       bool_or
    AT_MOST_ONE,      pairwise, ladder, bitwise, product, ..       row                               at_most_one,
      EXACTLY_ONE                                                                                      exactly_one
    CARDINALITY       sequential counter, totalizer, networks, ..  row                               linear
    LINEAR            totalizer, decision diagram, adder, ..       row                               linear
    PARITY            direct, chain or tree of pieces              sum - 2 z = b, z an integer       bool_xor
    guarded rows      the negated guard in every clause            big-M, or the guard beside it     enforcement literal
    INTEGER           order encoding, or a variable per value      integer column                    integer variable
    OBJECTIVE         bounded from above, again and again          objective                         objective
                        (`passes.solution_improving`)

equations     parity rows as equations modulo 2, for `gf2`
native_rows   rows that a SAT solver takes as they are: cardinalities for MiniCard, parities for CryptoMiniSat
clause_form   clauses as they were lowered, or as 3-SAT (`three_sat`): a parameter of `cnf` and `walksat`
soft_clauses  the objective as soft clauses, for MaxSAT

The lowering to exact cover is `covering.cover`. Sizes are added up before anything is written; above `Limits.literals`
a lowering is refused, with its size.
"""
