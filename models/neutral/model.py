"""The model: named arrays of variables, rules, at most one objective.

Variables are numbered 1, 2, 3, ... in the order of declaration; a Boolean is an integer with bounds 0..1 that may
also be used as a literal. The model is the one mutable object of the project, and only while it is built.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any, TypeAlias, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.arguments import as_literals, freeze, guards, integers_in_shape, mask, per_row
from models.neutral.blocks import Block, Kind, Objective, ObjectiveSense, clause_block, new_block
from models.neutral.calls import Bound, Scope, in_scope, verb
from models.neutral.checking import check_block
from models.neutral.connectivity import CONNECTIVITY, CYCLES, STATED
from models.neutral.errors import ModelError
from models.neutral.graphs import LAZY, GraphRule, edges_at_vertices, edges_beside_edges, graph_rule, incident_edges
from models.neutral.literals import LiteralArray
from models.neutral.rows import Ints, RowsLike, prepend, rows_from_lengths, rows_of, shape_of_rows
from models.neutral.variables import NameTable, declare_singles, declare_variables, join_pieces
from models.neutral.wording.phrases import Each, visit_words, words_of_rows, words_of_variables
from models.neutral.words import describe_model

Shape: TypeAlias = "int | tuple[int, ...] | list[int]"


class Model:
    """Rules over Boolean variables (and small integers), stated verb by verb. See `models.neutral`.

    Declare variables with `bools` and `ints`, then state the rules; each verb takes the rule as a sentence and the
    rows it applies to (see `rows_of`). No variable may occur twice in a row, not even as x and -x.

    A `Bound` (k, lo, hi, odd, when=) is one integer for all rows, or one per row in any shape: the clues of a board
    may come in the shape of the board. Integers everywhere are below 2^53 in absolute value; floats and truth values
    are refused. `Scope` stands for keywords that all verbs but `minimize` take:

        when=   a guard literal: the row need only hold if its guard does           (one, or one per row)
        where=  truth values, one per row: rows that are False there are left out   (unknown clues)
        of=     what each row is called in explanations: `the tree at {cell}`       (a text, or `each` with columns)
        clue=   True: the bounds are numbers on the board, which may be written wrongly
        evident=  what is said of rows that forbid a single literal, where the sentence is not enough

    A model can be read: `arrays` (variables by name), `blocks`, `objective`, `lower`, `upper`, `integer`.
    `str(model)` is the model in words.
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ModelError(f"Model: expected a name, found {name!r}")
        self.name = name
        self.arrays: dict[str, NDArray[np.int32]] = {}
        self.says: dict[str, Each] = {}  # what the variables of an array are called, by its name
        self._names = NameTable(self.arrays)
        self.graph_rules: list[GraphRule] = []
        self._blocks: list[Block] = []
        self.objective: Objective | None = None
        self.labels: Sequence[str] = ()  # of variables 1.., where these have names beside those of their arrays
        self._variables = 0
        # Columns lower, upper, integer: a piece per declaration, joined when read; number 0 is no variable.
        self._columns: list[list[NDArray[Any]]] = [[np.zeros(1, kind)] for kind in (np.int64, np.int64, np.bool_)]

    # ---- variables ------------------------------------------------------------------------------------------

    def bools(self, name: str, shape: Shape, says: str | Each = "") -> LiteralArray:
        """Declare Boolean variables; returns them as literals in that shape. `()` is a single variable.

        says: what a variable that holds says, in words: `a queen at {cell}`; see `each`.
        """
        return self._declare(name, shape, 0, 1, integer=False, says=says)

    def ints(self, name: str, shape: Shape, lo: Bound, hi: Bound, says: str | Each = "") -> LiteralArray:
        """Declare integers with lo <= value <= hi: one bound, or one each. For `linear` and `minimize` only.

        To subtract an integer, give it a negative coefficient: only Booleans can be negated.
        says: what a variable is, in words: `the rank of the tree at {cell}`.
        """
        return self._declare(name, shape, lo, hi, integer=True, says=says)

    def singles(self, names: Sequence[str], lo: Bound, hi: Bound) -> NDArray[np.int32]:
        """Declare many single variables, each an array of its own name; those with bounds 0..1 are Booleans."""
        numbers, lower, upper = declare_singles(names, lo, hi, self.arrays, after=self.variables)
        self._extend(numbers, lower, upper, (lower != 0) | (upper != 1))
        self.arrays.update(zip(names, [numbers[place, ...] for place in range(len(names))], strict=True))
        return numbers

    @property
    def variables(self) -> int:
        """How many variables are declared; their numbers are 1..variables."""
        return self._variables

    @property
    def lower(self) -> NDArray[np.int64]:
        """Least value by variable number, shape (variables + 1,), read-only; entry 0 is not a variable."""
        return join_pieces(self._columns[0])

    @property
    def upper(self) -> NDArray[np.int64]:
        """Largest value by variable number, shape (variables + 1,), read-only."""
        return join_pieces(self._columns[1])

    @property
    def integer(self) -> NDArray[np.bool_]:
        """True for integers, False for Booleans, by variable number, shape (variables + 1,), read-only."""
        return join_pieces(self._columns[2])

    @property
    def boolean_variables(self) -> NDArray[np.int32]:
        """The numbers of all Boolean variables, ascending."""
        return np.flatnonzero(~self.integer[1:]).astype(np.int32) + 1

    def name_of(self, literal: int) -> str:
        """A literal in words: `tent[2,3]`, or `not tent[2,3]`; by its label, where it has one."""
        literal = operator.index(literal)
        if 0 < abs(literal) <= len(self.labels):
            label = self.labels[abs(literal) - 1]
            return label if literal > 0 else f"not {label}"
        name = self._names.name_of(literal)
        if name is None:
            raise ModelError(f"literal {literal}: unknown variable, the model has {self.variables}")
        return name

    @property
    def blocks(self) -> list[Block]:
        """The rules as rows. Raises ModelError where some rule has none: who reads rows must not miss it."""
        for rule in self.open_rules:
            raise ModelError(
                f"rule '{rule.sentence}' is not written as rows (formulation '{rule.by}'); by='elimination' does that"
            )
        return self._blocks

    @blocks.setter
    def blocks(self, blocks: list[Block]) -> None:
        """Other rules: these rows alone. Graph rules, which may be about other variables now, are dropped."""
        self._blocks, self.graph_rules = blocks, []

    @property
    def stated_blocks(self) -> list[Block]:
        """The rules that are rows, whatever others there are: for who treats those by themselves."""
        return self._blocks

    @property
    def open_rules(self) -> list[GraphRule]:
        """The graph rules that no rows state."""
        return [rule for rule in self.graph_rules if rule.is_open]

    def place_of(self, literal: int) -> tuple[str, int] | None:
        """The array of a variable, by name, and its place in it, counted through; None where it is in none."""
        return self._names.place_of(literal)

    # ---- verbs ----------------------------------------------------------------------------------------------

    @verb
    def any(self, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least one of its literals holds."""
        self._state(clause_block(sentence, rows_of(rows)), **scope)

    @verb
    def true(self, sentence: str, literals: Ints | int, **scope: Unpack[Scope]) -> None:
        """Each of the literals (any shape, one row each) holds."""
        each = as_literals(literals, "literals").ravel()
        self._state(clause_block(sentence, rows_from_lengths(np.ones(len(each), np.int64), each)), **scope)

    @verb
    def at_most(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at most k of its literals hold."""
        table = rows_of(rows)
        most = per_row(k, len(table), "k")
        self._state(new_block(Kind.CARDINALITY, sentence, table, np.minimum(most, 0), most), **scope)

    @verb
    def at_least(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least k of its literals hold."""
        table = rows_of(rows)
        least = per_row(k, len(table), "k")
        self._state(new_block(Kind.CARDINALITY, sentence, table, least, np.maximum(table.lengths, least)), **scope)

    @verb
    def exactly(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: exactly k of its literals hold."""
        table = rows_of(rows)
        count = per_row(k, len(table), "k")
        self._state(new_block(Kind.CARDINALITY, sentence, table, count, count), **scope)

    @verb
    def between(self, lo: Bound, hi: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least lo and at most hi of its literals hold."""
        table = rows_of(rows)
        least, most = per_row(lo, len(table), "lo"), per_row(hi, len(table), "hi")
        self._state(new_block(Kind.CARDINALITY, sentence, table, least, most), **scope)

    @verb
    def parity(self, odd: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: the number of its literals that hold is odd (odd = 1) or even (odd = 0)."""
        table = rows_of(rows)
        rest = per_row(odd, len(table), "odd")
        self._state(new_block(Kind.PARITY, sentence, table, rest, rest), **scope)

    @verb
    def linear(
        self, lo: Bound | None, hi: Bound | None, sentence: str, rows: RowsLike, coefs: Bound, **scope: Unpack[Scope]
    ) -> None:
        """Each row: lo <= sum of coefficient * value <= hi. A Boolean literal has the value 1 if it holds, else 0.

        None leaves a side open, but not both. `coefs` is one number for all literals, or one per literal, row after
        row. For a matrix it is also anything that broadcasts to its shape: a vector has one number per column, a
        column of shape (rows, 1) one per row.
        """
        if lo is None and hi is None:
            raise ModelError("linear: lo and hi are both open, so the rule says nothing")
        table = rows_of(rows)
        block = new_block(Kind.LINEAR, sentence, table, 0, 0, integers_in_shape(coefs, shape_of_rows(rows), "coefs"))
        low, high = (
            None if side is None else per_row(side, len(table), what) for side, what in ((lo, "lo"), (hi, "hi"))
        )
        if low is None or high is None:
            low, high = self._close_side(block, low, high)
        self._state(replace(block, lo=low, hi=high), **scope)

    @verb
    def iff(self, sentence: str, literals: Ints | int, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Literal i holds if and only if at least one literal of row i holds. (For "all": negate both.)

        Stated as clauses: one that begins with -literal i, then one per literal of row i; all are number i, and
        `when` and `where` have one entry per literal i.
        """
        heads, table = as_literals(literals, "literals").ravel(), rows_of(rows)
        if len(heads) != len(table):
            raise ModelError(f"iff: expected one literal per row, found {len(heads)} for {len(table)} rows")
        forward = prepend(-heads, table)
        backward = np.stack([heads[table.owners], -table.literals], axis=1)
        number = np.concatenate([np.arange(len(heads)), table.owners])
        lengths = np.concatenate([forward.lengths, np.full(len(backward), 2)])
        table = rows_from_lengths(lengths, np.concatenate([forward.literals, backward.ravel()]))
        if (when := scope.get("when")) is not None:
            scope["when"] = guards(when, len(heads))[number]
        if (where := scope.get("where")) is not None:
            scope["where"] = mask(where, len(heads))[number]
        self._state(replace(clause_block(sentence, table), number=number), **scope)

    @verb
    def minimize(self, sentence: str, literals: Ints | int, coefs: Bound = 1) -> None:
        """The objective: the least sum of coefficient * value over the literals (any shape). At most once.

        `coefs` is one number, or anything that broadcasts to the shape of the literals.
        """
        self._state_objective("minimize", sentence, literals, coefs, ObjectiveSense())

    @verb
    def maximize(self, sentence: str, literals: Ints | int, coefs: Bound = 1) -> None:
        """The objective: the greatest sum, else as `minimize`. Solvers minimise its negative; reports have the sum."""
        self._state_objective("maximize", sentence, literals, coefs, ObjectiveSense(-1))

    @verb
    def connected(
        self,
        sentence: str,
        on: Ints | int,
        edges: ArrayLike,
        roots: ArrayLike | None = None,
        links: Ints | None = None,
        by: str = CONNECTIVITY[0],
        within: Bound | None = None,
    ) -> None:
        """The vertices whose literal holds are connected, by paths through such vertices; there may be none.

        Parameters
        ----------
        on : array of int
            A literal per vertex, in any shape; vertices are numbered from 0 in its order. 0 is a vertex that is always
            there.
        edges : array of int, shape (edges, 2)
            Pairs of vertices.
        roots : array of bool, or of int, optional
            Vertices, as a mask or as numbers. With them, each vertex that is there must be connected with a root that
            is there; those need not be connected with each other.
        links : array of int, shape (edges,), optional
            A literal per edge: a path may use the edge only if it holds. 0 is an edge that is always there.
        by : str, optional
            The formulation: "elimination", "ranks", "flow", "distances" or "lazy".
        within : int, or array of int, one per vertex, optional
            What the other rules imply: no vertex that is there is more than so many steps away from a root (without
            roots: from some vertex). It makes "ranks" and "distances" smaller; the others do not use it. It is not
            checked: if it does not follow, solutions are lost.

        Raises
        ------
        ModelError
            If vertices, literals or the formulation are unknown; ModelTooLarge if it would need too many rows.
        """
        self._state_graph(graph_rule(sentence, on, edges, links, roots, _check_name(by, CONNECTIVITY), within=within))

    @verb
    def single_cycle(
        self, sentence: str, literals: Ints, ends: ArrayLike, by: str = CONNECTIVITY[0], of: str | Each = ""
    ) -> None:
        """The edges whose literal holds form one cycle: each vertex has none of them or two, and they are connected.
        There is at least one edge; the cycle need not visit every vertex.

        literals: one per edge, any shape; ends: the two vertices of each edge, shape (edges, 2), numbered from 0; by:
        "elimination", "ranks", "flow", "lazy" or "circuit"; of: the words of a vertex. Raises as `connected`.
        """
        links = as_literals(literals, "literals").ravel()
        if np.shape(ends)[:1] != links.shape:
            raise ModelError(
                f"ends: expected two vertices for each of {len(links)} literals, found shape {np.shape(ends)}"
            )
        vertices = int(np.max(ends, initial=-1)) + 1
        plain = graph_rule(
            sentence,
            np.zeros(vertices, np.int32),
            ends,
            links,
            None,
            _check_name(by, CYCLES),
            cycle=True,
            within=vertices // 2,
        )
        words = words_of_rows(of, vertices) if of else None
        self.any(sentence, [links])
        self.at_most(2, sentence, edges_at_vertices(plain), of=words or "")
        beside = clause_block(sentence, edges_beside_edges(plain))
        self._state(replace(beside, number=incident_edges(plain)[0], of=words))  # rows about a vertex have its number
        name = self.fresh_name("visited")
        edge, _ = (self.place_of(int(links[0])) if len(links) else None) or ("", 0)
        visited = self.bools(name, vertices, says=visit_words(self.says.get(edge), words))
        self.iff(sentence, visited, edges_at_vertices(plain), of=words or "")
        self._state_graph(replace(plain, on=np.asarray(visited), arrays=(name,), of=words))

    # ---- reach --------------------------------------------------------------------------------------------------

    def reach(self, block: Block) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the largest sum of each row, within the bounds of its variables, shape (rows,)."""
        if block.coefs is None:
            return np.zeros(len(block), np.int64), block.rows.lengths
        at = np.minimum(np.abs(block.rows.literals), self.variables)  # unknown variables are refused later
        low, high = block.coefs * self.lower[at], block.coefs * self.upper[at]  # for -x the bounds 0..1 are the same
        return block.rows.sums(np.minimum(low, high)), block.rows.sums(np.maximum(low, high))

    def _close_side(
        self, block: Block, low: NDArray[np.int64] | None, high: NDArray[np.int64] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Both sides of each row: an open one is what the row reaches, so that it never contradicts the other."""
        least, most = self.reach(block)
        if low is None:
            return (least if high is None else np.minimum(least, high)), (most if high is None else high)
        return low, np.maximum(low, most)

    def copy(self) -> Model:
        """A model that can be extended without changing this one; columns are shared, being read-only."""
        twin = Model(self.name)
        twin.arrays.update(self.arrays)
        twin.says.update(self.says)
        twin._blocks, twin.objective, twin.labels = list(self._blocks), self.objective, self.labels
        twin.graph_rules = list(self.graph_rules)
        twin._variables, twin._columns = self._variables, [list(pieces) for pieces in self._columns]
        return twin

    def relaxed(self) -> Model:
        """A copy without the rules that no rows state: what it allows may break these."""
        twin = self.copy()
        twin.graph_rules = [rule for rule in self.graph_rules if not rule.is_open]
        return twin

    def reopened(self) -> Model:
        """The model without the rows that state graph rules, which are open again, and without the names of variables
        that were declared for that. Variables keep their numbers."""
        twin = self.copy()
        stating = {number for rule in self.graph_rules for number in range(*rule.blocks)}
        twin._blocks = [block for number, block in enumerate(self._blocks) if number not in stating]
        twin.graph_rules = [replace(rule, by=LAZY, blocks=(0, 0)) for rule in self.graph_rules]
        for rule in self.graph_rules:
            for name in rule.arrays:
                del twin.arrays[name]
                twin.says.pop(name, None)
        return twin

    def check_literals(self, rule: GraphRule) -> None:
        """Raise ModelError where a literal of a graph rule is unknown, or no Boolean."""
        named = np.concatenate([rule.on[rule.on != 0], rule.links[rule.links != 0]])
        check_block(clause_block(rule.sentence, rows_from_lengths(np.ones(len(named), np.int64), named)), self)

    def fresh_name(self, stem: str) -> str:
        """A name for variables that nobody has yet: `rank`, then `rank 2`."""
        names = chain([stem], (f"{stem} {number}" for number in count(2)))
        return next(name for name in names if name not in self.arrays)

    def __str__(self) -> str:
        return describe_model(self)

    # ---- validation -------------------------------------------------------------------------------------------

    def _declare(
        self, name: str, shape: Shape, lo: Bound, hi: Bound, *, integer: bool, says: str | Each
    ) -> LiteralArray:
        numbers, lower, upper = declare_variables(name, shape, lo, hi, self.arrays, after=self.variables)
        words = words_of_variables(says, numbers.shape) if says else None
        self._extend(numbers, lower, upper, np.full(numbers.size, integer))
        self.arrays[name] = numbers
        if words is not None:
            self.says[name] = words
        return numbers.view(LiteralArray)

    def _extend(self, numbers: NDArray[np.int32], *columns: NDArray[Any]) -> None:
        """New variables with these lower and upper bounds; which of them are integers."""
        for pieces, more in zip(self._columns, columns, strict=True):
            pieces.append(more)
        self._variables += numbers.size

    def _state(self, block: Block, **scope: Unpack[Scope]) -> None:
        """Add a rule, if the language accepts it."""
        block = in_scope(block, **scope)
        check_block(block, self)
        self._blocks.append(block)

    def _state_objective(
        self, name: str, sentence: str, literals: Ints | int, coefs: Bound, sense: ObjectiveSense
    ) -> None:
        """Set the objective, which is minimised within."""
        if self.objective is not None:
            does = "maximises" if self.objective.sense.sign < 0 else "minimises"
            raise ModelError(f"{name}: the model already {does} '{self.objective.sentence}'")
        terms = as_literals(literals, "literals")
        table = rows_from_lengths(np.array([terms.size]), terms.ravel())
        weights = integers_in_shape(coefs, terms.shape, "coefs") * sense.sign
        check_block(new_block(Kind.LINEAR, sentence, table, 0, 0, weights), self)
        self.objective = Objective(sentence, table.literals, freeze(weights), sense)

    def _state_graph(self, rule: GraphRule) -> None:
        """Add a graph rule, if the language accepts its literals, and its rows by its formulation."""
        self.check_literals(rule)
        first, arrays = (blocks := len(self._blocks)) - rule.blocks_before, len(self.arrays)
        if not rule.is_open:
            STATED[rule.by](self, rule)
        self._blocks[first:] = [replace(block, graph=len(self.graph_rules)) for block in self._blocks[first:]]
        added = tuple(self.arrays)[arrays:]
        self.graph_rules.append(replace(rule, blocks=(blocks, len(self._blocks)), arrays=rule.arrays + added))


def _check_name(name: str, known: Sequence[str]) -> str:
    """The name of a formulation. Raises ModelError."""
    if name not in known:
        raise ModelError(f"by: expected one of {', '.join(known)}, found {name!r}")
    return name
