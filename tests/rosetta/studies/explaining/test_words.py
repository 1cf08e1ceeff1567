"""How explanations read: names of one kind together, nouns in the right number, nothing left out that a person needs,
the conclusion before its reasons, lines that fit."""

from __future__ import annotations

import re

import numpy as np
import pytest

from backends.contract import Limits
from backends.reasons import job
from backends.reasons.job import ExplanationRequest
from backends.reasons.trace import Conflict
from instances.resolve import resolve
from models.neutral import Model, each, vertices
from models.neutral.wording.phrases import words_of_rows, words_of_variables
from models.puzzles.registry import puzzle
from models.puzzles.stated_words import evident_words
from report.explanation.page import explanation_html
from report.explanation.records import RowName, explanation_text, merge_rows
from report.explanation.rule_sentences import omit_known_rules, unambiguous_rules
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explanation_from, trace_question
from rosetta.studies.explaining.phrase_lists import join_phrases

TRICKY = "7x7:dbacgj_bfaaa,3,1,2,1,1,2,1,2,1,2,1,1,1,3"
HARD = "7x7:abbdbgcgbabe,4,0,2,2,0,2,1,3,0,2,1,2,1,2"
WRONG = ("underline", "#ff8787", "#b3261e")  # how a broken clue is written, a lamp or light that is wrong
CLASHING = "4x4:bgd_,0,1,0,2,2,0,1,0"


def explanation_of(name, what, request=None, formulation=None, **parameters):
    resolved, record, request = (
        resolve(name, what, options=parameters or None),
        puzzle(name),
        request or ExplanationRequest(),
    )
    question = Question(record, resolved.instance)
    traced = trace_question(question, formulation or next(iter(record.formulations)), request, Limits())
    return explanation_from(resolved, traced, request)


def sentences(explanation):
    return [line for step in explanation.steps for line in (*step.reasons, step.conclusion)]


CELLS = [[1, 0], [2, 4]]


@pytest.mark.parametrize(
    ("words", "merged"),
    [
        (each("the cell {cell}", cell=[[0, 1], [0, 2]]), "the cells R1C2, R1C3"),
        (each("the wall {clue} at {cell}", clue=[0, 0], cell=CELLS), "the walls 0 at R2C1, R3C5"),
        (each("the wall {clue} at {cell}", clue=[0, 2], cell=CELLS), "the wall 0 at R2C1, the wall 2 at R3C5"),
        (each("row {n}", n=[1, 4]), "rows 1, 4"),
        (
            each("the cells from {first} to {last}", plural=True, first=CELLS, last=[[2, 1], [3, 3]]),
            "the cells from R2C1 to R3C2, the cells from R3C5 to R4C4",
        ),
        (each("the lamp of {cell}", cell=vertices(["a 1", "b"])), "the lamps of 'a 1', 'b'"),
        (each("the piece {piece}", piece=["F", "F"]), "the piece F"),
        (each("the dot at the {corner} of {beside}", corner=["upper left"] * 2, beside=[[2, 4]] * 2),
         "the dot at the upper left of R3C5"),
    ],
)  # fmt: skip
def test_names_of_one_kind_are_said_together(words, merged):
    phrases = [words_of_rows(words, 2).phrase(entry) for entry in range(2)]
    rows = [RowName("rule", i, each.text, head=each.head, many=each.many) for i, each in enumerate(phrases)]
    assert merge_rows(rows) == merged


def test_cells_that_follow_each_other_are_a_range():
    stated = words_of_variables(each("a lamp at {cell}"), (3, 5))
    told = join_phrases([stated.phrase(entry) for entry in (0, 5, 10, 7, 8, 14)])
    assert told == "lamps at R1C1-R3C1, R2C3, R2C4, R3C5"
    assert join_phrases([stated.phrase(3)]) == "a lamp at R1C4"
    columns = {"cell": [[0, 0], [0, 0], [1, 1]], "times": ["1 time", "2 times", "1 time"]}
    presses = words_of_variables(each("press {cell} {times}", many="press ", **columns), (3,))
    told = join_phrases([presses.phrase(entry) for entry in range(3)])
    assert told == "press R1C1 1 time or 2 times, R2C2 1 time"


