"""`solve`: one verified answer, or several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from backends.contract import Options
from backends.encoding_choice.catalogue import encodings_by_form
from backends.profiles import TUNED
from models.neutral import Model
from rosetta.api.arguments import check_name, clear_errors, limits_from, progress_from, whole_number
from rosetta.api.board import Board, as_board
from rosetta.api.solution import Solution, solution_from
from rosetta.studies.proving.proved_answers import prove_answers, prove_unasked
from rosetta.studies.solving.answers import AnswerRequest, find_answers
from rosetta.studies.solving.solve import choose_entrants


def solve(
    board: Board | Model,
    backend: str | None = None,
    *,
    unique: bool = False,
    prove: bool = False,
    answers: int | Literal["all"] | None = None,
    formulation: str | None = None,
    encodings: Mapping[str, str] | None = None,
    profile: str | None = None,
    settings: Mapping[str, object] | None = None,
    time_limit: float = 10.0,
    threads: int = 1,
    memory: int = 8000,
    seed: int | None = None,
    progress: Callable[..., None] | None = None,
) -> Solution:
    """Solve a board, or a model of your own: one answer, checked against the rules.

    A program that solves many small boards calls `preload` first: else each solve imports its solver again.

    Parameters
    ----------
    board : Board or Model
        What to solve.
    backend : str, optional
        Who solves it: ``"cpsat"``, ``"cnf:glucose42"``, ...; by default the best one for the board.
    unique : bool, optional
        Also ask whether the answer is the only one, of any cost.
    prove : bool, optional
        Look for a proof of what is claimed (no solution, none better, no other answer, the whole list), and check it.
        `Solution.claims` then says ``"proved"``; where that failed it says what it said.
    answers : int or "all", optional
        List so many answers, or all.
    formulation, profile : str, optional
        The puzzle's model to use; ``"default"`` or ``"tuned"`` parameters of the solver.
    encodings : mapping, optional
        The CNF encoding by form of rows: ``{"cardinality": "totalizer"}``.
    settings : mapping, optional
        Of the backend that is named: ``{"noise": 0.1, "flips": 100000}`` of ``"walksat"``.
    time_limit : float, optional
        Seconds for each engine that is asked.
    threads, memory : int, optional
        Threads and megabytes of each.
    seed : int, optional
        Of the solver's random numbers; the board's own by default.
    progress : callable, optional
        Called several times a second as ``progress(what, done, of, note)``: words, seconds, of how many (or None),
        more words. What it raises ends the work.

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
    with clear_errors():
        board = as_board(board)
        question, options = board._question, options_from(encodings, profile, settings)
        limits = limits_from(time_limit, memory, threads, (board.seed or 0) if seed is None else seed)
        found = find_answers(
            question,
            choose_entrants(question, backend, formulation, options),
            limits,
            AnswerRequest(_most(answers), unique),
            progress_from(progress),
        )
        proving = prove_answers if prove else prove_unasked
        return solution_from(board, proving(found, limits, progress_from(progress)), limits)


def options_from(
    encodings: Mapping[str, str] | None, profile: str | None, settings: Mapping[str, object] | None = None
) -> Options:
    """The options of a backend."""
    if profile is not None:
        check_name(profile, ("default", TUNED), "profile")
    choices = [f"{form}={name}" for form, name in (encodings or {}).items()]
    parameters = {name: str(value) for name, value in (settings or {}).items()}
    return Options(encodings=encodings_by_form(choices, "encodings"), profile=profile or TUNED, parameters=parameters)


def _most(answers: int | str | None) -> int | None:
    """How many answers are to be listed: 0 where one is enough, None for all."""
    if answers == "all":
        return None
    return 0 if answers is None else whole_number(answers, "answers", 1)
