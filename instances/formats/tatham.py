"""Game IDs of Simon Tatham's Portable Puzzle Collection, `PARAMS:DESC`: one exact board on one line.

    8x8de:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1        width first; the letters after the size say how
    8x8:ea_ddidfaabkd,...                                      the board was made and are not needed to read it,
    7x7m2:a3c2j2e2e2a5b2h4a6c2                                 but where they say by which rules: see `letters`
    https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#8x8:...          the page of the puzzle
    8 8 ea_ddidfaabkd,...                                      width, height and the `task` of puzzle-tents.com
    <script> var task = 'ea_...'; puzzleWidth: 8, ...          its page, with puzzleWidth and puzzleHeight
    7x7:b3gB0c0dBaBaBa1aBd1c01g0b                              Light Up has no clues of rows and columns: no commas

`PARAMS#SEED` is refused: it names a board only to the version of the program that made it.
What DESC means, a puzzle declares by `declare_game` (`models/puzzles/codecs/game_ids.py`), with its web page as its
name. Positions in errors count from 0 in DESC.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from instances.formats.contract import shared_format
from instances.formats.declarations import SEE_LIST, body_of, choose_body, puzzles_by_name, puzzles_of, signatures
from models.puzzles.boards import check_board_size
from models.puzzles.codecs.body import Body, Signature
from models.puzzles.codecs.game_ids import GameText
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "Tatham ID"
HOST = "chiark.greenend.org.uk/"
PREFIX_LENGTH = 1000  # characters, to see which site an address is of
ID = re.compile(
    r"(?P<width>\d+)(?:x(?P<height>\d+))?(?P<params>[A-Za-z][A-Za-z0-9.]*)?(?P<sign>[:#])(?P<desc>.*)", re.S
)
TASK = re.compile(r"(?P<width>\d+)\s+(?P<height>\d+)\s+(?P<desc>(?=[^\s,]*[A-Za-z_])[^\s,]*,\S*)", re.S)
BARE_TASK = re.compile(r"(?P<width>\d+)[ \t]+(?P<height>\d+)[ \t]+(?P<desc>[0-4Ba-z]+)")  # no commas: on one line only
CELLS = re.compile(r"\d+:\d+\s+\d+:\d+")  # two names of cells, row:column: a line of an edge list, as no ID has blanks
SITE = re.compile(r"\b(?:var|let|const)\s+task\s*=\s*(['\"])(?P<desc>[^'\"\s]*)\1")
SIDE = r"['\"]?\bpuzzle{}\b['\"]?\s*[:=]\s*(\d+)"
PAGE = re.compile(r"/(?P<page>[a-z]+)\.html(?:\?[^#]{0,200})?#", re.I)


def recognises(text: str) -> bool:
    """An ID, with or without the address of its page, or a task after its size."""
    line = text.strip()
    return HOST in line[:PREFIX_LENGTH].lower() or bool(
        (ID.match(line) and not CELLS.match(line)) or TASK.match(line) or _is_bare_task(line) or SITE.search(line)
    )


def _is_bare_task(line: str) -> bool:
    """A size and a task. Three numbers are one only if the last has a digit for each cell: else an edge and its weight,
    or a row of states."""
    task = BARE_TASK.fullmatch(line)
    if task is None or not task["desc"].isdigit():
        return task is not None
    return int(task["width"][:9]) * int(task["height"][:9]) == len(task["desc"])


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of an ID."""
    line, page = _strip_address(text.strip())
    match = _match_board(line)
    letters = (match.groupdict().get("params") or "") if match else ""
    page = puzzle_of_letters(letters, page) or page
    if match and page is None and puzzle is None:
        page = _only_puzzle(line, match)
    puzzle, body = choose_body("tatham", NAME, puzzle, page)
    if not match:
        raise InputError(f"{NAME}: expected WIDTHxHEIGHT:BOARD such as {body.example}, found {line[:60]!r}")
    if match.groupdict().get("sign") == "#":
        raise InputError(
            f"{NAME}: '{line[:60]}' is a seed, which means a board only to the version of the program that made it; "
            f"expected the board itself, after a colon (in the program: Game > Specific)"
        )
    width, height = match["width"][:20], (match["height"] or match["width"])[:20]
    check_board_size(NAME, int(height), int(width), f"{width}x{height}")
    sheet = Sheet(f"{NAME} ({puzzle})", int(height), int(width))
    return puzzle, body.read(sheet, GameText(match["desc"], letters))


def puzzle_of_letters(letters: str, page: str | None) -> str | None:
    """The puzzle to which the letters behind a size belong: any, or one of the program that the page is of."""
    known = signatures("tatham")
    title = None if page is None else known[page].title
    fitting = (name for name, each in known.items() if _has_letters(each, letters))
    return next((name for name in fitting if page is None or known[name].title == title), None)


