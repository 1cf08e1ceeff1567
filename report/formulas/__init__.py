"""A model rule by rule, and what each row becomes for every kind of solver: text, page, JSON.

`records` keep formulas as structure; `notation` writes them for the terminal, `typeset.html` for the page. They come
from `rosetta.studies.formulas`, which puts one row through the real lowering.
"""
