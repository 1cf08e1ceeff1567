"""The neutral language: a puzzle as rules, a rule as one sentence and a table of rows.

    import numpy as np
    from models.neutral import Model, group

    m = Model("queens")
    queen = m.bools("queen", (6, 6))                              # 36 variables in the shape of the board
    m.exactly(1, "each rank holds one queen", queen)              # a matrix: one row per line
    m.exactly(1, "each file holds one queen", queen.T)
    r, c = np.indices(queen.shape)
    m.at_most(1, "a rising diagonal holds at most one", group(queen, by=r + c))       # one row per value of `by`
    m.at_most(1, "a falling diagonal holds at most one", group(queen, by=r - c + 5))
    m.true("no queen stands in the corner", -queen[0, 0])
    m.any("the centre is not empty", queen[2:4, 2:4].ravel())     # a vector: one row
    print(m)                                                      # the rules in words

A *literal* is a signed integer as in DIMACS: `x` holds when variable x is true, `-x` when it is false. Since
variables come as numpy arrays, `-queen` (or `~queen`) is the array of negated literals, slicing picks literals, and
`np.concatenate`, `np.where` or `np.roll` arrange them. Nothing else can be done to them (`literals`): `x + y <= 1` or
`x | y` raise ModelError, which says which verb to write instead.
A *row* is a set of literals; several rows of different length are a list of rows, or a `Rows` table (`group`,
`windows`, `prepend`, `union` make them). A *verb* of the model says what must hold of each row and why, in words
a player understands:

    any         at least one literal of the row holds (a clause)
    true        each literal given holds
    at_most     at most k literals of the row hold                     k: one number, or one per row
    at_least    at least k ...
    exactly     exactly k ...
    between     at least lo and at most hi ...
    parity      an odd (1) or even (0) number of literals holds
    linear      lo <= sum of coefficient * literal <= hi               small integers (`ints`) allowed here
    iff         a literal holds if and only if its row has a literal that holds; at_least=, at_most=: so many that hold
    connected     the vertices that hold are connected in a graph
    single_cycle  the edges that hold form one cycle
    paths         the edges that hold form a path between the two ends of each pair, and nothing else
    regions       the edges that hold divide a graph into regions
    minimize, maximize    the objective, at most one

Every verb up to `iff` takes `where=` (a mask: rows that are False there are left out, for instance unknown clues) and
one of these conditions (`conditions`), or `when=` together with `soft=`:

    when=g        the row counts only if the literal g holds; when=(g, h): only if both do
    holds=z       z holds if and only if the row does
    soft=5        the row may be broken, which costs 5: a part of the objective

What variables and rows are called in explanations and
tables is stated with them (`wording.phrases`): `m.bools("queen", (6, 6), says="a queen at {cell}")`, `of="rank {n}"`.

`chosen_numbers` makes numbers for global rules of literals of your own, where each number has other values.

Small integers are below 2^53 in absolute value, and so is every sum they can make. A mistake raises `ModelError`, which
names rule and row; rows are counted from 0. There are no expressions and no operators on truth values.

An answer is an array `values` with one integer per variable: `values[x]` is the value of variable x, `values[queen]`
the board, `values[0]` is not used. `evaluate(m, values)` lists the rows it breaks, `objective_value` its cost.

Files: literals, rows (the tables), blocks (a rule; what each `Kind` says), variables, numbers, global_rules,
conditions, wording (what they are called), stating (the verbs), model (all of it), arguments and checking
(validation), errors, forms (which kinds of rows a model has), evaluate (the judge), words and json (a model as text).
"""

from models.neutral.blocks import Block, Kind, Objective, ObjectiveSense
from models.neutral.errors import ModelError
from models.neutral.evaluate import BrokenRow, evaluate, objective_value
from models.neutral.forms import Form, forms
from models.neutral.global_rules.connected.rule import CONNECTIVITY, LONG_WAYS
from models.neutral.global_rules.single_cycle.rule import CYCLES
from models.neutral.model import Model
from models.neutral.numbers.columns import chosen_numbers
from models.neutral.rows import Rows, group, prepend, rows_of, union, windows
from models.neutral.wording.phrases import Each, each
from models.neutral.wording.word_columns import along, cell_groups, vertices

__all__ = [
    "CONNECTIVITY",
    "CYCLES",
    "LONG_WAYS",
    "Block",
    "BrokenRow",
    "Each",
    "Form",
    "Kind",
    "Model",
    "ModelError",
    "Objective",
    "ObjectiveSense",
    "Rows",
    "along",
    "cell_groups",
    "chosen_numbers",
    "each",
    "evaluate",
    "forms",
    "group",
    "objective_value",
    "prepend",
    "rows_of",
    "union",
    "vertices",
    "windows",
]
