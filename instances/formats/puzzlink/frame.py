"""Addresses of puzz.link and its relatives: `https://puzz.link/p?GENRE/WIDTH/HEIGHT/BODY`, width first.

    https://puzz.link/p?tents/5/5/2g0h1i1j82323
    http://pzv.jp/p.html?tents_edit/v:/5/5/2g0h1i1j82323       other hosts, the editor, a flag: all ignored
    http://localhost:8000/p?type=editor&tents//5/5/2g0h..      any host with such a path; options, an empty flag
    tents/5/5/2g0h1i1j82323                                    the part after the question mark is enough

What BODY means depends on the puzzle: see its file in this folder, with a record BODY.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from instances.formats.contract import Format, bodies, determine_puzzle, puzzles_of
from models.puzzles.contract import MOST_CELLS, InputError

NAME = "puzz.link URL"
HOSTS = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn")
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?(?P<host>[a-z0-9.-]{1,200})(?::\d{1,5})?/(?:[^?#/\s]{1,60}/){0,5}(?P<path>[^?#/]{1,20}/?)\?(?P<query>.*)",
    re.S | re.I,
)
PATHS = re.compile(r"p(?:_edit)?(?:\.html)?/?")
GENRE = re.compile(  # after a question mark and options, before the mode in which it opens
    r"(?:p?\?)?(?:\w{1,20}=\w{1,20}&){0,9}(?P<genre>[a-z][a-z0-9-]{0,30})(?:_edit|_play|_player)?", re.I
)
SIZE_AND_BODY = re.compile(r"(?P<width>\d+)/(?P<height>\d+)/(?P<body>.*)", re.S)
PREFIX_LENGTH = 1000  # characters, to see what a text is


@dataclass(frozen=True, slots=True)
class PuzzlinkBody:
    """The part for one puzzle. genres: its names there, the one to write first; example: a short query.

    read(body, width, height) -> instance; write(instance) -> (width, height, body). Positions in errors count from 0
    in the body.
    """

    genres: tuple[str, ...]
    example: str
    read: Callable[[str, int, int], Any]
    write: Callable[[Any], tuple[int, int, str]]


def recognises(text: str) -> bool:
    """An address of one of the hosts, or GENRE/WIDTH/HEIGHT/... with a genre that is known, at any host or none."""
    line = unquote(text.lstrip()[:PREFIX_LENGTH])
    address = ADDRESS.match(line)
    if address and address["host"].lower() in HOSTS:
        return True
    if address and not PATHS.fullmatch(address["path"]):
        return False
    genre, rest = _split_query(address["query"] if address else line)
    return genre in _genres() and bool(SIZE_AND_BODY.match(rest))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of an address."""
    line = unquote(text.strip()).strip()
    address = ADDRESS.fullmatch(line)
    if address and not PATHS.fullmatch(address["path"]):
        raise InputError(f"{NAME}: expected an address HOST/p?... such as {FORMAT.example}, found {line[:80]!r}")
    genre, rest = _split_query(address["query"] if address else line)
    if genre not in _genres():
        raise InputError(f"{NAME}: expected one of the puzzles {', '.join(_genres())}, found {line[:80]!r}")
    puzzle = determine_puzzle(NAME, bodies("puzzlink"), puzzle, _genres()[genre])
    body: PuzzlinkBody = bodies("puzzlink")[puzzle]
    sized = SIZE_AND_BODY.fullmatch(rest)
    if not sized:
        raise InputError(f"{NAME}: expected GENRE/WIDTH/HEIGHT/BOARD such as {body.example}, found {line[:80]!r}")
    width, height = int(sized["width"][:9]), int(sized["height"][:9])
    if not 0 < width * height <= MOST_CELLS:
        raise InputError(
            f"{NAME}: expected a board of 1 to {MOST_CELLS} cells, found {sized['width'][:20]}x{sized['height'][:20]}"
        )
    return puzzle, body.read(sized["body"].rstrip("/"), width, height)


def _split_query(query: str) -> tuple[str, str]:
    """The genre, "" if none, and WIDTH/HEIGHT/BODY: without options, flag, and a # with nothing behind it."""
    head, _, rest = query.removeprefix("/").removesuffix("#").partition("/")
    genre = GENRE.fullmatch(head[:PREFIX_LENGTH])
    flag, slash, sized = rest.partition("/")
    return genre["genre"].lower() if genre else "", rest if flag.isdigit() or not slash else sized


def write(puzzle: str, instance: Any) -> str:
    """The address of a board at puzz.link; it never ends in a full stop, which would get lost in running text."""
    table = bodies("puzzlink")
    body: PuzzlinkBody = table[determine_puzzle(NAME, table, puzzle)]
    width, height, text = body.write(instance)
    return f"https://{HOSTS[0]}/p?{body.genres[0]}/{width}/{height}/{text}{'/' if text.endswith('.') else ''}"


def _genres() -> dict[str, str]:
    """Genre in addresses -> name of the puzzle."""
    return {genre: puzzle for puzzle, body in bodies("puzzlink").items() for genre in body.genres}


FORMAT = Format(
    name="puzzlink",
    title=NAME,
    example="https://puzz.link/p?tents/5/5/2g0h1i1j82323",
    puzzles=puzzles_of("puzzlink"),
    recognises=recognises,
    read=read,
    write=write,
    one_line=True,
    address="https://puzz.link/p?",
)
