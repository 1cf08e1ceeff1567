"""The data of Penpa+ links: base64 of raw deflate of lines, some of them JSON with abbreviations.

The most frequent words of the JSON, quotation marks included, are abbreviated as z and a character: "surface" is zS,
null is zO, and a z of its own is zZ. So every z begins a pair, and one pass over the text undoes them all.

A link is not trusted: 32 bytes of deflate can expand to a megabyte, and brackets can be nested without end.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from typing import Any
from urllib.parse import unquote

from models.puzzles.contract import InputError

NAME = "Penpa+ link"
HOME = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
LINK = re.compile(r"(?:[^#?]*[#?](?:[^#]{0,200}#)?)?m=(?:edit|solve)&p=(?P<data>[^&]*)(?:&.*)?", re.S)
LARGEST = 8_000_000  # characters when inflated
WORDS = {
    "surface": "S", "number": "N", "symbol": "Y", "line": "L", "lineE": "E", "wall": "W", "cage": "C", "grid": "G",
    "qa": "9", "pu_q": "Q", "pu_a": "A", "edit_mode": "M", "special": "P", "board": "B", "command_redo": "R",
    "command_undo": "U", "command_replay": "8", "numberS": "1", "freeline": "F", "freelineE": "2", "thermo": "T",
    "arrows": "3", "direction": "D", "squareframe": "0", "polygon": "5", "deletelineE": "4", "killercages": "6",
    "nobulbthermo": "7", "__a": "_",
}  # fmt: skip
LONG = {"Z": "z", "O": "null", **{code: f'"{word}"' for word, code in WORDS.items()}}
SHORT = re.compile("|".join(["null", *(f'"{word}"' for word in WORDS)]))


def recognises(text: str) -> bool:
    """An address with such data behind its # (or ?, in older ones), or that part of one."""
    return bool(re.match(r"\s*((?i:https?)://[^\s#?]{0,200}[#?]([^\s#]{0,200}#)?|[#?])?m=(edit|solve)&p=", text))


def unpack_link(text: str) -> list[str]:
    """The lines in a link. Raises InputError."""
    link = LINK.fullmatch(unquote("".join(text.split())))
    if link is None:
        raise InputError(f"{NAME}: expected an address with #m=edit&p=DATA, found {text[:60]!r}")
    data = link["data"].rstrip("=")
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = inflate.decompress(b64decode(data + "=" * (-len(data) % 4), validate=True), LARGEST + 1)
        lines = content[:LARGEST].decode(errors="strict" if inflate.eof else "replace").split("\n")
    except (ValueError, zlib.error) as error:
        raise InputError(f"{NAME}: expected base64 of deflated text, found {data[:20]!r} ({error})") from None
    if len(content) > LARGEST:
        raise InputError(f"{NAME}: expected at most {LARGEST:,} characters when inflated, found more")
    if not inflate.eof:
        raise InputError(f"{NAME}: expected data up to their end, found {len(data)} characters without it")
    return lines


def pack_link(lines: list[str]) -> str:
    """The link with these lines. Raises InputError if they are longer than we would read back."""
    content = "\n".join(lines).encode()
    if len(content) > LARGEST:
        raise InputError(f"{NAME}: can say at most {LARGEST:,} characters, found {len(content):,}")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return HOME + b64encode(deflate.compress(content) + deflate.flush()).decode()


def read_json(lines: list[str], number: int) -> Any:
    """The JSON on a line; lines count from 1. Raises InputError."""
    here = f"{NAME}, line {number}"
    if len(lines) < number:
        raise InputError(f"{here}: expected JSON, found the end")
    text = lines[number - 1]
    try:
        return json.loads(re.sub("z(.?)", lambda pair: LONG[pair[1]], text, flags=re.S))
    except KeyError as error:
        raise InputError(f"{here}: expected an abbreviation, found 'z{error.args[0]}'") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{here}: expected JSON, found {text[:40]!r} ({error})") from None


def describe_value(value: Any) -> str:
    """A value in a few words, for messages."""
    return f"a {type(value).__name__}" if isinstance(value, list | dict) else repr(value)[:40]


def format_json(value: Any) -> str:
    """The JSON of a value, abbreviated."""
    text = json.dumps(value, separators=(",", ":")).replace("z", "zZ")
    return SHORT.sub(lambda word: "z" + ("O" if word[0] == "null" else WORDS[word[0].strip('"')]), text)
