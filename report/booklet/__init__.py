"""A booklet of puzzles to print: rules, boards to write in, solutions at the back.

records.py says what a booklet is; page.py lays it out on paper, and page.html is the page.
"""
