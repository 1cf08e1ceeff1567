"""Playing: what a page needs so that people play a board on it, as documents (`report.documents.play`).

answer_steps     an answer as steps, place by place
known_places     the steps that follow from what is known of the variables of a model
click_values     which variables of a model a place is about, and what its steps say of them
checks           the rows of a model, by which a page tells which rules are broken
spots            where on the scene a rule is
hints            an explanation as hints: where to look, why, what follows
solution         the planted solution, or one that a solver finds
board_document   all of it together: what a page needs of a board
"""
