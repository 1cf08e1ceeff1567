"""What `formulas --json` prints: a model rule by rule. Formulas are texts in the notation of the terminal."""

from __future__ import annotations

from typing import Literal, TypedDict

from report.documents.provenance import Provenance
from report.documents.runs import ModelSize


class VariableDocument(TypedDict):
    """A variable of a row."""

    variable: str
    """As it stands in the formulas: `x1`, `y2`, `z1`."""
    means: str
    """What it stands for, in the words of the puzzle."""
    bounds: list[int]
    """Its least and its largest value."""


class LoweringDocument(TypedDict):
    """What a row becomes for one kind of solver."""

    target: str
    """Of solvers: `cpsat`, `linear`, `cnf`, `minicard`, `cryptominisat`, `maxsat`."""
    encoding: str | None
    """Of the row as clauses; null where none is needed."""
    reference: str | None
    """Where the encoding is from."""
    automatic: bool
    """Is it what the row gets if no encoding is named?"""
    size: ModelSize
    """Of what comes of the row; `variables`: new ones."""
    propagates: bool | None
    """Does unit propagation on the clauses find all that follows? False if some row of this form lacks it, null where
    that is no question."""
    unique: bool | None
    """Have the new variables one value each in every solution? As for `propagates`."""
    formulas: list[str]
    """What comes of the row; where `omitted` is not 0, the first of them."""
    omitted: int
    """How many more there are."""
    new: list[VariableDocument]
    """The new integers."""
    refused: bool
    """Is there none?"""
    note: str
    """Why, or what else is to be known."""


class RuleDocument(TypedDict):
    """A rule, and one row of it."""

    number: int
    """Of the rule, from 1."""
    rule: str
    """Its sentence."""
    kind: str
    """Of its rows, in words; or `objective`."""
    rows: int
    """How many it has."""
    row: int | None
    """The number of the one that is shown, from 0; null if the rule has none here."""
    form: str
    """Of that row, once it is simplified; empty where nothing is left."""
    stated: list[str]
    """The row as the model has it."""
    simplest: list[str]
    """What the lowering begins with."""
    count: int
    """How many variables the row has."""
    variables: list[VariableDocument]
    """The first of them."""
    lowerings: list[LoweringDocument]
    """What becomes of the row, for each kind of solver and each encoding."""


class StatedSizeDocument(TypedDict):
    """What a whole rule takes for one kind of solver."""

    target: str
    """`rows` of the model as stated; then `cnf`, `linear`, `cpsat`: what becomes of these."""
    size: ModelSize | None
    """`variables`: new ones; null where it was not measured."""
    note: str
    """Why not."""


class StatedRuleDocument(TypedDict):
    """A global rule in one formulation."""

    name: str
    """For `by=`."""
    says: str
    """How it states the rule, in one line."""
    source: str | None
    """Author and year; null where it is folklore."""
    strength: str
    """What unit propagation on its clauses finds: `domain consistent`, `bounds consistent`, `weaker`."""
    unique: bool
    """Have its variables one value each wherever the rule's numbers are known?"""
    default: bool
    """Is it what is taken where none is named?"""
    sizes: list[StatedSizeDocument]
    """Of the whole rule, for each kind of solver."""
    example: list[str]
    """One of its rows."""
    variables: list[VariableDocument]
    """Those of that row."""


class GlobalRuleDocument(TypedDict):
    """A rule about many numbers, or a graph, in all its formulations."""

    number: int
    """Among such rules, from 1."""
    rule: str
    """Its sentence."""
    kind: str
    """The verb that states it: `all_different`, `circuit`, `connected`, .."""
    extent: str
    """How large it is, in words."""
    formulation: str
    """By which it is stated in this model."""
    native: list[str]
    """The backends that take it without rows."""
    formulations: list[StatedRuleDocument]
    """All that there are, the default first."""


class FormulasDocument(Provenance):
    """A model, rule by rule."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str
    """Its name."""
    id: str
    """The instance: its exchange ID or address; of a file its name and SHA-256."""
    formulation: str
    """Which model of the rules."""
    rules: list[RuleDocument]
    """Those that were asked for."""
    global_rules: list[GlobalRuleDocument]
    """Those whose rows are among these, in each formulation."""
