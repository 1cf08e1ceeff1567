"""`count`: how many answers a board has."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from backends.contract import Limits
from models.neutral import Model
from report.number_text import all_digits
from rosetta.api.arguments import clear_errors, limits_from, progress_from, provenance_from
from rosetta.api.board import Board, as_board
from rosetta.api.solving import options_from
from rosetta.studies.counting.count import Total, count_answers, count_by_theory, count_formulation, size_id
from rosetta.studies.counting.recount import second_limits
from rosetta.studies.counting.total_text import describe_total, total_json
from rosetta.studies.proving.proved_total import prove_total
from rosetta.studies.solving.solve import choose_entrants, native_counters


@dataclass(frozen=True, repr=False, eq=False)
class Count:
    """How many answers a board has; ``int(count)`` is the number.

    Attributes
    ----------
    board : Board
        What was counted.
    count : int
        The number of answers; where a limit ended the work, how many there are at least.
    distinct : int or None
        The number up to the symmetries of the board, None where that was not asked for, or no symmetries are known
        (then `note` says why); ``to_json()["symmetries"]`` says what they are.
    exact : bool
        Is it the number, on more than one engine's word?
    backend, witness : str
        Who found it, and who else did; ``""`` if nobody.
    seconds : float
        How long it took.
    note : str
        What else there is to say, such as which limit ended the work.
    """

    board: Board
    count: int
    distinct: int | None
    exact: bool
    backend: str
    witness: str
    seconds: float
    note: str
    _total: Total = field(kw_only=True)
    _id: str = field(kw_only=True)
    _provenance: Mapping[str, Any] = field(kw_only=True)

    def __int__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return describe_total(self._total)

    def __repr__(self) -> str:
        digits = all_digits(self.count)
        number = digits if len(digits) <= 40 else f"{digits[:20]}... ({len(digits)} digits)"
        return f"<Count: {'' if self.exact else 'not settled, '}{number}>"

    def _repr_html_(self) -> str:
        return f'<pre class="rosetta" style="white-space:pre-wrap;overflow-wrap:anywhere">{escape(str(self))}</pre>'

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta count --json`` prints, without the command; numbers are decimal strings.

        Returns
        -------
        dict
        """
        document: dict[str, Any] = json.loads(total_json(self._total, self.board.puzzle, self._id, self._provenance))
        return document


def count(
    board: Board | Model,
    backend: str | None = None,
    *,
    distinct: bool = False,
    prove: bool = False,
    formulation: str | None = None,
    encodings: Mapping[str, str] | None = None,
    profile: str | None = None,
    time_limit: float | None = None,
    threads: int = 1,
    memory: int = 8000,
    seed: int | None = None,
    progress: Callable[..., None] | None = None,
) -> Count:
    """Count the answers of a board, or of a model of your own, exactly.

    Parameters
    ----------
    board : Board or Model
        What to count; of a model, assignments that differ in any variable, whatever its objective.
    backend : str, optional
        Who counts; by default the best one for the board.
    distinct : bool, optional
        Also count up to the symmetries of the board: turns and reflections, automorphisms of a graph; of a model,
        swaps of variables that change neither its rows nor its objective.
    prove : bool, optional
        Look for a proof that there are exactly so many, of up to 20,000, and check it: ``to_json()["evidence"]`` is
        then ``"proved"``.
    formulation, encodings, profile, threads, memory, seed, progress : optional
        As for `solve`.
    time_limit : float, optional
        Seconds of the first count, and of the second; by default 10 and 55.

    Returns
    -------
    Count
        Where a limit ends the work `exact` is False, and `count` is how many there are at least.

    Raises
    ------
    ValueError
        If an argument is not what was expected, or no backend can count this.

    Examples
    --------
    >>> import rosetta as rs
    >>> total = rs.count(rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2", tree_rule="adjacent"))
    >>> total.count, total.exact
    (1, True)
    """
    with clear_errors():
        board = as_board(board)
        question, options = board._question, options_from(encodings, profile)
        seconds = Limits().seconds if time_limit is None else time_limit
        limits = limits_from(seconds, memory, threads, (board.seed or 0) if seed is None else seed)
        second = second_limits(limits, time_limit is not None)
        record, what = question.puzzle, board._resolved.what
        parameters = {name: parameter.default for name, parameter in record.parameters.items()}
        choices = {**parameters, **question.rules, **board._choices}
        total = count_by_theory(record, what, choices) if backend is None and not (distinct or prove) else None
        if total is not None:
            return _count_from(board, total, size_id(what), {})
        name = count_formulation(question, formulation, backend, distinct)
        entrants = choose_entrants(question, backend, name, options)
        native = native_counters(question, backend, name, options)
        total = count_answers(question, entrants, limits, progress_from(progress), distinct, second, native)
        if prove:
            total = prove_total(question, name, total, limits, progress_from(progress))
        return _count_from(board, total, board.id, {**limits.by_name, "second_seconds": second.seconds})


def _count_from(board: Board, total: Total, id: str, limits: Mapping[str, float]) -> Count:
    return Count(
        board=board,
        count=total.number,
        distinct=total.distinct,
        exact=total.exact,
        backend=total.backend,
        witness=total.witness,
        seconds=total.seconds,
        note="; ".join(filter(None, (*total.broken, total.note))),
        _total=total,
        _id=id,
        _provenance=provenance_from(limits),
    )
