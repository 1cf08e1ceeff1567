"""Why the clauses of a lowering hold in every solution of the model: each is checked by itself, against one stated row.

    lowering --origins--> the row that each clause comes from       need not be trusted
             --definitions--> what each fresh variable stands for    need not be trusted
    model    --stated_rows--> rows as sums and parities              trusted
    all of it --judge, judge_kernel--> every clause follows          trusted

Take any solution of the model and give each fresh variable the value that its definition says. If every clause holds
then, a formula without a solution means a model without one. For one clause: deny it. That fixes the model's Booleans
in it, bounds sums, and says of parities what they are. If these sums, and one side of the row, add up to more than
can be reached, or the parities add up to 0 = 1, the clause holds. Nothing else is used: no canonical form, no template,
no stamping. A definition may be any function of the model's variables, so whoever gives it cannot do harm; a clause
that does not follow with it is refused.

(Clauses with a proof of where they come from: Gocht, Martins, Nordstrom & Oertel 2022, Certified CNF translations for
pseudo-Boolean solving; theirs is a derivation by cutting planes, ours one sum per clause.)
"""
