"""From a request of the page to its reply, in a process of the pool (`worker_pool`).

A request is `{"name": .., ..}`; its fields have been checked for their types, and for nothing else (`json_bodies`). The
reply is JSON as a text, so that the process that listens need not look at it.

A process loads this file before it is needed, and with it what the first request would wait for (LOADED).
"""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeAlias

from backends.contract import Unsupported
from report.words import LONGEST_MESSAGE, one_line
from rosetta.foundation.errors import Refusal
from rosetta.foundation.limits import LimitReached
from rosetta.serving import making
from rosetta.serving.asking import SpacedProgress, ask_verb
from rosetta.serving.board_list import list_puzzles_to_play
from rosetta.serving.making import CHANGES, change_board
from rosetta.serving.opened_board import helped_board, opened_board
from rosetta.serving.page_boards import PageBoard, ShownBoard, read_board
from rosetta.studies.solving.conversion import board_scene
from rosetta.studies.solving.given_answer import answer_within
from rosetta.verbs import count, explain, generate, solve

LOADED = (count, explain, generate, solve)
MEMORY = 4 << 30  # bytes of data that a process of the pool may have; a solver's limit is its own
WITH_SOLVERS = ("help", "ask", "generate")  # the tasks that start solvers
KEPT_BOARDS = 16  # that a process keeps, for the next question about them


TaskReply: TypeAlias = tuple[str, bool]  # JSON, and whether it is the reason why there is nothing else


def do_task(request: Mapping[str, Any]) -> TaskReply:
    """Do what a request asks for."""
    _keep_to_limits(request["name"])
    try:
        return json.dumps(TASKS[request["name"]](request), allow_nan=False), False
    except (Refusal, Unsupported) as refusal:
        return _refusal(str(refusal))
    except LimitReached as reached:
        return _refusal(str(reached))
    except MemoryError:
        return _refusal("this takes more memory than there is for a page")
    except RecursionError:
        return _refusal("the text is nested too deeply")


def _refusal(message: str) -> TaskReply:
    return json.dumps({"error": one_line(message, LONGEST_MESSAGE)}), True


def _keep_to_limits(name: str) -> None:
    """Work where no file of anybody lies. What is answered in a moment has a bound on memory; a verb has its own."""
    os.chdir("/")
    with suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most if name in WITH_SOLVERS else MEMORY, most))


# ---- the tasks ---------------------------------------------------------------------------------------------------


def open_board(request: Mapping[str, Any]) -> dict[str, Any]:
    """A board as the page shows it."""
    return opened_board(board_of(request))


def help_with_board(request: Mapping[str, Any]) -> dict[str, Any]:
    """The same with hints and a solution."""
    return helped_board(board_of(request), SpacedProgress())


def verify_answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that an answer breaks, as sentences, and the scene of it, in which what is wrong is marked."""
    question = board_of(request).question
    record = question.puzzle
    inner, _ = answer_within(record, "the answer", request["answer"])
    answer = record.answer_from_json(question.instance, inner)
    broken = record.verify(question.instance, answer, **question.rules)
    scene = board_scene(question, answer) if record.extras.scene else None
    return {"broken": list(broken), "scene": scene}


def list_puzzles(request: Mapping[str, Any]) -> dict[str, Any]:
    """What there is to play, and the boards that the command line names."""
    return {**list_puzzles_to_play(), "boards": request["named"]}


def generate_board(request: Mapping[str, Any]) -> dict[str, Any]:
    """A board of a size, as the page opens it."""
    options, choices = request.get("options", {}), request.get("choices", {})
    return making.generate_board(request["puzzle"], request["size"], options, choices)


def ask_question(request: Mapping[str, Any]) -> dict[str, Any]:
    """What a verb says of a board, or a board made of it."""
    name, options = request["question"], request.get("options", {})
    return (change_board if name in CHANGES else ask_verb)(name, board_of(request), options)


TASKS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "list": list_puzzles,
    "open": open_board,
    "help": help_with_board,
    "verify": verify_answer,
    "generate": generate_board,
    "ask": ask_question,
}


def board_of(request: Mapping[str, Any]) -> ShownBoard:
    """The board that a request is about. Raises InputError."""
    board = request["board"]
    options = tuple(board.get("options", {}).items())
    return _kept_board(board["text"], board.get("puzzle", ""), board.get("file", ""), options, board.get("seed", 0))


@lru_cache(KEPT_BOARDS)
def _kept_board(text: str, puzzle: str, file: str, options: tuple[tuple[str, str], ...], seed: int) -> ShownBoard:
    return read_board(PageBoard(text, puzzle, file, dict(options), seed))
