"""The command line: one module per verb, each run as a whole program by `main`.

A verb has `parser` and `run` (`contract`). `verbs` lists the verbs and runs one of them. `flags` holds the flags that
several verbs share, and those of the puzzle and the backends named; `options` turns parsed arguments into what the
studies take. A verb parses, calls `rosetta.studies`, prints through `report`, and picks the exit code; it holds no
other logic. Only `flags` and the parsers are loaded before the arguments are read: `--help` imports neither numpy nor a
solver.
"""
