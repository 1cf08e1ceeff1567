"""`python -m models.puzzles NAME [SIZE]`: a board of that puzzle, its planted answer, and what `verify` says of it with
and without its first piece. Useful while writing a puzzle, before a solver is involved."""

from __future__ import annotations

import sys

from models.puzzles.contract import InputError, Puzzle
from models.puzzles.registry import puzzle

SIZES = ((6, 10), (6, 6), (5, 5), (4, 4), (8, 8), (9, 9), (10, 10))


def main() -> None:
    """Print a generated board, its answer, and what `verify` finds; without SIZE, of the first size that works."""
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    try:
        record = puzzle(sys.argv[1])
        sizes = SIZES if len(sys.argv) == 2 else (_parse_size(sys.argv[2]),)
        _show(record, sizes)
    except InputError as error:
        raise SystemExit(f"rosetta: {error}") from None


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
