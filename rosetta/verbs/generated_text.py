"""Boards that were generated, as text. What goes into a file can be read again: a mark stands before each text of
several lines, and what is drawn becomes comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rosetta.verbs.caller import TextLook
from rosetta.verbs.generate import BoardOrder, GeneratedBoards

if TYPE_CHECKING:
    from rosetta.studies.setting.targets import GeneratedInstance

MARK = "# board: "  # before a board that is a text of several lines; the boards of a file are found by it


def latest_text(so_far: GeneratedBoards, look: TextLook, for_terminal: bool) -> str:
    """The board that was made last: its ID, or a text in the format that was asked for; drawn with its planted answer
    where that was. for_terminal: a person looks at it, no file holds it."""
    order, generated = so_far.order, so_far.boards[-1]
    text = order.write(generated.instance) if order.write else order.identity(generated.instance)
    is_shown = so_far.request.draw and for_terminal
    if not order.write and not is_shown and order.lacks_id(generated.instance):
        lines = [f"{MARK}{text}", order.record.format(generated.instance).rstrip("\n")]
    else:
        lines = [f"{MARK}seed {generated.seed}"] if _needs_mark(so_far, text) else []
        lines.append(text)
    if so_far.request.draw:
        drawn = _drawing(order, generated, look.colour)
        lines.append(drawn if is_shown else "\n".join(f"# {line}".rstrip() for line in drawn.split("\n")))
    return "\n".join(lines)


def latest_notes(so_far: GeneratedBoards) -> str:
    """What is to be known of that board besides; "" where there is nothing, or its drawing says it."""
    generated = so_far.boards[-1]
    if so_far.request.draw:
        return ""
    return "; ".join(filter(None, (_describe_given(so_far.order, generated), generated.note)))


def describe_shortfall(result: GeneratedBoards) -> str:
    """How many boards are missing and what may help, "" where none is."""
    from rosetta.studies.setting.targets import ways_out

    order, request = result.order, result.request
    made, wanted = len(result.boards), len(result.seeds)
    if made == wanted:
        return ""
    is_late = wanted - made > len(result.failures)
    late = f"; the budget of {request.all_seconds():g} s is used up" if is_late else ""
    limit = "budget" if is_late else "time-limit"
    hint = "" if result.is_wrong else f"; {ways_out(order.record, order.targets, limit, '--')}"
    return f"{made} of {wanted} instances{late}{hint}"


def _needs_mark(so_far: GeneratedBoards, text: str) -> bool:
    """Would a reader of all boards not see where this one begins?"""
    order = so_far.order
    are_marked = order.write is None and any(order.lacks_id(each.instance) for each in so_far.boards)
    return ("\n" in text or are_marked) and len(so_far.seeds) > 1


def _drawing(order: BoardOrder, generated: GeneratedInstance, colour: bool) -> str:
    """The board, and solved, and what is known of it."""
    whole = generated.instance if generated.whole is None else generated.whole
    solved = [] if generated.answer is None else [(*generated.givens, *generated.answer)]
    boards = [order.record.draw_text(whole, answer, colour=colour) for answer in (generated.givens or None, *solved)]
    parts = ["", *boards, f"seed {generated.seed}, {_describe_board(order, generated)}\n"]
    return "\n\n".join(parts).removeprefix("\n")


def _describe_given(order: BoardOrder, generated: GeneratedInstance) -> str:
    """The given pieces in words."""
    if not generated.givens:
        return ""
    names, whole = ", ".join(sorted(str(name) for name, _ in generated.givens)), order.identity(generated.whole)
    total = len(generated.givens) + len(generated.answer or ())
    return f"on {whole} lie {names}: {len(generated.givens)} of {total} pieces"


def _describe_board(order: BoardOrder, generated: GeneratedInstance) -> str:
    """What is known of the board, in words."""
    words = {True: "one solution, confirmed", False: "several solutions", None: "no check for other solutions"}
    tries = "" if generated.tries == 1 else f"board {generated.tries} that was begun"
    known = (words[generated.unique], _describe_given(order, generated), generated.difficulty, tries, generated.note)
    return "; ".join([*filter(None, known), f"{generated.seconds:.2f} s"])
