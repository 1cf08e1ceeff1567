"""The rules of a puzzle for reading: one row of each rule, in the words of the puzzle, and its lowerings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from backends.lowering.canonical import canonical_rules
from backends.profiles import tuned_encodings
from backends.registry import backend_named
from instances.resolve import ResolvedInstance
from models.neutral import Block, Form, Kind, Model
from models.puzzles.stated_words import literal_cells, name_literal
from report.formulas.records import ModelFormulas, Rule, Symbol, VariableName
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.formulations import own_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.formulas.global_rules import global_formulas
from rosetta.studies.formulas.lowerings import canonical_forms, lowerings
from rosetta.studies.formulas.one_row import OneRow, extract_objective, extract_row, form_counts, typical_row
from rosetta.studies.formulas.row_formulas import formulas_of, objective_of

MAX_NAMED_VARIABLES = 2000  # variables of a row that are described in words; an objective may have a million
MAX_DRAWN_CELLS = 40_000  # cells of a board that is drawn


def rule_formulas(
    question: Question,
    resolved: ResolvedInstance,
    formulation: str,
    *,
    rules: Sequence[str] = (),
    row: int | None = None,
    encodings: Mapping[Form, str] | None = None,
    most: int = 100,
    pictures: bool = False,
    command: str = "",
    word: Callable[[str], str] = str,
) -> ModelFormulas:
    """The rules of a formulation. rules: numbers from 1, parts of sentences, or the name of one row; row: the number of
    the row to show; encodings: the only encoding to show of a form, `auto` for the one that is chosen; most: formulas
    to keep of each lowering; pictures: draw the board for every rule; word: what people know `row` and `rules` by, for
    messages. Raises InputError."""
    puzzle, instance = question.puzzle, question.instance
    model = question.model(own_formulation(puzzle, formulation))
    sentences = [block.sentence for block in model.blocks]
    sentences += [model.objective.sentence] if model.objective is not None else []
    named = None if row is not None or len(rules) != 1 else find_named_row(model, rules[0])
    if named is not None:
        rules, row = (str(named[0]),), named[1]
    numbers = select_rules(sentences, rules, word)
    if row is not None and len(numbers) > 1:
        known = _describe_rules(sentences, numbers)
        raise InputError(f"{word('row')} {row}: of which rule? {word('rules')} chooses one: {known}")
    automatic = tuned_encodings(backend_named("cnf"), None, puzzle.name, question.cells)
    automatic |= {Form(form): name for form, name in puzzle.extras.encodings.get(formulation, {}).items()}
    rest = OneRow(model, model.boolean_variables.astype(np.int64), form_counts(model), automatic)
    small = int(np.prod(puzzle.size(instance))) <= MAX_DRAWN_CELLS
    view = _RuleView(question, model, rest, encodings or {}, most, pictures and small, word)
    return ModelFormulas(
        puzzle=puzzle.name,
        title=puzzle.title,
        id=resolved.id,
        source=resolved.source,
        formulation=formulation,
        command=command,
        plain=puzzle.draw_text(instance) if small else "",
        colour=puzzle.draw_text(instance, colour=True) if small else "",
        rules=tuple(view.rule(number, row) for number in numbers),
        rule_count=len(sentences),
        global_rules=global_formulas(question, model, _chosen_blocks(model, numbers) if rules else None),
    )


def _chosen_blocks(model: Model, numbers: Sequence[int]) -> list[int]:
    """The blocks among the rules of these numbers, which count from 1 and end with the objective."""
    return [number - 1 for number in numbers if number <= len(model.blocks)]


def find_named_row(model: Model, name: str) -> tuple[int, int] | None:
    """The number of the rule, from 1, and the number of the row that has that name; None if no row has it."""
    for number, block in enumerate(model.blocks, 1):
        if name in block.names:
            return number, block.names.index(name)
    return None


def select_rules(sentences: Sequence[str], rules: Sequence[str], word: Callable[[str], str] = str) -> list[int]:
    """The numbers, from 1, of the rules that are named; all if none is. word: what people know `rules` by. Raises
    InputError, which lists the rules."""
    every = list(range(1, len(sentences) + 1))
    selected = set(every) if not rules else set()
    for rule in rules:
        by_number = [number for number in every if rule.isdecimal() and number == int(rule[:9])]
        fitting = by_number or [number for number in every if rule.lower() in sentences[number - 1].lower()]
        if not fitting:
            known = _describe_rules(sentences, every)
            raise InputError(f"{word('rules')}: no rule '{rule[:60]}'; there are: {known}")
        selected.update(fitting)
    return sorted(selected)


def _describe_rules(sentences: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{number} '{sentences[number - 1]}'" for number in numbers)


@dataclass(frozen=True, slots=True, eq=False)
class _RuleView:
    """The view of the rules of one model: the question, the encodings and the limits that they share."""

    question: Question
    model: Model
    rest: OneRow
    encodings: Mapping[Form, str]
    most: int
    pictures: bool
    word: Callable[[str], str]

    def rule(self, number: int, row: int | None) -> Rule:
        """The rule of that number, from 1; the objective is the last."""
        if number > len(self.model.blocks):
            if row is not None:
                raise InputError(f"{self.word('row')} {row}: rule {number} is the objective and has no rows")
            return self._objective(number)
        block = self.model.blocks[number - 1]
        rule = Rule(number, block.sentence, _kind(block), len(block))
        if row is not None and row not in block.number:
            there = f"{block.number.min()} to {block.number.max()}" if len(block) else "none"
            raise InputError(f"{self.word('row')}: rule '{block.sentence}' has no row {row}; its rows are {there}")
        if not len(block):
            return rule
        picked = typical_row(self.model, block) if row is None else row
        alone, variables = extract_row(self.model, block, picked)
        simple = canonical_rules(alone)
        as_stated, rewritten = formulas_of(alone, alone.blocks), formulas_of(alone, simple.blocks)
        forms = ", ".join(form.value for form in canonical_forms(simple))
        guarded = any(each.when is not None for each in simple.blocks)
        return replace(
            self._complete_rule(rule, alone, variables),
            row=picked,
            row_formulas=as_stated,
            simplest_formulas=() if rewritten == as_stated else rewritten,
            form=f"{forms}, guarded" if forms and guarded else forms,
        )

    def _objective(self, number: int) -> Rule:
        assert self.model.objective is not None
        alone, variables = extract_objective(self.model)
        rule = Rule(number, self.model.objective.sentence, "objective", 1)
        return replace(
            self._complete_rule(rule, alone, variables), row_formulas=tuple(objective_of(alone)), form="objective"
        )

    def _complete_rule(self, rule: Rule, alone: Model, variables: NDArray[np.int64]) -> Rule:
        """The rule with names, lowerings and picture."""
        return replace(
            rule,
            variables=len(variables),
            names=tuple(self._name(i, int(x)) for i, x in enumerate(variables[:MAX_NAMED_VARIABLES], 1)),
            lowerings=lowerings(replace(self.rest, model=alone, variables=variables), self.encodings, self.most),
            svg=self._picture(variables) if self.pictures else "",
        )

    def _name(self, i: int, x: int) -> VariableName:
        words = name_literal(self.question.puzzle, self.question.instance, self.model, x)
        whole = bool(self.model.integer[x])
        return VariableName(
            Symbol("x", i), words, (int(self.model.lower[x]), int(self.model.upper[x])) if whole else None
        )

    def _picture(self, variables: NDArray[np.int64]) -> str:
        """The board, with the cells of the variables marked if the puzzle knows them."""
        puzzle, p = self.question.puzzle, self.question.instance
        cells = [literal_cells(puzzle, p, self.model, int(x)) for x in variables[:MAX_NAMED_VARIABLES]]
        marked: frozenset[Hashable] = frozenset().union(*cells)
        return puzzle.draw_svg(p, mark=marked) if marked else puzzle.draw_svg(p)


def _kind(block: Block) -> str:
    return "clause" if block.kind is Kind.CLAUSE else f"{block.kind.value} row"
