"""Claims of items that are proved: what is true gets a proof, what is false a contradiction, a limit nothing."""

from __future__ import annotations

from models.neutral import Model
from report.reproduction.records import CONTRADICTORY, REPRODUCED, Line
from rosetta.reproducing.refuting import is_proved, line_with_proof, prove_line, refute_claim, size_of_proof

LINE = Line("no solution", None, None, REPRODUCED, "By two engines.")


def pigeons(number: int, holes: int) -> Model:
    """Each pigeon sits in a hole, no two in the same: there is a way if and only if there are holes enough."""
    m = Model("pigeons")
    sits = m.bools("sits", (number, holes))
    m.any("sits somewhere", sits)
    m.at_most(1, "one in a hole", sits.T)
    return m


def test_what_has_no_solution_is_proved():
    line = prove_line(LINE, [pigeons(3, 2), pigeons(4, 3)])
    assert (line.verdict, line.reason) == (REPRODUCED, "By two engines.")
    assert line.proof.startswith("Proved by ")
    assert line.remark == f"By two engines. {line.proof}"


def test_what_has_a_solution_is_a_contradiction():
    """Also where the others have none."""
    line = prove_line(LINE, [pigeons(3, 2), pigeons(3, 3)])
    assert (line.verdict, line.proof) == (CONTRADICTORY, "")


def test_a_limit_leaves_the_line_as_it_is():
    """And nothing is proved by no proofs."""
    assert prove_line(LINE, [pigeons(3, 2), pigeons(9, 8)], seconds=0.0) == LINE
    assert line_with_proof(LINE, []) == LINE


def test_sizes_are_those_of_all_proofs():
    proofs = [refute_claim(pigeons(3, 2)), refute_claim(pigeons(4, 3))]
    checked = [proof.checked for proof in proofs]
    lemmas = sum(each.lemmas[0] for each in checked if each)
    assert is_proved(proofs)
    assert size_of_proof(proofs).startswith(f"{lemmas} lemmas from ")
