"""Parts of which a puzzle is composed, each with a default, so that one unusual part costs one part.

    composition.py  compose_puzzle: from the parts to the record that the rest of the project asks
    answers.py      what an answer is: pieces in cells, or a number in each cell
    lines.py        the same of lines between dots or cells, such as loops
    margin_text.py  the plain text of boards with clues beside them
    planting.py     random answers of a model: boards are made from their answers
    faults.py       which cells break a rule, for drawings
    clues.py        the generator for everybody: plant an answer, read all clues off it, take clues away

What a board says is written as text (`models.puzzles.grid_text`), what it looks like as a scene
(`models.puzzles.scenes`), and what its variables and rows are called where the rules are stated (`models.neutral`).
"""
