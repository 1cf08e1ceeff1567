"""Clauses that are all in memory as DIMACS text: what writing alone takes, without making the clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from backends.formats.dimacs.writing import formatter, write_heads
from backends.lowering.clauses import PIECE, Cnf


def write_cnf(cnf: Cnf, file: BinaryIO, sentences: Iterable[str] = ()) -> None:
    """The clauses, with the sentences as comments."""
    write_heads(file, sentences, cnf.variables, cnf.rows)
    format_piece = formatter(cnf.variables, len(cnf.clauses))
    for first in range(0, len(cnf.clauses), PIECE):
        file.write(format_piece(cnf.clauses[first : first + PIECE]).data)
