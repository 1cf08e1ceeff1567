"""The command line: one module per verb, each run as a whole program by `main`.

A verb has `parser` and `run` (`contract`). `verb_list` lists the verbs, `verbs` runs one of them. `flags` holds the
flags that several verbs share, and those of the puzzle and the backends named; `options` turns parsed arguments into
what the studies take. A verb parses, calls `rosetta.studies`, prints through `report`, and picks the exit code; it
holds no other logic. Only `flags` and the parsers are loaded before the arguments are read: `--help` imports neither
numpy nor a solver.

This file is the first of the room to be imported, whichever verb runs; so it refuses a Python that is too old, before
that meets syntax it does not know, and a system without fork, before a module is missing there.
"""

import sys

from rosetta.version import describe_hindrance

if describe_hindrance():
    print(f"rosetta: {describe_hindrance()}", file=sys.stderr)
    raise SystemExit(2)
