"""Kinds of values: a word of a command line and a value of a program are read alike, and refused alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rosetta.foundation.errors import InputError
from rosetta.requests import kinds

SAME = [  # kind, the word, the value of a program, what a request holds
    (kinds.NATURAL, "0", 0, 0),
    (kinds.POSITIVE, "12", np.int64(12), 12),
    (kinds.THREADS, "1024", 1024, 1024),
    (kinds.SECONDS, "0.5", 0.5, 0.5),
    (kinds.SECONDS, "2", 2, 2.0),
    (kinds.PER_CENT, "0", 0, 0.0),
    (kinds.NAMES, "cnf,cpsat,cnf", ["cnf", "cpsat", "cnf"], ("cnf", "cpsat")),
    (kinds.NAMES, r"external:a\,b", ("external:a,b",), ("external:a,b",)),
    (kinds.FILE, "a/b.zip", Path("a/b.zip"), "a/b.zip"),
    (kinds.WordChoice(("low", "high"), "level"), "low", "low", "low"),
    (kinds.TextValue(), "abc", "abc", "abc"),
]
REFUSED = [  # kind, words, values of a program, what is told of each
    (kinds.NATURAL, ("-1", "x", "1.5", ""), (-1, 1.5, True, None, "3"), "expected a whole number from 0 on"),
    (kinds.POSITIVE, ("0",), (0, 2**63, False), "expected a whole number from 1 on"),
    (kinds.THREADS, ("0", "1025"), (0, 1025), "expected a number of threads from 1 to 1024"),
    (kinds.SECONDS, ("0", "nan", "inf", "1e9", "x"), (0, float("nan"), True, "1"), "expected a number of seconds"),
    (kinds.PER_CENT, ("-1", "1001"), (-1, 1001), "expected a number of per cent from 0 on"),
]
ONLY_PROGRAMS = [
    (kinds.NAMES, ("cnf", [], [1], 3), "expected a list of names"),
    (kinds.FILE, (3, None), "expected a path"),
    (kinds.FileList(), ("a.lp", 3), "expected a list of paths"),
    (kinds.SWITCH, (1, 0, "yes", None), "expected True or False"),
    (kinds.Encodings(), ("all", 3, ["x"]), "expected {form: name}"),
    (kinds.NamedValues(), ([("a", 1)], "a=1"), "expected a mapping from names to values"),
    (kinds.Callback(), ("print", 3), "expected a function"),
    (kinds.TextValue("the name of a backend"), (3, ["cnf"]), "expected the name of a backend"),
]


@pytest.mark.parametrize(("kind", "word", "value", "held"), SAME)
def test_a_word_and_a_value_are_read_alike(kind, word, value, held):
    assert kind.check(kind.read(word)) == kind.check(value) == held
    assert type(kind.check(value)) is type(held)


@pytest.mark.parametrize(("kind", "words", "values", "message"), REFUSED)
def test_what_is_refused_is_told_alike(kind, words, values, message):
    for word in words:
        with pytest.raises(InputError, match=f"{message}.*found '{word}'"):
            kind.read(word)
    for value in values:
        with pytest.raises(InputError, match=message):
            kind.check(value)


@pytest.mark.parametrize(("kind", "values", "message"), ONLY_PROGRAMS)
def test_what_only_a_program_can_pass_is_checked(kind, values, message):
    for value in values:
        with pytest.raises(InputError, match=message):
            kind.check(value)


def test_a_name_that_is_nearly_right_is_told():
    with pytest.raises(InputError, match="did you mean 'tuned'"):
        kinds.WordChoice(("default", "tuned"), "profile").check("tuend")


def test_names_without_a_name_are_refused():
    with pytest.raises(InputError, match="expected names separated by commas, found 'a,,b'"):
        kinds.NAMES.read("a,,b")


def test_encodings_of_a_program_are_held_as_the_command_line_has_them():
    assert kinds.Encodings().check({"cardinality": "totalizer"}) == ("cardinality=totalizer",)
    assert kinds.Encodings(all_forms=True).check("all") == ("all",)
