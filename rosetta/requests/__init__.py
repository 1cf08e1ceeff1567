"""Requests: what a verb can be asked for, described once.

A request is a frozen record, one per verb (`rosetta.verbs`, `rosetta.campaigns`). Each of its fields is an `option`: a
kind of values (`kinds`), a default, and a line of help. From these follow the flags of the command line
(`rosetta.commands.request_flags`), and the keyword arguments of the Python function, with their part of its docstring
(`rosetta.api.calling.keywords`). A request checks itself when it is made: each value by its kind, then what may not
stand together. Its messages call an option as the asker does: `--time-limit`, or `time_limit`.

Nothing heavy is imported here: `--help` reads the records, and answers at once.
"""
