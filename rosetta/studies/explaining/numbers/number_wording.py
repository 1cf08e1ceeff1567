"""The words for models with numbers: what rows, and whole rules, say of values.

R5C5 has only 5 left: 1, 3 and 8 are taken in row 5, 2 and 6 in column 5
Only R1C4 can hold the 7 of row 1
5 is taken in row 3 (R3C2)
R1C1 and R1C2 share 1 and 2 in row 1
"each row has each digit" (row 3), where R3C1 is 1 or 2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.reasons.row_table import Place, Values
from backends.reasons.rules.rule_parts import RulePart
from rosetta.studies.explaining.numbers.folding import Exclusion, FoldedStep
from rosetta.studies.explaining.numbers.number_chains import NumberChains
from rosetta.studies.explaining.numbers.number_names import capitalize
from rosetta.studies.explaining.numbers.row_names import MOST_NAMED, list_names

SEARCHED = "No short chain of deductions shows it, but these rules exclude every other possibility that one may try:"


class NumberWording(NumberChains):
    """The words for one question about numbers."""

    def kind_of(self, folded: FoldedStep) -> str:
        """The kind of a step: what follows from one rule is as simple as what follows from one row."""
        if self._describe_pointing(self.thoughts_of(folded.own.rows), folded.own.facts):
            return "rows"
        if self._single_rule(folded.own.rows):
            return "row"
        is_simple = self.grade_of(folded) == 1 and self.number_rows.only_part(
            [self.index[place] for place in folded.own.rows]
        )
        return "row" if is_simple else folded.own.kind

    def grade_of(self, folded: FoldedStep) -> int:
        """How many rules, or rows by themselves, the step rests on; at least 1."""
        if self._describe_pointing(self.thoughts_of(folded.own.rows), folded.own.facts):
            return 2
        if self._single_rule(folded.own.rows):
            return 1
        units = {self.number_rows.part_of.get(self.index[place], place) for place in self.told_rows(folded.own.rows)}
        return len(units) if folded.own.grade > 1 else folded.own.grade

    # ---- reasons ----------------------------------------------------------------------------------------------

    def describe_folded(self, folded: FoldedStep, values: Values) -> tuple[list[str], bool]:
        """The reason of a step; and whether it says the conclusion, too. values: what is known before the step."""
        own = folded.own
        rows = [self.index[place] for place in own.rows]
        thoughts = self.thoughts_of(own.rows)
        if not thoughts and own.conclusion[0] in self.value_of:  # what ties the literals of a number
            return self._describe_last_value(own.conclusion, folded)
        if len(thoughts) == 1 and len(own.conclusion) >= 1:
            told = self._describe_single(thoughts[0], own.conclusion, folded)
            if told is not None:
                return told
        part = self.number_rows.only_part(rows)
        if part is not None:
            return [self._describe_part(part, rows, folded)], False
        pointing = self._describe_pointing(thoughts, own.facts)
        if pointing:
            return [pointing], False
        if len(own.rows) > 1 and not own.facts and own.kind == "row":
            return [self.describe_rows(own.rows)], False
        single = self._single_rule(own.rows)
        if single and len(own.rows) > 1:
            return [self._with_facts(single, self.describe_facts_of(folded))], False
        if own.kind == "contradiction":
            return [
                f"Suppose {self.name(-own.conclusion[0])}",
                *self.describe_links(own.chain, (*own.facts, -own.conclusion[0])),
            ], False
        if own.kind == "rows" and own.chain and len(thoughts) > 1:
            return list(self.describe_links(own.chain, own.facts)), False
        if own.kind == "search":
            return [SEARCHED, *self._list_rules(own.rows)], False
        facts = self.describe_facts_of(folded)
        return [self._with_facts(self.describe_row(self.told_rows(own.rows)[0], values), facts)], False

    def _describe_single(self, r: int, conclusion: Sequence[int], folded: FoldedStep) -> tuple[list[str], bool] | None:
        """A row about one number, or about one value of a rule that all are different; None for any other row."""
        number, part = self.number_rows.number_of_row.get(r), self.number_rows.part_of.get(r)
        first = conclusion[0]
        if number is not None and first > 0:
            return self._describe_last_value(conclusion, folded)
        if number is not None and len(folded.own.facts) == 1:
            return [self.name(folded.own.facts[0])], False
        if part is None or self.kind_of_rule(part) != "all_different":
            return None
        if first > 0 and first in self.value_of:
            return [self._describe_only_place(part, first, folded.exclusions)], len(conclusion) == 1
        by = folded.own.facts[0] if len(folded.own.facts) == 1 else 0
        if by in self.value_of and all(-x in self.value_of for x in conclusion):
            return [
                f"{self._describe_taken(part, [Exclusion(-x, r, by, part) for x in conclusion])}{self.rule_of(part)}"
            ], False
        return None

    def _describe_last_value(self, conclusion: Sequence[int], folded: FoldedStep) -> tuple[list[str], bool]:
        """`R5C5 has only 5 left`, and why."""
        number = self.number_rows.number(conclusion[0])
        why = self._describe_exclusions(folded.exclusions)
        parts = {each.part for each in folded.exclusions if each.part is not None}
        if len(parts) == 1 and len(folded.exclusions) == len(self.literals_of(number)) - 1 > 1:
            name = self.part_name(part := parts.pop())
            why = f"all else is taken in {name}" if name and not self.is_shifted(part) else why
        told = f"{self.number_name(number)} has only {self.value_of[conclusion[0]]} left"
        return [f"{told}: {why}" if why else told], len(conclusion) == 1

    def _describe_only_place(self, part: RulePart, literal: int, exclusions: Sequence[Exclusion]) -> str:
        """`Only R1C4 can hold the 7 of row 1`."""
        name = self.part_name(part)
        holds = f"hold the {self.value_of[literal]} of {name}" if name else f"be {self.value_of[literal]}"
        elsewhere = [each for each in exclusions if each.part is not None]
        where = dict.fromkeys(self.part_name(each.part) or self.literal_number(each.by) for each in elsewhere)
        why = f": it is taken in {list_names(list(where))}" if where and all(where) else ""
        if self.is_shifted(part) or any(self.is_shifted(each.part) for each in elsewhere):
            holds, why = f"be {self.value_of[literal]}", ""
        return f"Only {self.literal_number(literal)} can {holds}{self.rule_of(part)}{why}"

    def _describe_exclusions(self, exclusions: Sequence[Exclusion]) -> str:
        """`1, 3 and 8 are taken in row 5, 2 and 6 in column 5`."""
        of_part: dict[RulePart, list[Exclusion]] = {}
        for each in exclusions:
            if each.part is not None:
                of_part.setdefault(each.part, []).append(each)
        return "; ".join(self._describe_taken(part, each) for part, each in of_part.items())

    def _describe_taken(self, part: RulePart, exclusions: Sequence[Exclusion]) -> str:
        """What is taken in one row of a rule."""
        name = self.part_name(part)
        values = sorted({self.value_of[each.literal] for each in exclusions})
        by = dict.fromkeys(self.literal_number(each.by) for each in exclusions)
        are = "is" if len(values) == 1 else "are"
        if self.is_shifted(part):
            rule = self.model.global_rules[part.rule].sentence
            return f"{list_names(values)} {are} excluded by {list_names(list(by))} ({name or rule})"
        where = f"in {name} ({', '.join(by)})" if name and len(by) == 1 else f"in {name}" if name else ""
        return f"{list_names(values)} {are} taken {where or f'by {list_names(list(by))}'}"

    # ---- whole rules ------------------------------------------------------------------------------------------

    def _describe_part(self, part: RulePart, rows: Sequence[int], folded: FoldedStep) -> str:
        """What follows from one row of a rule."""
        if self.is_plain(part):
            shared = self._describe_shared(part, rows, folded)
            if shared:
                return f"{shared}{self.rule_of(part)}"
        return self._with_facts(capitalize(self.named_rule(part)), self.describe_facts_of(folded))

    def _describe_shared(self, part: RulePart, rows: Sequence[int], folded: FoldedStep) -> str:
        """Numbers that have only as many values as there are numbers; or values that have only so many places; "" where
        it is neither."""
        name = self.part_name(part)
        where = f" in {name}" if name else ""
        gone = {-x for x in folded.own.facts if x < 0}
        of_values = [r for r in rows if self.rows.lo[r] == 1 and self.is_value_row(r)]
        kinds = sorted(self.value_of[self.rows.literals[r][0]] for r in of_values)
        held = dict.fromkeys(self.literal_number(x) for r in of_values for x in self.rows.literals[r] if x not in gone)
        if 1 < len(kinds) >= len(held):
            return f"{list_names(kinds)} can only be {list_names(list(held))}{where}"
        concluded = {self.number_rows.number(x) for x in folded.own.conclusion}
        number_of = self.number_rows.number_of_row
        sharing = [number_of[r] for r in rows if r in number_of and number_of[r] not in concluded]
        return self.describe_sharing(sharing, gone, where, len(sharing)) if len(sharing) > 1 else ""

    def _single_rule(self, places: Sequence[Place]) -> str:
        """The rule of which all rows are that say something, with their names; "" if there are several rules."""
        told = self.told_rows(places)
        if len({place[0] for place in told}) != 1 or self.number_rows.part_of.get(self.index[told[0]]) is not None:
            return ""
        names = dict.fromkeys(self.row(place).name for place in told)
        rule = self.row(told[0]).rule
        return capitalize(f"{rule} ({list_names(list(names))})" if all(names) and len(names) <= MOST_NAMED else rule)

    def _describe_pointing(self, rows: Sequence[int], facts: Sequence[int]) -> str:
        """`The 1 of the box R1C7-R3C9 is in column 7`, which excludes it elsewhere there; "" where it is not."""
        if len(rows) != 2 or not all(self.is_value_row(r) for r in rows):
            return ""
        for inner, outer in (rows, rows[::-1]):
            left = {x for x in self.rows.literals[inner] if -x not in facts}
            names = [self.part_name(self.number_rows.part_of[r]) for r in (inner, outer)]
            if self.rows.lo[inner] == 1 and left <= set(self.rows.literals[outer]) and all(names):
                rule = self.rule_of(self.number_rows.part_of[outer])
                return f"The {self.value_of[next(iter(left))]} of {names[0]} is in {names[1]}{rule}"
        return ""

    def describe_facts_of(self, folded: FoldedStep) -> str:
        """What is known of the numbers that a step uses: `x is 3, y is 1 or 2`."""
        return self.describe_known(folded.told_facts)

    def _with_facts(self, sentence: str, facts: str) -> str:
        return f"{sentence}, where {facts}" if facts else sentence

    def _list_rules(self, places: Sequence[Place]) -> Iterator[str]:
        """The rules of rows, with what of them is meant; not that each number has one value, nor what ties literals."""
        of_rule: dict[str, dict[str, None]] = {}
        for place in places:
            r = self.index[place]
            if r not in self.number_rows.number_of_row and self.is_thought(r):
                row = self.row(place)
                of_rule.setdefault(row.rule, {})[row.name] = None
        for rule, names in of_rule.items():
            named = list_names([name for name in names if name]) if any(names) else ""
            yield f"{rule}{f': {named}' if named else ''}"
