"""`rosetta VERB ...`: run a verb, or list them all."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from rosetta.commands.verb_list import VERBS
from rosetta.version import __version__


def main(command: str = "rosetta") -> NoReturn:
    """Run the verb of the command line; without one, list them. command: what the user typed, less the verb."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for words to complete the line with
        from rosetta.commands.completers import complete_line

        complete_line(list(VERBS))
    words = sys.argv[1:]
    first = words.pop(0) if words else None
    if first in ("-v", "--verbose") and words and words[0] in VERBS:
        first, words = words[0], [*words[1:], "-v"]
    if first in VERBS:
        from rosetta.commands.main import main as run

        run(first, f"{command} {first}", words)
    if first in ("-v", "-V", "--version"):
        print(f"rosetta {__version__}")
        raise SystemExit(0)
    help_wanted = first in ("-h", "--help")
    each = f"{command}.VERB" if command == "python -m models" else f"{command} VERB"
    lines = [
        f"usage: {command} VERB ..." + (f"   (or: {each} ...)" if each != f"{command} VERB" else ""),
        "",
        *(f"  {verb:<12}{what}" for verb, what in VERBS.items()),
        "",
        f"For details: {each} --help",
    ]
    if first is not None and not help_wanted:
        from report.words import one_line
        from rosetta.foundation.spelling import unknown_name

        lines.insert(0, f"rosetta: {unknown_name('verb', one_line(first, 60), VERBS)}\n")
    try:
        print("\n".join(lines), file=sys.stdout if help_wanted else sys.stderr, flush=True)
    except BrokenPipeError:  # the reader went away (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(0 if help_wanted else 2)
