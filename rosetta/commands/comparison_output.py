"""What `compare` prints and writes: a comparison or a line of several, scores, JSON, a page, a LaTeX table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from report.boards import CLOSING_LINES, DRAW_ALL
from report.comparison.several import count_sentence, instance_line, label_room, scores_text
from report.comparison.table import FEW_NOTES, NOTE_LINES, comparison_text
from report.documents.writing import document_text
from rosetta.commands.each_instance import look_of, print_note
from rosetta.commands.json_lines import LINES, print_line
from rosetta.commands.pages import check_latex, check_page, write_latex, write_page
from rosetta.foundation.vocabulary import Agreement
from rosetta.studies.comparing.compare import limits_by_name
from rosetta.verbs.compare import document_of, plan_of

if TYPE_CHECKING:
    from instances.naming import InstanceText
    from report.comparison.records import Comparison, PuzzleScores
    from report.documents.several import MissingInstance
    from rosetta.commands.command_line import CommandLine
    from rosetta.verbs.compare import ComparedInstance, CompareRequest, Pace


@dataclass(frozen=True)
class Session:
    """What one command line compares.

    line: the line
    request: how it is compared
    instances: each with its seed, None for that of its line or of all
    pace: the time that they share
    """

    line: CommandLine
    request: CompareRequest
    instances: Sequence[tuple[InstanceText, int | None]]
    pace: Pace

    @property
    def number(self) -> int:
        """How many instances there are."""
        return len(self.instances)

    @property
    def labels(self) -> list[str]:
        """What each instance is called."""
        return [text.place if seed is None else f"{text.place} seed {seed}" for text, seed in self.instances]


@dataclass(slots=True)
class Outcomes:
    """What came of the instances so far.

    results: of those that were compared
    refused: those that could not be read, and why
    late: those that the budget did not reach
    notes: the sentence that says why some were not compared, if one is needed
    interrupted: by Ctrl-C, so that the others were not reached
    """

    results: list[ComparedInstance] = field(default_factory=list)
    refused: list[MissingInstance] = field(default_factory=list)
    late: list[MissingInstance] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    interrupted: bool = False

    @property
    def missing(self) -> list[MissingInstance]:
        """The instances that were not compared."""
        return [*self.refused, *self.late]


def check_outputs(session: Session) -> None:
    """Raises NotWritable, or ModuleNotFoundError where there is nothing to make a page with, before any work is done;
    tells which backends of other packages are left out."""
    from backends.registry import refused_modules

    for reason in refused_modules().values() if session.request.backends is None else ():
        print_note(f"left out: {reason}")
    check_page(session.line)
    check_latex(session.line)


def print_missing(session: Session, entry: MissingInstance) -> None:
    """With --jsonl, the line of an instance that was not compared."""
    if session.line.values["json"] == LINES:
        print_line(document_text(document_of([], _limits(session), session.line.repeat(), [entry])))


def print_comparison(session: Session, result: ComparedInstance, number: int) -> None:
    """Print the comparison of the instance of that number: of several a line, and all of it where something is wrong or
    that was asked for; with --json all of them are printed at the end."""
    comparison, values = result.comparison, session.line.values
    if values["json"] == LINES:
        document = document_of([result], _limits(session), comparison.command)
        print_line(document_text(document))
    elif not values["json"]:
        if session.number > 1:
            print(_line(session, comparison, number), flush=True)
        is_asked_for = values["draw"] or values["resources"] or session.request.race or values["verbose"]
        if session.number == 1 or is_asked_for or comparison.verdict == Agreement.DISAGREE:
            print(_text(session, comparison), flush=True)


def print_results(session: Session, outcomes: Outcomes) -> Sequence[PuzzleScores]:
    """Print what came of all instances together: with --json the document, else the scores, which are returned; of a
    single instance there are none."""
    comparisons = [result.comparison for result in outcomes.results]
    scores: Sequence[PuzzleScores] = ()
    as_json = session.line.values["json"]
    if session.number > 1 and (not as_json or session.line.values["html"] is not None):
        if not as_json:
            print(f"\n{count_sentence(comparisons, session.number)}", flush=True)
        from rosetta.campaigns.reporting.comparison_scores import score_comparisons  # loads statistics, for a second

        scores = score_comparisons(comparisons)
        if not as_json:
            look = look_of(session.line)
            print(scores_text(scores, look.colour, look.width), end="")
    if as_json and as_json != LINES:
        command = _repeat(session, outcomes)
        print(document_text(document_of(outcomes.results, _limits(session), command, outcomes.missing)))
    return scores


def write_outputs(session: Session, outcomes: Outcomes, scores: Sequence[PuzzleScores]) -> None:
    """Write the page and the LaTeX table that were asked for."""
    from report.comparison.latex import comparisons_latex
    from report.comparison.page import comparisons_html
    from rosetta.verbs.documents import provenance_of

    comparisons = [result.comparison for result in outcomes.results]
    unfinished = [*outcomes.notes, *(f"{each['what']}: {each['note']}" for each in outcomes.refused)]

    def page() -> str:
        runs = [run for comparison in comparisons for run in comparison.runs]
        head = provenance_of(_limits(session), runs, _repeat(session, outcomes))
        return comparisons_html(comparisons, _page_title(comparisons), head, unfinished, scores)

    write_page(session.line, page)
    write_latex(session.line, lambda: comparisons_latex(comparisons), "table")


def _limits(session: Session) -> Mapping[str, float]:
    """The limits by name, as documents tell them."""
    return limits_by_name(plan_of(session.request, session.pace))


def _repeat(session: Session, outcomes: Outcomes) -> str:
    """The command that repeats the comparisons; of a single one, with all that is known of it."""
    changed = outcomes.results[0].changed if session.number == 1 and outcomes.results else {}
    return session.line.repeat(**changed)


def _line(session: Session, comparison: Comparison, number: int) -> str:
    """The line of one instance of several."""
    labels, look = session.labels, look_of(session.line)
    turn = number + 1, session.number
    return instance_line(comparison, labels[number], turn, label_room(labels), look.colour, look.width)


def _text(session: Session, comparison: Comparison) -> str:
    """The comparison for the terminal; of several, boards only with --draw or where answers disagree."""
    several, look = session.number > 1 and comparison.verdict != Agreement.DISAGREE, look_of(session.line)
    return comparison_text(
        comparison,
        look.colour,
        look.width,
        session.line.values["resources"],
        most_board_lines=DRAW_ALL if look.draw else 0 if several else CLOSING_LINES,
        most_notes=FEW_NOTES if several else NOTE_LINES,
        everything=look.details,
    )


def _page_title(comparisons: Sequence[Comparison]) -> str:
    """`Tents: solvers compared`; without the puzzle where there are several."""
    from models.puzzles.registry import puzzle

    titles = {puzzle(comparison.puzzle).title for comparison in comparisons}
    return f"{titles.pop()}: solvers compared" if len(titles) == 1 else "Solvers compared"
