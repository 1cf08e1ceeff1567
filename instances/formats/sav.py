"""Saved games of Simon Tatham's Portable Puzzle Collection (.sav), as attached to bug reports.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :5:Tents               KEY, padded to eight characters, the length of the value in bytes, and the value
    PARAMS  :5:6x5de
    DESC    :29:i_beccb,1,1,1,1,1,1,1,2,0,2,1
    NSTATES :1:3                   moves follow: MOVE, SOLVE, RESTART
    STATEPOS:1:3
    MOVE    :4:T0,0

GAME, PARAMS and DESC are the board, as in a game ID. The moves are no part of the board and are left out.
"""

from __future__ import annotations

import re
from typing import Any

from instances.formats import tatham
from instances.formats.contract import Format
from instances.formats.declarations import determine_puzzle, puzzles_of, signatures
from rosetta.foundation.errors import InputError

NAME = "Tatham save file"
TITLE = "Simon Tatham's Portable Puzzle Collection"
ENTRY = re.compile(rb"([A-Z]{1,8}) *:(\d{1,9}):")
NEEDED = ("GAME", "PARAMS", "DESC")
ONCE = ("SAVEFILE", "VERSION", *NEEDED, "NSTATES", "STATEPOS")
STATES = ("MOVE", "SOLVE", "RESTART")  # one for each state of the game but the first


def recognises(text: str) -> bool:
    """It begins with the first key."""
    return text.startswith("SAVEFILE:")


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a saved game."""
    entries = _entries(text.rstrip().encode(errors="replace"))
    if entries.get("SAVEFILE") != TITLE:
        raise InputError(f"{NAME}: expected a file of {TITLE!r}, found {text[:60]!r}")
    for key in NEEDED:
        if key not in entries:
            raise InputError(f"{NAME}: expected the keys {', '.join(NEEDED)}, found no {key}")
    game = entries["GAME"]
    games = {each.title: name for name, each in signatures("tatham").items()}
    game_puzzle = games.get(game)
    if game_puzzle is None:
        raise InputError(f"{NAME}: expected a game of {', '.join(games)}, found {game[:40]!r}")
    letters = entries["PARAMS"].lstrip("0123456789x") if game_puzzle else ""
    game_puzzle = tatham.puzzle_of_letters(letters, game_puzzle) or game_puzzle
    about = determine_puzzle(NAME, puzzles_of("tatham"), puzzle, game_puzzle)
    try:
        return tatham.read(f"{entries['PARAMS']}:{entries['DESC']}", about)
    except InputError as error:
        raise InputError(f"{NAME}: PARAMS and DESC: {error}") from None


def _entries(content: bytes) -> dict[str, str]:
    """The first value of every key. Raises InputError where a length is not that of the value."""
    entries: dict[str, str] = {}
    at, line, moves = 0, 1, 0
    while at < len(content):
        here = f"{NAME}, line {line}"
        entry = ENTRY.match(content, at)
        if entry is None:
            excerpt = content[at : at + 40].decode(errors="replace")
            raise InputError(f"{here}: expected KEY:LENGTH:VALUE, found {excerpt!r}")
        end = entry.end() + int(entry[2])
        value, after = content[entry.end() : end], content[end : end + 2]
        if end > len(content) or not (after.startswith(b"\n") or after in (b"\r\n", b"\r", b"")):
            bytes_found = len(content[entry.end() :].split(b"\n", 1)[0].rstrip(b"\r"))
            expected = f"{entry[1].decode()}: expected a value of {int(entry[2])} bytes"
            raise InputError(f"{here}: {expected}, found {bytes_found}")
        key = entry[1].decode()
        if key in STATES:
            moves += 1
        elif key in ONCE and key in entries:
            raise InputError(f"{here}: expected {key} once, found it again")
        entries.setdefault(key, value.decode(errors="replace"))
        at = end + (after.find(b"\n") + 1 or len(after))
        line += value.count(b"\n") + 1
    _check_states(entries, moves)
    return entries


def _check_states(entries: dict[str, str], moves: int) -> None:
    """Raises InputError where the number of states is said, and the game is not as long: the file was cut short."""
    if "NSTATES" not in entries and "STATEPOS" not in entries:
        return
    for key in ("NSTATES", "STATEPOS"):
        if key not in entries:
            raise InputError(f"{NAME}: expected NSTATES and STATEPOS, found no {key}")
    if entries["NSTATES"] != str(moves + 1):
        raise InputError(f"{NAME}: expected {entries['NSTATES'][:20]} states of the game, found {moves + 1}")


def write(puzzle: str, instance: Any) -> str:
    """A game that has just begun. GAME is the program's own name of the puzzle."""
    game = signatures("tatham")[determine_puzzle(NAME, puzzles_of("tatham"), puzzle)].title
    size, _, desc = tatham.FORMAT.write(puzzle, instance).partition(":")
    entries = [("SAVEFILE", TITLE), ("VERSION", "1"), ("GAME", game), ("PARAMS", size), ("CPARAMS", size)]
    entries += [("DESC", desc), ("NSTATES", "1"), ("STATEPOS", "1")]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in entries)


EXAMPLE = f"SAVEFILE:41:{TITLE}\\nGAME    :5:Tents\\nPARAMS  :3:3x3\\nDESC    :17:aaaaa,2,0,2,2,0,2\\n"
FORMAT = Format("sav", NAME, EXAMPLE, puzzles_of("tatham"), recognises, read, write, tells_puzzle=True)
