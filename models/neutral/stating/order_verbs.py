"""The verbs that state rules about the order of numbers: the largest, how many, which row comes first, a tour."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from models.neutral.arguments import exact_integers, per_row
from models.neutral.errors import ModelError
from models.neutral.global_rules.registry import kind_of
from models.neutral.global_rules.sums import put_before
from models.neutral.numbers.columns import joined_numbers
from models.neutral.numbers.reading import NumberRowsLike, read_number_rows, read_numbers
from models.neutral.rows import concatenated_ranges
from models.neutral.stating.calls import Bound, verb
from models.neutral.stating.global_verbs import GlobalVerbs
from models.neutral.wording.phrases import Each


class OrderVerbs(GlobalVerbs):
    """Verbs of `models.neutral.model.Model` that state rules about order."""

    @verb
    def maximum(
        self,
        sentence: str,
        result: Any,
        rows: NumberRowsLike,
        plus: ArrayLike = 0,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """The result is the largest number of each row.

        Parameters
        ----------
        result : numbers
            One for all rows, or one for each, in any shape; plain numbers are constants.
        rows : numbers
            A vector is one row, a matrix one row per line; or a list of vectors, or what `group` returns.
        plus : int, or array of int, optional
            What is added to each number before they are compared: one for all, or one for each number, row after row.
        by : str, optional
            The formulation: "order", "choice", for numbers with very many values, or "native", which states no rows.
        """
        self._state_extreme("maximum", sentence, result, rows, plus, by, of)

    @verb
    def minimum(
        self,
        sentence: str,
        result: Any,
        rows: NumberRowsLike,
        plus: ArrayLike = 0,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """The result is the smallest number of each row; all arguments are as for `maximum`."""
        self._state_extreme("minimum", sentence, result, rows, plus, by, of)

    @verb
    def count(
        self,
        sentence: str,
        rows: NumberRowsLike,
        values: ArrayLike,
        result: Any = None,
        *,
        lo: Bound | None = None,
        hi: Bound | None = None,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """Of the numbers of each row, so many are among the values.

        Parameters
        ----------
        rows : numbers
            A vector is one row, a matrix one row per line; or a list of vectors, or what `group` returns.
        values : int, or array of int
            What is counted.
        result : numbers, or int, optional
            How many there are: one for all rows, or one for each.
        lo, hi : int, or array of int, optional
            Instead of it, the least and the greatest number that there may be: one for all rows, or one for each.
        by : str, optional
            The formulation: "literals", "running", or "native", which states no rows.
        """
        numbers, starts = read_number_rows(self, rows)
        given: Any = list(values) if isinstance(values, range | set | frozenset) else values
        counted, height = np.unique(exact_integers(given, "values")), len(starts) - 1
        if (result is None) == (lo is None and hi is None):
            raise ModelError("count: expected the result, or lo= or hi=" + ("" if result is None else "; found both"))
        least, most = 0 if lo is None else lo, np.diff(starts) if hi is None else hi
        if result is not None:
            first = read_numbers(self, result, "result")
            if len(first.named):
                numbers, starts = put_before(first, numbers, starts, "result")
                low = high = None
            else:
                low = high = per_row(first.constants if len(first) != 1 else int(first.constants[0]), height, "result")
        else:
            low, high = per_row(least, height, "lo"), per_row(most, height, "hi")
            low = np.minimum(low, high) if lo is None else low
            high = np.maximum(low, high) if hi is None else high
        rule = kind_of("count").rule(
            sentence=sentence, numbers=numbers, starts=starts, by="", values=counted, lo=low, hi=high
        )
        self._state_global(rule, by, of)

    @verb
    def lexicographic(
        self,
        sentence: str,
        left: NumberRowsLike,
        right: NumberRowsLike,
        strict: bool = False,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """Each row on the left comes before the one on the right, as words do in a dictionary, or is the same.

        Parameters
        ----------
        left, right : numbers
            As many rows on both sides, of the same lengths: vectors, matrices, or lists of vectors.
        strict : bool, optional
            The two are never the same.
        by : str, optional
            The formulation: "prefix"; "guards", for numbers with very many values; "sums", for few and small numbers;
            or "native", which states no rows.
        """
        first, starts = read_number_rows(self, left, "left")
        second, ends = read_number_rows(self, right, "right")
        if len(starts) != len(ends):
            raise ModelError(f"expected as many rows left as right, found {len(starts) - 1} and {len(ends) - 1}")
        if (differs := np.flatnonzero(starts != ends)).size:
            row = int(differs[0]) - 1
            found = f"{np.diff(starts)[row]} and {np.diff(ends)[row]}"
            raise ModelError(f"row {row}: expected rows of the same length left and right, found {found} numbers")
        lengths = np.diff(starts)
        sides = np.stack([starts[:-1], len(first) + ends[:-1]], axis=1).ravel()
        places = concatenated_ranges(sides, np.repeat(lengths, 2))
        rule = kind_of("lexicographic").rule(
            sentence=sentence,
            numbers=joined_numbers([first, second]).take(places),
            starts=2 * starts,
            by="",
            strict=bool(strict),
        )
        self._state_global(rule, by, of)

    @verb
    def circuit(self, sentence: str, successors: NumberRowsLike, by: str | None = None, of: str | Each = "") -> None:
        """The successors form one tour through all places.

        Parameters
        ----------
        successors : numbers
            The place after each place, numbered from 0; a single place follows itself. A vector is one tour, a matrix
            one per line, a list of vectors one per entry.
        by : str, optional
            The formulation: "ranks", "positions", "elimination", or "native", which states no rows.
        """
        numbers, starts = read_number_rows(self, successors, "successors")
        self._state_global(kind_of("circuit").rule(sentence=sentence, numbers=numbers, starts=starts, by=""), by, of)

    def _state_extreme(
        self,
        kind: str,
        sentence: str,
        result: Any,
        rows: NumberRowsLike,
        plus: ArrayLike,
        by: str | None,
        of: str | Each,
    ) -> None:
        """State that the result is the largest, or the smallest, of each row."""
        numbers, starts = read_number_rows(self, rows)
        numbers = numbers.shifted(per_row(plus, len(numbers), "plus"))
        numbers, starts = put_before(read_numbers(self, result, "result"), numbers, starts, "result")
        self._state_global(kind_of(kind).rule(sentence=sentence, numbers=numbers, starts=starts, by=""), by, of)
