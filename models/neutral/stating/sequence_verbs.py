"""The verbs that state rules about numbers in order: entries of an array, tables of tuples, automata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from models.neutral.errors import ModelError
from models.neutral.global_rules.registry import kind_of
from models.neutral.global_rules.regular.rule import read_states, read_transitions
from models.neutral.global_rules.table.rule import read_tuples
from models.neutral.numbers.columns import joined_numbers
from models.neutral.numbers.reading import NumberRowsLike, read_number_each, read_number_rows, read_numbers, read_vector
from models.neutral.stating.calls import verb
from models.neutral.stating.global_verbs import GlobalVerbs
from models.neutral.wording.phrases import Each


class SequenceVerbs(GlobalVerbs):
    """Verbs of `models.neutral.model.Model` that state what numbers in order may be."""

    @verb
    def element(
        self, sentence: str, index: Any, array: Any, result: Any, by: str | None = None, of: str | Each = ""
    ) -> None:
        """array[index] is the result; entries are counted from 0.

        Parameters
        ----------
        index : numbers
            One, or one for each rule, in any shape. An index beyond the array is not allowed: if it is always beyond,
            there is no solution.
        array : numbers, or array of int
            A vector, or a list, of constants and numbers, which all rules share.
        result : numbers, or int
            One for all rules, or one for each.
        by : str, optional
            The formulation: "supports", "implications", "linear" for integers with many values, or "native", which
            states no rows.

        Raises
        ------
        ModelError
            If the array is no vector, or indices and results are not as many; ModelTooLarge for too many rows.
        """
        indices, entries = read_number_each(self, index, "index"), read_vector(self, array, "array")
        results = read_numbers(self, result, "result")
        rows = len(indices)
        if len(results) not in (1, rows):
            raise ModelError(f"result: expected one number, or {rows} (one per index), found {len(results)}")
        place = np.arange(rows)
        order = np.stack([place, rows + (place if len(results) == rows else 0 * place)], axis=1).ravel()
        first = rows + len(results)
        numbers = joined_numbers([indices, results, entries])
        numbers = numbers.take(np.concatenate([order, np.arange(first, first + len(entries))]))
        starts = np.append(2 * np.arange(rows + 1), len(numbers))
        self._state_global(kind_of("element").rule(sentence=sentence, numbers=numbers, starts=starts, by=""), by, of)

    @verb
    def table(
        self,
        sentence: str,
        rows: NumberRowsLike,
        tuples: ArrayLike,
        allowed: bool = True,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """The numbers of each row are one of the tuples; with allowed=False, none of them.

        Parameters
        ----------
        rows : numbers
            A vector is one row, a matrix one row per line; or a list of vectors, or what `group` returns.
        tuples : array of int, shape (tuples, numbers of a row)
            In any order; repeated ones count once.
        allowed : bool, optional
            Whether they are allowed, or forbidden.
        by : str, optional
            The formulation: "tuples", the default of allowed ones; "conflicts", that of forbidden ones; "diagram"; or
            "native", which states no rows.

        Raises
        ------
        ModelError
            If a row has not as many numbers as the tuples; ModelTooLarge for too many literals or rows.
        """
        numbers, starts = read_number_rows(self, rows)
        if not isinstance(allowed, bool | np.bool_):
            raise ModelError(f"allowed: expected True or False, found {allowed!r}")
        known = read_tuples(tuples, np.diff(starts))
        rule = kind_of("table").rule(
            sentence=sentence, numbers=numbers, starts=starts, by="", tuples=known, allowed=bool(allowed)
        )
        self._state_global(rule, by or (None if allowed else "conflicts"), of)

    @verb
    def regular(
        self,
        sentence: str,
        rows: NumberRowsLike,
        transitions: Mapping[tuple[int, int], int],
        start: int,
        accept: ArrayLike,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """The automaton accepts the numbers of each row, read in order.

        Parameters
        ----------
        rows : numbers
            A vector is one row, a matrix one row per line; or a list of vectors, or what `group` returns. Rows may have
            different lengths.
        transitions : mapping
            The next state for a state and the number that is read, ``{(state, number): next state}``. States are
            integers. Where none is given, the row is refused.
        start : int
            The state before the first number.
        accept : int, or array of int
            The states in which a row may end.
        by : str, optional
            The formulation: "transitions", "layers", "flow", or "native", which states no rows.

        Raises
        ------
        ModelError
            If states or numbers are no integers; ModelTooLarge for too many literals.
        """
        numbers, starts = read_number_rows(self, rows)
        rule = kind_of("regular").rule(
            sentence=sentence,
            numbers=numbers,
            starts=starts,
            by="",
            transitions=read_transitions(transitions),
            start=int(read_states(start, "start", single=True)[0]),
            accept=read_states(accept, "accept"),
        )
        self._state_global(rule, by, of)