def _strip_address(text: str) -> tuple[str, str | None]:
    """The ID or task in a text, and the puzzle that its page is about, where it has one that says so."""
    site = SITE.search(text)
    if site:
        return _site_task(text, site["desc"]), None
    return _page_id(text) if HOST in text[:PREFIX_LENGTH].lower() else (text, None)


def _only_puzzle(line: str, match: re.Match[str]) -> str | None:
    """The puzzle whose board this must be, where nothing but the board says so; one that is certain and cannot read it
    has the word only where no other can. Raises InputError for an ID that is not certain: the collection has forty
    games."""
    known = puzzles_of("tatham")
    certain = (name for name in known if may_be(line, name) and is_certain(line, name))
    page = next((name for name in certain if _can_read(match, name)), None)
    if page is not None:
        return page  # without a look at all others, which would load them
    readable = [name for name in known if _can_read(match, name)]
    if not readable:
        page = next((name for name in known if may_be(line, name) and is_certain(line, name)), None)
    if page is None and match.groupdict().get("sign") == ":":
        advice = f"Name the puzzle if it is {' or '.join(readable)}" if readable else "No puzzle here has such boards"
        raise InputError(
            f"{NAME}: expected a board that only one game of the collection may have written, found "
            f"{match['desc'][:60]!r}. {advice}"
        )
    return page


def _can_read(match: re.Match[str], puzzle: str) -> bool:
    """Would the board be read as one of that puzzle?"""
    width, height = match["width"][:20], (match["height"] or match["width"])[:20]
    try:
        check_board_size(NAME, int(height), int(width), f"{width}x{height}")
        sheet = Sheet(NAME, int(height), int(width))
        letters = match.groupdict().get("params") or ""  # a task has none
        body_of("tatham", puzzle).read(sheet, GameText(match["desc"], letters))
    except InputError:
        return False
    return True


def _match_board(line: str) -> re.Match[str] | None:
    """The parts of an ID or of a task."""
    return ID.fullmatch(line) or TASK.fullmatch(line) or BARE_TASK.fullmatch(line)


def may_be(text: str, puzzle: str) -> bool:
    """Are the letters of an ID, if it has any, such as the program of that puzzle makes them? Several of the other
    games have the same digits and letters: Palisade those of Light Up, Mosaic those of Bridges."""
    match, usual = ID.fullmatch(text.strip()), signatures("tatham")[puzzle].usual_letters
    return match is None or not usual or re.fullmatch(usual, match["params"] or "") is not None


def is_certain(text: str, puzzle: str) -> bool:
    """Is a text that can be read as a board of that puzzle of no other game of the collection? Its page says so, its
    letters, or what only such boards have: Filling, Mosaic and others write digits and letters as Light Up does."""
    line, body = text.strip(), body_of("tatham", puzzle)
    match = _match_board(line)
    if match is None or (body.fits is not None and body.fits(match["desc"])):
        return True
    letters, known = match.groupdict().get("params"), body.letters or body.usual_letters
    return bool(letters and known and re.fullmatch(known, letters))


def _has_letters(signature: Signature, letters: str) -> bool:
    """Do these letters after a size belong to this puzzle alone?"""
    return bool(signature.letters) and re.fullmatch(signature.letters, letters) is not None


def write(body: Body, sheet: Sheet, text: GameText) -> str:
    """The ID of a board, width first, without letters on how it was made."""
    return f"{text.size or f'{sheet.width}x{sheet.height}'}{text.letters}:{text.desc}"


def _site_task(page: str, desc: str) -> str:
    """The task of a page of puzzle-tents.com or one like it, after its size."""
    sides = [re.search(SIDE.format(side), page) for side in ("Width", "Height")]
    if None in sides:
        raise InputError(f"{NAME}: expected puzzleWidth and puzzleHeight beside the task {desc[:40]!r}, found no size")
    return " ".join([*(side[1] for side in sides if side), desc])


def _page_id(url: str) -> tuple[str, str]:
    """The ID after the # of a web page, and the puzzle that the page is about."""
    match = PAGE.search(url)
    pages = puzzles_by_name("tatham")
    if match and match["page"].lower() not in pages:
        raise InputError(f"{NAME}: a board of '{match['page']}', which Rosetta does not know ({SEE_LIST})")
    if not match:
        examples = ", ".join(f"{page}.html#ID" for page in pages)
        raise InputError(f"{NAME}: expected the address of a game with its ID ({examples}), found {url[:100]!r}")
    return unquote(url[match.end() :]), pages[match["page"].lower()]


EXAMPLE = "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1"
FORMAT = shared_format(
    "tatham", NAME, EXAMPLE, recognises, read, write, one_line=True, may_be=may_be, is_certain=is_certain
)