def test_what_is_evident_of_a_line_names_it():
    m = Model("lines")
    line = m.bools("line", 2, says=each("a line from {line}", line=[[[0, 0], [0, 1]], [[0, 1], [1, 1]]]))
    m.true("no line", -line, evident="Lines keep off walls")
    (block,) = m.stated_blocks
    assert evident_words(block, frozenset({((0, 0), (0, 1))})) == "Lines keep off walls (R1C1 to R1C2)"
    assert evident_words(block, frozenset({((0, 0), (0, 1)), ((0, 1), (1, 1))})) == "Lines keep off walls (2 lines)"


def test_rows_that_one_tent_fills_share_a_sentence():
    """Two squares of cells have the same tent: it rules out others, as in a step of one rule."""
    lines = sentences(explanation_of("tents", TRICKY))
    assert any("rules out others (tents do not touch, even diagonally): no tent at" in line for line in lines)
    assert not any("already have a tent" in line and "cells from" in line for line in lines)
    assert not any("froms" in line or "ats " in line for line in lines)


def test_several_things_are_told_in_the_plural():
    lines = sentences(explanation_of("tents", TRICKY))
    assert any(re.search(r"\btents at R\dC\d, R", line) for line in lines)
    assert not any(re.search(r"\ba tent at R\dC\d, R", line) for line in lines)


def test_whose_tent_it_is_is_told_where_it_goes_by_elimination():
    """The tent at R7C1 lies beside two trees; that the first has another tent leaves the second: a thought."""
    step = next(step for step in explanation_of("tents", HARD).steps if step.conclusion == "no tent at R7C3")
    owned = [line for line in step.reasons if line.startswith("The cell R7C1")]
    assert owned == [
        "The cell R7C1 (each tent belongs to one tree) has only one way left: the tree at R7C2 owns the tent at R7C1"
    ]
    assert step.reasons.index(owned[0]) < len(step.reasons) - 1


def test_what_was_found_by_trying_stands_first():
    explanation = explanation_of("tents", HARD)
    step = next(step for step in explanation.steps if step.kind == "search")
    assert f"{step.number}. [by trying, {step.grade} rules] {step.conclusion}\n" in explanation_text(explanation)
    named = " ".join(step.reasons[1:])
    assert all(row.rule in named for row in step.rows)
    assert len(step.reasons) == 1 + len({row.rule for row in step.rows})


def test_a_number_of_presses_is_said_once():
    """With three colours: what is pressed once is not pressed twice, and that goes without saying."""
    explanation = explanation_of("lightsout", "3", colours=3)
    for step in explanation.steps:
        cells = re.findall(r"R\dC\d", step.conclusion)
        assert len(cells) == len(set(cells)) == 1, step.conclusion
        pressed = [x for x in step.literals if x > 0]
        assert step.conclusion.startswith("press ") == bool(pressed)
        assert pressed or step.conclusion.endswith("1 time or 2 times")
    assert {x for step in explanation.steps for x in step.literals if x > 0}
    assert sum(len(step.literals) for step in explanation.steps) == 18, "nothing is left out of the record"


def test_walls_that_allow_no_lamp_are_one_step_also_where_they_share_cells():
    """Six of the seven have a cell of their own; the last one is told after them."""
    steps = explanation_of("akari", "6x6:f0a0a00d00h1b10e").steps
    zeros = [step for step in steps if "allow" in step.reasons[0] and "no lamp" in step.reasons[0]]
    assert [len(step.rows) for step in zeros] == [6, 1]
    assert len({x for step in zeros for x in step.literals}) == sum(len(step.literals) for step in zeros)


def test_a_cell_that_only_one_lamp_can_light_says_so():
    """It stands between walls: the reason is that there is one cell for it, not that there is no choice."""
    steps = explanation_of("akari", "6x6:g0b0h1c1e10cBa").steps
    assert steps[0].reasons == (
        "The cell R6C6 (every white cell is lit) needs a lamp, and only one cell is left for it",
    )


def test_rows_of_one_rule_are_one_line_of_a_conflict():
    explanation = explanation_of("lightsout", "4", lit="0:0")
    text = explanation_text(explanation)
    assert text.count("  rule  ") == 1 < len(explanation.clashes[0].rules)
    assert "rule: the lamps of R1C1, R2C1, " in explanation_html(explanation)


def test_no_repair_is_said_where_nothing_is_a_clue():
    assert explanation_of("lightsout", "4", ExplanationRequest(repair=True), lit="0:0").note.startswith("No repair: ")
    assert explanation_of("lightsout", "4", lit="0:0").note == ""
    assert explanation_of("tents", CLASHING, ExplanationRequest(repair=True)).note == ""


