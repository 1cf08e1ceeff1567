"""`formulas`: each rule, one row of it, and what it becomes for every kind of solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from report.formulas.text import formulas_text
from rosetta.api.board import Board
from rosetta.api.calling.keywords import asked_board, takes
from rosetta.api.showing.fragments import framed_page
from rosetta.api.showing.tables import table_of
from rosetta.api.showing.text_files import HasLatex, HasPage
from rosetta.verbs.caller import Caller
from rosetta.verbs.formulas import FormulasRequest, FormulatedInstance, show_formulas

if TYPE_CHECKING:
    import pandas

WIDTH = 100  # columns of the text, as where the command line has no terminal


@dataclass(frozen=True, repr=False, eq=False)
class RuleFormulas(HasPage, HasLatex):
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
    _result: FormulatedInstance = field(kw_only=True)

    def __str__(self) -> str:
        everything = self._result.request.everything
        return formulas_text(self._result.model, False, WIDTH, everything, names_flags=False).rstrip("\n")

    def __repr__(self) -> str:
        return f"<RuleFormulas: {self.board.puzzle}, {len(self.rules)} rules>"

    def _repr_html_(self) -> str:
        return framed_page(self.to_html())

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta formulas --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return self._result.document()

    def _page_text(self) -> str:
        return self._result.page()

    def _latex_text(self) -> str:
        return self._result.latex()

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


@takes(FormulasRequest, "What the rules are about.")
def formulas(board: Board, request: FormulasRequest) -> RuleFormulas:
    """Show what each rule becomes for CP-SAT, for integer programs and in clauses.

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
    result = show_formulas(asked_board(board), request, Caller(), pictures=True)
    return RuleFormulas(board, tuple(result.document()["rules"]), _result=result)
