"""What is known of the answer so far, what the rows now say, and what follows for the inner variables.

Literals of the answer become known one step at a time, and are facts from then on. Inner variables (who owns a tent)
are never concluded: what rows say of them is followed at once, with the rows it rests on.
"""

from __future__ import annotations

from dataclasses import dataclass

from backends.reasons.chains import reason_mask
from backends.reasons.row_table import RowTable, propagate_row


@dataclass(frozen=True, slots=True)
class Deduction:
    """A row that concludes something: what, and the mask of the rows and facts it rests on."""

    row: int
    literals: tuple[int, ...]
    mask: int


class Knowledge:
    """The state. values: by literal; masks: by variable, on what its value rests; offers: by row, what it concludes."""

    def __init__(self, rows: RowTable) -> None:
        self.rows = rows
        self.values = rows.open_values()
        self.masks = [0] * len(rows.answer)
        self.deductions: dict[int, Deduction] = {}
        self._propagate(set(range(len(rows))))

    def learn(self, literals: tuple[int, ...]) -> None:
        """These literals of the answer are facts from now on."""
        fresh = set()
        for x in literals:
            self.values[x], self.values[-x] = 1, -1
            self.masks[abs(x)] = 1 << (len(self.rows) + abs(x))
            fresh.update(self.rows.occurrences[abs(x)])
        self._propagate(fresh)

    def facts(self) -> list[int]:
        """The known literals of the answer."""
        return [
            x if self.values[x] > 0 else -x
            for x, is_answer in enumerate(self.rows.answer)
            if is_answer and self.values[x]
        ]

    def open_variables(self) -> list[int]:
        """The variables of the answer that are not known."""
        return [x for x, is_answer in enumerate(self.rows.answer) if is_answer and not self.values[x]]

    def split_mask(self, mask: int) -> tuple[list[int], list[int]]:
        """Rows and facts of a mask."""
        n = len(self.rows)
        rows, facts = _bits(mask & ((1 << n) - 1)), _bits(mask >> n)
        return rows, [x if self.values[x] > 0 else -x for x in facts]

    def _propagate(self, queue: set[int]) -> None:
        """Ask these rows, and those that hear of it."""
        rows, values, masks = self.rows, self.values, self.masks
        while queue:
            r = queue.pop()
            self.deductions.pop(r, None)
            _, forced, because = propagate_row(rows, r, values)
            rederived = self._rederived_literals(r, forced, because)
            if not forced and not rederived:
                continue
            mask = reason_mask(rows, r, because, masks)
            answers = tuple(x for x in forced if rows.answer[abs(x)])
            if answers:
                self.deductions[r] = Deduction(r, answers, mask)
            weight = rows.weight(mask), mask.bit_count()
            for x in (*forced, *rederived):
                old = masks[abs(x)]
                if rows.answer[abs(x)] or (values[x] and (rows.weight(old), old.bit_count()) <= weight):
                    continue
                values[x], values[-x], masks[abs(x)] = 1, -1, mask
                queue.update(rows.occurrences[abs(x)])
                queue.discard(r)

    def _rederived_literals(self, r: int, forced: list[int], because: list[int]) -> list[int]:
        """Inner literals that the row would give again, were they open: perhaps it needs fewer rows for them.
        Only from facts of the answer, where one row is all there is to it."""
        rows, values = self.rows, self.values
        if forced or len(rows.literals[r]) > 12 or rows.kinds[r] != 0:
            return []
        inner = [x for x in rows.literals[r] if not rows.answer[abs(x)]]
        fixed = [x for x in rows.literals[r] if rows.answer[abs(x)] and values[x]]
        if not inner or len(inner) + len(fixed) < len(rows.literals[r]):
            return []
        hold = sum(values[x] > 0 for x in fixed)
        if hold == rows.hi[r] or hold + len(inner) == rows.lo[r]:
            because[:] = [x if values[x] > 0 else -x for x in fixed]
            return [-x for x in inner] if hold == rows.hi[r] else inner
        return []


def _bits(mask: int) -> list[int]:
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places
