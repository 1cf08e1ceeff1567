"""The command line: one module per verb, with `parser` and `run` (`contract`), run as a whole program by `main`.

`verbs` lists the verbs and hands over to one. `flags` holds the flags that several verbs share, `settings` makes flags
of the settings of the backends that a command line names, and `options` turns parsed arguments into what the studies
take. A verb parses, calls `rosetta.studies`, prints through `report`, and picks the exit code; it holds no other logic.
Only `flags` and the parsers are loaded before the arguments are read: `--help` imports neither numpy nor a solver.
"""
