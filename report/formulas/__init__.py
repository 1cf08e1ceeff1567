"""A model rule by rule, and what each row becomes for every kind of solver: text, page, JSON.

`records` keep formulas as structure, and `notation` writes them. They come from `rosetta.studies.formulas`, which puts
one row through the real lowering.
"""
