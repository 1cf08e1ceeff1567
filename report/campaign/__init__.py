"""A campaign as people see it: the summary in the terminal, figures, the page, LaTeX; from the same records.

records         the statistics: scores, tests, curves, what they rest on
summary_table   for the terminal; diff_table: two campaigns; tuning_table: defaults held against other choices
"""
