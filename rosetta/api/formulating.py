"""`formulas`: each rule, one row of it, and what it becomes for every kind of solver."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from models.neutral import Model
from report.documents.provenance import NOWHERE
from report.formulas.json_document import formulas_document, formulas_json
from report.formulas.page import formulas_html
from report.formulas.records import ModelFormulas
from report.formulas.text import formulas_text
from rosetta.api.arguments import clear_errors, provenance_from, whole_number
from rosetta.api.board import Board, as_board
from rosetta.api.fragments import framed_page
from rosetta.api.solving import options_from
from rosetta.api.tables import table_of
from rosetta.studies.formulas.formulas import rule_formulas

if TYPE_CHECKING:
    import pandas

MOST = 100  # formulas of each lowering, unless all are asked for
WIDTH = 100  # columns of the text, as where the command line has no terminal


@dataclass(frozen=True, repr=False, eq=False)
class RuleFormulas:
    """Each rule as a sentence, one row of it, and what it becomes for every kind of solver.

    Attributes
    ----------
    board : Board
        What the rules are about.
    rules : tuple of mappings
        With the keys of the command line's JSON: ``number``, ``rule``, ``kind``, ``stated``, ``lowerings``, ...

    Notes
    -----
    ``str(formulas)`` is what ``rosetta formulas`` prints; a notebook shows its page, with the formulas typeset.
    """

    board: Board
    rules: tuple[Mapping[str, Any], ...]
    _model: ModelFormulas = field(kw_only=True)
    _everything: bool = field(kw_only=True)

    def __str__(self) -> str:
        return formulas_text(self._model, False, WIDTH, self._everything, names_flags=False).rstrip("\n")

    def __repr__(self) -> str:
        return f"<RuleFormulas: {self.board.puzzle}, {len(self.rules)} rules>"

    def _repr_html_(self) -> str:
        return framed_page(formulas_html(self._model))

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta formulas --json`` prints, without the command.

        Returns
        -------
        dict
        """
        document: dict[str, Any] = json.loads(formulas_json(self._model, provenance_from({})))
        return document

    def to_pandas(self) -> pandas.DataFrame:
        """The sizes of what the rows shown become, as a table.

        Returns
        -------
        pandas.DataFrame
            A row per rule and lowering: ``rule``, ``form``, ``target``, ``encoding``, how many ``variables`` (new
            ones), ``rows`` and ``literals``, ``propagates``, ``unique``, ``automatic`` (is it the one that is taken
            unless another is named?), ``reference``.

        Raises
        ------
        ValueError
            If pandas is not installed.
        """
        return table_of(
            {
                "rule": rule["rule"],
                "form": rule["form"],
                "target": lowering["target"],
                "encoding": lowering["encoding"],
                **(lowering["size"] or {}),
                **{key: lowering[key] for key in ("propagates", "unique", "automatic", "reference")},
            }
            for rule in self.rules
            for lowering in rule["lowerings"]
        )


def formulas(
    board: Board | Model,
    rules: Sequence[int | str] = (),
    *,
    row: int | None = None,
    formulation: str | None = None,
    encodings: Mapping[str, str] | None = None,
    everything: bool = False,
) -> RuleFormulas:
    """Show what each rule becomes for CP-SAT, for integer programs and in clauses.

    Parameters
    ----------
    board : Board or Model
        What the rules are about.
    rules : sequence of int or str, optional
        Only the rules with these numbers (from 1), or with these words; by default all.
    row : int, optional
        Which row of the rule, counted from 0; by default a usual one.
    formulation : str, optional
        The puzzle's model to show.
    encodings : mapping, optional
        Show only this encoding of a form of rows: ``{"cardinality": "totalizer"}``.
    everything : bool, optional
        Keep every clause, however many there are.

    Returns
    -------
    RuleFormulas

    Raises
    ------
    ValueError
        If there is no such rule, row, formulation or encoding.

    Examples
    --------
    >>> import rosetta as rs
    >>> shown = rs.formulas(rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2"), ["row counts"])
    >>> [rule["rule"] for rule in shown.rules], shown.rules[0]["stated"]
    (['row counts'], ['exactly 2 of x1, x2, x3'])
    """
    with clear_errors():
        board = as_board(board)
        question = board._question
        model = rule_formulas(
            question,
            board._resolved,
            question.readable_formulation(formulation),
            rules=list(map(str, [rules] if isinstance(rules, str) else rules)),
            row=None if row is None else whole_number(row, "row", 0),
            encodings=options_from(encodings, None).encodings,
            most=sys.maxsize if everything else MOST,
            pictures=True,
        )
        shown = formulas_document(model, NOWHERE)["rules"]
        return RuleFormulas(board, tuple(shown), _model=model, _everything=everything)
