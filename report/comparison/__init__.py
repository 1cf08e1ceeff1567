"""A comparison as people see it: the table in the terminal, the page, JSON for scripts; from the same records.

records                   what was run, what came of it, the verdicts
findings                  what that shows: typed facts, and the sentences that tell them
run_order, run_labels     which runs come first, and what they are called
notes, legends            remarks on runs, and what marks and columns mean
columns                   of the table of runs, for terminal and page
table, boards, race       for the terminal
page, page_pictures       for the page, whose template is page.html
latex                     tables for LaTeX
json_documents            for scripts: compare, solve, count, generate
"""
