"""`convert`: a board in a format of puzzle programs or as a picture, or its rules in a format of solvers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from typing import Literal, TypedDict, Unpack, overload

from models.neutral import Model
from rosetta.api.board import Board
from rosetta.api.calling.keywords import asked_board, board_subject, caller_of, takes_subjects
from rosetta.verbs.convert import ConvertRequest
from rosetta.verbs.convert import convert as convert_instance


class ConvertOptions(TypedDict, total=False):
    """The options of `convert` for type checkers, which must tell its results apart."""

    solution: bool
    width: int | None
    encodings: Mapping[str, str] | None
    formulation: str | None
    progress: Callable[..., None] | None
    seed: int | None


@overload
def convert(
    board: Board | Model, to: str | None = ..., *, output: str | PathLike[str], **options: Unpack[ConvertOptions]
) -> None: ...


@overload
def convert(board: Board | Model, to: Literal["png", "pdf"], **options: Unpack[ConvertOptions]) -> bytes: ...  # type: ignore[overload-overlap]


@overload
def convert(board: Board | Model, to: str, **options: Unpack[ConvertOptions]) -> str: ...


@takes_subjects(ConvertRequest, board_subject("What to convert."))
def convert(board: Board, request: ConvertRequest) -> str | bytes | None:
    """Convert a board, or a model of your own, into a file.

    Returns
    -------
    str, bytes or None
        The text of the file, the bytes of a PNG or PDF; None where it is written to `output`.

    Raises
    ------
    ValueError
        If there is no such format, it cannot say this, or the file is there already.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2")
    >>> rs.convert(board, "tatham")
    '4x4:cbaea,1,1,0,2,0,2,0,2'
    >>> rs.convert(board, "png", solution=True, width=300)[1:4]
    b'PNG'
    """
    caller = caller_of(request)
    converted = convert_instance(asked_board(board), request, caller)
    if request.output is None:
        return converted.content()
    converted.save(request.output, caller.progress)
    return None
