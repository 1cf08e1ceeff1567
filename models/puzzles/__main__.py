"""Puzzles, while one writes them.

python -m models.puzzles NAME [SIZE]             a board, its planted answer, and what `verify` says of it with and
                                                 without its first piece, before a solver is involved
python -m models.puzzles new NAME --answer KIND  the file of a new puzzle; KIND: cells, rooms, margins, values
                                                 or loop
python -m models.puzzles parts [WORD]            what there is to compose a puzzle of: functions, classes, constants,
                                                 with what each is; those of which it says WORD
python -m models.puzzles codecs [WORD]           the same for its exchange formats
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from models.puzzles.contract import InputError, Puzzle
from models.puzzles.registry import RESERVED, puzzle
from models.puzzles.templates.part_list import list_names
from models.puzzles.templates.writing import ANSWERS, write_puzzle

NEW, *LISTS = RESERVED
SIZES = ((6, 10), (6, 6), (5, 5), (4, 4), (8, 8), (9, 9), (10, 10))


def main() -> None:
    """Print a board or what there is, or write the file of a new puzzle."""
    try:
        if sys.argv[1:2] == [NEW]:
            _write_new(sys.argv[2:])
        elif len(sys.argv) not in (2, 3) or any(word.startswith("-") for word in sys.argv[1:]):
            print(__doc__.rstrip() if __doc__ else "", file=sys.stdout if "--help" in sys.argv else sys.stderr)
            raise SystemExit(0 if "--help" in sys.argv else 2)
        elif sys.argv[1] in LISTS:
            print(list_names(f"models.puzzles.{sys.argv[1]}", *sys.argv[2:]), flush=True)
        else:
            record = puzzle(sys.argv[1])
            _show(record, SIZES if len(sys.argv) == 2 else (_parse_size(sys.argv[2]),))
    except InputError as error:
        print(f"rosetta: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:  # the reader went away (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write_new(words: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.puzzles new", description="Write the file of a new puzzle, which works in every verb."
    )
    parser.add_argument("name", metavar="NAME", help="small letters and digits, such as heyawake")
    kinds = "; ".join(f"{kind}: {words}" for kind, words in ANSWERS.items())
    parser.add_argument(
        "--answer", default="cells", metavar="KIND", help=f"what an answer is: {kinds} (default: cells)"
    )
    given = parser.parse_args(words)
    print(write_puzzle(given.name, given.answer, Path.cwd()))


def _show(record: Puzzle, sizes: tuple[tuple[int, int], ...]) -> None:
    refusals = []
    for size in sizes:
        try:
            board, answer = record.generate(size, seed=1)
        except InputError as refusal:
            refusals.append(str(refusal))
            continue
        print(record.format(board))
        print(record.draw_text(board, answer), end="\n\n")
        if answer is not None:
            print("as planted:", "; ".join(record.verify(board, answer)) or "no rule is broken")
            if record.extras.pieces(answer) == frozenset(answer):
                print("without its first piece:", *record.verify(board, answer[1:]), sep="\n  ")
        return
    raise InputError(refusals[-1])


def _parse_size(text: str) -> tuple[int, int]:
    rows, _, columns = text.partition("x")
    if not rows.isdigit() or not (columns or rows).isdigit():
        raise InputError(f"expected a size such as 8 or 6x10, found '{text}'")
    return int(rows), int(columns or rows)


if __name__ == "__main__":
    main()
