"""What a puzzle knows of all its solutions, drawn: by what they differ, or the cells that show why there is none."""

from __future__ import annotations

from models.puzzles.teaching.answer_space import AnswerSpace, Obstruction
from report.comparison.records import DrawnBoard
from rosetta.foundation.vocabulary import Status, Verdict
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.answers import FoundAnswers

MOST_PATTERNS = 4  # that are drawn where nobody asks for more


def find_space(found: FoundAnswers) -> AnswerSpace | None:
    """All solutions, where one was asked for and found, and the puzzle knows the others."""
    if found.request.most != 0 or not found.answers or found.run.verdict == Verdict.WRONG:
        return None
    return found.question.puzzle.extras.answer_space(found.question.instance)


def find_obstruction(found: FoundAnswers) -> Obstruction | None:
    """What shows that there is no solution, where the puzzle knows it and that is what was found."""
    if found.run.status != Status.UNSATISFIABLE or found.run.verdict == Verdict.WRONG:
        return None
    return found.question.puzzle.extras.obstruction(found.question.instance)


def describe_space(space: AnswerSpace) -> str:
    """How many solutions there are, and why."""
    return f"This is {space.number}. {space.reason}"


def pattern_boards(
    question: Question, space: AnswerSpace, pictures: bool = False, most: int | None = MOST_PATTERNS
) -> tuple[DrawnBoard, ...]:
    """The patterns by which solutions differ, each on a board by itself, with their number. pictures: also as SVG;
    most: so many of them, None for all."""
    puzzle, total, drawn_boards = question.puzzle, len(space.patterns), list[DrawnBoard]()
    for number, (pattern, words) in enumerate(list(zip(space.patterns, space.words, strict=True))[:most], 1):
        title = f"{space.pattern} {number} of {total}" if total > 1 else space.pattern
        plain = puzzle.draw_text(space.board, pattern) if space.is_drawn else words
        colour = puzzle.draw_text(space.board, pattern, colour=True) if space.is_drawn else words
        svg = puzzle.draw_svg(space.board, pattern) if pictures else ""
        drawn_boards.append(DrawnBoard(title, plain, colour, svg))
    return tuple(drawn_boards)


def obstruction_board(question: Question, obstruction: Obstruction, pictures: bool = False) -> DrawnBoard:
    """The board with the cells marked that show why there is no solution."""
    puzzle, p = question.puzzle, question.instance
    text = puzzle.extras.draw_marked(p, obstruction.cells)
    svg = puzzle.draw_svg(p, mark=obstruction.cells) if pictures else ""
    return DrawnBoard("< > shows why there is none", text, text, svg)
