"""`verify` holds answers to every rule of every puzzle, and needs each of its checks.

Rules of models are broken one by one, as `tests/support/rule_evidence.py` says. What its search found is kept in
tests/data/rule_evidence, and looked at again here in a second. For a puzzle of which nothing is kept yet, a short
search takes seconds. `test_verify_on_all_boards.py` has the whole one.
"""

from __future__ import annotations

import pytest

from models.puzzles.registry import names, puzzle
from tests.support.kept_evidence import evidence_file, look_at_kept
from tests.support.puzzle_boards import RULES
from tests.support.rule_evidence import QUICK, accompanied_kinds, search_evidence
from tests.support.rule_tables import ACCOMPANIED, ENCODING, REDUNDANT, UNSEEN
from tests.support.verify_sentences import texts_in_source

KEPT = [name for name in names() if evidence_file(name).exists()]
SEARCHED = [name for name in names() if name not in KEPT] or KEPT[:1]  # the short search itself is tried in any case


@pytest.mark.parametrize("name", KEPT)
def test_verify_and_rules_need_each_other_on_kept_boards(name, subtests):
    """If a rule was changed, `python -m tests.support.kept_evidence NAME` keeps other boards."""
    check_evidence(name, look_at_kept(name), subtests)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHED)
def test_verify_and_rules_need_each_other_on_some_boards(name, subtests):
    """On a few small, written, changed and larger boards."""
    check_evidence(name, search_evidence(name, QUICK), subtests)


def check_evidence(name, every, subtests):
    """every: what came out for the puzzle, under each of its rules."""
    for found in every:
        with subtests.test("verify refuses what breaks a rule and nothing else", rules=found.rules):
            wrong = found.disagreements
            assert not wrong, "\n".join([f"{len(wrong)} times", *wrong[:3]])
        with subtests.test("every rule of a model has a witness, but for those that are listed", rules=found.rules):
            missing, redundant = sorted(found.missing), sorted(found.witnessed & found.redundant)
            assert not missing, (
                "no board shows what these are for; if they follow from others, list them in REDUNDANT; "
                "else write a board that does into WRITTEN (tests/support/puzzle_boards.py), or look further: "
                f"`python -m tests.support.kept_evidence {name}` looks at more boards"
            )
            assert not redundant, "these are not redundant"
    with subtests.test("every kind of message stands alone once, but for those that are listed"):
        assert accompanied_kinds(every) == {kind for other, kind in ACCOMPANIED if other == name}
    with subtests.test("every text of verify is in some message, so that no check is out of reach here"):
        messages = {message for found in every for message in found.messages}
        texts = texts_in_source(puzzle(name).verify)
        unseen = {text for text, pattern in texts.items() if not any(map(pattern.search, messages))}
        assert unseen == {text for other, text in UNSEEN if other == name}
    with subtests.test("a rule that is listed exists"):
        assert every[0].redundant <= set().union(*(found.stated for found in every))


def test_what_is_kept_or_listed_is_of_a_puzzle():
    """Puzzles that are gone have no line here, and no file."""
    assert {line[0] for line in (*REDUNDANT, *ENCODING, *ACCOMPANIED, *UNSEEN)} <= {*names()}
    assert {path.stem for path in evidence_file("").parent.glob("*.json")} <= {*names()}


def test_every_puzzle_is_searched_under_all_its_rules():
    assert {case.values[0] for case in RULES} == {*names()}
