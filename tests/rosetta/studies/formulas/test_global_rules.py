"""Global rules in `formulas`: each formulation is measured as it is stated elsewhere, and told."""

from __future__ import annotations

import pytest

import rosetta as rs
from models.neutral.blocks import NO_GRAPH
from models.neutral.global_rules.contract import NATIVE
from models.neutral.global_rules.registry import kind_names, kind_of
from report.formulas.global_text import global_lines
from tests.support.rule_cases import FORMULATIONS, cases_of


def queens(n):
    m = rs.Model("queens")
    queen = m.ints("queen", n, 1, n)
    m.all_different("no two queens share a file", queen)
    m.at_most(1, "few", queen.is_(1))
    return m


def test_formulations_are_told(golden):
    shown = rs.formulas(queens(4))
    rules = shown._result.model.global_rules
    golden("formulas_global_rules.txt", "\n".join(global_lines(rules, False, 100, 3)))
    assert "".join(global_lines(rules, False, 100, 3)).replace(" ", "") in str(shown).replace("\n", "").replace(" ", "")


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", kind_names())
def test_every_formulation_is_shown_with_what_it_says_of_itself(kind):
    case = cases_of(kind)[0]
    (rule,) = rs.formulas(case.model(kind_of(kind).default)[0]).to_json()["global_rules"]
    assert rule["kind"] == kind
    assert [each["name"] for each in rule["formulations"]] == list(kind_of(kind).formulations)
    for each, known in zip(rule["formulations"], kind_of(kind).formulations.values(), strict=True):
        assert (each["says"], each["source"] or "", each["unique"]) == (known.says, known.source, known.unique)
        assert each["strength"] == known.strength.value
        assert [size["target"] for size in each["sizes"]] == ["rows", "cnf", "linear", "cpsat"]
    assert [each["default"] for each in rule["formulations"]].index(True) == 0


@pytest.mark.sample(8)
@pytest.mark.parametrize(("kind", "by"), FORMULATIONS)
def test_sizes_are_those_of_a_model_that_is_stated_so(kind, by):
    """Variables and rows that a model of nothing but the rule gets."""
    compared = 0
    for case in cases_of(kind):
        model, _ = case.model(by)
        if len(model.global_rules) != 1 or model.value_lists:
            continue  # literals of integers with gaps are declared before the rule is
        bare, _ = case.model(NATIVE)
        (rule,) = rs.formulas(model).to_json()["global_rules"]
        (stated,) = (each for each in rule["formulations"] if each["name"] == by)
        size = stated["sizes"][0]["size"]
        own = [block for block in model.stated_blocks if block.graph != NO_GRAPH]
        before = [block for block in bare.stated_blocks if block.graph != NO_GRAPH]
        assert size["rows"] == sum(map(len, own)), case.name
        if not before:
            assert size["variables"] == model.variables - bare.variables, case.name
        assert size["literals"] == sum(len(block.rows.literals) for block in own), case.name
        compared += 1
    assert compared


def test_rules_that_are_not_asked_for_are_left_out():
    assert rs.formulas(queens(4), rules=["few"]).to_json()["global_rules"] == []
    assert len(rs.formulas(queens(4), rules=["share a file"]).to_json()["global_rules"]) == 1


def test_pages_and_documents_have_every_formulation():
    shown = rs.formulas(queens(4))
    for formulation in kind_of("all_different").formulations.values():
        assert formulation.says in shown.to_html()
        assert formulation.says in shown.to_latex()
