"""The verbs that state rules about many numbers as a whole, and how a global rule is stated."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from models.neutral.arguments import exact_integers, per_row
from models.neutral.blocks import TIES
from models.neutral.global_rules.contract import GlobalRule
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_of
from models.neutral.numbers.reading import NumberRowsLike, read_number_rows
from models.neutral.stating.calls import verb
from models.neutral.stating.number_verbs import NumberVerbs
from models.neutral.wording.phrases import Each, words_of_rows


class GlobalVerbs(NumberVerbs):
    """Verbs of `models.neutral.model.Model` that state global rules about numbers."""

    @verb
    def all_different(
        self,
        sentence: str,
        rows: NumberRowsLike,
        excluding: ArrayLike = (),
        plus: ArrayLike = 0,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """The numbers of each row are all different.

        Parameters
        ----------
        rows : numbers
            A vector is one row, a matrix one row per line; or a list of vectors, or what `group` returns.
        excluding : int, or array of int, optional
            Values that may be repeated.
        plus : int, or array of int, optional
            What is added to each number before they are compared: one for all, or one for each number, row after row.
        by : str, optional
            The formulation: "values", "pairs", "intervals", or "native", which states no rows.
        """
        numbers, starts = read_number_rows(self, rows)
        numbers = numbers.shifted(per_row(plus, len(numbers), "plus"))
        values = np.unique(exact_integers(excluding, "excluding"))
        rule = kind_of("all_different").rule(sentence=sentence, numbers=numbers, starts=starts, by="", excluding=values)
        self._state_global(rule, by, of)

    def _state_global(self, rule: NumberRule, by: str | None, of: str | Each) -> None:
        """Add a rule about numbers, and its rows by its formulation."""
        self.check_numbers(rule)
        rule.check()
        words = words_of_rows(of, rule.rows) if of else None
        self.state_rule(replace(rule, by=kind_of(rule.kind).check_name(by), of=words))

    def state_rule(self, rule: GlobalRule) -> None:
        """Add a rule whose arguments are checked, and its rows by its formulation."""
        first, arrays = (blocks := len(self._blocks)) - rule.blocks_before, len(self.arrays)
        if not rule.is_open:
            kind_of(rule.kind).formulations[rule.by].state(self, rule)
        ties = [block for block in self._blocks[blocks:] if block.graph == TIES]  # others may need them, too
        own = [replace(block, graph=len(self.global_rules)) for block in self._blocks[first:] if block.graph != TIES]
        self._blocks[first:], blocks = [*ties, *own], blocks + len(ties)
        added = tuple(name for name in tuple(self.arrays)[arrays:] if name not in self.added)
        self.global_rules.append(rule.placed(rule.by, (blocks, len(self._blocks)), rule.arrays + added))
