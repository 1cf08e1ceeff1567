"""What variables and rows are called: words that a model has beside its rules, for people alone.

phrases (a text with names in braces, and what is told of several), word_columns (what stands for a name, entry by
entry), phrase_json (the words of a model as JSON).
"""
