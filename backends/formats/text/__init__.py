"""What the file formats share.

number_text                         columns of integers as text
row_text                            rows as text, from columns
variable_names                      names that every format can read, and the table that explains them
mixed_rules                         a model rule by rule: clauses, exclusive-or rows, linear rows
scanning, whole_numbers             numbers read as columns, or one by one
clauses_to_model, linear_to_model   a neutral model from a parsed file
"""
