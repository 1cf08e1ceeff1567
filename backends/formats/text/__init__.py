"""What the file formats share.

number_text                         columns of integers as text
row_text                            rows as text, from columns
variable_names                      names that every format can read, and the table that explains them
mixed_rules                         a model rule by rule: clauses, exclusive-or rows, linear rows
scanning (_loops, _kernel)           numbers, words and names as columns; loops that numba compiles for long files
words, decimals                     words and names, exact numbers of LP and MPS, rows of them made whole
implied_integers                    continuous variables that the rows show to be whole, and bounds that they imply
clauses_to_model, linear_to_model   a neutral model from a parsed file
"""
