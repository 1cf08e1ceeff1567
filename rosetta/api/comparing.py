"""`compare`: every backend on the same model, and whether they agree."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from report.comparison.latex import comparisons_latex
from report.comparison.page import comparisons_html
from report.comparison.records import STEPS, Comparison, total_seconds
from report.comparison.table import comparison_text
from rosetta.api.board import Board
from rosetta.api.calling.keywords import asked_board, caller_of, save_disagreement, takes
from rosetta.api.showing.fragments import MOST_DRAWN, framed_page
from rosetta.api.showing.tables import table_of
from rosetta.api.showing.text_files import HasLatex, HasPage
from rosetta.studies.comparing.compare import check_refusals
from rosetta.verbs.compare import ComparedInstance, CompareRequest
from rosetta.verbs.compare import compare as compare_backends

if TYPE_CHECKING:
    import pandas

WIDTH = 100  # columns of the text, as in a pipe
SEARCH = ("conflicts", "nodes")


@dataclass(frozen=True, repr=False, eq=False)
class BackendComparison(HasPage, HasLatex):
    """What every backend answered, and whether they agree.

    Attributes
    ----------
    board : Board
        What was solved.
    verdict : str
        ``"agree"`` (two different engines are definite and none contradicts), ``"disagree"`` or ``"incomplete"``.
    runs : tuple of mappings
        One per backend (and formulation, and profile), with the keys of the command line's JSON: ``backend``,
        ``engine``, ``status``, ``verdict``, ``evidence``, ``objective``, ``seconds``, ``size``, ``answer``, ...

    Notes
    -----
    ``str(comparison)`` is what ``rosetta compare`` prints; a notebook shows its page.
    """

    board: Board
    verdict: str
    runs: tuple[Mapping[str, Any], ...]
    _result: ComparedInstance = field(kw_only=True)

    @property
    def _comparison(self) -> Comparison:
        return self._result.comparison

    def __str__(self) -> str:
        return comparison_text(self._comparison, False, WIDTH, most_notes=sys.maxsize, names_flags=False)

    def __repr__(self) -> str:
        return f"<BackendComparison: {self.verdict}, {len(self.runs)} runs>"

    def _repr_html_(self) -> str:
        return framed_page(self.to_html())

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta compare --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return self._result.document()

    def _page_text(self) -> str:
        return comparisons_html([self._comparison], f"{self.board._question.puzzle.title}: solvers compared")

    def _latex_text(self) -> str:
        return comparisons_latex([self._comparison])

    def to_pandas(self) -> pandas.DataFrame:
        """The runs as a table.

        Returns
        -------
        pandas.DataFrame
            A row per run; the steps of ``seconds`` (``build``, ``lower``, ..., and ``total``) and the parts of
            ``size`` (``variables``, ``rows``, ``literals``) are columns of their own, and so are ``conflicts`` and
            ``nodes``, what a solver says of its search.

        Raises
        ------
        ValueError
            If pandas is not installed.
        """
        return table_of(
            {
                **{key: value for key, value in run.items() if key not in ("seconds", "size")},
                **{step: run["seconds"][step] for step in STEPS},
                "total": total_seconds(run["seconds"]),
                **run["size"],
                **{effort: source.stats.get(effort) for effort in SEARCH},
            }
            for run, source in zip(self.runs, self._comparison.runs, strict=True)
        )


@takes(CompareRequest, "What to solve.")
def compare(board: Board, request: CompareRequest) -> BackendComparison:
    """Run every backend on the same board, or model of your own, and compare what they answer.

    Returns
    -------
    BackendComparison

    Raises
    ------
    ValueError
        If an argument is not what was expected, or no backend can take the board.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2")
    >>> comparison = rs.compare(board, backends=["cpsat", "cnf"], profile="default")
    >>> comparison.verdict, [run["status"] for run in comparison.runs]
    ('agree', ['satisfied', 'satisfied'])
    """
    pictures = math.prod(board.size) <= MOST_DRAWN
    result = compare_backends(asked_board(board), request, caller_of(request), pictures=pictures)
    check_refusals(result.comparison.runs)
    save_disagreement(result, request, caller_of(request))
    (instance,) = result.document()["instances"]
    return BackendComparison(board, result.comparison.verdict, tuple(instance["runs"]), _result=result)
