"""`count`: how many answers a board has."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

from report.number_text import all_digits
from rosetta.api.board import Board
from rosetta.api.calling.keywords import asked_board, caller_of, save_disagreement, takes
from rosetta.verbs.caller import TextLook
from rosetta.verbs.count import CountedInstance, CountRequest
from rosetta.verbs.count import count as count_answers


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
    _result: CountedInstance = field(kw_only=True)

    def __int__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return self._result.text(TextLook())

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
        return self._result.document()


@takes(CountRequest, "What to count; of a model, assignments that differ in any variable, whatever its objective.")
def count(board: Board, request: CountRequest) -> Count:
    """Count the answers of a board, or of a model of your own, exactly.

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
    result = count_answers(asked_board(board), request, caller_of(request))
    save_disagreement(result, request, caller_of(request))
    total = result.total
    return Count(
        board=board,
        count=total.number,
        distinct=total.distinct,
        exact=total.exact,
        backend=total.backend,
        witness=total.witness,
        seconds=total.seconds,
        note="; ".join(filter(None, (*total.broken, total.note))),
        _result=result,
    )
