"""A model rule by rule, and what each row becomes for every kind of solver: text, page, JSON."""
