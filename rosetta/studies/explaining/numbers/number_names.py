"""What models with numbers are about, in words: numbers and what is known of them, rows, and rows of rules."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from backends.reasons.row_table import COUNT, Place, RowTable, Values, propagate_row
from backends.reasons.rules.rule_parts import RowsOfNumbers, RulePart
from models.neutral import Model
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.choices import ChoiceArray
from models.puzzles.model.instance import ModelInstance, own_number
from models.puzzles.model.integer_bits import IntegerBit
from report.explanation.records import RowName
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.numbers.number_model import MOST_VALUES, ExplainedNumbers
from rosetta.studies.explaining.numbers.row_names import list_names, name_numbers
from rosetta.studies.explaining.wording import Wording


class NumberNames(Wording):
    """The names for one question about numbers."""

    def __init__(self, question: Question, numbers: ExplainedNumbers, rows: RowTable) -> None:
        super().__init__(question, numbers.model, rows)
        self.numbers, self.number_rows = numbers, RowsOfNumbers(numbers.model, rows)
        self.value_of = dict(_values_of_literals(numbers.model.choice_arrays))
        self.order_of = dict(_compared_values(numbers.model))  # by literal that a number is at least so large
        self.part_name = cache(self._part_name)

    def integer_values(self, assigned: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        for number, place in enumerate(self.numbers.places):
            if place.variable:
                held = (x for x in self.literals_of(number) if assigned[x] > 0)
                yield from ((place.variable, self.value_of[x]) for x in held)

    def closed_integers(self, values: Values) -> frozenset[Hashable]:
        known = (
            place.variable
            for number, place in enumerate(self.numbers.places)
            if place.variable and any(values[x] > 0 for x in self.literals_of(number))
        )
        p, model = self.question.instance, self.model
        own = [own_number(p, model, x) for x in known] if isinstance(p, ModelInstance) else []
        return frozenset(IntegerBit(x, bit) for x in own for bit in range(MOST_VALUES.bit_length()))

    # ---- names ------------------------------------------------------------------------------------------------

    def number_name(self, number: int) -> str:
        """`R1C2`; of a Boolean, what it says."""
        return self.numbers.places[number].name if number >= 0 else self.name(-number)

    def literal_number(self, literal: int) -> str:
        """The name of the number that a literal is about."""
        return self.number_name(self.number_rows.number(literal))

    def row(self, place: Place) -> RowName:
        r, block = self.index[place], self.model.blocks[place[0]]
        number, part = self.number_rows.number_of_row.get(r), self.number_rows.part_of.get(r)
        if number is not None:
            return RowName(block.sentence, int(block.number[place[1]]), self.number_name(number))
        if part is not None:
            return RowName(block.sentence, part.row or 0, self.part_name(part))
        if block.of is not None or place[0] in self.graph_blocks:
            return super().row(place)
        numbers = dict.fromkeys(map(self.number_rows.number, self.rows.literals[r]))
        is_told = len(numbers) <= 4 and all(n >= 0 or self.rows.answer[-n] for n in numbers)
        name = list_names([self.number_name(n) for n in numbers]) if is_told and len(block) > 1 else ""
        return RowName(block.sentence, int(block.number[place[1]]), name)

    def _part_name(self, part: RulePart) -> str:
        """What the row of a rule is called; "" where the rule says it all."""
        rule = self.model.global_rules[part.rule]
        if part.row is None:
            return ""
        if rule.of is not None:
            return rule.of.word(part.row)
        keys = dict.fromkeys(self.numbers_of_row(part))
        if any(number < 0 for number in keys):
            return "" if rule.rows == 1 else f"{part.row + 1} of {rule.rows}"
        named = name_numbers([self.numbers.places[number] for number in keys])
        return "" if rule.rows == 1 and not named.startswith(("row", "column")) else named

    def rule_of_part(self, part: RulePart) -> NumberRule:
        """The rule of which it is a row."""
        rule = self.model.global_rules[part.rule]
        assert isinstance(rule, NumberRule), "parts are of rules about numbers"
        return rule

    def numbers_of_row(self, part: RulePart) -> Iterator[int]:
        """The numbers of the row of a rule, but for constants."""
        rule, row = self.rule_of_part(part), part.row or 0
        columns = rule.numbers
        for i in range(rule.starts[row], rule.starts[row + 1]):
            literals = columns.literals[columns.starts[i] : columns.starts[i + 1]]
            if len(literals) or columns.refs[i]:
                yield self.number_rows.number(int(literals[0] if len(literals) else columns.refs[i]))

    def row_title(self, place: Place) -> str:
        row = self.row(place)
        return capitalize(f"{row.rule} ({row.name})" if row.name else row.rule)

    def describe_rows(self, places: Sequence[Place]) -> str:
        rule = self.row(places[0]).rule
        if all(len(self.rows.literals[self.index[place]]) == 1 for place in places):
            return capitalize(rule)
        return super().describe_rows(places)

    def describe_row(self, place: Place, values: Values, known: Values | None = None) -> str:
        r = self.index[place]
        if len(self.rows.literals[r]) == 1:
            return capitalize(self.row(place).rule)
        is_of_graph = place[0] in self.graph_blocks or place[0] in self.degree_blocks
        if is_of_graph or (all(map(self.is_plain_literal, self.rows.literals[r])) and self.row(place).name):
            return super().describe_row(place, values, known)
        broken = propagate_row(self.rows, r, values)[0]
        return f"{self.row_title(place)}{' cannot be kept' if broken else ''}"

    def describe_bounds(self, literals: Iterable[int]) -> str:
        """What literals say that compare numbers: `x is at least 3`."""
        of_number: dict[int, list[int]] = {}
        for x in literals:
            if abs(x) in self.order_of:
                of_number.setdefault(self.number_rows.number(x), []).append(x)
        return "; ".join(filter(None, (self._describe_bound(number, own) for number, own in of_number.items())))

    def _describe_bound(self, number: int, literals: Sequence[int]) -> str:
        """The least and the greatest value that these literals leave."""
        if number not in self.number_rows.value_row:
            return ""
        least = max((self.order_of[x] for x in literals if x > 0), default=None)
        beyond = min((self.order_of[-x] for x in literals if x < 0), default=None)
        below = [self.value_of[x] for x in self.literals_of(number) if beyond is not None and self.value_of[x] < beyond]
        said = [] if least is None else [f"at least {least}"]
        said += [f"at most {max(below)}"] if below else []
        return f"{self.number_name(number)} is {' and '.join(said)}" if said else ""

    def is_plain_literal(self, literal: int) -> bool:
        """Is it of a Boolean of the answer, and of no number?"""
        return self.number_rows.number(literal) < 0 and self.rows.answer[abs(literal)]

    def told_literals(self, literals: Iterable[int]) -> list[int]:
        """Those that speak of values, or of Booleans of the answer."""
        return [x for x in literals if self.rows.answer[abs(x)]]

    def told_rows(self, places: Iterable[Place]) -> list[Place]:
        """Those that say something: not what ties literals, nor that a number has one value, beside others."""
        counted = [place for place in places if self.is_thought(self.index[place])]
        others = [place for place in counted if self.index[place] not in self.number_rows.number_of_row]
        return others or counted

    def thoughts_of(self, places: Iterable[Place]) -> list[int]:
        """The rows that say more than what ties the literals of a number, by number in the table."""
        return [r for r in map(self.index.__getitem__, places) if self.is_thought(r)]

    def is_thought(self, r: int) -> bool:
        """Does the row say more than what ties the literals of a number?"""
        return not self.number_rows.is_tie(r)

    # ---- rules and values -------------------------------------------------------------------------------------

    def rule_of(self, part: RulePart) -> str:
        return f" ({self.model.global_rules[part.rule].sentence})"

    def is_shifted(self, part: RulePart | None) -> bool:
        """Does the rule compare numbers to which something is added?"""
        return part is not None and bool(self.rule_of_part(part).numbers.constants.any())

    def describe_known(self, facts: Iterable[int]) -> str:
        """What facts say, number by number."""
        of_number: dict[int, list[int]] = {}
        for x in facts:
            of_number.setdefault(self.number_rows.number(x), []).append(x)
        return ", ".join(self._describe_number(number, known) for number, known in of_number.items())

    def _describe_number(self, number: int, known: Sequence[int]) -> str:
        """`x is 3`, `x is 1 or 2`, `x is at least 3`, `x is not 2`."""
        if number < 0 or any(x > 0 for x in known) or number not in self.number_rows.value_row:
            return self.name(next((x for x in known if x > 0), known[0]))
        everything = sorted(self.value_of[x] for x in self.literals_of(number))
        gone = {self.value_of[-x] for x in known}
        left = [value for value in everything if value not in gone]
        name = self.number_name(number)
        if not left:
            return f"{name} has nothing left"
        if len(left) > 2 and left == everything[-len(left) :]:
            return f"{name} is at least {left[0]}"
        if len(left) > 2 and left == everything[: len(left)]:
            return f"{name} is at most {left[-1]}"
        if len(left) <= 3 or len(left) <= len(gone):
            return f"{name} is {' or '.join([', '.join(map(str, left[:-1]))] * (len(left) > 1) + [str(left[-1])])}"
        return f"{name} is not {' or '.join(map(str, sorted(gone)))}"

    def is_value_row(self, r: int) -> bool:
        """Does the row say that one of some numbers has a value, or at most one, and no more than that?"""
        part = self.number_rows.part_of.get(r)
        is_one = self.rows.kinds[r] == COUNT and self.rows.hi[r] == 1
        return is_one and self.is_plain(part) and all(x in self.value_of for x in self.rows.literals[r])

    def is_plain(self, part: RulePart | None) -> bool:
        """Does it say that numbers, to which nothing is added, are all different?"""
        return self.kind_of_rule(part) == "all_different" and not self.is_shifted(part)

    def literals_of(self, number: int) -> list[int]:
        return self.rows.literals[self.number_rows.value_row[number]]

    def describe_sharing(self, sharing: Sequence[int], gone: Collection[int], where: str, most: int) -> str:
        """`R1C1 and R1C2 share 1 and 2 in row 1`, if they have at most so many values; else "". gone: literals of
        values that they do not have."""
        values = sorted({self.value_of[x] for number in sharing for x in self.literals_of(number) if x not in gone})
        if len(values) > most:
            return ""
        shared = f"share {list_names(values)}" if values else "have nothing left"
        return f"{list_names([self.number_name(number) for number in sharing])} {shared}{where}"

    def named_rule(self, part: RulePart) -> str:
        """`each row has each digit (row 3)`."""
        sentence, name = self.model.global_rules[part.rule].sentence, self.part_name(part)
        return f"{sentence} ({name})" if name else sentence

    def kind_of_rule(self, part: RulePart | None) -> str:
        return "" if part is None else self.model.global_rules[part.rule].kind


def capitalize(text: str) -> str:
    """The text as the begin of a sentence; a name such as `queen[3]` stays as it is."""
    return text if "[" in text.split(" ")[0] else f"{text[0].upper()}{text[1:]}"


def _values_of_literals(choices: Sequence[ChoiceArray]) -> Iterator[tuple[int, int]]:
    """The literals of choices, with the value of each."""
    for choice in choices:
        for own in choice.literals.tolist():
            yield from zip(own, choice.values.tolist(), strict=True)


def _compared_values(model: Model) -> Iterator[tuple[int, int]]:
    """The literals that compare numbers, with the value of each."""
    for name, meant in model.added.items():
        if meant is not None and meant.relation == ">=":
            yield from zip(model.arrays[name].ravel().tolist(), meant.values.tolist(), strict=True)
