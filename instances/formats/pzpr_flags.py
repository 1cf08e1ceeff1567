"""Flags of pzpr, in addresses and in files: rules that differ from those of the puzzle's name, so that a board read
without them would be another puzzle.

    slither/f/3/2/l       f, of Slitherlink: the loop visits every point
    nurikabe/v:/6/6/...   v: and perhaps a name, of any puzzle: variant rules, which stand beside the address
    pzprv3.1/slither/3/2/f/...   in a file, a line with the flag above the board

None of these rules is known here, so that a flag is refused. Source: pzprjs, `checkpflag` and `decodeConfigFlag` in
src/variety/*.js; of the puzzles that are read, Slitherlink alone has a flag.
"""

from __future__ import annotations

from models.puzzles.codecs.body import Body
from rosetta.foundation.errors import InputError

VARIANT = "v:"


def refuse_flag(here: str, puzzle: str, body: Body, flag: str, without: str) -> None:
    """Raises InputError. here: format and place; body: of the puzzle; without: what a text says that leaves the flag
    out."""
    if flag.lower().startswith(VARIANT):
        says = "that its rules are a variant, which it does not state"
    else:
        says = body.flags.get(flag.lower(), f"that something is different, and not what (no flag of {puzzle})")
    raise InputError(
        f"{here}: expected a board of {puzzle} with the usual rules, found the flag {flag[:20]!r}, which says {says}; "
        f"{without} has the usual rules"
    )
