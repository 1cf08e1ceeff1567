"""The model: variables, rules, at most one objective, stated verb by verb."""

from __future__ import annotations

from models.neutral.stating.graph_verbs import GraphVerbs
from models.neutral.stating.order_verbs import OrderVerbs
from models.neutral.stating.sequence_verbs import SequenceVerbs


class Model(OrderVerbs, SequenceVerbs, GraphVerbs):
    """Rules over Boolean variables (and small integers), stated verb by verb. See `models.neutral`.

    Declare variables with `bools` and `ints`, then state the rules; each verb takes the rule as a sentence and the
    rows it applies to (see `rows_of`). No variable may occur twice in a row, not even as x and -x.

    A `Bound` (k, lo, hi, odd, when=) is one integer for all rows, or one per row in any shape: the clues of a board
    may come in the shape of the board. Integers everywhere are below 2^53 in absolute value; floats and truth values
    are refused. `Scope` stands for keywords that all verbs but `minimize` take:

        when=   a guard literal: the row need only hold if its guard does           (one, or one per row)
                a tuple of guards: the row need only hold if all of them do         (each of them one, or one per row)
        holds=  a literal that holds if and only if the row does                    (one, or one per row)
        soft=   a weight from 1 on: the row may be broken, at this price            (one, or one per row)
        where=  truth values, one per row: rows that are False there are left out   (unknown clues)
        of=     what each row is called in explanations: `the tree at {cell}`       (a text, or `each` with columns)
        clue=   True: the bounds are numbers on the board, which may be written wrongly
        evident=  what is said of rows that forbid a single literal, where the sentence is not enough

    What broken rows weigh is added to what `minimize` minimises, and taken from what `maximize` maximises, wherever in
    the model that is stated; without an objective, it is minimised.

    A model can be read: `arrays` (variables by name), `blocks`, `soft_rules`, `objective`, `lower`, `upper`, `integer`.
    `str(model)` is the model in words.
    """
