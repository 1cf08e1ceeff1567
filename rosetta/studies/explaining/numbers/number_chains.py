"""Chains of rows and rules about numbers in words, and contradictions.

Only 6 is left for queen[1]
Each row has each digit (row 3): R3C2 is not 4
No place is left for 8 in the box R4C1-R6C3
x[0], x[1] and x[2] share 1 and 2
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from backends.reasons.row_table import Place, RowTable, Values, propagate_row
from backends.reasons.trace import ChainLink
from rosetta.studies.explaining.numbers.number_names import NumberNames, capitalize

BROKEN = "This breaks a rule:"


class NumberChains(NumberNames):
    """Chains and contradictions of one question about numbers."""

    def describe_links(self, chain: Sequence[ChainLink], known: Iterable[int]) -> Iterator[str]:
        """A chain as sentences, one for each thought. What ties literals, and that a number has one value only, goes
        without saying. known: what holds before."""
        true, last, waiting = set(known), -1, list[int]()
        for link in chain:
            r, literals = self.index[link.row], self.told_literals(link.literals)
            if waiting and not self._continues(last, r, literals):
                yield self._describe_link(last, waiting)
                waiting = []
            is_about_one = r in self.number_rows.number_of_row or not self.is_thought(r)
            if not link.literals:
                yield self._describe_broken(r, true)
            elif literals and not (is_about_one and all(x < 0 for x in literals)):
                last, waiting = r, [*waiting, *literals]
            elif not literals and not is_about_one and (bounds := self.describe_bounds(link.literals)):
                yield f"{self._title_of(r)}: {bounds}"
            true.update(link.literals)
        if waiting:
            yield self._describe_link(last, waiting)

    def _title_of(self, r: int) -> str:
        """The rule of a row, with its name."""
        part = self.number_rows.part_of.get(r)
        return self.row_title(self.rows.places[r]) if part is None else capitalize(self.named_rule(part))

    def _continues(self, last: int, r: int, literals: Sequence[int]) -> bool:
        """Does a row go on with what the last one excludes, as another row of the same part of a rule?"""
        part = self.number_rows.part_of.get(r)
        return part is not None and self.number_rows.part_of.get(last) == part and all(x < 0 for x in literals)

    def _describe_link(self, r: int, literals: Sequence[int]) -> str:
        part, first = self.number_rows.part_of.get(r), literals[0]
        if r in self.number_rows.number_of_row or not self.is_thought(r):
            held = next((x for x in literals if x in self.value_of), 0)
            return f"Only {self.value_of[held]} is left for {self.literal_number(held)}" if held else self.name(first)
        if part is None:
            return f"{self.row_title(self.rows.places[r])}: {self.describe_literals(literals)}"
        sentence = self.named_rule(part)
        if len(literals) == 1 and first in self.value_of and self.kind_of_rule(part) == "all_different":
            return f"Only {self.literal_number(first)} can be {self.value_of[first]} ({sentence})"
        return f"{capitalize(sentence)}: {self.describe_literals(literals)}"

    def _describe_broken(self, r: int, true: Collection[int]) -> str:
        """A row that cannot be kept, where these literals hold."""
        part, literals = self.number_rows.part_of.get(r), self.rows.literals[r]
        if r in self.number_rows.number_of_row or not self.is_thought(r):
            return f"Nothing is left for {self.literal_number(literals[0])}"
        if part is None:
            row = self.row(self.rows.places[r])
            return f"{BROKEN} {row.rule} ({row.name})" if row.name else f"{BROKEN} {row.rule}"
        name = self.part_name(part)
        if self.is_value_row(r):
            value, where = self.value_of[literals[0]], f" in {name}" if name else ""
            is_twice = sum(x in true for x in literals) > 1
            told = f"{value} would stand twice{where}" if is_twice else f"No place is left for {value}{where}"
            return f"{told}{self.rule_of(part)}"
        return f"{BROKEN} {self.named_rule(part)}"

    # ---- contradictions ---------------------------------------------------------------------------------------

    def describe_clash(self, places: Sequence[Place], chain: Sequence[ChainLink]) -> tuple[str, ...]:
        """Why rows contradict each other, in sentences; () where it takes trying."""
        if chain:
            return tuple(self.describe_links(chain, ()))
        rows = [self.index[place] for place in places]
        values = self.rows.open_values()
        propagate_rows(self.rows, rows, values)
        parts = dict.fromkeys(
            self.number_rows.part_of[r] for r in rows if self.is_plain(self.number_rows.part_of.get(r))
        )
        number_of = self.number_rows.number_of_row
        for part in parts:
            own = set(self.numbers_of_row(part)) if part.row is not None else set()
            sharing = [number_of[r] for r in rows if number_of.get(r) in own]
            gone = {x for number in sharing for x in self.literals_of(number) if values[x] < 0}
            name = self.part_name(part)
            told = self.describe_sharing(sharing, gone, f" in {name}" if name else "", len(sharing) - 1)
            if told:
                return (f"{told}{self.rule_of(part)}",)
        return ()


def propagate_rows(rows: RowTable, chosen: Sequence[int], values: Values) -> None:
    """What these rows say one after the other. Side effect: changes `values`."""
    changed = True
    while changed:
        changed = False
        for r in chosen:
            for x in propagate_row(rows, r, values)[1]:
                values[x], values[-x], changed = 1, -1, True