def test_what_is_common_is_counted_in_the_singular_too():
    assert (
        explanation_of("akari", "5x5:hBa1cBa1aBf").lead
        == "Common to all of them is 1 of 20 decisions; it follows from the rules:"
    )
    assert "Stopped after 1 step, as" in explanation_of("tents", TRICKY, ExplanationRequest(steps=1)).note


def test_a_long_list_is_followed_by_the_board():
    """What is not named can be seen: the first step of a large board marks more cells than it lists."""
    explanation = explanation_of("tents", "14", ExplanationRequest(steps=2))
    step = explanation.steps[0]
    assert step.conclusion == ""
    assert "all other cells are empty" in step.reasons[0]
    marked = sum(line.count("[-]") for line in step.plain.splitlines())
    trees = resolve("tents", "14").instance.trees
    assert marked == len(step.literals) - np.count_nonzero(trees) > 32
    assert not any(
        re.search(r"; and \d more", line)
        for line in sentences(explanation_of("tents", "7x7:ba_bdjfb_daf,2,1,2,1,1,2,2,1,3,1,1,2,1,2"))
    )


def test_a_set_that_the_colouring_refutes_needs_no_formulation_to_be_named(capsys):
    assert run_verb("explain", ["tiling", "tetrominoes:4x5"]) == 0
    assert "dark cells" in capsys.readouterr().out


@pytest.mark.parametrize("width", [40, 80])
def test_lines_fit_and_say_the_same(width):
    """Folded lines are those of the unfolded text; boards and IDs stay as they are."""
    for explanation in (
        explanation_of("tents", HARD),
        explanation_of("akari", "source-4x4", ExplanationRequest(conflicts=9, repair=True)),
    ):
        plain, folded = explanation_text(explanation), explanation_text(explanation, width)
        assert folded.split() == plain.split()
        assert all(len(line) <= width for line in folded.splitlines() if line != explanation.id)
        assert all(line in folded for line in explanation.end_board.splitlines())
        assert max(map(len, plain.splitlines())) > width


def test_a_rule_is_said_where_it_is_first_needed():
    """Each of the four rules of a Light Up board once in the text; the page and the record keep it at every row."""
    explanation = explanation_of("akari", "6x6:g0b0h1c1e10cBa")
    text, rules = explanation_text(explanation), {row.rule for step in explanation.steps for row in step.rows}
    assert len(rules) == 4
    assert [text.count(f" ({rule}") + text.count(f"; {rule}") for rule in rules] == [1] * 4
    assert min(sum(f" ({rule})" in line for line in sentences(explanation)) for rule in rules) > 1
    first = min(text.index(name) for name in ("The wall ", "The walls "))
    assert text.index(" (a wall touches as many lamps as its number says)") - first < 40
    conflicts = explanation_text(explanation_of("akari", "source-4x4", ExplanationRequest(conflicts=9)))
    assert conflicts.count(" (a wall touches") == conflicts.count("Conflict ") == 3, "a conflict is read by itself"


def test_rules_whose_rows_are_called_alike_are_said_at_every_row():
    assert unambiguous_rules({"a": {"row "}, "b": {"row ", "column "}, "c": {"the run "}}) == {"c"}
    assert unambiguous_rules({"a": {"the cells from "}, "b": {"the cells from "}, "c": {"the cell "}}) == {"c"}
    text = explanation_text(explanation_of("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", formulation="source-cnf"))
    lines = [line for line in text.splitlines() if re.match(r" *(\d+\.|-) (Given .*, r|R)ows? \d", line)]
    assert lines
    assert all(line.count(" (phi") for line in lines)
    assert any(" Given " in line and " only one way left: " in line for line in lines)


def test_sentences_without_the_rules_that_have_been_said():
    known_rules: set[str] = set()
    lines = ["the cell 1 (lit) and the cell 2 (lit)", "the cell 3 (lit)", "the row 4 (other)"]
    shortened = ["the cell 1 (lit) and the cell 2", "the cell 3", "the row 4 (other)"]
    assert list(omit_known_rules(lines, frozenset({"lit"}), known_rules)) == shortened
    assert known_rules == {"lit"}


def test_how_another_solution_differs():
    """Where it only has more, that is what is said."""
    assert explanation_of("akari", "5x5:hBa1cBa1aBf").solutions.difference == "in 1 of its 5 lamps"
    quiet = explanation_of("lightsout", "cycle:42", lit="none").solutions
    more = len(quiet.answers[1]["presses"]) - len(quiet.answers[0]["presses"])
    assert set(quiet.answers[0]["presses"]) < set(quiet.answers[1]["presses"])
    assert quiet.difference == f"by {more} more presses"


