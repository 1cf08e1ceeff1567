"""The records of `formulas`: rules, one row of each, and what the row becomes on the way to every kind of solver.

    ModelFormulas   a model of a puzzle: its rules
    Rule            one rule, one row of it with its variables, and the row's lowerings
    GlobalFormulas  a global rule, and what it takes in each of its formulations (StatedRule)
    Lowering        what one target gets for the row: formulas, how many there are, what is known about them
    Formula         one line of it, over symbols x1, x2, .. (of the row), y (of an encoding), z (integers of a lowering)

Formulas are kept as structure, not as text, so that a terminal and a page can write them each in its own way
(`report.formulas.notation`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Symbol(NamedTuple):
    """A variable. least: for a Boolean that says `variable >= least`, as the order encoding of an integer has them."""

    letter: str
    number: int
    least: int | None = None


class ShownLiteral(NamedTuple):
    """A variable, or its negation."""

    symbol: Symbol
    holds: bool = True


class Term(NamedTuple):
    """A coefficient times a literal; the value of a negated one is 1 minus that of its variable."""

    coef: float
    literal: ShownLiteral


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the literals holds. weight: what it costs if none does, where the clause is soft."""

    literals: tuple[ShownLiteral, ...]
    weight: int | None = None


@dataclass(frozen=True, slots=True)
class Cardinality:
    """lo <= number of literals that hold <= hi; None: the side is open. when: counts only if that literal holds."""

    literals: tuple[ShownLiteral, ...]
    lo: int | None
    hi: int | None
    when: ShownLiteral | None = None


@dataclass(frozen=True, slots=True)
class Parity:
    """The number of literals that hold is odd, or even."""

    literals: tuple[ShownLiteral, ...]
    odd: bool
    when: ShownLiteral | None = None


@dataclass(frozen=True, slots=True)
class LinearSum:
    """lo <= sum of the terms <= hi; None: the side is open. name: of a solver's constraint, "" for a plain row."""

    terms: tuple[Term, ...]
    lo: int | None
    hi: int | None
    name: str = ""
    when: ShownLiteral | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A constraint of a solver over literals: exactly_one(x1, x2)."""

    name: str
    literals: tuple[ShownLiteral, ...]
    when: ShownLiteral | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """The sum of the terms, and what is paid in any case, as small as it can be, or as large."""

    terms: tuple[Term, ...]
    constant: float = 0
    maximised: bool = False

    @property
    def verb(self) -> str:
        return "maximise" if self.maximised else "minimise"


Formula: TypeAlias = Clause | Cardinality | Parity | LinearSum | Call | Cost


@dataclass(frozen=True, slots=True)
class VariableName:
    """What a variable of the row stands for, in the words of the puzzle. bounds: of an integer, None for a Boolean."""

    symbol: Symbol
    words: str
    bounds: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Lowering:
    """A row for one target.

    target: cpsat, linear, cnf, minicard, cryptominisat, maxsat; encoding: of a row in clauses, "" where none is needed;
    automatic: what the row gets if no encoding is asked for; formulas: the first of them, `omitted` are not kept;
    rows, literals, variables: how many rows (clauses), literals (coefficients) and new variables it takes;
    propagates, unique: whether unit propagation on the clauses is complete, and whether the new variables have one
    value each in every solution; for all rows of the form, as the encoding declares and tests hold it to: True, False
    (some row of the form lacks it), None where that is no question; reference: where the encoding is from; note: a
    refusal, or what else is to be known.
    """

    target: str
    formulas: tuple[Formula, ...]
    omitted: int = 0
    encoding: str = ""
    automatic: bool = False
    rows: int = 0
    literals: int = 0
    variables: int = 0
    new: tuple[VariableName, ...] = ()
    propagates: bool | None = None
    unique: bool | None = None
    reference: str = ""
    refused: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and one row of it.

    number: of the rule, from 1; kind: of its rows, or `objective`; rows: how many it has; row: the number of the one
    that is shown, as messages count them (from 0), None if the rule has none here; row_formulas: the row as the model
    has it; simplest_formulas: what lowering begins with, () where that is the same; form: its form then, ""
    where nothing is left; variables: how many it has; names: the first of them; svg: the board with the cells that the
    row speaks of.
    """

    number: int
    sentence: str
    kind: str
    rows: int
    row: int | None = None
    row_formulas: tuple[Formula, ...] = ()
    simplest_formulas: tuple[Formula, ...] = ()
    form: str = ""
    variables: int = 0
    names: tuple[VariableName, ...] = ()
    lowerings: tuple[Lowering, ...] = ()
    svg: str = ""


@dataclass(frozen=True, slots=True)
class StatedSize:
    """What a whole rule takes, in one formulation, for one target.

    target: rows, cnf, linear, cpsat
    variables, rows, literals: new variables, rows (clauses, constraints), and literals (coefficients); 0 where there is
        a note
    note: why it was not measured
    """

    target: str
    variables: int = 0
    rows: int = 0
    literals: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A global rule in one formulation.

    name: for `by=`; says: how, in one line; source: author and year
    strength: what unit propagation finds, in words
    unique: are its auxiliary variables determined?
    default: is it taken where none is named?
    is_used: does the model state the rule so?
    sizes: of the whole rule, by target
    example: one of its rows; names: what the variables in that stand for
    """

    name: str
    says: str
    source: str
    strength: str
    unique: bool
    default: bool
    is_used: bool
    sizes: tuple[StatedSize, ...]
    example: tuple[Formula, ...] = ()
    names: tuple[VariableName, ...] = ()


@dataclass(frozen=True, slots=True)
class GlobalFormulas:
    """A global rule in all its formulations.

    number: among the global rules, from 1
    kind: the verb that states it
    extent: how large it is, in words
    by: the formulation of the model
    native: the backends that take it as it is
    formulations: the default one first
    """

    number: int
    sentence: str
    kind: str
    extent: str
    by: str
    native: tuple[str, ...]
    formulations: tuple[StatedRule, ...]


@dataclass(frozen=True, slots=True)
class ModelFormulas:
    """A model of a puzzle, rule by rule. rule_count: of the whole model; source: where the instance is from;
    global_rules: those that are stated by formulations."""

    puzzle: str
    title: str
    id: str
    source: str
    formulation: str
    command: str
    plain: str
    colour: str
    rules: tuple[Rule, ...]
    rule_count: int
    global_rules: tuple[GlobalFormulas, ...] = ()
