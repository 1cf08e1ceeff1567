"""Public functions whose keyword arguments are the options of a request (`rosetta.requests`).

    @takes(CountRequest)
    def count(board: Board, request: CountRequest) -> Count:

is called as ``count(board, backend=None, *, distinct=False, ..)``: type checkers know that from the request's own
signature (PEP 612), `inspect.signature` and `help` from its options, which also give the docstring its parameters.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from models.neutral import Model
from rosetta.api.board import Board, as_board
from rosetta.api.calling.arguments import clear_errors, progress_from
from rosetta.foundation.spelling import did_you_mean
from rosetta.requests.options import Request, RequestOption, keywords_of
from rosetta.studies.asking.asked_instance import AskedInstance, choices_of
from rosetta.verbs.bundles import Disprovable
from rosetta.verbs.caller import Caller
from rosetta.verbs.evidence_request import EvidenceRequest
from rosetta.verbs.solver_request import ProgressRequest

P = ParamSpec("P")
R = TypeVar("R", bound=Request)
Result = TypeVar("Result")
Boards: TypeAlias = Iterable[Board | Model]
LINE = 116  # characters of a docstring's line
# flags of commands about what is shown and written, and what a result has in their place
OF_RESULTS = {"json": "to_json()", "html": "to_html(FILE)", "latex": "to_latex(FILE)", "draw": "str()"}


@dataclass(frozen=True)
class Subject:
    """An argument of a public function that stands before the options of its request, or after them: `**options`.

    name: of the argument
    type_name: as its docstring names it
    help: what it is
    annotation: its type
    read: from what is passed to what the function gets
    """

    name: str
    type_name: str
    help: str
    annotation: str
    read: Callable[[Any], Any]


def takes(
    request_type: Callable[P, R], what: str
) -> Callable[[Callable[[Board, R], Result]], Callable[Concatenate[Board | Model, P], Result]]:
    """Makes a function of a board and a request one of a board and the request's options. what: the board is for, for
    the docstring."""
    return lambda function: takes_subjects(request_type, board_subject(what))(function)


def takes_boards(
    request_type: Callable[P, R], what: str
) -> Callable[[Callable[[Boards, R], Result]], Callable[Concatenate[Boards, P], Result]]:
    """The same for a function of several boards, which reads them itself."""
    subject = Subject("boards", "iterable of Board", what, "Iterable[Board | Model]", lambda boards: boards)
    return lambda function: takes_subjects(request_type, subject)(function)


def takes_subject(
    request_type: Callable[P, R], subject: Subject
) -> Callable[[Callable[[Any, R], Result]], Callable[Concatenate[Any, P], Result]]:
    """The same for a function of something else."""
    return lambda function: takes_subjects(request_type, subject)(function)


def board_subject(what: str) -> Subject:
    """A board, or a model in its place. what: it is for."""
    return Subject("board", "Board or Model", what, "Board | Model", as_board)


def takes_subjects(
    request_type: Callable[..., Request], *subjects: Subject, others: Subject | None = None
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Makes a function of subjects and a request one of subjects and the request's options; its types are overloads,
    which stand above it. others: the options that are not the request's, which the function gets as a dictionary behind
    it."""

    def decorate(function: Callable[..., Result]) -> Callable[..., Result]:
        kind: Any = request_type
        result = inspect.signature(function).return_annotation
        signature = _signature(kind, subjects, others, result)

        @wraps(function)
        def call(*arguments: Any, **options: Any) -> Result:
            given = _bind(function.__name__, kind, signature, arguments, options)
            with clear_errors():
                values = [each.read(given.pop(each.name)) for each in subjects]
                more = [] if others is None else [others.read(given.pop(others.name, {}))]
                request = kind(**given)
                request.check_files()
                return function(*values, request, *more)

        call.__signature__ = signature  # type: ignore[attr-defined]
        call.__doc__ = _docstring(inspect.getdoc(function) or "", kind, subjects, others)
        return call

    return decorate


def _signature(
    request_type: type[Request], subjects: Sequence[Subject], others: Subject | None, result: Any
) -> inspect.Signature:
    """The subjects, then the options of the request."""
    own = inspect.signature(request_type).parameters
    positional, rest = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.VAR_KEYWORD
    first = [inspect.Parameter(each.name, positional, annotation=each.annotation) for each in subjects]
    options = [own[each.name] for each in keywords_of(request_type)]
    last = [] if others is None else [inspect.Parameter(others.name, rest, annotation=others.annotation)]
    return inspect.Signature([*first, *options, *last], return_annotation=result)


def _bind(
    name: str, request_type: type[Request], signature: inspect.Signature, arguments: Any, options: dict[str, Any]
) -> dict[str, Any]:
    """The arguments by name. Raises TypeError as a call does, and says what may have been meant."""
    try:
        return dict(signature.bind(*arguments, **options).arguments)
    except TypeError as error:
        unknown = next((option for option in options if option not in signature.parameters), "")
        raise TypeError(f"{name}() {error}{_hint(request_type, unknown) if unknown else ''}") from None


def _hint(request_type: type[Request], unknown: str) -> str:
    """What an unknown keyword may have been meant for: a flag of the command that is called otherwise here, what a
    result has, a keyword that is nearly the same."""
    flag = f"--{unknown.replace('_', '-')}"
    for each in keywords_of(request_type):
        if flag in (other.name for other in each.flags):
            return f"; what is {flag} on a command line is '{each.name}' here"
    if unknown in OF_RESULTS:
        return f"; see {OF_RESULTS[unknown]} of the result"
    return did_you_mean(unknown, [each.name for each in keywords_of(request_type)])


def asked_board(board: Board) -> AskedInstance:
    """The board as verbs take it."""
    question, record = board._question, board._question.puzzle
    choices = choices_of(record, {**question.rules, **board._choices})
    made = (board._resolved, question)
    return AskedInstance(record, board._resolved.what, choices, board.seed or 0, made=made)


def caller_of(request: ProgressRequest) -> Caller:
    """The program that asks."""
    return Caller(progress_from(request.progress))


def save_disagreement(result: Disprovable, request: EvidenceRequest, caller: Caller) -> None:
    """Write the bundle of a wrong answer, if a folder for it is named."""
    from rosetta.verbs.bundles import save_bundle

    found = None if request.bundle is None else result.disagreement(caller)
    if found is not None:
        save_bundle(found, request.bundle, caller)


def _docstring(doc: str, request_type: type[Request], subjects: Sequence[Subject], others: Subject | None) -> str:
    """The docstring with its parameters, before the section on what is returned."""
    head, returns, tail = doc.partition("Returns\n-------")
    parts = ["Parameters\n----------"]
    for subject in subjects:
        parts += [f"{subject.name} : {subject.type_name}", _indent(subject.help)]
    for each in keywords_of(request_type):
        parts += [f"{each.name} : {each.kind.type_name}, optional", _indent(_help(each))]
    if others is not None:
        parts += [f"**{others.name}", _indent(others.help)]
    return f"{head.rstrip()}\n\n" + "\n".join(parts) + f"\n\n{returns}{tail}"


def _help(described: RequestOption) -> str:
    """The help of an option as a sentence."""
    text = described.keyword_help or described.help
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _indent(text: str) -> str:
    return textwrap.indent(textwrap.fill(text, LINE - 4), "    ")
