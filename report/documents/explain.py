"""What `explain --json` prints of one instance: the steps in words, and the trace behind them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from report.documents.provenance import Provenance
from report.documents.runs import AnswerDocument
from report.schemas.restrictions import OneOf


class RowDocument(TypedDict):
    """A row of the model."""

    rule: str
    """The sentence of its rule."""
    row: int
    """Its number among the rows of the rule, from 0."""
    name: str
    """What it is about, in the words of the puzzle; empty for one of many of a rule about the whole board."""


ChangedNumber = TypedDict("ChangedNumber", {"from": str})


class ChangeDocument(RowDocument, ChangedNumber):
    """A clue to change, so that there is a solution: `from` is the number on the board."""

    to: int
    """What it should be."""
    instead: NotRequired[str]
    """Of a clue that is a given number: what holds in its place, in words."""


class StepDocument(TypedDict):
    """One step of the solution."""

    conclusion: list[str]
    """What follows, in the words of the puzzle."""
    literals: list[int]
    """The same as literals: numbers of variables, negative where they are false."""
    kind: str
    """How it follows: `row`, `rows`, `contradiction`, `sum`, `search`, `chase`, `elimination`."""
    grade: int
    """How hard that is, from 1."""
    rows: list[RowDocument]
    """What it follows from."""
    facts: list[str]
    """What was known before and is used, in words."""
    text: list[str]
    """The reasons, as sentences in order."""
    weights: NotRequired[list[int]]
    """Of a sum modulo `modulus`: how often each row is taken."""
    modulus: NotRequired[int]
    """Of that sum."""


class ConflictDocument(TypedDict):
    """A smallest set of rows that cannot hold together."""

    clues: list[RowDocument]
    """Those that say a number on the board."""
    rules: list[RowDocument]
    """The others."""
    text: list[str]
    """Why, as sentences in order; empty where that was not found."""


class DifficultyDocument(TypedDict):
    """How hard the board is for a person."""

    grade: str
    """In a word: `easy`, `tricky`, `hard`."""
    left: int
    """How many decisions one rule or clue at a time leaves open."""
    ahead: int | None
    """How many moves one has to look ahead for these; null where no supposition is refuted."""
    largest: int
    """How many rules the largest reason has."""
    steps: int
    """Steps that are not by one rule alone."""
    sums: int
    """Of these, those that add up rows."""
    tries: int
    """Of these, those that try."""
    confirmed: bool
    """Were boards of this puzzle graded whose difficulty is known?"""


class ExplanationDocument(Provenance):
    """The solution step by step, or why there is none."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzle: str
    """Its name."""
    id: str
    """The instance: its exchange ID or address; of a file its name and SHA-256."""
    formulation: str
    """Which model of the rules."""
    status: Annotated[str, OneOf("unique", "several", "solvable", "unsatisfiable", "unknown")]
    """One solution; several; at least one, the search for a second one did not end; none; or a limit ended the work."""
    complete: bool
    """Is nothing missing of what was asked for?"""
    steps: list[StepDocument]
    """In the order in which they are taken."""
    conflicts: list[ConflictDocument]
    """Why there is no solution."""
    repair: list[ChangeDocument] | None
    """The fewest clues to change; empty where there are none, null where that was not asked."""
    answer: AnswerDocument | None
    """The only one; null without one."""
    solutions: list[AnswerDocument]
    """Of a board with several: one, or two that differ."""
    difficulty: DifficultyDocument | None
    """How hard it is; null where that is not known."""
    note: str
    """What ended the work; for people."""
    seconds: float
    """Of CPU time; 0 where a limit ended it."""
