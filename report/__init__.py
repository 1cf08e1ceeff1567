"""Output for people and scripts: text for the terminal, HTML pages, JSON, LaTeX.

    comparison/, explanation/, formulas/, reproduction/     a room for each kind of output; its `records` hold the data
    text_columns, words  tables of text; numbers, times and names as text
    evidence_words       what claims rest on, and what runs leave open, in words
    frame                pages from templates (*.html), which show a page as its reader sees it; data comes from `page`
    saving, progress     files are written whole or not at all; the progress line on the terminal

Text, page and JSON are made from the same records, so that they cannot disagree. Nothing here solves or judges.
"""
