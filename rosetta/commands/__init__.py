"""The command line: one module per verb, each run as a whole program by `main`.

A verb has `parser` and `run` (`command_line.Verb`). `verb_list` lists the verbs, `verbs` runs one of them. What a verb
can be asked for, and what it does, is in `rosetta.verbs`: `request_flags` makes flags of the request, `help_text` the
help. `flags` holds what stands beside it: PUZZLE and WHAT, the flags of the puzzle and the backends named, those of the
output. `each_instance` asks about one instance after the other. A verb prints, and writes files; it holds no other
logic. Only parsers and requests are loaded before the arguments are read: `--help` imports neither numpy nor a solver.

This file is the first of the room to be imported, whichever verb runs; so it refuses a Python that is too old, before
that meets syntax it does not know, and a system without fork, before a module is missing there.
"""

import sys

from rosetta.version import describe_hindrance

if describe_hindrance():
    print(f"rosetta: {describe_hindrance()}", file=sys.stderr)
    raise SystemExit(2)
