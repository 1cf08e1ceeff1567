"""A campaign as people see it: the summary in the terminal, figures, the page, LaTeX; from the same records.

records         the statistics: scores, tests, curves, what they rest on
summary_table   for the terminal; diff_table: two campaigns; tuning_table: defaults held against other choices
score_rows      for scripts, as CSV, and families; latex: tables and figures for a paper

    rows --points--> times by one rule --figures/*.py--> a table --axes, style--> a specification of Vega-Lite

figure_kinds    the contract of a figure, and which there are; figure_files: SVG, PNG, PDF, each with its table as CSV
page            the page: page.html, page.css; its scripts statistics.js, tables.js, page.js; its data: rows_document
"""
