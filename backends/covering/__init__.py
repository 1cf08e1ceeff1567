"""Exact cover: which items each option covers (`cover`), and the search for options that cover them (`search`)."""
