"""The list of puzzles, and one puzzle whole, for people and scripts.

records         what is shown; `rosetta.studies.listing` gathers it
text            as text, at most so wide
json_document   as a document
"""
