"""Drawn boards side by side in the terminal; boards that look the same are drawn once, under all their titles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from report.boards import BOARD_LINES, DRAW_ALL, board_lines, crop_board
from report.comparison.records import DrawnBoard
from report.text_columns import cut_text, display_width, pad, paint, wrap_text
from report.words import join_names, one_line

_GAP = 4


def group_boards(boards: Sequence[DrawnBoard]) -> list[tuple[str, DrawnBoard]]:
    """Each different drawing once, with its title: `cpsat, cbc: same answer`."""
    groups: dict[str, list[DrawnBoard]] = {}
    for board in boards:
        groups.setdefault(board.svg or board.plain, []).append(board)
    return [(_title([board.title for board in group]), group[0]) for group in groups.values()]


def _title(titles: Sequence[str]) -> str:
    names = join_names(one_line(title) for title in titles)
    return f"{names}: same answer" if len(titles) > 1 else names


def boards_text(
    boards: Sequence[DrawnBoard], colour: bool, width: int, most: int, *, names_flags: bool = True
) -> list[str]:
    """The boards as lines, as many side by side as fit; those with more lines than `most` (0: any) are named only.
    names_flags: is the reader on a command line?"""
    heights = [len(board.plain.splitlines()) for board in boards]
    low = [board for board, height in zip(boards, heights, strict=True) if height <= most]
    lines: list[str] = []
    if most and len(low) < len(boards):
        title = "boards" if not low else join_names(title for title, board in group_boards(boards) if board not in low)
        hint = f"--draw draws {'it' if low else 'them'}" if names_flags else "not drawn"
        lines = [one_line(f"{title} of {max(heights)} lines: {hint}"), ""]
    for shelf in _shelves(
        [_block(title, board, colour, width, names_flags) for title, board in group_boards(low)], width
    ):
        for row in zip_longest(*(block for block, _ in shelf), fillvalue=("", "")):
            cells = [
                rendered + pad("", columns - display_width(plain))
                for (rendered, plain), (_, columns) in zip(row, shelf, strict=True)
            ]
            lines.append((" " * _GAP).join(cells).rstrip())
        lines.append("")
    return lines


def closing_boards(
    boards: Sequence[DrawnBoard], legend: str, colour: bool, width: int, most: int, *, names_flags: bool = True
) -> list[str]:
    """The boards with which a comparison ends, as lines; none where `most` is 0. Small ones are all drawn, and those
    that fit side by side; else the answer alone (without one, the puzzle), as much of it as the terminal has room for.
    most: lines of a board, DRAW_ALL for any; legend: what the signs mean; names_flags: is the reader on a command
    line?"""
    if not boards or not most:
        return []
    parts = [crop_board(board.plain, board.plain, width, most) for board in boards]
    blocks = [_block(title, board, colour, width, names_flags) for title, board in group_boards(boards)]
    is_small = len(_shelves(blocks, width)) == 1 or all(part.lines <= BOARD_LINES for part in parts)
    if (is_small or most == DRAW_ALL) and all(part.is_whole for part in parts):
        lines = boards_text(boards, colour, width, most, names_flags=names_flags)
    else:
        drawn = boards if most == DRAW_ALL else boards[1:2] or boards[:1]
        others = len(boards) - len(drawn)
        lines = [line for board in drawn for line in _cropped_board(board, others, colour, width, most, names_flags)]
    return [*lines[:-1], *(wrap_text(f"({legend})", width) if legend else []), ""]


def _cropped_board(board: DrawnBoard, others: int, colour: bool, width: int, most: int, names_flags: bool) -> list[str]:
    """A board by itself, or a part of it. others: how many boards are not drawn."""
    part = crop_board(board.plain, board.colour if colour else board.plain, width, most)
    extent = [f"lines 1 to {most} of {part.lines:,}"] * part.is_cut_below
    extent += [f"columns 1 to {width} of {part.columns:,}"] * part.is_cut_right
    left_out = ["all lines"] * part.is_cut_below + [f"the other board{'s' * (others > 1)}, too"] * bool(others)
    hints = ["a wider terminal shows more"] * part.is_cut_right
    hints += [f"--draw draws {' and '.join(left_out)}"] * bool(left_out)
    remarks = "; ".join([join_names(extent)] * bool(extent) + hints * names_flags)
    title = f"{one_line(board.title)} ({remarks})" if remarks else one_line(board.title)
    return [*(paint(line, "strong", colour) for line in wrap_text(title, width)), *part.shown, ""]


_Block = tuple[list[tuple[str, str]], int]  # lines as drawn and as plain text, and how wide they are


def _block(title: str, board: DrawnBoard, colour: bool, width: int, names_flags: bool) -> _Block:
    rendered = board.colour if colour else board.plain
    plain, shown = board_lines(board.plain, rendered, width, DRAW_ALL, names_flags=names_flags)
    title = cut_text(title, max([*map(display_width, plain), width // 2]))
    lines = [(paint(title, "strong", colour), title), *zip(shown, plain, strict=True)]
    return lines, max(display_width(text) for _, text in lines)


def _shelves(blocks: Sequence[_Block], width: int) -> list[list[_Block]]:
    """The blocks in rows, none wider than the terminal."""
    shelves: list[list[_Block]] = []
    used = 0
    for block in blocks:
        if shelves and used + _GAP + block[1] <= width:
            shelves[-1].append(block)
            used += _GAP + block[1]
        else:
            shelves.append([block])
            used = block[1]
    return shelves
