"""Sets of pieces that have names: pentominoes, tetrominoes, hexominoes, Soma, the Bedlam and Slothouber-Graatsma cubes.

References: S. W. Golomb, "Polyominoes" (1965); P. Hein's Soma cube (1933; its seven pieces are the tricube and
tetracubes that are no boxes); B. Bedlam's cube (thirteen pieces, 19186 solutions up to rotation); J. Slothouber and W.
Graatsma, "Cubics" (1970).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.puzzles.tiling.shapes import SIDES, Shape, lift_to_space, orientations, parse_picture, polyforms


@dataclass(frozen=True, slots=True)
class Piece:
    """A shape in normal form, how many copies of it there are, and how it may be turned (see `shapes`)."""

    name: str
    shape: Shape
    copies: int = 1
    sides: str = SIDES[0]


PENTOMINOES = {
    "F": ".XX XX. .X.",
    "I": "XXXXX",
    "L": "X. X. X. XX",
    "N": ".X .X XX X.",
    "P": "XX XX X.",
    "T": "XXX .X. .X.",
    "U": "X.X XXX",
    "V": "X.. X.. XXX",
    "W": "X.. XX. .XX",
    "X": ".X. XXX .X.",
    "Y": ".X XX .X .X",
    "Z": "XX. .X. .XX",
}
TETROMINOES = {"I": "XXXX", "L": "X. X. XX", "O": "XX XX", "S": ".XX XX.", "T": "XXX .X."}
SOMA = {
    "V": ("XX X.",),
    "L": ("XXX X..",),
    "T": ("XXX .X.",),
    "Z": ("XX. .XX",),
    "A": ("XX X.", ".X .."),  # a corner with a cube on one end or the other: left- and right-handed
    "B": ("XX X.", ".. X."),
    "P": ("XX X.", "X. .."),
}
BEDLAM = {
    "A": ("XXX X..", "X.. ..."),
    "B": ("XXX X..", ".X. ..."),
    "C": ("XXX X..", "..X ..."),
    "D": ("XXX .X.", ".X. ..."),
    "E": ("XXX .X.", "... .X."),
    "F": ("XXX ..X", "... ..X"),
    "G": ("XX. X..", ".XX ..."),
    "H": ("XX. .XX .X.",),
    "I": ("XX. .XX ..X",),
    "J": ("XX. .X.", ".XX ..."),
    "K": ("XX. ...", ".X. .XX"),
    "L": (".X. XXX .X.",),
    "M": ("XX X.", ".. X."),
}
SQUARE = Piece("O", parse_picture("XX XX"))


def pentominoes() -> tuple[Piece, ...]:
    """The twelve."""
    return tuple(Piece(name, parse_picture(picture)) for name, picture in PENTOMINOES.items())


def tetrominoes() -> tuple[Piece, ...]:
    """The five."""
    return tuple(Piece(name, parse_picture(picture)) for name, picture in TETROMINOES.items())


def hexominoes() -> tuple[Piece, ...]:
    """The thirty-five, numbered: h1, h2, ..."""
    return tuple(Piece(f"h{i}", shape) for i, shape in enumerate(polyforms(6), 1))


def one_sided_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Pieces that may not be turned over; a mirror image that differs from its piece is a piece of its own: F'."""
    one_sided = []
    for piece in pieces:
        ways = orientations(piece.shape)
        hands = sorted({orientations(way, "one-sided") for way in ways}, key=lambda hand: piece.shape not in hand)
        one_sided += [Piece(piece.name + "'" * i, hand[0], piece.copies, "one-sided") for i, hand in enumerate(hands)]
    return tuple(one_sided)


def cubes(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Planar pieces as cubes, to be rotated in space."""
    return tuple(Piece(piece.name, lift_to_space(piece.shape), piece.copies, "one-sided") for piece in pieces)


def soma() -> tuple[Piece, ...]:
    """The seven Soma pieces."""
    return _spatial_pieces(SOMA)


def bedlam() -> tuple[Piece, ...]:
    """The thirteen pieces of the Bedlam cube."""
    return _spatial_pieces(BEDLAM)


def _spatial_pieces(pictures: Mapping[str, tuple[str, ...]]) -> tuple[Piece, ...]:
    """Pieces in space, to be rotated; one picture per layer."""
    pieces = []
    for name, layers in pictures.items():
        shape = parse_picture(*layers)
        pieces.append(Piece(name, shape if len(layers) > 1 else lift_to_space(shape), 1, "one-sided"))
    return tuple(pieces)


def slothouber_graatsma() -> tuple[Piece, ...]:
    """Six flat boxes 1x2x2 and three single cubes."""
    return (
        Piece("B", lift_to_space(SQUARE.shape), 6, "one-sided"),
        Piece("C", ((0, 0, 0),), 3, "one-sided"),
    )
