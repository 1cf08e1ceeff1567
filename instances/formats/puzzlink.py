"""Addresses of puzz.link and its relatives: `https://puzz.link/p?GENRE/WIDTH/HEIGHT/BODY`, width first.

    https://puzz.link/p?tents/5/5/2g0h1i1j82323
    http://pzv.jp/p.html?tents_edit/5/5/2g0h1i1j82323          other hosts, the editor: ignored
    http://localhost:8000/p?type=editor&tents//5/5/2g0h..      any host with such a path; options, an empty flag
    tents/5/5/2g0h1i1j82323                                    the part after the question mark is enough
    slither/f/3/2/l, nurikabe/v:/6/6/4j4p6h4p6j6               flags change the rules: refused (`pzpr_flags`)
    https://puzz.link/p?pzprv3/hitori/2/2/1%201%20/..          a file of pzpr, its lines joined by slashes: read as one

What BODY means, a puzzle declares by `declare_text` (`models/puzzles/codecs/walks.py`). Positions in errors count from
0 in BODY.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from instances.formats import pzprv3
from instances.formats.contract import shared_format
from instances.formats.declarations import SEE_LIST, choose_body, puzzles_by_name
from instances.formats.pzpr_flags import VARIANT, refuse_flag
from models.puzzles.boards import check_board_size
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "puzz.link URL"
HOSTS = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn")
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?(?P<host>[a-z0-9.-]{1,200})(?::\d{1,5})?/(?:[^?#/\s]{1,60}/){0,5}(?P<path>[^?#/]{1,20}/?)\?(?P<query>.*)",
    re.S | re.I,
)
PATHS = re.compile(r"p(?:_edit)?(?:\.html)?/?")
OPTIONS = r"(?:p?\?)?(?:\w{1,20}=\w{1,20}&){0,9}"  # a question mark, and what stands before the genre
GENRE = re.compile(OPTIONS + r"(?P<genre>[a-z][a-z0-9-]{0,30})(?:_edit|_play|_player)?", re.I)
FILE = re.compile(OPTIONS + r"(?P<version>pzprv3[\d.]{0,4})(?:_edit|_play|_player)?/", re.I)
SIZE_AND_BODY = re.compile(r"(?P<width>\d+)/(?P<height>\d+)/(?P<body>.*)", re.S)
PREFIX_LENGTH = 1000  # characters, to see what a text is
ADDRESS_BEGINS = f"https://{HOSTS[0]}/p?"
ALIASES = ("puzz.link", "pzpr", "pzv")
EXAMPLE = f"{ADDRESS_BEGINS}tents/5/5/2g0h1i1j82323"


def recognises(text: str) -> bool:
    """An address of one of the hosts, or GENRE/WIDTH/HEIGHT/... with a genre that is known, at any host or none."""
    line = unquote(text.lstrip()[:PREFIX_LENGTH])
    address = ADDRESS.match(line)
    if address and address["host"].lower() in HOSTS:
        return True
    if address and not PATHS.fullmatch(address["path"]):
        return False
    query = (address["query"] if address else line).removeprefix("/")
    if FILE.match(query):
        return bool(address) or "?" in query
    genre, _, rest = _split_query(query)
    return genre in puzzles_by_name("puzzlink") and bool(SIZE_AND_BODY.match(rest))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of an address."""
    line = unquote(text.strip()).strip()
    address = ADDRESS.fullmatch(line)
    if address and not PATHS.fullmatch(address["path"]):
        raise InputError(f"{NAME}: expected an address HOST/p?... such as {EXAMPLE}, found {line[:80]!r}")
    query = (address["query"] if address else line).removeprefix("/").removesuffix("#")
    file = FILE.match(query)
    if file:
        return pzprv3.read(f"{file['version'].lower()}/{query[file.end() :]}", puzzle)
    genre, flags, rest = _split_query(query)
    genres = puzzles_by_name("puzzlink")
    if genre not in genres:
        raise InputError(f"{NAME}: {_describe_genre(genre, line)} ({SEE_LIST})")
    puzzle, body = choose_body("puzzlink", NAME, puzzle, genres[genre])
    body = body.other_rules.get(genre, body)
    sized = SIZE_AND_BODY.fullmatch(rest)
    if not sized:
        raise InputError(f"{NAME}: expected GENRE/WIDTH/HEIGHT/BOARD such as {body.example}, found {line[:80]!r}")
    for flag in (each for each in flags if body.flags.get(each.lower()) != ""):
        refuse_flag(NAME, puzzle, body, flag, f"{body.names[0]}/{rest[:40]}{'..' * (len(rest) > 40)}")
    width, height = int(sized["width"][:20]), int(sized["height"][:20])
    check_board_size(NAME, height, width, f"{sized['width'][:20]}x{sized['height'][:20]}")
    return puzzle, body.read(Sheet(f"{NAME} ({puzzle})", height, width), sized["body"].rstrip("/"))


def _describe_genre(genre: str, line: str) -> str:
    """What is wrong with an address of no puzzle that is known here."""
    if genre and SIZE_AND_BODY.search(line):
        return f"a board of '{genre}', which Rosetta does not know"
    is_option = re.search(r"\?\w{1,20}=\w{1,20}$", line)
    cut = " (a shell cuts an address at &: quote it)" if is_option else ""
    return f"expected a puzzle after the question mark, found {line[:80]!r}{cut}"


def _split_query(query: str) -> tuple[str, list[str], str]:
    """The genre, "" if none, the flags behind it, and WIDTH/HEIGHT/BODY."""
    head, _, rest = query.partition("/")
    genre = GENRE.fullmatch(head[:PREFIX_LENGTH])
    variant, slash, after = rest.partition("/")
    if not (slash and variant.lower().startswith(VARIANT)):
        variant, after = "", rest
    flag, slash, sized = after.partition("/")
    if not slash or flag.isdigit():
        flag, sized = "", after
    return genre["genre"].lower() if genre else "", [word for word in (variant, flag) if word], sized


def write(body: Body, sheet: Sheet, text: str) -> str:
    """The address of a board at puzz.link; it never ends in a full stop, which would get lost in running text."""
    return f"{ADDRESS_BEGINS}{body.names[0]}/{sheet.width}/{sheet.height}/{text}{'/' if text.endswith('.') else ''}"


FORMAT = shared_format(
    "puzzlink",
    NAME,
    EXAMPLE,
    recognises,
    read,
    write,
    tells_puzzle=True,
    one_line=True,
    address=ADDRESS_BEGINS,
    aliases=ALIASES,
)
