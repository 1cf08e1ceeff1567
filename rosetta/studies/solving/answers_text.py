"""Answers as `solve` prints them: the instance, every answer drawn, who found it, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from instances.links import play_link
from instances.resolve import ResolvedInstance
from models.puzzles.contract import Answer
from models.puzzles.teaching.answer_space import Obstruction
from report.boards import BOARD_LINES, DRAW_ALL
from report.comparison.boards import boards_text
from report.comparison.records import Run
from report.evidence_words import CAVEATS, NO_ANSWER, NOT_ASKED_BY_ROW, SUPPORT, with_support
from report.text_columns import copied_line, wrap_text
from report.words import LONGEST_NAME, one_line, plural
from rosetta.foundation.vocabulary import Caveat, Status, Verdict
from rosetta.studies.solving.answers import FoundAnswers
from rosetta.studies.solving.listing import describe_end
from rosetta.studies.solving.solution_space import (
    MOST_PATTERNS,
    describe_space,
    find_obstruction,
    find_space,
    obstruction_board,
    pattern_boards,
)

LONGEST_LINE = 100  # with an address, where lines have no width


def answers_text(
    found: FoundAnswers,
    resolved: ResolvedInstance,
    colour: bool = False,
    width: int | None = None,
    most_board_lines: int = DRAW_ALL,
    everything: bool = False,
) -> str:
    """All of it, without a line break at the end. width: of a line of text, None leaves it whole; most_board_lines: of
    a board that is drawn; everything: also how it was worked out how many solutions there are, where that is known."""
    obstruction = find_obstruction(found)
    why = "" if obstruction is None else obstruction.sentence
    told = (describe_run(found.run), *_other_lines(found, why))
    lines = [
        *_heading(found, resolved, width),
        *_drawn_answers(found, obstruction, colour, most_board_lines),
        *_legend_lines(found, width),
        *(line for text in told for line in _wrap(text, width)),
        *_space_lines(found, colour, width, most_board_lines, everything),
        *_differing_boards(found, colour, most_board_lines),
    ]
    return "\n".join(lines)


def _heading(found: FoundAnswers, resolved: ResolvedInstance, width: int | None) -> list[str]:
    """The puzzle, the ID of the instance, where it can be played; and an empty line."""
    puzzle = found.question.puzzle
    identity = one_line(resolved.id) if width is None else copied_line("", resolved.id, width)
    link = _link_lines(play_link(puzzle.name, found.question.instance), resolved.id, width or LONGEST_LINE)
    return [*_wrap(f"{puzzle.name}, {one_line(resolved.source, LONGEST_NAME)}", width), identity, *link, ""]


def _drawn_answers(found: FoundAnswers, obstruction: Obstruction | None, colour: bool, most: int) -> list[str]:
    """Each answer drawn, the board alone where there is none, or with what shows that; empty lines between."""
    if obstruction is not None:
        return _marked_board(found, obstruction, most)
    first, *others = (_board(found, answer, None, colour, most) for answer in found.answers or (None,))
    return [*first, *(line for board in others for line in ("", *board))]


def _legend_lines(found: FoundAnswers, width: int | None) -> list[str]:
    """What the signs of an answer mean, and an empty line."""
    legend = found.question.puzzle.extras.legend(found.question.instance) if found.answers else ""
    return [*_wrap(f"({legend})", width), ""] if legend else [""]


def _differing_boards(found: FoundAnswers, colour: bool, most: int) -> list[str]:
    """The answer that was missed, or another one, where it differs from the first."""
    lines, listing = list[str](), found.listing
    if listing is None:
        return lines
    if listing.missed is not None:
        first = next(iter(found.answers), None)
        lines += ["", f"where the answer that {found.run.backend} missed differs:", ""]
        lines += _board(found, first, listing.missed, colour, most)
    if found.request.most == 0 and len(listing.answers) > 1:
        lines += ["", "where another answer differs:", ""]
        lines += _board(found, listing.answers[0], listing.answers[1], colour, most)
    return lines


def _board(found: FoundAnswers, answer: Answer | None, second: Answer | None, colour: bool, most: int) -> list[str]:
    """The drawn answer; where it has more than `most` lines, what it consists of."""
    puzzle, instance = found.question.puzzle, found.question.instance
    size = puzzle.size(instance)
    size_in_text = f"{size[0]:,} rows"
    if len(size) != 2 or size[0] <= most:  # else it is not drawn in order to be left out
        lines = puzzle.draw_text(instance, answer, second=second, colour=colour).splitlines()
        if len(lines) <= most:
            return lines
        size_in_text = f"{len(lines):,} lines"
    parts = {} if answer is None else puzzle.answer_json(answer)
    content = ", ".join(f"{_size(part):,} {name.replace('_', ' ')}" for name, part in parts.items()) or "no answer"
    if answer is not None and puzzle.extras.piece:
        content = plural(len(puzzle.extras.pieces(answer)), puzzle.extras.piece)
    return [f"{content}; --draw draws the board of {size_in_text}, --json lists the answer"]


def _marked_board(found: FoundAnswers, obstruction: Obstruction, most: int) -> list[str]:
    """The board with the cells marked that show it; with more than `most` lines, the board as it is."""
    lines = obstruction_board(found.question, obstruction).plain.splitlines()
    return lines if len(lines) <= most else _board(found, None, None, False, most)


def _space_lines(found: FoundAnswers, colour: bool, width: int | None, most: int, everything: bool) -> list[str]:
    """Of one answer: how many others there are, and by what they differ from it, where the puzzle knows that."""
    space = find_space(found)
    if space is None:
        return []
    lines = ["", *_wrap(describe_space(space), width)]
    patterns = pattern_boards(found.question, space, most=None if everything else MOST_PATTERNS)
    most = most if everything else min(most, BOARD_LINES)
    if patterns:
        lines += ["", *boards_text(patterns, colour, width or LONGEST_LINE, most, names_flags=False)[:-1]]
    if len(patterns) < len(space.patterns) and width is not None:
        lines += ["", f"{plural(len(space.patterns) - len(patterns), f'more {space.pattern}')} with -v"]
    if everything and space.reduced:
        lines += ["", *(line for text in space.reduced for line in _wrap(text, width))]
    return lines


def _size(part: Any) -> int:
    """How many pieces there are; of a mapping, such as the values of arrays by name, the entries of all."""
    return sum(np.size(entry) for entry in part.values()) if isinstance(part, Mapping) else len(part)


def _wrap(text: str, width: int | None) -> list[str]:
    return [text] if width is None else wrap_text(text, width, "    ")


def _link_lines(link: str, identity: str, width: int) -> list[str]:
    """The address where the board can be played, where it fits on a line and does not stand there already."""
    return [f"open {link}"] if link and link != identity and len(link) + 5 <= width else []


def describe_run(run: Run) -> str:
    """Who answered, what and how fast: `cpsat (cp-sat 9.15): satisfied in 0.03 s; checked against the rules`."""
    if run.impossible_row:
        return f"{run.backend}: {NOT_ASKED_BY_ROW}, which proves that there is no solution"
    engine = " ".join(filter(None, (run.engine, run.version)))
    profile = "" if run.profile == "default" else f"; profile {run.profile}"
    cost = "" if run.objective is None else f", objective {run.objective}"
    return f"{run.backend} ({engine}): {run.status}{cost} in {run.total:.2f} s; {_describe_verdict(run)}{profile}"


def describe_uniqueness(unique: bool | None) -> str:
    """Whether the answer is the only one, "" where that is not known."""
    return {True: "the only answer", False: "not the only answer", None: ""}[unique]


def _describe_verdict(run: Run) -> str:
    """The verdict in words, and what it rests on that none is better."""
    if run.verdict == Verdict.WRONG:
        return "WRONG"
    evidence = run.claims.answer or run.evidence
    words = NO_ANSWER if evidence is None else SUPPORT[evidence]
    if Caveat.BETTER_OPEN in run.caveats:
        return f"{words}; {CAVEATS[Caveat.BETTER_OPEN]}"
    optimal = run.claims.optimal
    return words if optimal is None else f"{words}, {with_support('and none is better', optimal)}"


def _other_lines(found: FoundAnswers, why: str) -> Iterator[str]:
    """The second opinion, uniqueness, how many answers there are, and notes. why: there is no answer, which stands in
    place of the note of who found that out."""
    run, listing = found.run, found.listing
    if found.witness is not None:
        yield f"second opinion, {found.witness.backend}: {found.witness.status}"
    if run.unique is not None and not any(proof.is_proved and proof.claim == "unique" for proof in found.proofs):
        yield describe_uniqueness(run.unique)
    yield from map(str, found.proofs)
    notes = [*run.broken, run.impossible_row or why or found.noted_run.note]
    if listing is not None and found.request.most != 0:
        confirmed = f", and {describe_end(listing.witness)}" if listing.complete else ""
        least = "at least " if listing.status is Status.UNKNOWN else ""  # a limit ended the list
        yield f"{least}{plural(len(found.answers), 'answer')}{confirmed}"
    yield from (f"  {one_line(note)}" for note in notes if note)