def test_what_else_a_step_concludes_is_not_listed_twice():
    """Names of many placements stand in the conclusion; after the reason their number does."""
    for step in explanation_of("tiling", "3x20", ExplanationRequest(steps=4)).steps:
        last = step.reasons[-1]
        assert last == f"The same rules also give the other {len(step.names) - 1}" or last.count(" on ") == 1, step


@pytest.mark.parametrize(("name", "what"), [("tents", TRICKY), ("akari", "6x6:g0b0h1c1e10cBa"), ("lightsout", "3")])
def test_on_a_board_that_is_not_finished_nothing_is_drawn_as_wrong(name, what):
    """A clue that is not met yet is not broken. With the whole answer the picture is the usual one."""
    record, p, explanation = puzzle(name), resolve(name, what).instance, explanation_of(name, what)
    answer = list(record.answer_from_json(p, explanation.answer))
    few = answer[:1]
    assert not set(WRONG) & set(re.findall(r'"([^"]*)"', record.draw_svg(p, few, empty=())))
    assert set(WRONG) & set(re.findall(r'"([^"]*)"', record.draw_svg(p, few)))
    assert record.draw_svg(p, answer, empty=()) == record.draw_svg(p, answer)


@pytest.mark.sample(0.125)
def test_a_row_that_fails_by_itself_is_found_without_a_solver(monkeypatch):
    """A wall 4 with three neighbours; the dark cells of a board, of which the hexominoes cover an odd number."""
    monkeypatch.setattr(job, "SelectorSolver", lambda *_: pytest.fail("no solver is needed"))
    for name, what, formulation, sentence in (
        (
            "akari",
            "3x3:a4g",
            "default",
            "The wall 4 at R1C2 (a wall touches as many lamps as its number says) needs 4",
        ),
        ("tiling", "hexominoes:14x15", "coloured", "Coloured like a chessboard, the board has 105 dark cells"),
    ):
        resolved, record = resolve(name, what), puzzle(name)
        model = record.formulations[formulation](resolved.instance)
        sent = []
        job.explain_model(
            lambda kind, finding, sent=sent: sent.append((kind, finding)),
            model,
            record.project(resolved.instance, model),
            ExplanationRequest(),
            Limits(),
        )
        assert sent[-1] == ("end", True)
        conflict = next(finding for _, finding in sent if isinstance(finding, Conflict))
        assert len((*conflict.clues, *conflict.rules)) == 1
        assert explanation_of(name, what, formulation=formulation).clashes[0].reasons[0].startswith(sentence)


def test_a_board_without_a_free_cell_promises_no_steps():
    explanation = explanation_of("akari", "2x2:BBBB")
    assert explanation.headline == "There is exactly one solution: nothing is left to decide."
    assert (explanation.steps, explanation.answer) == ((), {"lamps": []})


def test_placements_are_listed_while_a_person_reads_on():
    """The first steps of a tiling exclude dozens of placements; the record has them all, the sentence some."""
    for step in explanation_of("tiling", "3x20", ExplanationRequest(steps=12)).steps:
        assert len(step.conclusion) < 350
        names_cells = step.conclusion.count(" R") > 0
        assert names_cells
        assert step.conclusion.endswith(" more") == (len(re.findall(r"on R|, R", step.conclusion)) < len(step.names))


def test_cancelling_is_said_only_where_something_cancels():
    """One lamp of which one button is open: nothing cancels out. Several lamps: what they share does."""
    steps = [step for step in explanation_of("lightsout", "3", colours=3).steps if " must make " in step.reasons[-1]]
    assert {len(step.rows) == 1 for step in steps} == {True, False}
    for step in steps:
        sentence = next(line for line in step.reasons if " must make " in line)
        assert sentence.startswith("All else that is open cancels out; what is left, press ") == (len(step.rows) > 1)
        assert sentence.startswith("What is left, press ") == (len(step.rows) == 1)


def test_what_stands_on_the_board_is_not_counted_as_free():
    """Row 3 has a tent at R3C8, which the reason can do without: a reader sees it."""
    lines = sentences(explanation_of("tents", "8x8:c_decbh_di__ecab,3,1,3,0,1,3,0,4,3,1,3,1,2,1,1,3"))
    assert any(
        "Row 3 (row counts) still needs 2 tents and has 2 free cells: tents at R3C5, R3C6" in line for line in lines
    )
