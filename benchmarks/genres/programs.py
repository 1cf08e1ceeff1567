"""A board as facts, a program of its genre, and the answers that clingo finds.

    height(2). width(3). cell(0,0). ...     rows, columns, all cells, counted from 0
    numbers(0,2,5). ...                     a field of the board by its name: the indices of an entry, then the entry,
                                            of every cell, also where it says that there is none
    rows(1,0,3). ...                        of a list of lists, shorter and longer ones: row 1, its first number
    stars(2).                               of a single number
    option("lines","different").            the value of an option of the rules

True and False are 1 and 0, texts are in quotation marks. A program shows what the answer is:

    shaded_cell(R,C)     a cell of a set, under any name
    digit(R,C,N)         a number in a cell
    line(R,C,R2,C2)      a line, its upper or left end first
    place(I,R,C)         a cell of the laid piece I, of any name
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from models.puzzles.registry import puzzle
from rosetta.foundation.limits import TimeReached

FOLDER = Path(__file__).resolve().parent
PLACE = "place"  # the name of atoms that say on which cells pieces lie

Atom = tuple[str, tuple[Any, ...]]
Pieces = frozenset[Hashable]


def program_names() -> list[str]:
    """The genres that have a program."""
    return sorted(file.stem for file in FOLDER.glob("*.lp"))


@cache
def program_text(name: str) -> str:
    """The program of a genre."""
    return (FOLDER / f"{name}.lp").read_text("utf-8")


def board_facts(name: str, board: Any, rules: Mapping[str, str] | None = None) -> str:
    """The board as facts, one line for each predicate. rules: values of options that are not the defaults."""
    height, width = puzzle(name).size(board)
    lines = [f"height({height}). width({width}). cell(0..{height - 1},0..{width - 1})."]
    for field in fields(board):
        entries = _list_entries(getattr(board, field.name))
        lines.append(" ".join(f"{field.name}({','.join(map(_write_term, entry))})." for entry in entries))
    chosen = {option: values[0] for option, values in puzzle(name).options.items()} | dict(rules or {})
    lines.append(" ".join(f'option("{option}","{value}").' for option, value in chosen.items()))
    return "\n".join(lines) + "\n"


def _list_entries(value: Any) -> Iterator[tuple[Any, ...]]:
    """Each entry of nested sequences, behind its indices."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from ((index, *rest) for rest in _list_entries(part))
    else:
        yield (value,)


def _write_term(value: Any) -> str:
    """A number, or a text in quotation marks."""
    if isinstance(value, bool | int):
        return str(int(value))
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def list_answers(
    name: str, board: Any, most: int, rules: Mapping[str, str] | None = None, seconds: float | None = None
) -> list[Pieces]:
    """Up to that many different answers of clingo (0: all), each as `Extras.pieces` has it; laid pieces as sets of
    their cells, without their names. Raises TimeReached after so many seconds of search."""
    import clingo

    control = clingo.Control([str(most), "--project=show"])
    control.add("base", [], program_text(name) + board_facts(name, board, rules))
    control.ground([("base", [])])
    answers: list[Pieces] = []
    end = None if seconds is None else time.monotonic() + seconds
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            if not handle.wait(None if end is None else end - time.monotonic()):
                handle.cancel()
                raise TimeReached(f"clingo: {seconds} s")
            model = handle.model()
            if model is None:
                return answers
            shown = model.symbols(shown=True)
            answers.append(read_pieces([(atom.name, tuple(map(_read_term, atom.arguments))) for atom in shown]))


def _read_term(term: Any) -> Any:
    """A number, or any other term as it is written."""
    import clingo

    return term.number if term.type is clingo.SymbolType.Number else str(term)


def read_pieces(atoms: list[Atom]) -> Pieces:
    """The pieces of the atoms that a program shows."""
    laid: dict[Any, set[tuple[Any, ...]]] = {}
    pieces: set[Hashable] = set()
    for name, terms in atoms:
        if name == PLACE:
            laid.setdefault(terms[0], set()).add(terms[1:])
        else:
            pieces.add((terms[:2], terms[2:]) if len(terms) == 4 else terms)
    return frozenset(pieces | {tuple(sorted(cells)) for cells in laid.values()})


def nameless_pieces(pieces: Pieces) -> Pieces:
    """Pieces of an answer, of those that are laid their cells alone: what programs show."""
    return frozenset(
        piece[1] if isinstance(piece, tuple) and piece and isinstance(piece[0], str) else piece for piece in pieces
    )
