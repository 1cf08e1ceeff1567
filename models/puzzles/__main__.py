"""`python -m models.puzzles NAME`: a board of that puzzle, its planted answer, and what `verify` says of it with and
without its first piece. Useful while writing a puzzle, before a solver is involved."""

from __future__ import annotations

import sys

from models.puzzles.registry import puzzle


def main() -> None:
    """Generate a board of 6 x 10 cells and print it, its answer, and what `verify` finds."""
    record = puzzle(sys.argv[1])
    board, answer = record.generate((6, 10), seed=1)
    print(record.format(board))
    print(record.draw_text(board, answer), end="\n\n")
    if answer is not None:
        print("as planted:", "; ".join(record.verify(board, answer)) or "no rule is broken")
        print("without its first piece:", *record.verify(board, answer[1:]), sep="\n  ")


if __name__ == "__main__":
    main()
