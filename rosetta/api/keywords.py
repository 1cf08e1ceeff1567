"""Public functions whose keyword arguments are the options of a request (`rosetta.requests`).

    @takes(CountRequest)
    def count(board: Board, request: CountRequest) -> Count:

is called as ``count(board, backend=None, *, distinct=False, ..)``: type checkers know that from the request's own
signature (PEP 612), `inspect.signature` and `help` from its options, which also give the docstring its parameters.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from models.neutral import Model
from rosetta.api.arguments import clear_errors, progress_from
from rosetta.api.board import Board, as_board
from rosetta.foundation.spelling import did_you_mean
from rosetta.requests.options import Request, RequestOption, keywords_of
from rosetta.studies.asking.asked_instance import AskedInstance, choices_of
from rosetta.verbs.bundles import Disprovable
from rosetta.verbs.caller import Caller
from rosetta.verbs.evidence_request import EvidenceRequest
from rosetta.verbs.solver_request import BoardRequest

P = ParamSpec("P")
R = TypeVar("R", bound=BoardRequest)
Result = TypeVar("Result")
LINE = 116  # characters of a docstring's line


def takes(
    request_type: Callable[P, R], what: str
) -> Callable[[Callable[[Board, R], Result]], Callable[Concatenate[Board | Model, P], Result]]:
    """Makes a function of a board and a request one of a board and the request's options. what: the board is for, for
    the docstring."""

    def decorate(function: Callable[[Board, R], Result]) -> Callable[Concatenate[Board | Model, P], Result]:
        kind: Any = request_type
        signature = _signature(kind, inspect.signature(function).return_annotation)

        @wraps(function)
        def call(*arguments: Any, **options: Any) -> Result:
            given = _bind(function.__name__, signature, arguments, options)
            with clear_errors():
                board = as_board(given.pop("board"))
                request = kind(**given)
                request.check_files()
                return function(board, request)

        call.__signature__ = signature  # type: ignore[attr-defined]
        call.__doc__ = _docstring(inspect.getdoc(function) or "", what, kind)
        return cast("Callable[Concatenate[Board | Model, P], Result]", call)

    return decorate


def _signature(request_type: type[Request], result: Any) -> inspect.Signature:
    """A board, then the options of the request."""
    own = inspect.signature(request_type).parameters
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    board = inspect.Parameter("board", positional, annotation="Board | Model")
    options = [own[each.name] for each in keywords_of(request_type)]
    return inspect.Signature([board, *options], return_annotation=result)


def _bind(name: str, signature: inspect.Signature, arguments: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name. Raises TypeError as a call does, and says what may have been meant."""
    try:
        return dict(signature.bind(*arguments, **options).arguments)
    except TypeError as error:
        unknown = next((option for option in options if option not in signature.parameters), "")
        meant = did_you_mean(unknown, signature.parameters) if unknown else ""
        raise TypeError(f"{name}() {error}{meant}") from None


def asked_board(board: Board) -> AskedInstance:
    """The board as verbs take it."""
    question, record = board._question, board._question.puzzle
    choices = choices_of(record, {**question.rules, **board._choices})
    made = (board._resolved, question)
    return AskedInstance(record, board._resolved.what, choices, board.seed or 0, made=made)


def caller_of(request: BoardRequest) -> Caller:
    """The program that asks."""
    return Caller(progress_from(request.progress))


def save_disagreement(result: Disprovable, request: EvidenceRequest, caller: Caller) -> None:
    """Write the bundle of a wrong answer, if a folder for it is named."""
    from rosetta.verbs.bundles import save_bundle

    found = None if request.bundle is None else result.disagreement(caller)
    if found is not None:
        save_bundle(found, request.bundle, caller)


def _docstring(doc: str, what: str, request_type: type[Request]) -> str:
    """The docstring with its parameters, before the section on what is returned."""
    head, returns, tail = doc.partition("Returns\n-------")
    parts = ["Parameters\n----------", "board : Board or Model", _indent(what)]
    for each in keywords_of(request_type):
        parts += [f"{each.name} : {each.kind.type_name}, optional", _indent(_help(each))]
    return f"{head.rstrip()}\n\n" + "\n".join(parts) + f"\n\n{returns}{tail}"


def _help(described: RequestOption) -> str:
    """The help of an option as a sentence."""
    text = described.keyword_help or described.help
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _indent(text: str) -> str:
    return textwrap.indent(textwrap.fill(text, LINE - 4), "    ")
