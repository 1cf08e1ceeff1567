"""Every flag of a verb has its keyword, and every keyword its flag, but for what the tables below say."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

import rosetta as rs
from rosetta.commands.help_text import UNGROUPED
from rosetta.commands.main import run_verb
from rosetta.requests.options import OptionGroup, keywords_of, options_of
from rosetta.verbs.compare import CompareRequest
from rosetta.verbs.convert import ConvertRequest
from rosetta.verbs.count import CountRequest
from rosetta.verbs.explain import ExplainRequest
from rosetta.verbs.formulas import FormulasRequest
from rosetta.verbs.solve import SolveRequest

VERBS = {
    "solve": SolveRequest, "count": CountRequest, "compare": CompareRequest, "explain": ExplainRequest,
    "convert": ConvertRequest, "formulas": FormulasRequest,
}  # fmt: skip
SOLVING = ("solve", "count", "compare")
# flags for which a program has something else: `load` a seed and options, a result its texts, pages and documents
OTHERWISE = {"--seed", "--json", "--jsonl", "--draw", "--html", "--latex", "--resources", "--count"}
OTHERWISE |= {"--sizes"}  # which prints a table, and asks of no board
OF_PAGES = {"--play", "--booklet", "--title", "--per-page"}  # `booklet` and `worksheet` take them


@pytest.mark.parametrize("verb", VERBS)
def test_every_flag_has_its_keyword(verb):
    parser = import_module(f"rosetta.commands.{verb}").parser(f"rosetta {verb}")
    flags = {action.option_strings[-1] for action in parser._actions if action.option_strings}
    of_request = {flag.name for each in options_of(VERBS[verb]) for flag in each.flags}
    general = {action.option_strings[-1] for action in parser._actions if action.dest in UNGROUPED}
    assert of_request <= flags
    assert flags - of_request - general <= OTHERWISE
    alone = {flag.name for each in options_of(VERBS[verb]) if not each.is_keyword for flag in each.flags}
    assert alone <= OF_PAGES


@pytest.mark.parametrize("verb", VERBS)
def test_the_signature_and_the_docstring_have_every_keyword(verb):
    function, names = getattr(rs, verb), [each.name for each in keywords_of(VERBS[verb])]
    parameters = inspect.signature(function).parameters
    assert list(parameters) == ["board", *names]
    for each in keywords_of(VERBS[verb]):
        assert parameters[each.name].default == each.default
        assert f"\n{each.name} : {each.kind.type_name}, optional\n    " in inspect.getdoc(function)


@pytest.mark.parametrize("verb", SOLVING)
def test_an_unknown_keyword_is_a_type_error_that_says_what_may_be_meant(verb):
    with pytest.raises(TypeError, match=rf"^{verb}\(\) got an unexpected keyword .*did you mean 'threads'"):
        getattr(rs, verb)(rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2"), thread=2)


@pytest.mark.parametrize("verb", VERBS)
def test_the_usual_options_come_first_and_no_group_has_more_than_eight(verb):
    parser = import_module(f"rosetta.commands.{verb}").parser(f"rosetta {verb}")
    for group in OptionGroup:
        assert sum(getattr(action, "group", None) is group for action in parser._actions) <= 8, group


@pytest.mark.parametrize(("verb", "flag"), [("solve", "--backend"), ("count", "--backend"), ("compare", "--backends")])
def test_an_encoding_that_matters_to_nobody_is_told_before_any_work(verb, flag, capsys):
    words = ["tents", "3x3:aaaaa,2,0,2,2,0,2", flag, "cpsat", "--encoding", "cardinality=totalizer"]
    assert run_verb(verb, words) == 2
    message = "encodings: cpsat takes no clauses, so that no encoding matters; those that do: cnf, minicard,"
    assert message.replace("encodings", "--encoding") in capsys.readouterr().err
    backend = ["cpsat"] if verb == "compare" else "cpsat"
    with pytest.raises(ValueError, match=f"^{message}"):
        getattr(rs, verb)(rs.load("tents", words[1]), backend, encodings={"cardinality": "totalizer"})
