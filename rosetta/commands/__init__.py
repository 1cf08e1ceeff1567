"""The verbs: one a file, with `parser` and `run`; `main` runs one as the whole program."""
