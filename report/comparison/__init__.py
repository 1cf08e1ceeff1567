"""A comparison as people see it: the table in the terminal, the page, JSON for scripts; from the same records.

records                   what was run, what came of it, the verdicts
verdict, notes, caveats   in words: the verdict, remarks on runs, what to check before believing a comparison
columns                   of the table of runs, for terminal and page
table, boards, race       for the terminal
page, page_pictures       for the page, whose template is page.html
latex                     tables for LaTeX
json_documents            for scripts: compare, solve, count, generate
"""
