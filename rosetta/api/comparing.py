"""`compare`: every backend on the same model, and whether they agree."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from backends.contract import Limits
from models.neutral import Model
from report.comparison.json_documents import comparisons_json
from report.comparison.page import comparisons_html
from report.comparison.records import STEPS, Comparison, total_seconds
from report.comparison.table import comparison_text
from rosetta.api.arguments import (
    clear_errors,
    limits_from,
    positive_seconds,
    progress_from,
    provenance_from,
    whole_number,
)
from rosetta.api.board import Board, as_board
from rosetta.api.fragments import MOST_DRAWN, framed_page
from rosetta.api.solving import options_from
from rosetta.api.tables import table_of
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.budgets import Deadline, choose_budget
from rosetta.studies.asking.encoding_choices import ALL
from rosetta.studies.asking.entrants import check_backends
from rosetta.studies.comparing.compare import (
    Plan,
    all_backends,
    check_refusals,
    choose_entrants,
    race_end,
    warm_up,
)
from rosetta.studies.comparing.compare import compare as compare_entrants

if TYPE_CHECKING:
    import pandas

WIDTH = 100  # columns of the text, as in a pipe
SEARCH = ("conflicts", "nodes")


@dataclass(frozen=True, repr=False, eq=False)
class BackendComparison:
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
    _comparison: Comparison = field(kw_only=True)

    def __str__(self) -> str:
        return comparison_text(self._comparison, False, WIDTH, most_notes=sys.maxsize, names_flags=False)

    def __repr__(self) -> str:
        return f"<BackendComparison: {self.verdict}, {len(self.runs)} runs>"

    def _repr_html_(self) -> str:
        return framed_page(
            comparisons_html([self._comparison], f"{self.board._question.puzzle.title}: solvers compared")
        )

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta compare --json`` prints, without the command.

        Returns
        -------
        dict
        """
        document: dict[str, Any] = json.loads(comparisons_json([self._comparison], self._provenance()))
        return document

    def _provenance(self) -> dict[str, Any]:
        return provenance_from(self._comparison.limits, self._comparison.runs)

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


def compare(
    board: Board | Model,
    backends: Sequence[str] | None = None,
    *,
    formulations: Sequence[str] | None = None,
    encodings: Mapping[str, str] | str | None = None,
    profile: str | None = None,
    unique: bool = False,
    prove: bool = False,
    race: bool = False,
    repeat: int = 1,
    time_limit: float | None = None,
    budget: float | None = None,
    threads: int = 1,
    memory: int = 8000,
    seed: int | None = None,
    progress: Callable[..., None] | None = None,
) -> BackendComparison:
    """Run every backend on the same board, or model of your own, and compare what they answer.

    Parameters
    ----------
    board : Board or Model
        What to solve.
    backends : sequence of str, optional
        Which backends to run; by default all.
    formulations : sequence of str, optional
        The models of the puzzle to run; ``["all"]`` for all of them.
    encodings : mapping or "all", optional
        CNF encodings as for `solve`; ``"all"`` runs every encoding of each form that the model has.
    profile : {"default", "tuned"}, optional
        Parameters of the solvers; by default both, where there are tuned ones.
    unique : bool, optional
        Also ask each backend whether its answer is the only one, of any cost.
    prove : bool, optional
        Look for a proof of what the backends claim (no solution, none better, no other answer), and check it; the
        ``claims`` of the runs then say ``"proved"``.
    race : bool, optional
        Also let each backend list all answers, in equal time.
    repeat : int, optional
        Repeat so many times after a warm-up, and take medians.
    time_limit, budget : float, optional
        Seconds of each backend, and of everything together; by default 10 and 45, and for a longer `time_limit` a
        budget that is longer in proportion.
    threads, memory, seed, progress : optional
        As for `solve`.

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
    with clear_errors():
        board = as_board(board)
        question = board._question
        options = options_from(_named_encodings(encodings), profile)
        names = None if backends is None else _check_names(backends, "backends")
        check_backends(names or all_backends(question.puzzle), options, question.puzzle)
        chosen = None if formulations is None else _check_names(formulations, "formulations")
        given = None if budget is None else positive_seconds(budget, "budget")
        limits = limits_from(
            Limits().seconds if time_limit is None else time_limit,
            memory,
            threads,
            (board.seed or 0) if seed is None else seed,
        )
        seconds = choose_budget(None if time_limit is None else limits.seconds, given)
        plan = Plan(
            choose_entrants(question, names, chosen, options, profile),
            limits,
            unique,
            whole_number(repeat, "repeat", 1),
            Deadline(work_seconds() + seconds),
            seconds,
            every_encoding=encodings == ALL,
            is_limit_set=time_limit is not None,
            prove=prove,
        )
        warm_up(board._question, plan, progress_from(progress))
        plan = replace(plan, race_until=race_end(question, plan.deadline, race))
        return _comparison_of(board, plan, progress_from(progress))


def _comparison_of(board: Board, plan: Plan, progress: Progress) -> BackendComparison:
    question, pictures = board._question, math.prod(board.size) <= MOST_DRAWN
    comparison = compare_entrants(question, board._resolved, plan, "", progress, pictures)
    check_refusals(comparison.runs)
    document = json.loads(comparisons_json([comparison]))
    (instance,) = document["instances"]
    return BackendComparison(board, comparison.verdict, tuple(instance["runs"]), _comparison=comparison)


def _named_encodings(encodings: Mapping[str, str] | str | None) -> Mapping[str, str] | None:
    if isinstance(encodings, str) and encodings != ALL:
        raise InputError(f"encodings: expected {{form: name}} or '{ALL}', found {encodings!r:.60}")
    return None if isinstance(encodings, str) else encodings


def _check_names(names: Sequence[str], what: str) -> list[str]:
    """The names, each once. Raises InputError if that is no list of texts."""
    if isinstance(names, str) or not all(isinstance(name, str) for name in names) or not names:
        raise InputError(f"{what}: expected a list of names, found {names!r:.60}")
    return list(dict.fromkeys(names))
