"""`solve`: one verified answer, or several."""

from __future__ import annotations

from rosetta.api.board import Board
from rosetta.api.calling.keywords import asked_board, caller_of, save_disagreement, takes
from rosetta.api.solution import Solution, solution_from
from rosetta.verbs.solve import SolveRequest
from rosetta.verbs.solve import solve as find_answers


@takes(SolveRequest, "What to solve.")
def solve(board: Board, request: SolveRequest) -> Solution:
    """Solve a board, or a model of your own: one answer, checked against the rules.

    A program that solves many small boards calls `preload` first: else each solve imports its solver again.

    Returns
    -------
    Solution
        Where a limit ends the work its status is ``"unknown"``, never ``"unsatisfiable"``; so it is where one row alone
        cannot hold and no solver was asked: `ended` then is ``"not-asked"``, and `evidence` ``"proved"``.

    Raises
    ------
    ValueError
        If an argument is not what was expected, or no backend can take the board.

    Examples
    --------
    >>> import rosetta as rs
    >>> solution = rs.solve(rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2"), unique=True)
    >>> solution.status, solution.evidence, solution.unique
    ('satisfied', 'verified', True)
    >>> solution.claims["unique"]
    'cross-checked'
    >>> rs.solve(solution.board, unique=True, prove=True).claims["unique"]
    'proved'
    >>> solution.answer
    {'tents': [[1, 1], [1, 3], [3, 0], [3, 3]]}
    """
    result = find_answers(asked_board(board), request, caller_of(request))
    save_disagreement(result, request, caller_of(request))
    return solution_from(board, result)
